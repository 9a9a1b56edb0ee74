import type { Input, Output } from "#contract/methods.ts";
import { showUndo } from "#renderer/components/undo-toast.tsx";
import { type HostError, useHostCall, useHostQuery, useLastAnswer } from "#renderer/store/host.tsx";
import type { ChangedSettings, Secret, SettingsDraftState } from "#renderer/store/settings-draft.ts";
import { useSettled } from "#renderer/store/use-settled.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { isSame, type SettingsDocument, type SettingsProblemShown, textAt } from "./settings-document.ts";

/** The settings while somebody changes them. */
export interface SettingsDraft {
  /** As they are in the file. */
  readonly saved: Output<"settings.read">;
  readonly document: SettingsDocument;
  change(next: SettingsDocument): void;
  /** Puts another document in the place of this one; what was not saved can be taken back for a while. */
  replace(next: SettingsDocument, message: string): void;
  /** Takes out a part; for a while `back` can put it into the draft as it is then, also from another page. */
  takeOut(next: SettingsDocument, message: string, back: (now: SettingsDocument) => SettingsDocument): void;
  /** A password that is kept when the draft is saved; null where it leaves the kept one alone. */
  readonly secret: Secret | null;
  changeSecret(next: Secret | null): void;
  /** Problems of the draft, as of a moment ago. */
  readonly problems: readonly SettingsProblemShown[];
  /** They are those of the draft as it is now. */
  readonly isChecked: boolean;
  readonly isChanged: boolean;
  /** The file was changed by somebody else since the first change of the draft, which cannot be saved any more. */
  readonly isOutdated: boolean;
  readonly isSaving: boolean;
  /** Why the last save did not work: the file changed meanwhile, the disk is full. */
  readonly saveError: Error | null;
  /** True when it was saved, and its password before it. */
  save(document?: SettingsDocument, despiteProblems?: boolean): Promise<boolean>;
  /** Lets all changes go, which can be taken back for a while. */
  discard(): void;
}

/** Functions that put a removed part back, by the function that ends the offer to do so. */
const removals = new Map<() => void, (now: SettingsDocument) => SettingsDocument>();

/** Ends the offers to put back what the file has anyway. */
function endRemovalsIn(file: SettingsDocument) {
  for (const [endOffer, back] of removals) {
    if (!isSame(back(file), file)) continue;
    endOffer();
    removals.delete(endOffer);
  }
}

const changedBySave = ["settings.read", "status", "activity", "retention.read", "metrics.server"] as const;

/** Gives what a change of the document leaves as it is. */
function untouched(now: ChangedSettings | null): Pick<ChangedSettings, "saved" | "secret"> {
  return { saved: now?.saved ?? null, secret: now?.secret ?? null };
}

/** The settings as a draft, kept where the screen says; null while they are read, an error where they cannot be. */
export function useSettings([draft, setDraft]: SettingsDraftState): SettingsDraft | HostError | null {
  const read = useHostQuery("settings.read", {});
  const save = useHostCall("settings.save", changedBySave);
  const keep = useHostCall("settings.setPassword", ["settings.read"]);
  const lastRead = useLastAnswer("settings.read", {});
  const saved = read.data;
  const document = draft?.document ?? saved?.document ?? null;
  const settled = useSettled(document, 300);
  const secret = draft?.secret ?? null;
  const isChanged =
    saved !== undefined && draft !== null && (secret !== null || !isSame(draft.document, saved.document));
  const check = useHostQuery(
    "settings.check",
    { document: settled ?? { portal: null, instruments: [], notifications: null, keep: null } },
    { enabled: isChanged && settled !== null, keepsPrevious: true },
  );

  if (saved === undefined || document === null) return read.error;
  // A draft is saved onto the revision that it began with: onto a newer one it would undo a stranger's change.
  const revisions = draft?.revisions ?? ([saved.revision] as const);
  const change = (next: SettingsDocument) =>
    setDraft((now) => ({ ...untouched(now), document: next, revisions }));
  /** `instead` took its place; what was changed since then is offered in turn. */
  const putBack = (before: ChangedSettings | null, instead: ChangedSettings | null) => {
    const replaced: (ChangedSettings | null)[] = [];
    setDraft((now) => {
      replaced.push(now);
      return before;
    });
    const [later = null] = replaced;
    if (later !== null && later !== instead)
      showUndo(settingsText.laterChangesDiscarded, () => putBack(later, before));
  };
  return {
    saved,
    document,
    change,
    replace(next, message) {
      const instead = { document: next, saved: draft?.saved ?? null, revisions, secret };
      setDraft(() => instead);
      if (isChanged) showUndo(message, () => putBack(draft, instead));
    },
    takeOut(next, message, back) {
      change(next);
      const endOffer = showUndo(message, () =>
        setDraft((now) => {
          const file = lastRead() ?? saved;
          const document = back(now?.document ?? file.document);
          return { ...untouched(now), document, revisions: now?.revisions ?? [file.revision] };
        }),
      );
      removals.set(endOffer, back);
    },
    secret,
    changeSecret: (next) =>
      setDraft((now) => ({
        ...untouched(now),
        document: now?.document ?? document,
        revisions,
        secret: next,
      })),
    problems: isChanged ? (check.data?.problems ?? []) : saved.problems,
    isChecked: !isChanged || (settled === document && check.data !== undefined && !check.isPlaceholderData),
    isChanged,
    isOutdated: isChanged && !save.isPending && !revisions.includes(saved.revision),
    isSaving: save.isPending || keep.isPending,
    saveError: save.error ?? keep.error ?? notKept(keep.data),
    async save(next = document, despiteProblems = false) {
      try {
        // First, so that sending does not begin without it.
        if (secret !== null) {
          const kept = await keep.mutateAsync({ ...accountOf(next), ...secretInput(secret) });
          if (!kept.isKept) return false;
        }
        const revision = revisions.at(-1) ?? saved.revision;
        const done = await save.mutateAsync({ document: next, revision, despiteProblems });
        // A draft that was changed during the save stays; else what was saved takes its place.
        if (done.isSaved)
          setDraft((now) => ({
            document: now === null || isSame(now.document, document) ? next : now.document,
            saved: next,
            revisions: [...revisions, done.revision],
            secret: now?.secret === secret ? null : (now?.secret ?? null),
          }));
        return done.isSaved;
      } catch {
        return false;
      }
    },
    discard() {
      save.reset();
      keep.reset();
      setDraft(() => null);
      endRemovalsIn(saved.document);
      if (draft !== null) showUndo(settingsText.changesDiscarded, () => putBack(draft, null));
    },
  };
}

/** For `settings.testConnection` and `settings.setPassword`. */
export function secretInput(
  secret: Secret | null,
): Pick<Input<"settings.setPassword">, "password" | "passwordId"> {
  if (secret === null) return { password: null };
  return secret.kind === "typed" ? { password: secret.text } : { passwordId: secret.passwordId };
}

function accountOf({ portal }: SettingsDocument) {
  return { username: textAt(portal, "username").trim(), url: textAt(portal, "url").trim() };
}

function notKept(kept: Output<"settings.setPassword"> | undefined): Error | null {
  if (kept === undefined || kept.isKept) return null;
  return new Error(kept.password.message ?? settingsText.passwordNotSaved);
}
