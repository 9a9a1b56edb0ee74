import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { machineOf, nativeProblem } from "#build/packages/native-modules.ts";
import { nativeLibrary } from "#test/support/builders/native-library.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

test.each([
  ["linux-x64-gnu", "linux-x64"],
  ["linux-arm64-musl", "linux-arm64"],
  ["win32-x64-msvc", "win32-x64"],
  ["win32-arm64-msvc", "win32-arm64"],
  ["darwin-universal", "darwin-universal"],
  ["linux-ia32-gnu", null],
])("the library for %s is one for %s", async (name, machine) => {
  expect(machineOf(await readFile(nativeLibrary(name)))).toBe(machine);
});

test.each([
  ["linux-x64-gnu", "linux", "x64", null],
  ["linux-x64-gnu", "linux", "arm64", "is for linux-x64, not for linux-arm64."],
  ["linux-x64-gnu", "win32", "x64", "is for linux-x64, not for win32-x64."],
  ["darwin-universal", "darwin", "arm64", null],
  ["darwin-universal", "linux", "x64", "is for darwin-universal, not for linux-x64."],
])("%s in a package for %s-%s: %j", async (name, platform, arch, problem) => {
  const said = await nativeProblem(nativeLibrary(name), platform, arch);
  if (problem === null) expect(said).toBeNull();
  else expect(said).toContain(problem);
});

test("what is no library, or is cut off, is for no machine", async () => {
  const scratch = await makeScratch("skyferry-native-");
  try {
    for (const [name, bytes] of [
      ["empty.node", ""],
      ["text.node", "no library".repeat(20)],
      ["cut.node", (await readFile(nativeLibrary("win32-x64-msvc"))).subarray(0, 100)],
    ] as const) {
      const file = path.join(scratch, name);
      await writeFile(file, bytes);
      expect(await nativeProblem(file, "linux", "x64")).toContain("is for no machine that is known");
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
});
