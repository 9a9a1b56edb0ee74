/**
 * Files that a person adds: copies in the data folder, each an upload of an instrument like any other. Their paths in the
 * ledger are relative to the data folder and begin with this. No walk of an instrument's folder gives such a path: no name
 * holds a "/".
 */
const top = "/added/";

/** Bounds of the paths of added files, in the order of their characters. */
export const addedSpan = { from: top, to: "/added0" } as const;

const shape = /^\/added\/[^/]+\/(\d{4}-\d{2}-\d{2})\/[^/]+$/;

/** `/added/NAME-OF-THE-INSTRUMENT-0a1b2c3d/2024-06-01/FILE`; `date` `YYYY-MM-DD`. */
export function addedPath(instrument: string, date: string, filename: string): string {
  return `${addedTo(instrument)}${date}/${filename}`;
}

/** Gives the beginning of the paths of an instrument's added files. */
export function addedTo(instrument: string): string {
  return `${top}${addedFolder(instrument)}/`;
}

/** True for the path of a file that a person added. */
export function isAdded(relPath: string): boolean {
  return relPath.startsWith(top);
}

/** The folder that an upload's file lies in, and its path there: files that a person added lie in the data folder. */
export function placeOfFile<Folder>(
  { folder, dataFolder }: { readonly folder: Folder; readonly dataFolder: Folder },
  relPath: string,
): readonly [Folder, string] {
  return isAdded(relPath) ? [dataFolder, relPath.slice(1)] : [folder, relPath];
}

/** The measurement date that its path holds, `YYYY-MM-DD`; null for every other path. */
export function addedDate(relPath: string): string | null {
  return isAdded(relPath) ? (shape.exec(relPath)?.[1] ?? null) : null;
}

/** Name of the folder of an instrument's added files: fit for every system, another one for every name. */
function addedFolder(instrument: string): string {
  const legible = instrument
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 40);
  return `${legible === "" ? "instrument" : legible}-${fingerprint(instrument)}`;
}

/** FNV-1a, 32 bits over UTF-16 code units, as 8 hexadecimal digits. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
