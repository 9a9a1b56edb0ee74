import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onFolderChanged } from "#adapters/watched-folder.ts";
import type { SettingsProblem } from "#domain/settings.ts";
import { type FileLayer, isLayer, type Layer } from "#domain/settings-layers.ts";
import { canBeLocked, type SettingsLock } from "#domain/settings-locks.ts";
import { faultyEntry, placeholdersIn } from "./admin-layer.ts";
import { codeOrEmpty, plainReason, readJsonFile } from "./json-file.ts";
import { secretIn } from "./secret-values.ts";
import { sizeError } from "./settings-size.ts";

/** Settings below `settings.json`: files of an administrator, in the order of their names, later ones above. */
export interface AdminLayers {
  readonly layers: readonly FileLayer[];
  readonly locks: readonly SettingsLock[];
  /** A problem for each file that is not used as it is now. */
  readonly problems: readonly SettingsProblem[];
  /** A file is not used at all, as this process never read it well: limits may be missing, so nothing may be sent. */
  readonly isLacking: boolean;
}

export interface AdminFiles {
  /** Never rejects. A file that cannot be used leaves what was last read of it in force. */
  read(): Promise<AdminLayers>;
  /** A change before this call is not seen. */
  onChanged(pollMs: number, listener: () => void): () => void;
}

export interface AdminFilesOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly hostName?: string;
}

/** Names another folder; empty: none is read. */
const folderVariable = "SKYFERRY_SETTINGS_D";

/** Folder of the administrator's files; null where none is read. */
export function adminFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | null {
  const named = env[folderVariable];
  if (named !== undefined) return named === "" ? null : path.resolve(named);
  if (platform !== "win32") return "/etc/skyferry/settings.d";
  return path.win32.join(env.ProgramData ?? "C:\\ProgramData", "Skyferry", "settings.d");
}

interface GoodFile extends FileLayer {
  readonly locks: readonly SettingsLock[];
}

type FileRead = GoodFile | { readonly fault: string };

/** An editor may take a file away before it puts the next one there. */
const gapMs = 300;

/** Opens the folder of the administrator's files; reads nothing yet. */
export function openAdminFiles(options: AdminFilesOptions): AdminFiles {
  const { env, platform = process.platform, hostName = os.hostname() } = options;
  const folder = adminFolder(env, platform);
  const isNamed = env[folderVariable] !== undefined;
  /** Files as they were last read well, by name. */
  let good = new Map<string, GoodFile>();

  const readOne = async (file: string): Promise<FileRead> => {
    const open = await openToOthers(file, platform);
    if (open !== null) return { fault: open };
    const read = await readJsonFile(file);
    if (read.kind !== "read") return { fault: read.message };
    const layer = layerIn(read.value, { file, env, hostName });
    return "fault" in layer ? { fault: `${file}: ${layer.fault}` } : layer;
  };
  const asBefore = (message: string): AdminLayers => ({
    ...together([...good.values()]),
    problems: [problemOf(folder ?? "", message, good.size > 0)],
    isLacking: good.size === 0,
  });

  return {
    async read() {
      if (folder === null) return together([]);
      let found = await namesIn(folder);
      if ([...good.keys()].some((name) => found.names?.includes(name) === false)) {
        await sleep(gapMs);
        found = await namesIn(folder);
      }
      const { names } = found;
      if (names === null) {
        if (found.code === "ENOENT" && good.size === 0 && !isNamed) return together([]);
        return asBefore(`${folder} cannot be read: ${found.reason}.`);
      }
      const open = await openToOthers(folder, platform);
      if (open !== null && names.length > 0) return asBefore(open);
      const next = new Map<string, GoodFile>();
      const problems: SettingsProblem[] = [];
      let isLacking = false;
      for (const name of names) {
        const file = path.join(folder, name);
        const read = await readOne(file);
        const used = "fault" in read ? good.get(name) : read;
        if (used !== undefined) next.set(name, used);
        if ("fault" in read) problems.push(problemOf(file, read.fault, used !== undefined));
        isLacking ||= used === undefined;
      }
      good = next;
      return { ...together([...next.values()]), problems, isLacking };
    },
    onChanged: (pollMs, listener) => (folder === null ? () => {} : onFolderChanged(folder, pollMs, listener)),
  };
}

function together(files: readonly GoodFile[]): AdminLayers {
  const layers = files.map(({ file, document }) => ({ file, document }));
  return { layers, locks: files.flatMap(({ locks }) => locks), problems: [], isLacking: false };
}

function problemOf(key: string, fault: string, isUsed: boolean): SettingsProblem {
  const consequence = isUsed
    ? "What it said before stays in force."
    : "Nothing is sent until this is corrected.";
  return { key, message: `${fault} ${consequence}`, instrument: null };
}

/** In the order of their names, by code units. */
async function namesIn(folder: string) {
  try {
    return { names: (await readdir(folder)).filter((name) => /^[^.].*\.json$/i.test(name)).sort() };
  } catch (error) {
    return { names: null, code: codeOrEmpty(error), reason: plainReason(error) };
  }
}

/** Who may write such a file decides where a station sends. On Windows its rights are those of the folder, which an administrator sets. */
async function openToOthers(place: string, platform: NodeJS.Platform): Promise<string | null> {
  if (platform === "win32") return null;
  const found: Stats | null = await stat(place).catch(() => null);
  if (found === null || (found.mode & 0o002) === 0) return null;
  return `${place} is not used: every user of this PC can write to it. Run chmod o-w "${place}".`;
}

interface Around {
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
  readonly hostName: string;
}

const longestReason = 300;

/** A file of an administrator as it counts; `fault` is a sentence that says why it does not. */
export function layerIn(value: unknown, { file, env, hostName }: Around): FileRead {
  if (!isLayer(value)) return { fault: "it must be an object in braces." };
  const tooLarge = sizeError(value);
  if (tooLarge !== null) return { fault: tooLarge };
  const { locked = [], lockedBecause = null, $schema: _, ...written } = value;
  const keys: readonly unknown[] = Array.isArray(locked) ? locked : [null];
  const unknown = keys.find((key) => typeof key !== "string" || !canBeLocked(key));
  if (unknown !== undefined)
    return {
      fault: `"locked" must be a list of settings such as "portal" or "instruments[].pid"${unknown === null ? "" : `, and ${JSON.stringify(unknown)} is none`}.`,
    };
  if (lockedBecause !== null && (typeof lockedBecause !== "string" || lockedBecause.length > longestReason))
    return { fault: `"lockedBecause" must be a text of at most ${longestReason} characters.` };
  const fault = faultyEntry(written) ?? secretIn(written);
  if (fault !== null) return { fault };
  const document = placeholdersIn(written, { env, hostName });
  if ("fault" in document) return { fault: document.fault };
  const resolved: Layer = document.value;
  const because = lockedBecause?.trim() || null;
  return { file, document: resolved, locks: keys.map((key) => ({ key: String(key), file, because })) };
}
