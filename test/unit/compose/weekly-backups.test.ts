import { rmSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readManifest } from "#adapters/backup/read-backup.ts";
import { lateModules } from "#adapters/late-modules.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import { createBackups } from "#compose/take-backups.ts";
import { newCopyName } from "#domain/backup-copies.ts";
import { noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

const dayMs = 24 * 3_600_000;
let dataFolder: string;
let said: string[];

beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-weekly-");
  said = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dataFolder, { recursive: true });
});

/** Lets so many days pass on a station that has its weekly copies made, `others` lie there; gives the names of those that are kept. */
async function after(days: number, others = 0): Promise<readonly string[]> {
  const clock = new FakeClock(noonMs);
  const ledger = ready(openInThread({ dataFolder, nowMs: noonMs }));
  const log = { info: () => {}, warn: (text: string) => said.push(text), error: () => {} };
  const parts = {
    options: { dataFolder, version: "1.0.0" },
    settingsFile: openSettings({ file: null, dataFolder }),
    ports: { clock, ledger, log },
  } as unknown as Parameters<typeof createBackups>[0];
  const { weekly } = createBackups(parts);
  weekly.start();
  const made = () => readdir(join(dataFolder, "backups")).catch(() => []);
  for (let day = 0; day < days; day++) {
    // It looks every six hours, and is asleep when a look has ended.
    for (let looks = 0; looks < 4; looks++) {
      await clock.whenAsleep();
      await clock.advance(dayMs / 4);
    }
    await clock.whenAsleep();
    if (said.length === 0) expect(await made()).toHaveLength(others + Math.min(7, Math.floor(day / 7) + 1));
  }
  await weekly.stop();
  await ledger.close();
  return (await made()).toSorted();
}

it("makes a copy each week and keeps the newest seven", async () => {
  const kept = await after(64);
  expect(kept).toHaveLength(7);
  expect(kept[0]).toMatch(/^station-20260326T\d{6}Z\.tar\.gz$/);
  expect(kept.at(-1)).toMatch(/^station-202605\d\dT\d{6}Z\.tar\.gz$/);
  expect(said).toEqual([]);
});

it("goes on weekly beside copies of a clock that was ahead for months", async () => {
  const ahead = Array.from({ length: 7 }, (_, week) => newCopyName(noonMs + (1_000 + 7 * week) * dayMs));
  await mkdir(join(dataFolder, "backups"));
  for (const name of ahead) await writeFile(join(dataFolder, "backups", name), "");
  const kept = await after(22, 7);
  const made = kept.filter((name) => !ahead.includes(name));
  expect(made.map((name) => name.slice(8, 16))).toEqual(["20260305", "20260312", "20260319", "20260326"]);
  expect(kept).toHaveLength(11);
});

it("says that it failed, and leaves nothing half", async () => {
  await writeFile(join(dataFolder, "backups"), "a file in its place");
  await after(1);
  expect(said).toContain("the weekly backup failed");
});

it.each(["crypto", "zlib"] as const)(
  "leaves out a file that was added and leaves meanwhile, and says so: %s",
  async (step) => {
    const folder = join(dataFolder, "added", "radar-1", "2026-03-01");
    await mkdir(folder, { recursive: true });
    for (const name of ["goes.nc", "stays.nc"]) await writeFile(join(folder, name), name);
    const loaded = lateModules[step]();
    // Each part is hashed first, and all of them are written then.
    vi.spyOn(lateModules, step).mockImplementation(() => {
      rmSync(join(folder, "goes.nc"), { force: true });
      return loaded as never;
    });
    const [copy = ""] = await after(1);
    expect(said).toEqual(["a file was removed while the backup was made: it is left out"]);
    const { parts } = await readManifest(join(dataFolder, "backups", copy));
    expect(parts.map(({ name }) => name)).toEqual(["added/radar-1/2026-03-01/stays.nc", "ledger.sqlite"]);
  },
);
