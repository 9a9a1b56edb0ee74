import { useEffect, useState } from "react";
import type { Output } from "../../../electron/contract/methods.ts";
import { type HostError, useHostCall, useHostQuery } from "../../store/host.tsx";
import { useSettled } from "../../store/use-settled.ts";
import { isSame, type SettingsDocument, type SettingsProblem } from "./settings-document.ts";

/** The settings while somebody changes them. */
export interface SettingsDraft {
  /** As they stand in the file. */
  readonly saved: Output<"settings.read">;
  readonly document: SettingsDocument;
  change(next: SettingsDocument): void;
  /** What is wrong with the draft, as of a moment ago. */
  readonly problems: readonly SettingsProblem[];
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Why the last save did not work: the file changed meanwhile, the disk is full. */
  readonly saveError: HostError | null;
  /** True when it was saved. */
  save(document?: SettingsDocument, despiteProblems?: boolean): Promise<boolean>;
  discard(): void;
}

/** The settings as a draft; null while they are read, an error where they cannot be. */
export function useSettings(): SettingsDraft | HostError | null {
  const read = useHostQuery("settings.read", {});
  const save = useHostCall("settings.save", ["settings.read", "status", "activity", "keeping.read"]);
  const [draft, setDraft] = useState<SettingsDocument | null>(null);
  const saved = read.data;
  const document = draft ?? saved?.document ?? null;
  const settled = useSettled(document, 300);
  const isChanged = saved !== undefined && draft !== null && !isSame(draft, saved.document);
  const check = useHostQuery(
    "settings.check",
    { document: settled ?? { portal: null, instruments: [], notifications: null, keep: null } },
    { enabled: isChanged && settled !== null, keepsPrevious: true },
  );
  // Once the file says the same as the draft, the draft has done its work.
  useEffect(() => {
    if (draft !== null && saved !== undefined && isSame(draft, saved.document)) setDraft(null);
  }, [draft, saved]);

  if (saved === undefined || document === null) return read.error;
  return {
    saved,
    document,
    change: setDraft,
    problems: isChanged ? (check.data?.problems ?? []) : saved.problems,
    isChanged,
    isSaving: save.isPending,
    saveError: save.error,
    async save(next = document, despiteProblems = false) {
      try {
        const done = await save.mutateAsync({ document: next, revision: saved.revision, despiteProblems });
        return done.isSaved;
      } catch {
        return false;
      }
    },
    discard() {
      save.reset();
      setDraft(null);
    },
  };
}
