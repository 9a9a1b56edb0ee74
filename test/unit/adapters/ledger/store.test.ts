import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrations, statementsOf } from "#adapters/ledger/schema.ts";
import { anyClaim, bringTo, enqueued, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

let dataFolder: string;
let ran: string[];
beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-ledger-");
  ran = [];
});
afterEach(() => rm(dataFolder, { recursive: true }));

const open = () => ready(openInThread({ dataFolder, beforeStatement: (sql) => void ran.push(sql) }));
const commits = () => ran.filter((sql) => sql === "COMMIT").length;

describe("a transaction", () => {
  it("carries all calls of one tick", async () => {
    const ledger = open();
    const uploads = await ledger.enqueue([found(1), found(2), found(3)], noonMs);
    ran = [];
    await Promise.all(uploads.map(({ id }) => ledger.apply(id, { type: "cancelled" }, noonMs)));
    expect(commits()).toBe(1);
    await ledger.close();
  });

  it("takes 200 rows at most, so that others get their turn", async () => {
    const ledger = open();
    ran = [];
    const versions = Array.from({ length: 450 }, (_, n) => found(n));
    await ledger.enqueue(versions, noonMs);
    expect(commits()).toBe(3);
    ran = [];
    await ledger.applyAll({}, { type: "cancelled" }, noonMs);
    expect(commits()).toBe(3);
    ran = [];
    const two = [1000, 2000].map((first) => Array.from({ length: 150 }, (_, n) => found(first + n)));
    await Promise.all(two.map((part) => ledger.enqueue(part, noonMs)));
    expect(commits()).toBe(2);
    await ledger.close();
  });
});

describe("the tables", () => {
  const lies: Readonly<Record<string, string>> = {
    "a delivery without a receipt": "state = 'delivered'",
    "a receipt without a delivery": "receipt = '{}'",
    "a failure of what is queued": "failure = '{}', cause = 'refused'",
    "a block without a failure": "state = 'blocked'",
    "a time without waiting": "not_before_ms = 1",
    "a wait without a time": "state = 'waiting', failure = '{}', cause = 'refused'",
    "an announcement without a checksum": "state = 'announcing'",
    "a checksum in capitals": "checksum = 'D41D8CD98F00B204E9800998ECF8427E'",
    "a debt in the wrong lane": `is_announced = 1, checksum = '${"0".repeat(32)}'`,
    "a superseded version that counts": "state = 'superseded'",
    "a state that is none": "state = 'lost'",
    "a negative size": "size = -1",
    "a text for a number": "size = 'big'",
  };

  it.each(Object.entries(lies))("refuse %s", async (_, change) => {
    const ledger = open();
    await enqueued(ledger, found(1));
    await ledger.close();
    const table = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
    expect(() => table.exec(`UPDATE uploads SET ${change}`)).toThrow(/constraint|cannot store/);
    table.close();
  });

  it("refuse a second unfinished version of a path, and one checksum twice in flight", async () => {
    const ledger = open();
    await enqueued(ledger, found(1), "announcing");
    await enqueued(ledger, found(2), "announcing");
    await ledger.close();
    const table = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
    table.exec("UPDATE uploads SET state = 'announcing' WHERE seq = 1");
    const path = "UPDATE uploads SET rel_path = (SELECT rel_path FROM uploads WHERE seq = 1), size = 1";
    expect(() => table.exec(`${path} WHERE seq = 2`)).toThrow("UNIQUE");
    const checksum =
      "UPDATE uploads SET state = 'announcing', checksum = (SELECT checksum FROM uploads WHERE seq = 1)";
    expect(() => table.exec(`${checksum} WHERE seq = 2`)).toThrow("UNIQUE");
    table.close();
  });
});

describe("the statements", () => {
  // Sorted are a handful of rows only: the totals, the causes, the versions of one path.
  const sortsFew = /FROM counts|GROUP BY cause|rel_path = \? ORDER BY seq DESC/;

  it("find every row by an index and sort no crowd, however many rows there are", async () => {
    const ledger = open();
    const uploads = await ledger.enqueue([found(1), found(2), found(3), found(4)], noonMs);
    const states = ["waiting", "blocked", "delivered", "queued"] as const;
    for (const [i, upload] of uploads.entries()) await bringTo(ledger, upload, states[i] ?? "queued");
    await ledger.enqueue([found(4, { size: 1 })], noonMs);
    await ledger.claim(anyClaim({ nowMs: noonMs + 60_000 }));
    await ledger.compare("Cloud radar", [found(1)]);
    await ledger.applyAll({ cause: "refused" }, { type: "retried" }, noonMs);
    const reads = [
      ledger.list({}, 10, uploads[0]?.id ?? null),
      ledger.list({ text: "x", states: ["delivered"] }, 10, null),
      ledger.list({ cause: "refused" }, 10, null),
      ledger.versions("Cloud radar", "x"),
      ledger.sameRecord("x", "Cloud radar", "x"),
      ledger.isFirstMeeting("x"),
      ledger.totals(),
      ledger.laneTotals(),
      ledger.causes(),
      ledger.instrumentCounts(),
      ledger.bytesLeft(),
      ledger.oldestUnsentAtMs(),
      ledger.late(1, 0),
      ledger.nextDueMs(),
      ledger.moveDue(1),
      ledger.journal({ sinceSeq: 0, limit: 10 }),
      ledger.journal({ sinceSeq: 0, limit: 10, uploadId: "x" }),
      ledger.lastSeq(),
    ];
    await Promise.all(reads);
    await ledger.close();
    const plans = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
    // A migration is run once in a ledger's life.
    const once = new Set(migrations.flatMap(statementsOf));
    const often = [...new Set(ran)].filter((sql) => !once.has(sql));
    const statements = often.filter((sql) => /^(SELECT|UPDATE uploads|INSERT)/.test(sql));
    expect(statements.length).toBeGreaterThan(30);
    const slow = statements.filter((sql) => {
      if (sortsFew.test(sql)) return false;
      const plan = plans
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail));
      return plan.some((line) => /^SCAN (uploads|journal|j|u)$|TEMP B-TREE/.test(line));
    });
    plans.close();
    expect(slow).toEqual([]);
  });
});
