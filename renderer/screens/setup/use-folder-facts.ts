import { useQueries } from "@tanstack/react-query";
import type { Output } from "#contract/methods.ts";
import { askHost, useHostQuery, useTransport } from "#renderer/store/host.tsx";
import { useSettled } from "#renderer/store/use-settled.ts";
import { setupText } from "#renderer/text/setup.tsx";

type Suggested = Output<"settings.suggestPattern">;

/** Facts of a folder and its files. */
export interface FolderFacts {
  readonly kind: "nothing" | "busy" | "bad" | "files";
  /** Why it cannot be an instrument's folder; null where it can. */
  readonly problem: string | null;
  readonly total: number;
  readonly isCut: boolean;
  /** A file of it; "" for none. */
  readonly sample: string;
  readonly guesses: Suggested["guesses"];
  readonly proposals: Suggested["proposals"];
  readonly networkDrive: Suggested["networkDrive"];
}

const none = {
  problem: null,
  total: 0,
  isCut: false,
  sample: "",
  guesses: [],
  proposals: [],
  networkDrive: null,
};

const staleMs = 15_000;

/** Kinds of the network drives that folders are on, in their order: null for a disk of this PC, undefined while it is not known. */
export function useNetworkDrives(folders: readonly string[]): readonly (string | null | undefined)[] {
  const transport = useTransport();
  return useQueries({
    queries: folders.map((folder) => ({
      queryKey: ["settings.suggestPattern", { folder }],
      queryFn: () => askHost(transport, "settings.suggestPattern", { folder }),
      enabled: folder !== "",
      staleTime: staleMs,
    })),
  }).map(({ data, isError }, n) => (folders[n] === "" || isError ? null : data?.networkDrive));
}

/** Looks into a folder a moment after it was typed. */
export function useFolderFacts(typed: string): FolderFacts {
  const folder = typed.trim();
  const settled = useSettled(folder, 400);
  const seen = useHostQuery(
    "settings.suggestPattern",
    { folder: settled },
    { enabled: settled !== "", staleMs },
  );
  if (folder === "") return { kind: "nothing", ...none };
  if (settled !== folder || seen.isPending) return { kind: "busy", ...none };
  if (seen.error !== null) return { kind: "bad", ...none, problem: seen.error.message };
  const { folder: state, total, isCut, guesses, proposals, networkDrive } = seen.data;
  if (state.message !== null) return { kind: "bad", ...none, problem: setupText.atField(state.message) };
  if (total === 0)
    return { kind: "bad", ...none, problem: isCut ? setupText.folderIsSlow : setupText.folderIsEmpty };
  const sample = guesses[0]?.samplePath ?? proposals[0]?.samplePath ?? "";
  return { kind: "files", problem: null, total, isCut, sample, guesses, proposals, networkDrive };
}
