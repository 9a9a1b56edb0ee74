import path from "node:path";
import { onFileChanged } from "#adapters/watched-file.ts";
import { type SettingsProblem, usualKeep } from "#domain/settings.ts";
import { isLayer, type Layer, layerAbove, mergeLayers, withoutRemovals } from "#domain/settings-layers.ts";
import { lockedChanges } from "#domain/settings-locks.ts";
import type { SettingsSource } from "#engine/ports/host.ts";
import { type AdminLayers, openAdminFiles } from "./admin-files.ts";
import {
  type JsonRead,
  type JsonReplace,
  readJsonFile,
  replaceJsonFile,
  revisionOf,
  textHash,
} from "./json-file.ts";
import { keptLayersIn } from "./kept-layers.ts";
import { type LayeredSettings, layeredSettings, lockedBy, namingFiles } from "./layered-settings.ts";
import { repeatedKeys } from "./repeated-keys.ts";
import { allIsKept, type CheckedSettings, checkSettings, nothingUsable } from "./settings-check.ts";
import { secretKeyIn } from "./settings-issues.ts";
import { type DiskFacts, probeDisk, realDisk } from "./settings-probe.ts";

/** `settings.json` with the layers below it. */
export interface SettingsInLayers extends LayeredSettings {
  /** `settings.json` alone. */
  readonly own: JsonRead;
  /** False before the first save, unless the administrator's files name instruments or models. */
  readonly exists: boolean;
  /** Changes with the text of the file and with the layers below. */
  readonly revision: string;
}

/** `locked`: it would change what an administrator's file locks. */
export type SettingsSave = JsonReplace | { readonly kind: "locked"; readonly message: string };

/** The settings file, by hand or by the program, above the files of an administrator. */
export interface SettingsFile extends SettingsSource {
  /** Absolute. */
  readonly path: string;
  /**
   * Never rejects. If the file is gone or broken and was good before, the settings read last stay in force and the
   * problem says so: a half-written file must not stop the station.
   */
  load(): Promise<CheckedSettings>;
  /** Tells what to do where there is no such file; else null. */
  absence(): Promise<string | null>;
  /** The file alone, as written. */
  document(): Promise<JsonRead>;
  /** The settings of all layers, for a program that changes a part of it. */
  inLayers(): Promise<SettingsInLayers>;
  /**
   * Makes `document` what is in force: replaces the file, which gets only what differs from the layers below, if these
   * and the file still have this revision right before it is written. Refused where a locked key would change, where it
   * would hold a secret or would wipe out a file that is no JSON.
   */
  save(document: unknown, revision: string): Promise<SettingsSave>;
  /** As `save`, with the content of the file itself. */
  replace(own: Layer, revision: string): Promise<SettingsSave>;
}

export interface SettingsFileOptions {
  /** Given by the operator, any name; null is `settings.json` in the data folder. */
  readonly file: string | null;
  readonly dataFolder: string;
  /** How often the file is looked at for changes. */
  readonly pollMs?: number;
  readonly disk?: DiskFacts;
  readonly platform?: NodeJS.Platform;
  /** Names the folder of the administrator's files, and what they may refer to. */
  readonly env?: NodeJS.ProcessEnv;
  /** `load` keeps the administrator's files in the data folder as they were read well: for the process that works in it. */
  readonly keepsLayers?: boolean;
}

