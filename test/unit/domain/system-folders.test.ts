import { expect, it } from "vitest";
import { isOfSystem } from "#domain/selection.ts";

it.each([
  "lost+found",
  "System Volume Information",
  "$RECYCLE.BIN",
  "RECYCLER",
  ".Trashes",
  ".Spotlight-V100",
  ".fseventsd",
  ".DocumentRevisions-V100",
  ".TemporaryItems",
  ".Trash-1000",
  ".Trash-0",
])("%s is the system's own in any case, with all in it, wherever the drive is mounted", (name) => {
  for (const one of [name, name.toLowerCase(), name.toUpperCase()]) {
    expect(isOfSystem(one)).toBe(true);
    expect(isOfSystem(`${one}/S-1-5-18/20240601.dat`)).toBe(true);
    expect(isOfSystem(`radar/drive/${one}`)).toBe(true);
  }
});

it.each([
  "",
  "2024",
  "lost",
  "data/found",
  "recycle",
  "lost+found.dat",
  "my lost+found",
  ".Trash",
  ".Trash-",
  ".Trash-notes",
  ".Trash-1000.dat",
  "my.Trash-1000",
  "trash-1000",
])('"%s" is not', (relPath) => expect(isOfSystem(relPath)).toBe(false));
