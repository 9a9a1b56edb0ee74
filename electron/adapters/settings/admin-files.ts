import type { Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onFolderChanged } from "#adapters/watched-folder.ts";
import { absoluteMoment, isoTime } from "#base/text.ts";
import type { SettingsProblem } from "#domain/settings.ts";
import { type FileLayer, isLayer, type Layer } from "#domain/settings-layers.ts";
import { canBeLocked, type SettingsLock } from "#domain/settings-locks.ts";
import { faultyEntry, placeholdersIn } from "./admin-layer.ts";
import { codeOrEmpty, plainReason, readJsonFile } from "./json-file.ts";
import { type KeptFile, type KeptLayers, noneKept } from "./kept-layers.ts";
import { secretIn } from "./secret-values.ts";
import { sizeError } from "./settings-size.ts";

/** Settings below `settings.json`: files of an administrator, in the order of their names, later ones above. */
export interface AdminLayers {
  readonly layers: readonly FileLayer[];
  readonly locks: readonly SettingsLock[];
  /** A problem for each file that is not used as it is now. */
  readonly problems: readonly SettingsProblem[];
  /** Files of which an earlier version is in force, and since when it was so (ISO 8601). */
  readonly earlier: ReadonlyMap<string, string>;
  /** A file is not used at all, as it was never read well: limits may be missing, so nothing may be sent. */
  readonly isLacking: boolean;
}

export interface AdminFiles {
  /** Never rejects. A file that cannot be used leaves what was last read of it in force. */
  read(): Promise<AdminLayers>;
  /** Keeps what was read last and is in force, for the next process. */
  keep(): void;
  /** A change before this call is not seen. */
  onChanged(pollMs: number, listener: () => void): () => void;
}

export interface AdminFilesOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  readonly hostName?: string;
  /** Left out: what another process read well is not known. */
  readonly kept?: KeptLayers;
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

interface UsableFile extends FileLayer {
  readonly locks: readonly SettingsLock[];
}

interface GoodFile extends UsableFile, KeptFile {}

type FileRead = UsableFile | { readonly fault: string };

const gapMs = 300;

/** Opens the folder of the administrator's files; reads nothing yet. */
export function openAdminFiles(options: AdminFilesOptions): AdminFiles {
  const { env, platform = process.platform, hostName = os.hostname(), kept = noneKept } = options;
  const folder = adminFolder(env, platform);
  const isNamed = env[folderVariable] !== undefined;
  /** Files as they were last read well, by name; null before the first read. */
  let good: ReadonlyMap<string, GoodFile> | null = null;
  let written = "";

  const keptFiles = async (place: string): Promise<ReadonlyMap<string, GoodFile>> => {
    const files = new Map<string, GoodFile>();
    for (const [name, { readAt, content }] of await kept.read(place)) {
      const file = path.join(place, name);
      const layer = layerIn(content, { file, env, hostName });
      if (!("fault" in layer)) files.set(name, { ...layer, readAt, content });
    }
    written = textOf(files);
    return files;
  };
  const readOne = async (file: string): Promise<FileRead> => {
    const open = await openToOthers(file, platform);
    if (open !== null) return { fault: open };
    const read = await readJsonFile(file);
    if (read.kind !== "read") return { fault: read.message };
    const layer = layerIn(read.value, { file, env, hostName });
    return "fault" in layer ? { fault: `${file}: ${layer.fault}` } : layer;
  };
  const readAll = async (place: string): Promise<AdminLayers> => {
    const before = good ?? (await keptFiles(place));
    good = before;
    const asBefore = (message: string): AdminLayers => ({
      ...together([...before.values()]),
      problems: [problemOf(place, `${message} ${folderConsequence(before)}`)],
      earlier: new Map([...before.values()].map(({ file, readAt }) => [file, readAt])),
      isLacking: before.size === 0,
    });
    const found = await settledNames(place, [...before.keys()]);
    const { names } = found;
    if (names === null) {
      if (found.code === "ENOENT" && before.size === 0 && !isNamed) return together([]);
      return asBefore(`${place} cannot be read: ${found.reason}.`);
    }
    const open = await openToOthers(place, platform);
    if (open !== null && names.length > 0) return asBefore(open);
    const next = new Map<string, GoodFile>();
    const earlier = new Map<string, string>();
    const problems: SettingsProblem[] = [];
    let isLacking = false;
    for (const name of names) {
      const file = path.join(place, name);
      const read = await readOne(file);
      const last = before.get(name);
      const used = "fault" in read ? last : asKept(read, last);
      if (used !== undefined) next.set(name, used);
      isLacking ||= used === undefined;
      if (!("fault" in read)) continue;
      if (used !== undefined) earlier.set(file, used.readAt);
      problems.push(problemOf(file, `${read.fault} ${consequenceOf(used)}`));
    }
    good = next;
    return { ...together([...next.values()]), problems, earlier, isLacking };
  };

  return {
    read: async () => (folder === null ? together([]) : await readAll(folder)),
    keep() {
      const text = good === null ? written : textOf(good);
      if (folder === null || good === null || text === written) return;
      const files = new Map([...good].map(([name, { readAt, content }]) => [name, { readAt, content }]));
      if (kept.write(folder, files)) written = text;
    },
    onChanged: (pollMs, listener) => (folder === null ? () => {} : onFolderChanged(folder, pollMs, listener)),
  };
}

