import type { Output } from "../../../electron/contract/methods.ts";
import { type HostError, useHostCall, useHostQuery } from "../../store/host.tsx";
import type { SettingsDraftState } from "../../store/settings-draft.ts";
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
  /** The file was changed by somebody else since the first change of the draft, which cannot be saved any more. */
  readonly isOutdated: boolean;
  readonly isSaving: boolean;
  /** Why the last save did not work: the file changed meanwhile, the disk is full. */
  readonly saveError: HostError | null;
  /** True when it was saved. */
  save(document?: SettingsDocument, despiteProblems?: boolean): Promise<boolean>;
  discard(): void;
}

/** The settings as a draft, kept where the screen says; null while they are read, an error where they cannot be. */
export function useSettings([draft, setDraft]: SettingsDraftState): SettingsDraft | HostError | null {
  const read = useHostQuery("settings.read", {});
  const save = useHostCall("settings.save", [
    "settings.read",
    "status",
    "activity",
    "keeping.read",
    "figures.port",
  ]);
  const saved = read.data;
  const document = draft?.document ?? saved?.document ?? null;
  const settled = useSettled(document, 300);
  const isChanged = saved !== undefined && draft !== null && !isSame(draft.document, saved.document);
  const check = useHostQuery(
    "settings.check",
    { document: settled ?? { portal: null, instruments: [], notifications: null, keep: null } },
    { enabled: isChanged && settled !== null, keepsPrevious: true },
  );

  if (saved === undefined || document === null) return read.error;
  // A draft is saved onto the revision that it began with: onto a newer one it would undo a stranger's change.
  const revisions = draft?.revisions ?? ([saved.revision] as const);
  return {
    saved,
    document,
    change: (next) => setDraft((now) => ({ document: next, saved: now?.saved ?? null, revisions })),
    problems: isChanged ? (check.data?.problems ?? []) : saved.problems,
    isChanged,
    isOutdated: isChanged && !save.isPending && !revisions.includes(saved.revision),
    isSaving: save.isPending,
    saveError: save.error,
    async save(next = document, despiteProblems = false) {
      try {
        const revision = revisions.at(-1) ?? saved.revision;
        const done = await save.mutateAsync({ document: next, revision, despiteProblems });
        // What was typed while it was saved stays; what it was saved from has become what was saved.
        if (done.isSaved)
          setDraft((now) => ({
            document: now === null || isSame(now.document, document) ? next : now.document,
            saved: next,
            revisions: [...revisions, done.revision],
          }));
        return done.isSaved;
      } catch {
        return false;
      }
    },
    discard() {
      save.reset();
      setDraft(() => null);
    },
  };
}
