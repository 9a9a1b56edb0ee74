import { createEmitter } from "#base/event.ts";

/** Entry that was dropped or chosen: a file, or a folder that is still to be read. */
export type OfferedEntry =
  | { readonly kind: "file"; readonly file: File }
  | { readonly kind: "entry"; readonly entry: FileSystemEntry };

/** Files that a person wants to add, from wherever on the pages; the frame shows them. */
export const offeredFiles = createEmitter<readonly OfferedEntry[]>();

/** Gives the entries of a drop. They have to be asked for at once: after the event they are gone. */
export function entriesOf({ items }: DataTransfer): readonly OfferedEntry[] {
  return [...items].flatMap((item): readonly OfferedEntry[] => {
    if (item.kind !== "file") return [];
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory) return [{ kind: "entry", entry }];
    const file = item.getAsFile();
    return file === null ? [] : [{ kind: "file", file }];
  });
}
