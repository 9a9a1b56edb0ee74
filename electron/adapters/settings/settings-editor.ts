import { createInTurn } from "#base/async.ts";
import type { SettingsProblem } from "#domain/settings.ts";
import { lockedChanges, lockedNames, withLocks } from "#domain/settings-locks.ts";
import type {
  DocumentParts,
  SettingsEditor,
  SettingsSaved,
  WrittenSettings,
} from "#engine/ports/settings.ts";
import { readSubmitConfig } from "./client-config.ts";
import { mergeSubmitConfig } from "./client-config-merge.ts";
import { lockedBy, namingFiles } from "./layered-settings.ts";
import { cutSecrets, secretIn } from "./secret-values.ts";
import { checkSettings } from "./settings-check.ts";
import { type DiskFacts, probeDisk, realDisk } from "./settings-probe.ts";
import { lockedMessage, type SettingsFile } from "./settings-store.ts";

export interface SettingsEditorParts {
  readonly file: SettingsFile;
  /** Makes the host use what is in the file; resolves when it does. */
  readonly reload: () => Promise<void>;
  readonly disk?: DiskFacts;
  readonly platform?: NodeJS.Platform;
}

/** Settings for the pages: the document as written, what is wrong with it, and a save that never overwrites a stranger's change. */
export function createSettingsEditor(parts: SettingsEditorParts): SettingsEditor {
  const { file, reload, disk = realDisk, platform = process.platform } = parts;
  // Saves run one after another, so that of two saves with one revision the second meets a conflict.
  const inTurn = createInTurn();

  const check = async (document: unknown): Promise<readonly SettingsProblem[]> => {
    const checked = checkSettings(document, platform);
    return [...checked.problems, ...(await probeDisk(checked, disk))];
  };

  /** As `check`, with the locked keys that a document would change. */
  const checkChange = async (document: Record<string, unknown>): Promise<readonly SettingsProblem[]> => {
    const { below, locks } = await file.inLayers();
    const locked = lockedChanges(document, below, locks).map((change) => ({
      key: change.key,
      message: lockedMessage(change),
      instrument: null,
    }));
    return [...locked, ...(await check(document))];
  };

  const read = async (): Promise<WrittenSettings> => {
    const { own, below, locks, origins, exists, revision, problems, ...found } = await file.inLayers();
    const document = partsOf(found.document ?? below);
    const facts = {
      file: file.path,
      exists,
      revision,
      document,
      origins: origins.filter((one) => one.file !== file.path),
      locked: locks.map((lock) => ({ ...lock, names: lockedNames(lock.key, below) })),
    };
    if (own.kind === "unreadable" || (own.kind === "missing" && !exists)) {
      const message =
        own.kind === "missing"
          ? `There are no settings yet. They will be stored in ${file.path}.`
          : own.message;
      const firstStart = own.kind === "missing" ? ({ isFirstStart: true } as const) : {};
      return { ...facts, problems: [{ key: "", message, instrument: null, ...firstStart }, ...problems] };
    }
    const checked = namingFiles(await check(found.document), origins, file.path);
    return { ...facts, problems: [...problems, ...checked] };
  };

  const save = async (
    document: DocumentParts,
    revision: string,
    despiteProblems: boolean,
  ): Promise<SettingsSaved> => {
    const current = await file.inLayers();
    if (current.own.kind === "unreadable") return { kind: "failed", message: current.own.message };
    const changedMessage = `${file.path} has been changed elsewhere. Nothing was saved: check the current settings, then make your changes again.`;
    if (current.revision !== revision) return { kind: "conflict", message: changedMessage };
    const secret = secretIn(document);
    if (secret !== null) return { kind: "refused", message: secret };
    const written = withoutNulls(document);
    const [locked] = lockedChanges(written, current.below, current.locks);
    if (locked !== undefined) return { kind: "refused", message: lockedMessage(locked) };
    const problems = await check(written);
    const isGood = problems.every(({ isOfDisk }) => isOfDisk === true);
    if (!isGood && !despiteProblems) return { kind: "has-problems", revision, problems };
    // The check may have waited for a drive, and another process may have written meanwhile.
    const done = await file.save(written, revision);
    if (done.kind === "conflict") return { kind: "conflict", message: changedMessage };
    if (done.kind === "locked") return { kind: "refused", message: done.message };
    if (done.kind === "failed") return done;
    await reload();
    return { kind: "saved", revision: (await file.inLayers()).revision, problems };
  };

  return {
    read,
    save: (document, revision, despiteProblems) => inTurn(() => save(document, revision, despiteProblems)),
    check: (document) => checkChange(withoutNulls(document)),
    instrumentOf(written) {
      const list = "model" in written ? "models" : "instruments";
      const { settings, problems } = checkSettings({ [list]: [written] }, platform);
      const own = problems.filter(({ key }) => key.startsWith(`${list}[0]`));
      const instrument = settings.instruments[0];
      if (instrument !== undefined) return instrument;
      return { problems: own.map(({ message }) => message.replaceAll(`${list}[0].`, "")) };
    },
    async inForce() {
      return (await file.load()).settings;
    },
    async importSubmit(toml, fileName, base) {
      const config = readSubmitConfig(toml);
      const problems = config.problems.map((problem) => `${fileName}: ${problem}`);
      const nothing = { document: null, added: 0, addedModels: 0, notes: [], problems, password: null };
      if (config.portalUsername === null && config.instruments.length + config.models.length === 0)
        return nothing;
      const { own, document, below, locks } = await file.inLayers();
      if (base === null && own.kind === "unreadable") return { ...nothing, problems: [own.message] };
      const written = isObject(document) ? document : {};
      const merge = mergeSubmitConfig(config, base === null ? written : withoutNulls(base), null);
      // A page shows locked fields as they are, so that nobody could put back what the file brought.
      const locked = lockedChanges(merge.document, below, locks);
      const notes = [
        ...merge.notes,
        ...locked.map(({ key, lock }) => `${key} in ${fileName} is not used: ${lockedBy(lock)}.`),
      ];
      if (merge.url === "")
        notes.push(
          "The official client's file does not contain the portal's address: enter it before you save.",
        );
      const { password } = config;
      const isClosed = (list: string) => locks.some(({ key }) => key === list);
      const added = isClosed("instruments") ? 0 : merge.added.length;
      const addedModels = isClosed("models") ? 0 : merge.addedModels.length;
      const kept = withLocks(merge.document, below, locks);
      return { document: partsOf(kept), added, addedModels, notes, problems, password };
    },
    withoutSecrets: (document) => withoutNulls(partsOf(cutSecrets(document, true).value)),
  };
}

/** The known parts in their shapes; what has another shape is taken as empty, and the problems name it. */
function partsOf(value: unknown): DocumentParts {
  const { __internal__: _, ...written } = isObject(value) ? value : {};
  const { portal, instruments, notifications, keep } = written;
  return {
    ...written,
    portal: isObject(portal) ? portal : null,
    instruments: Array.isArray(instruments) ? instruments.map((one) => (isObject(one) ? one : {})) : [],
    notifications: isObject(notifications) ? notifications : null,
    keep: isObject(keep) ? keep : null,
  };
}

/** As it is in the file: a part that is not there is no key. */
function withoutNulls({ portal, notifications, keep, ...rest }: DocumentParts): Record<string, unknown> {
  return {
    ...(portal === null ? {} : { portal }),
    ...rest,
    ...(notifications === null ? {} : { notifications }),
    ...(keep === null ? {} : { keep }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
