import { cp, rename, rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Upload } from "#domain/upload.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
import { anyClaim, failure, found, hashed, noonMs, receipt } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready, sqliteError } from "#test/support/fakes/in-thread-ledger.ts";
import { atMost } from "#test/support/limits.ts";

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-ledger-");
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

/** Lets the first statements through, then fails `times` of them. */
function failing(kind: Parameters<typeof sqliteError>[0], first: number, times = 1) {
  const state = { ran: 0, failed: 0, isPaused: false };
  const beforeStatement = (): void => {
    if (state.isPaused) return;
    const i = state.ran++;
    if (i < first || i >= first + times) return;
    state.failed++;
    throw sqliteError(kind);
  };
  return { state, beforeStatement };
}

const onDisk = [found(1), found(2), found(3, { size: 9 })];

/** A day at a station: one file is delivered, one fails, one is rewritten and then delivered. */
async function day(ledger: Ledger): Promise<void> {
  await ledger.enqueue([found(3)], noonMs);
  await work(ledger);
}

async function work(ledger: Ledger): Promise<void> {
  await ledger.enqueue(onDisk, noonMs);
  const claimed = await ledger.claim(anyClaim({ nowMs: noonMs + 120_000 }));
  const results = await Promise.allSettled(claimed.map((upload) => carry(ledger, upload)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

async function carry(ledger: Ledger, upload: Upload): Promise<void> {
  if (upload.relPath === found(2).relPath) {
    const event = { type: "failed-passing", failure: failure(), notBeforeMs: noonMs + 60_000 } as const;
    await ledger.apply(upload.id, event, noonMs);
    return;
  }
  const inFlight = await ledger.apply(upload.id, hashed(upload), noonMs);
  await ledger.apply(upload.id, { type: "announced" }, noonMs);
  if (inFlight !== null) {
    await ledger.apply(upload.id, { type: "confirmed", receipt: receipt(inFlight) }, noonMs);
  }
}

async function nextRun() {
  const ledger = ready(openInThread({ dataFolder }));
  await ledger.applyAll({ states: ["waiting"] }, { type: "retried" }, noonMs);
  await work(ledger);
  const { waiting, delivered, queued, hashing, announcing, sending } = await ledger.totals();
  await checkJournal(ledger);
  await ledger.close();
  return { waiting, delivered, open: queued + hashing + announcing + sending };
}

/** The journal's newest line of an upload always says the state that its row has. */
async function checkJournal(ledger: Ledger): Promise<void> {
  const uploads = await ledger.list({}, 1000, null);
  const lines = await ledger.journal({ sinceSeq: 0, limit: 100_000 });
  for (const { id, state } of uploads) {
    expect(lines.findLast(({ uploadId }) => uploadId === id)?.state).toBe(state);
  }
  const totals = await ledger.totals();
  const counted = Object.values(totals).reduce((sum, count) => sum + count, 0);
  expect(counted).toBe(uploads.length);
  for (const [state, count] of Object.entries(totals)) {
    expect(uploads.filter((upload) => upload.state === state)).toHaveLength(count);
  }
}

/**
 * A day in which statement number `i` fails: nothing is left half-written, and the next run converges. Gives whether it failed
 * while the ledger was opened, and whether at all.
 */
async function failedDay(
  kind: "FULL" | "IOERR" | "BUSY",
  i: number,
): Promise<{ readonly atOpening: boolean; readonly atAll: boolean }> {
  const { state, beforeStatement } = failing(kind, i);
  const opened = openInThread({ dataFolder, beforeStatement });
  const atOpening = state.failed > 0;
  if ("message" in opened) {
    expect(opened.message).toContain(dataFolder);
  } else {
    const error = await day(opened).catch((error: unknown) => error);
    if (error !== undefined) expect(error).toBeInstanceOf(LedgerError);
    // The cause has gone: the same ledger works on, and holds whole calls only.
    state.isPaused = true;
    await checkJournal(opened);
    state.isPaused = false;
    await opened.close();
  }
  expect(await nextRun()).toEqual({ delivered: 2, waiting: 1, open: 0 });
  await rm(dataFolder, { recursive: true });
  return { atOpening, atAll: state.failed > 0 };
}

// Each statement opens the ledger twice, and Wine takes seconds for that.
const longMs = atMost(600_000);

describe.each(["FULL", "IOERR", "BUSY"] as const)("a statement that fails with %s", (kind) => {
  it(
    "leaves nothing half-written, whichever statement of the first opening it is, and the next run converges",
    async () => {
      let failures = 0;
      while ((await failedDay(kind, failures)).atOpening) failures += 1;
      expect(failures).toBeGreaterThan(50);
    },
    longMs,
  );

  // To make a ledger takes seven times as long as to open it again.
  it(
    "leaves nothing half-written, whichever statement of a later day it is, and the next run converges",
    async () => {
      await ready(openInThread({ dataFolder })).close();
      const made = `${dataFolder}-made`;
      await rename(dataFolder, made);
      for (let i = 0; ; i++) {
        await cp(made, dataFolder, { recursive: true });
        if (!(await failedDay(kind, i)).atAll) break;
      }
      await rm(made, { recursive: true });
    },
    longMs,
  );
});

describe("a call that fails", () => {
  it("says so in a sentence that names the folder, and the next one succeeds", async () => {
    const { state, beforeStatement } = failing("FULL", Number.POSITIVE_INFINITY);
    const isFull = { now: false };
    const ledger = ready(
      openInThread({
        dataFolder,
        beforeStatement: (sql) => {
          if (isFull.now && sql.startsWith("INSERT INTO uploads")) throw sqliteError("FULL");
          beforeStatement();
        },
      }),
    );
    isFull.now = true;
    const refused = ledger.enqueue([found(1)], noonMs);
    const reading = ledger.totals();
    await expect(refused).rejects.toThrow(`no space left for the record of uploads in ${dataFolder}`);
    expect((await reading).queued).toBe(0);
    isFull.now = false;
    expect(await ledger.enqueue([found(1)], noonMs)).toHaveLength(1);
    expect(state.failed).toBe(0);
    await ledger.close();
  });

  it("does not spoil the calls of the same tick", async () => {
    let isFull = false;
    const ledger = ready(
      openInThread({
        dataFolder,
        beforeStatement: (sql) => {
          if (isFull && sql.includes("INTO journal")) {
            isFull = false;
            throw sqliteError("FULL");
          }
        },
      }),
    );
    const heard: string[] = [];
    ledger.onCommitted((entries) => heard.push(...entries.map(({ relPath }) => relPath)));
    isFull = true;
    const both = [ledger.enqueue([found(1)], noonMs), ledger.enqueue([found(2)], noonMs)];
    expect((await Promise.all(both)).flat()).toHaveLength(2);
    expect(heard).toEqual([found(1).relPath, found(2).relPath]);
    await ledger.close();
  });

  it("is not run again when the commit failed, and what only reads is", async () => {
    let isFull = false;
    const ledger = ready(
      openInThread({
        dataFolder,
        beforeStatement: (sql) => {
          if (isFull && sql === "COMMIT") {
            isFull = false;
            throw sqliteError("IOERR");
          }
        },
      }),
    );
    isFull = true;
    const calls = [ledger.enqueue([found(1)], noonMs), ledger.enqueue([found(2)], noonMs), ledger.totals()];
    const [first, second, totals] = await Promise.allSettled(calls);
    expect(first?.status).toBe("rejected");
    expect(second?.status).toBe("rejected");
    expect(totals).toMatchObject({ status: "fulfilled", value: { queued: 0 } });
    await ledger.close();
  });
});
