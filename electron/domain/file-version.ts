/** Mark which shows that a file was rewritten or replaced although its size and modification time are as before. */
export interface FileMark {
  /** Change time of the entry, microseconds since the epoch, integer; no program can put it back. */
  readonly ctimeUs: number;
  /** Inode (or Windows file index), without the device: its number changes with every mount. */
  readonly fileId: string;
}

/** State of a file at one moment, as the file system tells it. */
export interface FileStat extends FileMark {
  readonly kind: "file" | "folder" | "other";
  /** Bytes. */
  readonly size: number;
  /** Modification time, microseconds since the epoch, integer. */
  readonly mtimeUs: number;
  /** The volume that it lies on; good for as long as it is mounted. */
  readonly device: string;
}

/** A file as it was at one moment: the unit that is uploaded, once. */
export interface FileVersion {
  readonly relPath: string;
  /** Bytes. */
  readonly size: number;
  /** Microseconds since the epoch. */
  readonly mtimeUs: number;
}

/** A file version as it was met on disk. */
export interface SeenFile extends FileVersion, FileMark {}

/** A mark as the ledger keeps it; null where it is not known. */
export interface KeptMark {
  readonly ctimeUs: number | null;
  readonly fileId: string | null;
}

/**
 * Whether a file that has the size and modification time of a version may have other content. `unmarked`: its mark was
 * never kept. `changed`: its change time is another one. `other-id`: only its id is another one.
 */
export type ContentDoubt = "none" | "unmarked" | "changed" | "other-id";

/** A file of a version that is held, and that may have other content by now. */
export interface DoubtedFile extends SeenFile {
  readonly doubt: Exclude<ContentDoubt, "none">;
}

/** Compares the mark of a version with what is on disk under the same size and modification time. */
export function doubtOf(known: KeptMark, seen: SeenFile): ContentDoubt {
  if (known.ctimeUs === null || known.fileId === null) return "unmarked";
  if (known.ctimeUs !== seen.ctimeUs) return "changed";
  return known.fileId === seen.fileId || hasChangeTime(seen) ? "none" : "other-id";
}

/** A change within one tick of a file system's clock leaves the times as they are; FAT counts 2 s, milliseconds. */
const coarseTickMs = 2_000;
const fineTickMs = 20;

/**
 * The mark of a file that is read from now on; null where it was changed so lately that a change from now on might leave
 * it as it is. `nowMs` is the wall clock.
 */
export function markOf({ mtimeUs, ctimeUs, fileId }: FileStat, nowMs: number): FileMark | null {
  const isCoarse = mtimeUs % 1_000_000 === 0 && ctimeUs % 1_000_000 === 0;
  const tickMs = isCoarse ? coarseTickMs : fineTickMs;
  const isLate = [mtimeUs, ctimeUs].some((us) => Math.abs(nowMs - us / 1000) < tickMs);
  return isLate ? null : { ctimeUs, fileId };
}

/** FAT has none: Linux gives the modification time in its place, Windows nothing. File systems that have one may change ids. */
function hasChangeTime({ ctimeUs, mtimeUs }: SeenFile): boolean {
  return ctimeUs > 0 && ctimeUs !== mtimeUs;
}

/** True when both are one file of one volume, whatever its content. */
export function isSameEntry(
  a: Pick<FileStat, "device" | "fileId">,
  b: Pick<FileStat, "device" | "fileId">,
): boolean {
  return a.device === b.device && a.fileId === b.fileId;
}

/** True when size and modification time agree; the content may still have been rewritten. */
export function isSameVersion(
  a: Pick<FileStat, "size" | "mtimeUs">,
  b: Pick<FileStat, "size" | "mtimeUs">,
): boolean {
  return a.size === b.size && a.mtimeUs === b.mtimeUs;
}

/** Name of a file without its folders. */
export function baseName(relPath: string): string {
  return relPath.slice(relPath.lastIndexOf("/") + 1);
}

const fitName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const badEnd = /[._-]$/;

/**
 * Why the portal would refuse this file name, or null when it takes it
 * (docs/portal/observed.md §1: letters, digits, `-` `_` `.`, neither first nor last one of those three).
 */
export function unfitNameReason(filename: string): string | null {
  if (filename.length > 255) return "the name is longer than 255 characters";
  if (!fitName.test(filename)) {
    const bad = [...filename].find((c, i) => !(i === 0 ? /[A-Za-z0-9]/ : /[A-Za-z0-9._-]/).test(c));
    return `the portal accepts only letters, digits, "-", "_" and ".", and ${JSON.stringify(bad ?? "")} is not allowed there`;
  }
  if (badEnd.test(filename)) return 'a name must not end in "-", "_" or "."';
  return null;
}

/**
 * Identity of the portal's record: site, date, file name, PID and sorted tags (docs/portal/observed.md §1).
 * Two files with one key replace each other on the portal.
 */
export function recordKey(record: {
  readonly site: string;
  readonly measurementDate: string;
  readonly filename: string;
  readonly pid: string;
  readonly tags: readonly string[];
}): string {
  const tags = [...record.tags].sort().join(",");
  return [record.site, record.measurementDate, record.filename, record.pid, tags].join("|");
}
