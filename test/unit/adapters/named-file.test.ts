import { execFile } from "node:child_process";
import { mkdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  readNamedBytes,
  readNamedBytesSync,
  readNamedText,
  readNamedTextSync,
} from "#adapters/named-file.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

const run = promisify(execFile);
let place: string;
beforeEach(async () => {
  place = await makeScratch("skyferry-named-");
});
afterEach(() => rm(place, { recursive: true }));

const bothWays = [
  ["in turn", readNamedBytes, readNamedText],
  [
    "on this thread",
    async (file: string) => readNamedBytesSync(file),
    async (file: string) => readNamedTextSync(file),
  ],
] as const;

describe.each(bothWays)("a file that a person named, read %s", (_, readBytes, readText) => {
  it("gives its bytes, and nothing where it is empty", async () => {
    const file = join(place, "file");
    await writeFile(file, "");
    expect(await readBytes(file)).toHaveLength(0);
    await writeFile(file, "some bytes");
    expect((await readBytes(file)).toString()).toBe("some bytes");
    await expect(readBytes(join(place, "none"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it.skipIf(process.platform === "win32")("refuses what is no file at once", async () => {
    const pipe = join(place, "pipe");
    await run("mkfifo", [pipe]);
    await expect(readText(pipe)).rejects.toMatchObject({ code: "ENOTFILE" });
    for (const device of ["/dev/zero", "/dev/tty", "/dev/null"])
      await expect(readText(device)).rejects.toMatchObject({ code: expect.stringMatching(/^ENOTFILE$/) });
  });

  it("refuses a folder and what is too large, without reading it", async () => {
    await mkdir(join(place, "folder"));
    await expect(readText(join(place, "folder"))).rejects.toMatchObject({ code: "EISDIR" });
    const large = join(place, "large");
    await writeFile(large, "");
    await truncate(large, 1e12);
    await expect(readText(large)).rejects.toMatchObject({ code: "EFBIG" });
  });

  it("reads what Notepad and PowerShell write, without the mark", async () => {
    const file = join(place, "file");
    const text = '{"name":"Jülich – 😀"}\r\n';
    const little = Buffer.from(`\uFEFF${text}`, "utf16le");
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      little,
      Buffer.from(little).swap16(),
    ]) {
      await writeFile(file, bytes);
      expect(await readText(file)).toBe(text);
    }
  });
});
