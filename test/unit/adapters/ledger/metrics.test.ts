import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connect } from "#adapters/ledger/database.ts";
import { metrics } from "#adapters/ledger/reads.ts";
import { applicationId, migrations } from "#adapters/ledger/schema.ts";
import { failure, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeScratch("skyferry-figures-");
});
afterEach(() => rm(folder, { recursive: true }));

it("has the causes of a ledger of version 2 when it is opened, and keeps them from then on", async () => {
  const db = new DatabaseSync(join(folder, "ledger.sqlite"));
  db.exec(`${migrations[0]}${migrations[1]}`);
  db.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30)
    INSERT INTO uploads (seq, id, instrument, rel_path, size, mtime_us, measurement_date, state, failure, cause,
        not_before_ms, attempts, lane, is_announced, asks_first, created_at_ms, updated_at_ms)
      SELECT i, printf('018df000-0000-7000-8000-%012x', i), 'Radar', 'day/' || i, 10, i * 1000000, '2026-03-05',
        iif(i % 3 = 0, 'blocked', 'waiting'),
        json_object('cause', iif(i % 3 = 0, 'refused', 'portal-error'), 'message', 'm', 'portalMessage', null),
        iif(i % 3 = 0, 'refused', 'portal-error'), iif(i % 3 = 0, NULL, ${noonMs}), 1, 'fresh', 0, 0, 0, 0 FROM n;
    INSERT INTO counts SELECT instrument, state, lane, count(*) FROM uploads GROUP BY 1, 2, 3;
    INSERT INTO instruments SELECT instrument, max(mtime_us), '[]' FROM uploads GROUP BY 1;
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = 2;
  `);
  db.close();
  const ledger = ready(openInThread({ dataFolder: folder }));
  const before = await ledger.metrics();
  expect(before.causes).toEqual([
    { instrument: "Radar", state: "blocked", cause: "refused", uploads: 10 },
    { instrument: "Radar", state: "waiting", cause: "portal-error", uploads: 20 },
  ]);
  expect(before.oldestUnsentAtMs).toBe(1000);
  await ledger.applyAll({ states: ["blocked"] }, { type: "retried" }, noonMs);
  const [upload] = await ledger.claim({
    instruments: ["Radar"],
    limit: 1,
    maxSize: null,
    dates: null,
    nowMs: noonMs - 60_000,
  });
  const event = { type: "failed-final", failure: failure("too-large") } as const;
  await ledger.apply(upload?.id ?? "", event, noonMs);
  const after = await ledger.metrics();
  expect(after.causes).toEqual([
    { instrument: "Radar", state: "blocked", cause: "too-large", uploads: 1 },
    { instrument: "Radar", state: "waiting", cause: "portal-error", uploads: 20 },
  ]);
  expect(after.counts).toContainEqual({ instrument: "Radar", state: "queued", uploads: 9 });
  await ledger.close();
});

it("looks at no upload but the oldest unsent one", async () => {
  const ledger = ready(openInThread({ dataFolder: folder }));
  await ledger.enqueue([found(1), found(2)], noonMs);
  await ledger.close();
  const asked: string[] = [];
  const db = connect(join(folder, "ledger.sqlite"), (sql) => asked.push(sql));
  asked.length = 0;
  expect(metrics(db).counts).toEqual([{ instrument: "Cloud radar", state: "queued", uploads: 2 }]);
  const statements = [...asked];
  const plans = statements.flatMap((sql) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
  db.close();
  const uploads = plans.map(({ detail }) => String(detail)).filter((line) => line.includes("uploads"));
  expect(statements).toHaveLength(5);
  expect(uploads).toEqual(["SCAN uploads USING INDEX uploads_unsent"]);
  expect(statements.filter((sql) => sql.includes("FROM uploads"))).toEqual([
    expect.stringMatching(/LIMIT 1$/),
  ]);
});