/** Opens the settings file; reads nothing yet, and never creates it. */
export function openSettings(options: SettingsFileOptions): SettingsFile {
  const { file, dataFolder, pollMs = 2_000, disk = realDisk, platform = process.platform } = options;
  const location = path.resolve(file ?? path.join(dataFolder, "settings.json"));
  const kept = keptLayersIn(path.join(dataFolder, "settings.d.json"));
  const adminFiles = openAdminFiles({ env: options.env ?? process.env, platform, kept });
  let lastGood: CheckedSettings | null = null;
  let hadOwn = false;

  const fallBack = (message: string): CheckedSettings => {
    if (lastGood === null) return nothingUsable(message);
    const problem = {
      key: "",
      message: `${message} The previous settings stay in force.`,
      instrument: null,
    };
    return { ...lastGood, problems: [problem] };
  };
  /** Before the first save, the layers below are all there is. */
  const ownIn = (read: JsonRead, { layers }: AdminLayers): unknown => {
    if (read.kind === "read") return read.value;
    return read.kind === "missing" && file === null && !hadOwn && layers.length > 0 ? {} : undefined;
  };
  const ask = async (): Promise<SettingsInLayers> => {
    const [own, admin] = [await readJsonFile(location), await adminFiles.read()];
    const layered = layeredSettings(ownIn(own, admin), location, admin);
    const revision = revisionOf(own) + revisionOfLayers(admin);
    return { ...layered, own, exists: own.kind !== "missing" || isBegun(layered.document), revision };
  };

  const write = async (
    document: Layer,
    revision: string,
    ownOf: (now: SettingsInLayers) => Layer,
  ): Promise<SettingsSave> => {
    const secretKey = secretKeyIn(document);
    if (secretKey !== null) {
      const message = `"${secretKey}" is not saved: secrets do not belong in the settings file.`;
      return { kind: "failed", message };
    }
    const now = await ask();
    if (now.revision !== revision && now.own.kind !== "unreadable") return { kind: "conflict" };
    const own = ownOf(now);
    const locked = lockedIn(own, now);
    if (locked !== null) return { kind: "locked", message: locked };
    return await replaceJsonFile(location, { ...own }, revisionOf(now.own));
  };

  return {
    path: location,
    async load() {
      const [read, admin] = [await readJsonFile(location), await adminFiles.read()];
      if (options.keepsLayers === true) adminFiles.keep();
      const own = ownIn(read, admin);
      if (own === undefined) {
        if (read.kind === "unreadable") return fallBack(read.message);
        if (file === null && lastGood === null) return firstStart(location, admin.problems);
        return fallBack(
          lastGood === null
            ? whereToBegin(location, file !== null)
            : `The settings file ${location} is gone.`,
        );
      }
      hadOwn ||= read.kind === "read";
      const { document, origins, problems, isLacking } = layeredSettings(own, location, admin);
      const checked = checkSettings(document, platform);
      const wholly = checked.problems.find((problem) => problem.key === "");
      if (wholly !== undefined) return fallBack(`${location}: ${wholly.message}`);
      const atDisk: SettingsProblem[] = await probeDisk(checked, disk);
      const repeated = read.kind === "read" ? repeatedIn(read.text) : [];
      lastGood = isLacking ? withoutLimits(checked) : checked;
      if (read.kind === "missing" && !isBegun(document))
        return { ...lastGood, problems: [...firstStart(location, problems).problems] };
      const found = namingFiles([...checked.problems, ...atDisk], origins, location);
      return { ...lastGood, problems: [...problems, ...repeated, ...found] };
    },
    async absence() {
      const own = await readJsonFile(location);
      if (own.kind !== "missing") return null;
      const admin = await adminFiles.read();
      const { document } = layeredSettings(ownIn(own, admin), location, admin);
      return isBegun(document) ? null : whereToBegin(location, file !== null);
    },
    document: () => readJsonFile(location),
    inLayers: ask,
    async save(document, revision) {
      if (typeof document !== "object" || document === null || Array.isArray(document)) {
        throw new TypeError("settings are saved as an object");
      }
      return await write({ ...document }, revision, (now) => ownPart({ ...document }, now));
    },
    replace: (own, revision) => write(own, revision, () => own),
    /** A change between `load` and this call is not seen: call this first. */
    onChanged(listener) {
      const ends = [onFileChanged(location, pollMs, listener), adminFiles.onChanged(pollMs, listener)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** Content of `settings.json` that makes `document` what is in force: all of it where nothing is below. */
export function ownPart(document: Layer, { below, own }: Pick<SettingsInLayers, "below" | "own">): Layer {
  const before: Layer = own.kind === "read" && isLayer(own.value) ? own.value : {};
  const isAlone =
    Object.keys(below).length === 0 && JSON.stringify(withoutRemovals(before)) === JSON.stringify(before);
  return isAlone ? document : layerAbove(document, below, before);
}

/** Why `own` must not be the content of `settings.json`: it would change a locked key; null where it may be. */
export function lockedIn(
  own: Layer,
  { below, locks }: Pick<SettingsInLayers, "below" | "locks">,
): string | null {
  const [locked] = lockedChanges(mergeLayers([below, own]), below, locks);
  return locked === undefined ? null : lockedMessage(locked);
}

/** Names the refused key and the reason. */
export function lockedMessage({ key, lock }: ReturnType<typeof lockedChanges>[number]): string {
  return `${key} is not saved: ${lockedBy(lock)}. Nothing was saved.`;
}

/** Limits that a missing file may set must not be passed over: nothing is sent or thrown away until it is read. */
function withoutLimits(checked: CheckedSettings): CheckedSettings {
  return { ...checked, canSend: false, settings: { ...checked.settings, keep: allIsKept } };
}

/** "" where there are none. */
function revisionOfLayers({ layers, locks }: AdminLayers): string {
  return layers.length === 0 ? "" : `.${textHash(JSON.stringify([layers, locks]))}`;
}

/** Somebody named what is to be sent. */
function isBegun(document: unknown): boolean {
  const lists = isLayer(document) ? [document.instruments, document.models] : [];
  return lists.some((list) => Array.isArray(list) && list.length > 0);
}

/** JSON keeps the last of two, which may not be the one that the operator sees. */
function repeatedIn(text: string): readonly SettingsProblem[] {
  return repeatedKeys(text).map((key) => ({
    key,
    message: `"${key}" is in the file twice, and only the last one counts: keep one of them.`,
    instrument: null,
  }));
}

function firstStart(location: string, others: readonly SettingsProblem[]): CheckedSettings {
  const nothing = nothingUsable(whereToBegin(location, false));
  const settings = { ...nothing.settings, keep: usualKeep };
  return {
    ...nothing,
    settings,
    problems: [...others, ...nothing.problems.map((one) => ({ ...one, isFirstStart: true as const }))],
  };
}

function whereToBegin(location: string, isGiven: boolean): string {
  return isGiven
    ? `The settings file ${location} does not exist: correct the path given with --settings.`
    : `There are no settings yet: write ${location}, or import the official client's settings with import-submit-config.`;
}
