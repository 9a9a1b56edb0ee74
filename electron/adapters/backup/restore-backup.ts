import { createWriteStream } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { ledgerFolder, takeLock, unfinishedRestore } from "#adapters/ledger/folder.ts";
import { makeFolder } from "#adapters/owner-only.ts";
import { plainReason } from "#adapters/settings/json-file.ts";
import type { BackupManifest } from "./manifest.ts";
import { BackupFault, newerBackup, readManifest, readParts } from "./read-backup.ts";
import { lookAtLedger } from "./unpacked-ledger.ts";
import { flush, flushFolder } from "./write-backup.ts";

/** A folder of the settings that is another one on this PC. */
export interface MovedFolder {
  readonly from: string;
  readonly to: string;
}

/** Words of `--folder`, and the ways to read them, at each `=`: names of folders may hold it. The one that the backup knows counts. */
export interface GivenFolder {
  readonly given: string;
  readonly ways: readonly MovedFolder[];
}

export interface RestoreRequest {
  /** Absolute. */
  readonly file: string;
  /** Absolute; is created, or must be empty. */
  readonly folder: string;
  readonly moved: readonly GivenFolder[];
  /** ISO 8601, UTC. */
  readonly now: string;
}

interface UploadCounts {
  readonly uploads: number;
  readonly delivered: number;
}

/** A backup that was put into a folder, and what its record counts. */
export interface RestoredBackup extends UploadCounts {
  readonly manifest: BackupManifest;
}

/** Parts that a station cannot do without. */
const ledgerName = "ledger.sqlite";
const lockName = "ledger.lock";
const settingsName = "settings.json";
/** Says to the station that it was restored, and whether somebody has confirmed that the old one is off. */
const markName = "restored.json";

/**
 * Puts a backup into an empty folder. Everything is checked in a folder inside it, `.restore`, and moved up then, the ledger last;
 * as long as `.restore` is there nobody opens the folder, and the next restore starts over. Throws `BackupFault`; the folder is as
 * it was then.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoredBackup> {
  const { file, folder } = request;
  const first = await readManifest(file);
  const { isNew, isInterrupted } = await openFolder(folder);
  const place = ledgerFolder(folder);
  const release = takeLock(place);
  if (typeof release === "string") throw new BackupFault(release);
  try {
    if (isInterrupted) await clearInterrupted(folder, first);
    const restored = await fill(request);
    release();
    return restored;
  } catch (error) {
    const isOurs = !(error instanceof OtherRestore);
    if (isOurs) await empty(folder, first);
    release();
    if (isOurs) await rm(place.lock, { force: true });
    if (isNew) await rmdir(folder).catch(() => {});
    if (error instanceof BackupFault || !(error instanceof Error) || !("syscall" in error)) throw error;
    throw new BackupFault(`${folder} cannot take the backup: ${plainReason(error)}. Nothing was restored.`);
  }
}

async function fill({ file, folder, moved, now }: RestoreRequest): Promise<RestoredBackup> {
  const draft = unfinishedRestore(folder);
  await mkdir(draft, { mode: 0o700 });
  await flushFolder(folder);
  const manifest = await readParts(file, async ({ name }, content) => {
    const target = path.join(draft, ...name.split("/"));
    makeFolder(path.dirname(target));
    await pipeline(content, createWriteStream(target, { flags: "wx", mode: 0o600 }));
    await flush(target);
  });
  const names = manifest.parts.map(({ name }) => name);
  if (!names.includes(ledgerName))
    throw new BackupFault(`${file} holds no record of uploads: take another backup.`);
  const counts = await countsOf(path.join(draft, ledgerName), file, manifest);
  if (moved.length > 0 || names.includes(settingsName))
    await moveFolders(path.join(draft, settingsName), moved);
  const mark = { isUnconfirmed: true, madeAt: manifest.madeAt, restoredAt: now, computer: manifest.computer };
  await writeFile(path.join(draft, markName), JSON.stringify(mark), { mode: 0o600, flush: true });
  const tops = topsOf(names);
  for (const top of [...tops.filter((one) => one !== ledgerName), ledgerName])
    await rename(path.join(draft, top), path.join(folder, top));
  await flushFolder(folder);
  await rmdir(draft);
  await flushFolder(folder);
  return { manifest, ...counts };
}

/** Names that a restore leaves in the folder itself. */
function topsOf(names: readonly string[]): readonly string[] {
  return [...new Set([...names.map((name) => name.split("/")[0] ?? ""), markName])];
}

