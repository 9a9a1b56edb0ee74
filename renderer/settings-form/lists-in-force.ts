import type { Output } from "#contract/methods.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useSettled } from "#renderer/store/use-settled.ts";
import { flagAt, textAt, type Written } from "./settings-document.ts";

/** Lists that a portal offers to choose from; undefined while it is asked and where it cannot be. */
export interface OfferedLists {
  readonly sites: Output<"portal.sites"> | undefined;
  /** Null where the portal does not offer the list. */
  readonly records: Output<"portal.instrumentRecords"> | undefined;
  readonly types: Output<"portal.instrumentTypes"> | undefined;
  readonly isPending: boolean;
  /** Why they cannot be shown. */
  readonly problem: string | null;
  askAgain(): void;
}

const listOptions = { staleMs: 600_000 } as const;

/** Gives the lists of the portal that is in force. */
export function useListsInForce(): OfferedLists {
  const sites = useHostQuery("portal.sites", {}, listOptions);
  const records = useHostQuery("portal.instrumentRecords", {}, listOptions);
  const types = useHostQuery("portal.instrumentTypes", {}, listOptions);
  return {
    sites: sites.data,
    records: records.data,
    types: types.data,
    isPending: sites.isPending || records.isPending,
    problem: (sites.error ?? records.error)?.message ?? null,
    askAgain: () => void Promise.all([sites.refetch(), records.refetch(), types.refetch()]),
  };
}

/** Gives the lists of a portal as it is in a draft; nothing is asked while `isAsked` is false. */
export function useListsOf(portal: Written | null, isAsked = true): OfferedLists {
  const asked = useSettled(
    JSON.stringify({
      url: textAt(portal, "url").trim(),
      caFile: textAt(portal, "caFile") || null,
      proxy: textAt(portal, "proxy") || null,
      allowInsecureHttp: flagAt(portal, "allowInsecureHttp", false),
    }),
    300,
  );
  const lists = useHostQuery("settings.portalLists", JSON.parse(asked), { ...listOptions, enabled: isAsked });
  return {
    sites: lists.data?.sites,
    records: lists.data?.instrumentRecords,
    types: lists.data?.instrumentTypes,
    isPending: lists.isPending,
    problem: lists.error?.message ?? null,
    askAgain: () => void lists.refetch(),
  };
}
