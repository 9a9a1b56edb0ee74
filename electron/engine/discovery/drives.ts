import type { Renamed } from "#domain/renamed.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Drive, FileError, Files, StateStore } from "#engine/ports/host.ts";

/** On which drive the files of each instrument were seen last. */
export interface Drives {
  /** The drive behind the folder now, or why that cannot be told. */
  of(instrument: Instrument): Promise<Drive | FileError>;
  /** The same where files of the instrument were seen on none before; else null. */
  ofFirst(instrument: Instrument): Promise<Drive | FileError | null>;
  /** Files of the instrument were seen on this drive; kept for the next run. */
  remember(instrument: Instrument, drive: Drive | FileError): Promise<void>;
  /** The instrument has another name. */
  rename(renamed: Renamed): Promise<void>;
  /**
   * Gives one or two sentences for an empty folder where the drive of its files is not the one behind it, or may not be:
   * that drive was known, and the one behind it cannot be told now. Else null.
   */
  doubt(instrument: Instrument, drive: Drive | FileError): Promise<string | null>;
}

interface Seen extends Omit<Drive, "freeBytes" | "network"> {
  readonly folder: string;
}

/**
 * A mount point without its drive is a folder like any other, and an empty one: only the drive behind it tells.
 * Without a state store what was seen is known until the end of the run.
 */
export function createDrives(files: Pick<Files, "drive">, store: StateStore | null): Drives {
  let reading: Promise<Map<string, Seen>> | null = null;
  const seen = () => {
    reading ??= (store?.read() ?? Promise.resolve(null)).then(seenIn);
    return reading;
  };
  const before = async ({ name, folder }: Instrument) => {
    const last = (await seen()).get(name);
    return last?.folder === folder ? last : null;
  };

  return {
    of: ({ folder }) => files.drive(folder),
    ofFirst: async (instrument) =>
      (await before(instrument)) === null ? await files.drive(instrument.folder) : null,
    async remember(instrument, drive) {
      const last = await before(instrument);
      if ("error" in drive || (last !== null && isEqual(last, drive))) return;
      const all = await seen();
      const { device, root, bytes } = drive;
      all.set(instrument.name, { folder: instrument.folder, device, root, bytes });
      await store?.write({ instruments: Object.fromEntries(all) });
    },
    async rename({ from, to }) {
      const all = await seen();
      const last = all.get(from);
      if (last === undefined) return;
      all.delete(from);
      all.set(to, last);
      await store?.write({ instruments: Object.fromEntries(all) });
    },
    async doubt(instrument, drive) {
      const last = await before(instrument);
      if (last === null) return null;
      if ("error" in drive) return drive.message;
      if (!isOther(last, drive)) return null;
      return `The folder "${instrument.folder}" is empty and is on another drive than before: is the drive mounted? No file is forgotten: files are sent when they are there again.`;
    },
  };
}

/** Why the instrument's folder itself cannot be used now, one or two sentences; null where it can. */
export async function folderTroubleOf(
  instrument: Instrument,
  { files, drives }: { readonly files: Pick<Files, "stat">; readonly drives: Drives },
): Promise<string | null> {
  const found = await files.stat(instrument.folder, "");
  if (!("error" in found)) return await drives.doubt(instrument, await drives.of(instrument));
  if (found.error === "no-answer") return found.message;
  return `The folder "${instrument.folder}" cannot be reached. Check that the drive or share is connected and that the path in Settings is right.`;
}

function isEqual(a: Seen, b: Drive): boolean {
  return a.device === b.device && a.root === b.root && a.bytes === b.bytes;
}

/** The number alone may change with every start of the computer, and the size alone as a pool of disks grows. */
function isOther(before: Seen, now: Drive): boolean {
  return before.device !== now.device && (before.root !== now.root || before.bytes !== now.bytes);
}

/** Reads the drives that were kept, without damaged entries: for those, the next files that are seen are remembered. */
function seenIn(stored: unknown): Map<string, Seen> {
  const instruments: unknown =
    typeof stored === "object" && stored !== null && Reflect.get(stored, "instruments");
  if (typeof instruments !== "object" || instruments === null) return new Map();
  return new Map(Object.entries(instruments).filter((entry): entry is [string, Seen] => isSeen(entry[1])));
}

function isSeen(stored: unknown): stored is Seen {
  if (typeof stored !== "object" || stored === null) return false;
  const { folder, device, root, bytes } = stored as Partial<Seen>;
  return [folder, device, root].every((text) => typeof text === "string") && typeof bytes === "number";
}