function together(files: readonly GoodFile[]): AdminLayers {
  const layers = files.map(({ file, document }) => ({ file, document }));
  const locks = files.flatMap((one) => one.locks);
  return { layers, locks, problems: [], earlier: new Map(), isLacking: false };
}

/** A file that says the same as before keeps its date. */
function asKept(read: UsableFile, last: GoodFile | undefined): GoodFile {
  const { document, locks } = read;
  const because = locks[0]?.because ?? null;
  const locked = locks.length === 0 ? {} : { locked: locks.map(({ key }) => key) };
  const content = { ...document, ...locked, ...(because === null ? {} : { lockedBecause: because }) };
  const isSame = last !== undefined && JSON.stringify(last.content) === JSON.stringify(content);
  return { ...read, content, readAt: isSame ? last.readAt : isoTime(Date.now()) };
}

function textOf(files: ReadonlyMap<string, GoodFile>): string {
  return JSON.stringify([...files].map(([name, { readAt, content }]) => [name, readAt, content]));
}

function problemOf(key: string, message: string): SettingsProblem {
  return { key, message, instrument: null };
}

const nothingIsSent = "Nothing is sent until this is corrected.";

function consequenceOf(used: GoodFile | undefined): string {
  return used === undefined ? nothingIsSent : `Its version of ${absoluteMoment(used.readAt)} stays in force.`;
}

function folderConsequence(files: ReadonlyMap<string, GoodFile>): string {
  const newest = [...files.values()]
    .map(({ readAt }) => readAt)
    .sort()
    .at(-1);
  if (newest === undefined) return nothingIsSent;
  return `Its files stay in force as they were on ${absoluteMoment(newest)}, until it can be read again or is empty.`;
}

/** In the order of their names, by code units. */
async function namesIn(folder: string) {
  try {
    return { names: (await readdir(folder)).filter((name) => /^[^.].*\.json$/i.test(name)).sort() };
  } catch (error) {
    return { names: null, code: codeOrEmpty(error), reason: plainReason(error) };
  }
}

/** An editor may take a file away before it puts the next one there. */
async function settledNames(folder: string, known: readonly string[]) {
  const found = await namesIn(folder);
  if (known.every((name) => found.names?.includes(name) !== false)) return found;
  await sleep(gapMs);
  return await namesIn(folder);
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
      fault: `"locked" must be a list of settings such as "portal" or "instruments[].pid"${unknown === null ? "" : `, and ${JSON.stringify(unknown)} is not one`}.`,
    };
  if (lockedBecause !== null && (typeof lockedBecause !== "string" || lockedBecause.length > longestReason))
    return { fault: `"lockedBecause" must be a text of at most ${longestReason} characters.` };
  const fault = faultyEntry(written);
  if (fault !== null) return { fault };
  const document = placeholdersIn(written, { env, hostName });
  if ("fault" in document) return { fault: document.fault };
  const resolved: Layer = document.value;
  const secret = secretIn(resolved);
  if (secret !== null) return { fault: secret };
  const because = lockedBecause?.trim() || null;
  return { file, document: resolved, locks: keys.map((key) => ({ key: String(key), file, because })) };
}
