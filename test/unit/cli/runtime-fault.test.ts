import { copyFile, open, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runtimeFault } from "#cli/runtime-fault.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let folder: string;
let program: string;
beforeEach(async () => {
  folder = await makeScratch("skyferry-runtime-fault-");
  program = path.join(folder, "electron");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const damaged = () =>
  `the Electron runtime is damaged; delete the folder ${folder}, and the next start downloads it again`;
const loaderSays = (words: string): string =>
  `#!/bin/sh\necho "electron: error while loading shared libraries: ${words}" >&2\nexit 127\n`;

const onLinux = test.skipIf(process.platform !== "linux");

test("a program that runs as Node has no fault", async () => {
  expect(await runtimeFault(process.execPath)).toBe(null);
});

onLinux.each([4_000_000, 100, 0])("a program that was cut after %d bytes is damaged", async (bytes) => {
  await copyFile(process.execPath, program);
  await truncate(program, bytes);
  expect(await runtimeFault(program)).toBe(damaged());
});

onLinux("a library of its own that is gone is a damage, one of the system is named", async () => {
  const missing = "cannot open shared object file: No such file or directory";
  await writeFile(program, loaderSays(`libffmpeg.so: ${missing}`), { mode: 0o755 });
  expect(await runtimeFault(program)).toBe(damaged());
  await writeFile(program, loaderSays(`libnss3.so: ${missing}`));
  expect(await runtimeFault(program)).toBe(
    "Electron needs libnss3.so, which this PC lacks; install the package that contains it",
  );
});

onLinux("where the system refuses to start it nothing is said of the program", async () => {
  expect(await runtimeFault(program)).toBe(null);
  await writeFile(program, "#!/bin/sh\n", { mode: 0o644 });
  expect(await runtimeFault(program)).toBe(null);
});

onLinux("while it is still being written nothing is said of it either", async () => {
  await writeFile(program, "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const writer = await open(program, "a");
  expect(await runtimeFault(program)).toBe(null);
  await writer.close();
});
