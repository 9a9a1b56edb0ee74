import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { applicationId, migrations } from "#adapters/ledger/schema.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

let folder: string;
let ledger: Ledger;

const hourMs = 3_600_000;
const noonHour = noonMs / hourMs;
const uploads = 25_000;
const lines = 60_000;

/** A ledger of version 1: a file a minute, every fifth delivered when it was 25,000 hours old, and a long journal. */
beforeAll(async () => {
  folder = await makeScratch("skyferry-ledger-");
  const db = new DatabaseSync(join(folder, "ledger.sqlite"));
  db.exec(`PRAGMA synchronous = OFF; BEGIN; ${migrations[0]}`);
  db.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${uploads})
    INSERT INTO uploads (seq, id, instrument, rel_path, size, mtime_us, measurement_date, checksum, record_key,
        state, attempts, lane, is_announced, asks_first, receipt, created_at_ms, updated_at_ms, retired)
      SELECT i, printf('018df000-0000-7000-8000-%012x', i), 'Radar', 'day/' || i || '.LV1', 10,
        (${noonMs} - (${uploads} - i) * 60000) * 1000, '2026-03-05', printf('%032x', i), 'key ' || i,
        CASE WHEN i = 1 THEN 'superseded' WHEN i = 2 THEN 'cancelled' WHEN i % 5 = 0 THEN 'delivered' ELSE 'queued' END,
        0, 'fresh', 0, 0,
        CASE WHEN i % 5 = 0 THEN json_object('kind', CASE WHEN i % 10 = 0 THEN 'stored' ELSE 'known' END) END,
        ${noonMs}, ${noonMs} + i * 1000, CASE i WHEN 1 THEN 1 ELSE 0 END FROM n;
    INSERT INTO counts SELECT instrument, state, lane, count(*) FROM uploads GROUP BY 1, 2, 3;
    INSERT INTO instruments SELECT instrument, max(mtime_us) FROM uploads GROUP BY 1;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${lines})
    INSERT INTO journal (seq, at_ms, upload, event, state) SELECT i, ${noonMs} + i * 60000, 1 + i % ${uploads},
      CASE i WHEN 5 THEN 'cancelled' ELSE 'claimed' END, 'hashing' FROM n;
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = 1;
    COMMIT;
  `);
  db.close();
  ledger = ready(openInThread({ dataFolder: folder }));
});
afterAll(async () => {
  await ledger.close();
  await rm(folder, { recursive: true });
});

it("counts what an older ledger held by the hour when it is opened", async () => {
  const hours = await ledger.fileHours(0, noonHour + 1);
  expect(hours.at(-1)).toEqual({ instrument: "Radar", hour: noonHour, found: 1, delivered: 1, givenUp: 0 });
  expect(hours.at(-2)).toMatchObject({ hour: noonHour - 1, found: 60, delivered: 12 });
  const sum = (value: (hour: (typeof hours)[number]) => number) =>
    hours.reduce((total, hour) => total + value(hour), 0);
  expect([sum((one) => one.found), sum((one) => one.delivered), sum((one) => one.givenUp)]).toEqual([
    uploads - 1,
    uploads / 5,
    1,
  ]);
  expect((await ledger.deliveryHours(noonHour, noonHour + 1))[0]).toMatchObject({
    files: 719,
    sentBytes: 3590,
  });
  const arrivals = (await ledger.arrivals()).get("Radar");
  expect(arrivals).toEqual(Array.from({ length: 60 }, (_, n) => noonMs - n * 60_000));
});

it("finds a text in more rows than one piece looks at", async () => {
  const found = await ledger.queue({ filter: { text: "/1234" }, order: "found", offset: 2, limit: 3 });
  expect(found.total).toBe(11);
  expect(found.uploads.map(({ relPath }) => relPath)).toEqual([
    "day/12347.LV1",
    "day/12346.LV1",
    "day/12345.LV1",
  ]);
  const cells = await ledger.queueCells({ text: "LV1" });
  expect(cells.reduce((total, { count }) => total + count, 0)).toBe(uploads);
});

it("gives the same rows from the end of a long list as from its begin", async () => {
  const filter = { states: ["delivered"] } as const;
  for (const order of ["found", "changed"] as const)
    for (const offset of [0, 10, 2490, 2510, 4985]) {
      const { uploads: rows } = await ledger.queue({ filter, order, offset, limit: 20 });
      expect(rows.map(({ relPath }) => relPath)).toEqual(
        Array.from({ length: Math.min(20, 5000 - offset) }, (_, n) => `day/${(5000 - offset - n) * 5}.LV1`),
      );
    }
});

it("looks at 50,000 lines of the journal, then lets its reader go on", async () => {
  const first = await ledger.journalPage({ beforeSeq: null, limit: 10, events: ["cancelled"] });
  expect(first).toEqual({
    entries: [],
    nextBeforeSeq: lines + 1 - 50_000,
    scannedToMs: noonMs + (lines + 1 - 50_000) * 60_000,
  });
  const second = await ledger.journalPage({
    beforeSeq: first.nextBeforeSeq,
    limit: 10,
    events: ["cancelled"],
  });
  expect(second.entries.map(({ seq }) => seq)).toEqual([5]);
  expect(second.nextBeforeSeq).toBeNull();
});

it("ends a search where all lines are long before its begin", async () => {
  const fromMs = noonMs + (lines - 100) * 60_000;
  const { entries, nextBeforeSeq, scannedToMs } = await ledger.journalPage({
    beforeSeq: null,
    limit: 500,
    fromMs,
  });
  expect(entries).toHaveLength(101);
  expect(nextBeforeSeq).toBeNull();
  expect(scannedToMs).toBeLessThan(fromMs);
  expect(scannedToMs).toBeGreaterThan(noonMs + 30_000 * 60_000);
});
