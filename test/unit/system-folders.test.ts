import { expect, it } from "vitest";
import { isOfSystem } from "../../electron/engine/domain/system-folders.ts";

it.each([
  "lost+found",
  "radar/lost+found",
  "System Volume Information",
  "$RECYCLE.BIN",
  "$Recycle.Bin/S-1-5-18",
  ".Trash-1000",
  ".Trashes",
  ".Spotlight-V100",
])("%s is the system's own", (relPath) => expect(isOfSystem(relPath)).toBe(true));

it.each(["2024", "lost", "data/found", "RECYCLE", "lost+found.dat", ".Trash-notes"])("%s is not", (relPath) =>
  expect(isOfSystem(relPath)).toBe(false),
);