/** The folder is new, empty, or holds what an interrupted restore left. */
async function openFolder(
  folder: string,
): Promise<{ readonly isNew: boolean; readonly isInterrupted: boolean }> {
  let inside: readonly string[];
  try {
    inside = await readdir(folder);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing)
      throw new BackupFault(`${folder} cannot be used: ${plainReason(error)}. Name a new or empty folder.`);
    try {
      makeFolder(folder);
    } catch (refused) {
      throw new BackupFault(
        `${folder} cannot be created: ${plainReason(refused)}. Name another folder with --data.`,
      );
    }
    return { isNew: true, isInterrupted: false };
  }
  const isInterrupted = inside.includes(path.basename(unfinishedRestore(folder)));
  if (isInterrupted || inside.every((name) => name === lockName)) return { isNew: false, isInterrupted };
  const already = inside.includes(markName) ? "already holds a restored station" : "is not empty";
  throw new BackupFault(
    `${folder} ${already}: name a new or empty folder with --data, so that no station is overwritten.`,
  );
}

class OtherRestore extends BackupFault {}

/** Clears what an interrupted restore left. */
async function clearInterrupted(folder: string, manifest: BackupManifest): Promise<void> {
  const ours = new Set([
    ...topsOf(manifest.parts.map(({ name }) => name)),
    path.basename(unfinishedRestore(folder)),
    lockName,
  ]);
  if ((await readdir(folder)).some((name) => !ours.has(name)))
    throw new OtherRestore(
      `${folder} holds an interrupted restore of another backup: restore that one again, or name a new folder with --data.`,
    );
  await empty(folder, manifest);
}

/** The mark goes last: as long as it is there nobody opens what is left. */
async function empty(folder: string, { parts }: BackupManifest): Promise<void> {
  for (const top of topsOf(parts.map(({ name }) => name)))
    await rm(path.join(folder, top), { recursive: true, force: true });
  await rm(unfinishedRestore(folder), { recursive: true, force: true });
}

/** Throws `BackupFault` where it cannot be used. */
async function countsOf(ledger: string, file: string, { version }: BackupManifest): Promise<UploadCounts> {
  const found = await lookAtLedger(ledger);
  if (found.kind === "newer") throw new BackupFault(newerBackup(file, version));
  if (found.kind === "damaged")
    throw new BackupFault(`The record of uploads in ${file} is damaged: take another backup.`);
  const { uploads, delivered } = found;
  return { uploads, delivered };
}

/** The ledger holds paths below an instrument's folder alone, so that the settings are all that is changed. */
export async function moveFolders(settingsFile: string, given: readonly GivenFolder[]): Promise<void> {
  const folders = await foldersOf(settingsFile);
  const moved = given.map((one) => onlyWay(one, folders));
  if (moved.length === 0) return;
  const settings: unknown = JSON.parse(await readFile(settingsFile, "utf8"), (key, value) => {
    if (key !== "folder" || typeof value !== "string") return value;
    const fitting = moved.filter((one) => isBelow(value, one.from));
    const [innermost] = fitting.toSorted((one, other) => other.from.length - one.from.length);
    return innermost === undefined ? value : movedTo(value, innermost);
  });
  await writeFile(settingsFile, JSON.stringify(settings, null, "\t"), { mode: 0o600, flush: true });
}

/** Folders that these settings name; none where there is no such file. */
export async function foldersOf(settingsFile: string): Promise<readonly string[]> {
  const found = new Set<string>();
  JSON.parse(await readFile(settingsFile, "utf8").catch(() => "{}"), (key, value) => {
    if (key === "folder" && typeof value === "string") found.add(value);
    return value;
  });
  return [...found];
}

function onlyWay({ given, ways }: GivenFolder, folders: readonly string[]): MovedFolder {
  const fitting = ways.filter(({ from }) => folders.some((folder) => isBelow(folder, from)));
  const [way, other] = fitting;
  if (way === undefined) {
    const named = ways.map(({ from }) => from).join(", ");
    throw new BackupFault(
      `--folder ${given}: no instrument of the backup has a folder ${named} or below it; correct the path.`,
    );
  }
  if (other === undefined) return way;
  throw new BackupFault(
    `--folder ${given}: it can be the folder ${way.from} or ${other.from} of the backup. Restore without it, and change the folder in the settings then.`,
  );
}

/** Separators below the new folder are its own, also where the old one was on another system; a drive or the root stays absolute. */
function movedTo(folder: string, { from, to }: MovedFolder): string {
  const separator = isOfWindows(to) && !to.includes("/") ? "\\" : "/";
  const below = folder.slice(trimmed(from).length).split(isOfWindows(from) ? /[/\\]/ : "/");
  const moved = [trimmed(to), ...below.filter((name) => name !== "")].join(separator);
  return moved === "" || /^[a-z]:$/i.test(moved) ? moved + separator : moved;
}

function isBelow(folder: string, top: string): boolean {
  const [one, other] = [trimmed(folder), trimmed(top)].map((text) =>
    isOfWindows(top) ? text.toLowerCase().replaceAll("\\", "/") : text,
  );
  return one === other || one?.startsWith(`${other}/`) === true;
}

function isOfWindows(folder: string): boolean {
  return /^[a-z]:|\\/i.test(folder);
}

function trimmed(folder: string): string {
  return folder.replace(/[/\\]+$/, "");
}
