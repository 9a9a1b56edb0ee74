import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import type { BackupManifest } from "#adapters/backup/manifest.ts";
import { type PartSource, writeBackup } from "#adapters/backup/write-backup.ts";
import { plainReason } from "#adapters/settings/json-file.ts";
import { cutSecrets } from "#adapters/settings/secret-values.ts";
import { createInTurn } from "#base/async.ts";
import { createPeriodic, type Periodic } from "#base/periodic.ts";
import { errorText, isoTime } from "#base/text.ts";
import { copiesAmong, copyTime, newCopyName } from "#domain/backup-copies.ts";
import { reportKeyName } from "#domain/reported-station.ts";
import type { BackupMade } from "#engine/ports/backup-made.ts";
import type { DataFolderParts } from "./data-folder-parts.ts";

/** Notes that a station needs to go on; none of them is of the drives, passwords or addresses of this PC. */
const notes = ["verify", "snoozes", "instruments", "known", "unmatched", "quality", "notices", "digests"];

type BackupParts = Pick<DataFolderParts, "options" | "settingsFile" | "ports">;

const weekMs = 7 * 24 * 3_600_000;
const keptCopies = 7;
const firstAfterMs = 15 * 60_000;
const lookEveryMs = 6 * 3_600_000;
/** A draft of a backup that takes longer than this is of a process that was ended. */
const draftMs = 3_600_000;

/** Makes backups of the station, one after the other, in `backups` of its data folder. A sentence where that fails. */
export function createBackups(parts: BackupParts) {
  const { clock, log } = parts.ports;
  const { dataFolder } = parts.options;
  const folder = path.join(dataFolder, "backups");
  const inTurn = createInTurn();

  const make = (name: string): Promise<BackupMade | { readonly message: string }> =>
    inTurn(async () => {
      const file = path.join(folder, name);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await clearDrafts(folder);
        return await backUp(parts, file);
      } catch (error) {
        const reason = error instanceof Error && "syscall" in error ? plainReason(error) : errorText(error);
        return {
          message: `The backup could not be written to ${file}: ${reason.replace(/\.$/, "")}. Nothing was left there.`,
        };
      }
    });

  /** A copy from the future is of a clock that was set back: it stays, and counts as none. */
  const copies = async (): Promise<readonly string[]> =>
    (await copiesIn(folder)).filter((name) => copyTime(name) <= clock.nowMs());

  const copiedAtMs = async (): Promise<number | null> => {
    const newest = (await copies()).at(-1);
    return newest === undefined ? null : copyTime(newest);
  };

  const weekly = async (): Promise<void> => {
    const nowMs = clock.nowMs();
    if (nowMs - ((await copiedAtMs()) ?? Number.NEGATIVE_INFINITY) < weekMs) return;
    const made = await make(newCopyName(nowMs));
    if ("message" in made) return log.warn("the weekly backup failed", made);
    log.info("a weekly backup was made", { file: made.file, bytes: made.bytes });
    for (const old of (await copies()).slice(0, -keptCopies))
      await rm(path.join(folder, old), { force: true });
  };

  return {
    /** For a person: under a name that does not count among the weekly ones, so that the caller takes it away. */
    take: () => make(`.taken-${crypto.randomUUID()}.tar.gz`),
    copiedAtMs,
    weekly: createPeriodic(async (signal) => {
      for (let waitMs = firstAfterMs; ; waitMs = lookEveryMs) {
        await clock.sleep(waitMs, signal);
        if (signal.aborted) return;
        await weekly().catch((error: unknown) =>
          log.warn("the weekly backup failed", { message: errorText(error) }),
        );
      }
    }) satisfies Periodic,
  };
}

/** Leftovers of processes that were ended. */
async function clearDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\.(taken|skyferry|ledger)-/.test(name)) continue;
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > draftMs) await rm(file, { force: true });
  }
}

async function backUp({ options, settingsFile, ports }: BackupParts, file: string): Promise<BackupMade> {
  const { dataFolder, version } = options;
  const copy = path.join(path.dirname(file), `.ledger-${crypto.randomUUID()}.sqlite`);
  try {
    const refused = await ports.ledger.copyTo(copy);
    if (refused !== null) throw new Error(refused);
    const settings = await settingsOf(settingsFile);
    const kept = await Promise.all(notes.map((name) => noteOf(dataFolder, `${name}.json`)));
    const others: readonly PartSource[] = [
      ...(settings.text === null ? [] : [{ name: "settings.json", from: { text: settings.text } }]),
      ...[...kept, await noteOf(dataFolder, reportKeyName)].filter((note) => note !== null),
      { name: "ledger.sqlite", from: { file: copy } },
    ];
    const madeAtMs = ports.clock.nowMs();
    const facts = {
      version,
      station: settings.station,
      computer: hostname(),
      madeAt: isoTime(madeAtMs),
      secretsLeftOut: settings.secrets,
    };
    const gone = new Set<string>();
    const written = async (): Promise<BackupManifest> => {
      const added = (await addedFiles(dataFolder)).filter(({ from }) => !gone.has(from.file));
      try {
        return await writeBackup(file, facts, [...added, ...others]);
      } catch (error) {
        const left = added.find(({ from }) => isMissing(error, from.file));
        if (left === undefined) throw error;
        ports.log.warn("a file was removed while the backup was made: it is left out", { file: left.name });
        gone.add(left.from.file);
        return await written();
      }
    };
    const { parts } = await written();
    return {
      file,
      bytes: (await stat(file)).size,
      madeAtMs,
      parts: parts.length,
      secretsLeftOut: settings.secrets,
    };
  } finally {
    for (const end of ["", "-wal", "-journal"]) await rm(copy + end, { force: true });
  }
}

/** The settings as they are written, without what is secret. A file that is no JSON is not taken along. */
async function settingsOf(file: BackupParts["settingsFile"]) {
  const read = await file.document();
  if (read.kind === "missing") return { text: null, station: "", secrets: 0 };
  if (read.kind === "unreadable") throw new Error(read.message);
  const { value, secrets } = cutSecrets(read.value);
  const sites = JSON.stringify(value).matchAll(/"site":"((?:[^"\\]|\\.)*)"/g);
  const station = [...new Set([...sites].map(([, site = ""]) => site))].join(", ");
  return { text: JSON.stringify(value, null, "\t"), station, secrets: secrets.length };
}

async function noteOf(dataFolder: string, name: string): Promise<PartSource | null> {
  const text = await readFile(path.join(dataFolder, name), "utf8").catch(() => null);
  return text === null ? null : { name, from: { text } };
}

/** Files that a person added are in the data folder alone until they are delivered. */
async function addedFiles(dataFolder: string) {
  const entries = await readdir(path.join(dataFolder, "added"), {
    withFileTypes: true,
    recursive: true,
  }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => path.join(parentPath, name))
    .map((file) => ({ name: path.relative(dataFolder, file).replaceAll(path.sep, "/"), from: { file } }))
    .filter(({ name }) => !name.startsWith("added/.received/"));
}

function isMissing(error: unknown, file: string): boolean {
  return (
    error instanceof Error &&
    "path" in error &&
    "code" in error &&
    error.code === "ENOENT" &&
    error.path === file
  );
}

async function copiesIn(folder: string): Promise<readonly string[]> {
  return copiesAmong(await readdir(folder).catch(() => []));
}
