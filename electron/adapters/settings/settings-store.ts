import path from "node:path";
import { onFileChanged } from "#adapters/watched-file.ts";
import { type SettingsProblem, usualKeep } from "#domain/settings.ts";
import type { SettingsSource } from "#engine/ports/host.ts";
import { type JsonRead, type JsonReplace, readJsonFile, replaceJsonFile } from "./json-file.ts";
import { repeatedKeys } from "./repeated-keys.ts";
import { type CheckedSettings, checkSettings, nothingUsable } from "./settings-check.ts";
import { secretKeyIn } from "./settings-issues.ts";
import { type DiskFacts, probeDisk, realDisk } from "./settings-probe.ts";

/** The settings file, by hand or by the program. */
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
  /** The document as written, for a program that changes a part of it. */
  document(): Promise<JsonRead>;
  /**
   * Replaces the file, if it still has this revision (`revisionOf` what was read) right before it is written. Refused
   * where it would hold a secret or would wipe out a file that is no JSON.
   */
  save(document: unknown, revision: string): Promise<JsonReplace>;
}

export interface SettingsFileOptions {
  /** Given by the operator, any name; null is `settings.json` in the data folder. */
  readonly file: string | null;
  readonly dataFolder: string;
  /** How often the file is looked at for changes. */
  readonly pollMs?: number;
  readonly disk?: DiskFacts;
  readonly platform?: NodeJS.Platform;
}

/** Opens the settings file; reads nothing yet, and never creates it. */
export function openSettings(options: SettingsFileOptions): SettingsFile {
  const { file, dataFolder, pollMs = 2_000, disk = realDisk, platform = process.platform } = options;
  const location = path.resolve(file ?? path.join(dataFolder, "settings.json"));
  let lastGood: CheckedSettings | null = null;

  const fallBack = (message: string): CheckedSettings => {
    if (lastGood === null) return nothingUsable(message);
    const problem = {
      key: "",
      message: `${message} The previous settings stay in force.`,
      instrument: null,
    };
    return { ...lastGood, problems: [problem] };
  };

  return {
    path: location,
    async load() {
      const read = await readJsonFile(location);
      if (read.kind === "missing" && file === null && lastGood === null) return firstStart(location);
      if (read.kind === "missing")
        return fallBack(
          lastGood === null
            ? whereToBegin(location, file !== null)
            : `The settings file ${location} is gone.`,
        );
      if (read.kind === "unreadable") return fallBack(read.message);
      const checked = checkSettings(read.value, platform);
      const wholly = checked.problems.find((problem) => problem.key === "");
      if (wholly !== undefined) return fallBack(`${location}: ${wholly.message}`);
      const atDisk: SettingsProblem[] = await probeDisk(checked, disk);
      lastGood = checked;
      return { ...checked, problems: [...repeatedIn(read.text), ...checked.problems, ...atDisk] };
    },
    async absence() {
      const isMissing = (await readJsonFile(location)).kind === "missing";
      return isMissing ? whereToBegin(location, file !== null) : null;
    },
    document: () => readJsonFile(location),
    async save(document, revision) {
      if (typeof document !== "object" || document === null || Array.isArray(document)) {
        throw new TypeError("settings are saved as an object");
      }
      const secretKey = secretKeyIn(document);
      if (secretKey !== null) {
        const message = `"${secretKey}" is not saved: secrets do not belong in the settings file.`;
        return { kind: "failed", message };
      }
      return await replaceJsonFile(location, { ...document }, revision);
    },
    /** A change between `load` and this call is not seen: call this first. */
    onChanged: (listener) => onFileChanged(location, pollMs, listener),
  };
}

/** JSON keeps the last of two, which may not be the one that the operator sees. */
function repeatedIn(text: string): readonly SettingsProblem[] {
  return repeatedKeys(text).map((key) => ({
    key,
    message: `"${key}" is in the file twice, and only the last one counts: keep one of them.`,
    instrument: null,
  }));
}

function firstStart(location: string): CheckedSettings {
  const nothing = nothingUsable(whereToBegin(location, false));
  const settings = { ...nothing.settings, keep: usualKeep };
  return {
    ...nothing,
    settings,
    problems: nothing.problems.map((one) => ({ ...one, isFirstStart: true as const })),
  };
}

function whereToBegin(location: string, isGiven: boolean): string {
  return isGiven
    ? `The settings file ${location} does not exist: correct the path given with --settings.`
    : `There are no settings yet: write ${location}, or import the official client's settings with import-submit-config.`;
}
