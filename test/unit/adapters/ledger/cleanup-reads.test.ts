import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ListedRecord } from "#domain/portal-records.ts";
import { found } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-kept-");
});
afterEach(() => rm(dataFolder, { recursive: true }));

const url = "http://127.0.0.1";
const source = { site: "hyytiala", pid: "pid" };
const list = { kind: "raw", site: "hyytiala", instrument: "radar" } as const;
const april = { from: "2026-04-01", to: "2026-04-30", pids: ["pid"] };
const whole = { from: "2026-03-01", to: "2026-03-31", pids: ["pid"] };

const recordOf = (n: number): ListedRecord => ({
  uuid: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
  checksum: String(n).repeat(32),
  filename: `${n}.nc`,
  measurementDate: "2026-03-02",
  size: n,
  status: "processed",
  updatedAtMs: n,
  siteId: source.site,
  instrumentPid: source.pid,
  tags: ["co"],
});

it("kept records tell by when a list has shown them: a whole list of their reading, or of a later one", async () => {
  const ledger = ready(openInThread({ dataFolder }));
  const met = async () =>
    (await ledger.keptRecords(source, "2026-03-02", url)).map(({ record, metAtMs }) => [
      record.filename,
      metAtMs,
    ]);
  const first = await ledger.beginReading(url);
  await ledger.keepRecords([recordOf(1), recordOf(2)], first);
  // A list that broke off leaves no time.
  expect(await met()).toEqual([
    ["1.nc", null],
    ["2.nc", null],
  ]);
  await ledger.listEnded({ ...list, month: "2026-03", readAtMs: 1_000, newestAtMs: 0 }, first, whole);
  const second = await ledger.beginReading(url);
  await ledger.keepRecords([recordOf(2)], second);
  await ledger.listEnded({ ...list, month: "", readAtMs: 2_000, newestAtMs: 0 }, second, null);
  expect(await met()).toEqual([
    ["1.nc", 1_000],
    ["2.nc", null],
  ]);
  const third = await ledger.beginReading(url);
  await ledger.listEnded({ ...list, month: "2026-04", readAtMs: 3_000, newestAtMs: 0 }, third, april);
  expect(await met()).toEqual([
    ["1.nc", 1_000],
    ["2.nc", 3_000],
  ]);
  const [kept] = await ledger.keptRecords(source, "2026-03-02", url);
  expect(kept?.record).toMatchObject(recordOf(1));
  expect(await ledger.keptRecords(source, "2026-03-03", url)).toEqual([]);
  expect(await ledger.keptRecords({ ...source, pid: "other" }, "2026-03-02", url)).toEqual([]);
  expect(await ledger.keptRecords(source, "2026-03-02", "http://elsewhere")).toEqual([]);
  await ledger.close();
});

it("uploads of a day are the newest versions of their paths", async () => {
  const ledger = ready(openInThread({ dataFolder }));
  await ledger.enqueue([found(1)], 1);
  const newer = found(1, { mtimeUs: found(1).mtimeUs + 1 });
  await ledger.enqueue([newer, found(2, { measurementDate: "2026-03-06" })], 2);
  const uploads = await ledger.dayUploads("Cloud radar", "2026-03-05");
  expect(uploads.map(({ relPath, mtimeUs }) => [relPath, mtimeUs])).toEqual([[newer.relPath, newer.mtimeUs]]);
  expect(await ledger.dayUploads("Lidar", "2026-03-05")).toEqual([]);
  await ledger.close();
});
