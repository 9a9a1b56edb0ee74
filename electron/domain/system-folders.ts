/** Lower case. */
const names: ReadonlySet<string> = new Set([
  ...["lost+found", "system volume information", "$recycle.bin", "recycler"],
  ...[".trashes", ".spotlight-v100", ".fseventsd", ".documentrevisions-v100", ".temporaryitems"],
]);

/** One for each user: `.Trash-1000`. */
const trash = /^\.trash-\d+$/;

/**
 * True for what operating systems keep for themselves at the top of a drive, and for all in it. A drive may be mounted
 * at any depth of an instrument's folder.
 */
export function isOfSystem(relPath: string): boolean {
  return relPath
    .toLowerCase()
    .split("/")
    .some((name) => names.has(name) || trash.test(name));
}
