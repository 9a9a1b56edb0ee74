import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeBackup } from "#adapters/backup/write-backup.ts";
import { moveBackup } from "#compose/backup-files.ts";

let folder: string;
let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), "skyferry-drafts-"));
  folder = await mkdtemp(path.join(tmpdir(), "skyferry-drafts-"));
});
afterEach(async () => {
  for (const one of [folder, dataFolder]) await rm(one, { recursive: true, force: true });
});

const facts = { version: "1", station: "", computer: "", madeAt: "2026-11-28T12:00:00Z", secretsLeftOut: 0 };
const draftOf = (digit: string) => `.skyferry-backup-${digit.repeat(8)}-1111-4111-8111-111111111111.tmp`;
const others = [
  ".skyferry-aaaaaaaa-1111-4111-8111-111111111111.tmp",
  ".skyferry-backup-mine.tmp",
  "20261128.nc.tmp",
];

const ways = {
  "is written": (file: string) => writeBackup(file, facts, [{ name: "settings.json", from: { text: "{}" } }]),
  async "is moved to its place"(file: string) {
    const from = path.join(dataFolder, "from.tar.gz");
    await writeBackup(from, facts, []);
    expect(await moveBackup(from, file)).toBeNull();
  },
};

it.each(Object.entries(ways))(
  "drafts that a killed backup has left go when the next one %s; no other file does",
  async (_name, take) => {
    const old = new Date(Date.now() - 2 * 3_600_000);
    for (const name of [draftOf("a"), ...others]) {
      await writeFile(path.join(folder, name), "x");
      await utimes(path.join(folder, name), old, old);
    }
    // Somebody writes this one now.
    await writeFile(path.join(folder, draftOf("b")), "x");
    await take(path.join(folder, "station.tar.gz"));
    expect((await readdir(folder)).sort()).toEqual([...others, draftOf("b"), "station.tar.gz"].sort());
  },
);
