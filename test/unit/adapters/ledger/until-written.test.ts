import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import { linkToThread, openLedger } from "#adapters/ledger/sqlite-ledger.ts";
import { openLedgerUntilWritten } from "#adapters/ledger/until-written.ts";
import type { FoundVersion } from "#engine/ports/ledger.ts";
import { anyClaim, enqueued, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { ready } from "#test/support/fakes/in-thread-ledger.ts";

let dataFolder: string;
let ledger: OpenLedger;
let threads = 0;
const count = () => {
  threads += 1;
};

beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-ledger-");
  subscribe("worker_threads", count);
});
afterEach(async () => {
  unsubscribe("worker_threads", count);
  await ledger.close();
  await rm(dataFolder, { recursive: true });
});

/** Another process of the past left this. */
async function left(version: FoundVersion, state: "queued" | "delivered"): Promise<void> {
  const before = ready(await openLedger({ dataFolder, nowMs: noonMs }));
  await enqueued(before, version, state);
  await before.close();
}

function open(): void {
  threads = 0;
  ledger = ready(openLedgerUntilWritten({ dataFolder, nowMs: noonMs }));
}

describe("a ledger that gets its thread when it writes", () => {
  it("has none while it is read, nor for a claim of nothing", async () => {
    await left(found(1), "delivered");
    open();
    await ledger.limitJournal(1000);
    expect((await ledger.compare("Cloud radar", [found(1), found(2)])).unknown).toHaveLength(1);
    expect(await ledger.claim(anyClaim())).toEqual([]);
    expect(await ledger.totals()).toMatchObject({ delivered: 1 });
    expect(threads).toBe(0);
  });

  it("has one before it writes, and answers in the order of the calls", async () => {
    await left(found(1), "delivered");
    open();
    const before = ledger.totals();
    const written = ledger.enqueue([found(2)], noonMs);
    const after = ledger.totals();
    expect(await before).toMatchObject({ queued: 0, delivered: 1 });
    expect(await written).toHaveLength(1);
    expect(await after).toMatchObject({ queued: 1, delivered: 1 });
    expect(threads).toBe(1);
    expect(await ledger.claim(anyClaim())).toHaveLength(1);
    expect(threads).toBe(1);
  });

  it("has one before it claims what is queued, which stays claimed", async () => {
    await left(found(1), "queued");
    open();
    const [claimed] = await ledger.claim(anyClaim());
    expect(threads).toBe(1);
    expect(await ledger.get(claimed?.id ?? "")).toMatchObject({ state: "hashing" });
  });

  it("keeps the journal's limit", async () => {
    open();
    await ledger.limitJournal(10);
    for (let n = 0; n < 40; n++) await ledger.enqueue([found(n)], noonMs);
    await ledger.upkeep();
    expect(await ledger.journal({ sinceSeq: 0, limit: 99 })).toHaveLength(10);
  });

  it("is recorded whole when it is closed at once", async () => {
    open();
    const queued = ledger.enqueue([found(1)], noonMs);
    await ledger.close();
    await queued;
    ledger = ready(await openLedger({ dataFolder, nowMs: noonMs }));
    expect(await ledger.totals()).toMatchObject({ queued: 1 });
  });

  it("fails with a sentence where another process takes the folder on the way", async () => {
    let other: OpenLedger | null = null;
    ledger = ready(
      openLedgerUntilWritten({ dataFolder, nowMs: noonMs }, (request) => {
        other = ready(openLedgerUntilWritten(request));
        return linkToThread(request);
      }),
    );
    const asked = ledger.enqueue([found(1)], noonMs);
    await expect(asked).rejects.toThrow("already in use by another Skyferry process");
    expect(await ledger.lost).toContain("already in use");
    await (other as OpenLedger | null)?.close();
  });
});
