import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connect, single } from "#adapters/ledger/database.ts";
import { trimJournal, upkeep } from "#adapters/ledger/maintenance.ts";
import { migrations } from "#adapters/ledger/schema.ts";
import { inTransaction } from "#adapters/ledger/transaction.ts";
import { enqueue } from "#adapters/ledger/writes.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { found, noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-ledger-");
});
afterEach(() => rm(dataFolder, { recursive: true }));

const open = () => ready(openInThread({ dataFolder }));
const versions = (count: number, first = 0) => Array.from({ length: count }, (_, n) => found(first + n));

/** A database with one journal line for each of so many uploads. */
function filled(count: number) {
  const db = connect(join(dataFolder, "journal.sqlite"), null);
  for (const step of migrations) db.exec(step);
  inTransaction(db, (work) => enqueue(work, versions(count), noonMs));
  return db;
}

async function untilTidy(ledger: Ledger): Promise<number> {
  for (let steps = 1; ; steps++) if (!(await ledger.upkeep())) return steps;
}

describe("the journal", () => {
  it("ends at its oldest end once it is full", () => {
    const db = filled(10);
    expect(trimJournal(db, 4)).toBe(false);
    expect(single(db, "SELECT group_concat(seq) FROM journal")).toBe("7,8,9,10");
    db.close();
  });

  it("keeps its newest line, which tells the next number, whatever the limit", () => {
    const db = filled(3);
    expect(trimJournal(db, 0)).toBe(false);
    expect(single(db, "SELECT group_concat(seq) FROM journal")).toBe("3");
    db.close();
  });

  it("loses at most 2000 lines at once, so that nobody waits", () => {
    const db = filled(5000);
    expect(trimJournal(db, 100)).toBe(true);
    expect(single(db, "SELECT count(*) FROM journal")).toBe(3000);
    expect(upkeep(db, 100)).toBe(true);
    expect(upkeep(db, 100)).toBe(false);
    expect(single(db, "SELECT count(*) FROM journal")).toBe(100);
    db.close();
  });

  it("takes a new limit while it is in use, and goes on with its numbers", async () => {
    const ledger = open();
    await ledger.enqueue(versions(40), noonMs);
    await ledger.limitJournal(10);
    await ledger.enqueue(versions(1, 100), noonMs);
    expect(await ledger.size()).toMatchObject({ journalLines: 10, oldestLineAtMs: noonMs });
    expect(await ledger.lastSeq()).toBe(41);
    expect((await ledger.totals()).queued).toBe(41);
    await ledger.close();
  });
});

describe("unused pages", () => {
  it("are given back bit by bit, until little is left", () => {
    const db = filled(10);
    db.exec("CREATE TABLE bulk (bytes BLOB); INSERT INTO bulk VALUES (zeroblob(9000000)); DROP TABLE bulk");
    const pages = () => single(db, "PRAGMA page_count") as number;
    const unused = () => single(db, "PRAGMA freelist_count") as number;
    for (let before = pages(); upkeep(db, 100); before = pages()) {
      // Some pages of the map go with them.
      expect(before - pages()).toBeGreaterThanOrEqual(256);
      expect(before - pages()).toBeLessThan(260);
    }
    expect(unused() * 4096).toBeLessThan(4_000_000);
    expect(unused()).toBeGreaterThan(0);
    expect(single(db, "SELECT count(*) FROM uploads")).toBe(10);
    db.close();
  });

  it("are given back by a ledger of an earlier version, too", async () => {
    const first = open();
    await first.enqueue(versions(3), noonMs);
    await first.close();
    const file = join(dataFolder, "ledger.sqlite");
    const older = new DatabaseSync(file);
    older.exec("PRAGMA auto_vacuum = NONE; VACUUM");
    older.close();
    const again = open();
    expect((await again.totals()).queued).toBe(3);
    await again.close();
    const looked = new DatabaseSync(file);
    expect(looked.prepare("PRAGMA auto_vacuum").get()).toEqual({ auto_vacuum: 2 });
    looked.close();
  });

  it("leave nothing to do where the ledger is tidy", async () => {
    const ledger = open();
    await ledger.enqueue(versions(10), noonMs);
    expect(await untilTidy(ledger)).toBe(1);
    await ledger.close();
  });
});
