/** What the file system says of a file at one moment. */
export interface FileStat {
  readonly kind: "file" | "folder" | "other";
  /** Bytes. */
  readonly size: number;
  /** Modification time, microseconds since the epoch, integer. */
  readonly mtimeUs: number;
  /** Change time of the entry, microseconds since the epoch; shows a rewrite whose mtime was put back. */
  readonly ctimeUs: number;
  /** Device and inode (or Windows file index): another file under the same name has another one. */
  readonly fileId: string;
}

/** A file as it stood at one moment: the unit that is uploaded, once. */
export interface FileVersion {
  readonly relPath: string;
  /** Bytes. */
  readonly size: number;
  /** Microseconds since the epoch. */
  readonly mtimeUs: number;
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
 * (portal-observed.md §1: letters, digits, `-` `_` `.`, neither first nor last one of those three).
 */
export function unfitNameReason(filename: string): string | null {
  if (filename.length > 255) return "the name is longer than 255 characters";
  if (!fitName.test(filename)) {
    const bad = [...filename].find((c, i) => !(i === 0 ? /[A-Za-z0-9]/ : /[A-Za-z0-9._-]/).test(c));
    return `the portal takes letters, digits, "-", "_" and "." only, and ${JSON.stringify(bad ?? "")} is not one that may stand there`;
  }
  if (badEnd.test(filename)) return 'a name may not end in "-", "_" or "."';
  return null;
}

/**
 * Identity of the portal's record: site, date, file name, PID and sorted tags (portal-observed.md §1).
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
