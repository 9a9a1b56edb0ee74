import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { leaveMark, ledgerFolder } from "#adapters/ledger/folder.ts";
import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import { inFlightStates, type Upload, uploadStates } from "#domain/upload.ts";
import type { RefusedRow } from "#engine/ports/ledger.ts";
import {
  anyClaim,
  enqueued,
  eventFor,
  found,
  hashed,
  noonMs,
  receipt,
} from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready, sqliteError } from "#test/support/fakes/in-thread-ledger.ts";

let dataFolder: string;
let ledger: OpenLedger;
let refused: RefusedRow[];
let isFull: boolean;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  dataFolder = await makeScratch("skyferry-refused-");
  isFull = false;
  open();
});
afterEach(async () => {
  vi.useRealTimers();
  await ledger.close();
  await rm(dataFolder, { recursive: true });
});

function open(): void {
  const beforeStatement = (sql: string) => {
    if (isFull && /^(UPDATE|INSERT)/.test(sql)) throw sqliteError("FULL");
  };
  ledger = ready(openInThread({ dataFolder, beforeStatement }));
  refused = [];
  ledger.onRefused((row) => refused.push(row));
}

/** Opens the ledger again after these statements, which nothing of Skyferry would run. */
async function openAfter(...statements: readonly string[]): Promise<void> {
  await ledger.close();
  const db = new DatabaseSync(join(dataFolder, "ledger.sqlite"));
  db.exec("PRAGMA ignore_check_constraints = ON");
  for (const statement of statements) db.exec(statement);
  db.close();
  // A file that is not as Skyferry left it is looked through on opening, and replaced if it breaks a rule.
  leaveMark(ledgerFolder(dataFolder), true);
  open();
}

const unfit = (upload: Upload) => hashed(upload, { checksum: "no MD5" });
const words = async (id: string) =>
  (await ledger.journal({ sinceSeq: 0, limit: 99, uploadId: id })).map(
    ({ event, state }) => `${event} ${state}`,
  );

/** An upload whose next step the tables refuse, between two that they take. */
async function aPoisonedStep() {
  const uploads = [];
  for (const n of [1, 2, 3]) uploads.push(await enqueued(ledger, found(n), "hashing"));
  const [first, poisoned, last] = uploads as [Upload, Upload, Upload];
  await ledger.apply(first.id, hashed(first), noonMs);
  await ledger.apply(poisoned.id, unfit(poisoned), noonMs);
  await ledger.apply(last.id, hashed(last), noonMs);
  return { first, poisoned, last };
}

async function expectAlone({ first, poisoned, last }: Awaited<ReturnType<typeof aPoisonedStep>>) {
  expect((await ledger.get(first.id))?.state).toBe("announcing");
  expect((await ledger.get(last.id))?.state).toBe("announcing");
  expect(await ledger.get(poisoned.id)).toMatchObject({
    state: "waiting",
    checksum: null,
    attempts: 1,
    notBeforeMs: noonMs + 60_000,
    failure: { cause: "program-error" },
  });
  expect(await words(poisoned.id)).toEqual(["enqueued queued", "claimed hashing", "failed-passing waiting"]);
  expect(refused).toEqual([{ id: poisoned.id, reason: expect.stringContaining("CHECK constraint failed") }]);
}

describe("a step that the tables refuse is dropped alone, and its claim has an end", () => {
  it("before a call that reads", async () => {
    const uploads = await aPoisonedStep();
    expect(await ledger.totals()).toMatchObject({ announcing: 2, waiting: 1, hashing: 0 });
    await expectAlone(uploads);
  });

  it("before a call that writes, and beside others of its turn", async () => {
    const uploads = await aPoisonedStep();
    const released = { type: "released", reason: "records could not be written" } as const;
    const [applied, queued] = await Promise.all([
      ledger.applyAll({ states: ["hashing"] }, released, noonMs),
      ledger.enqueue([found(4)], noonMs),
    ]);
    expect([applied, queued.length]).toEqual([0, 1]);
    await expectAlone(uploads);
  });

  it("by the timer", async () => {
    const uploads = await aPoisonedStep();
    vi.advanceTimersByTime(500);
    expect(refused).toHaveLength(1);
    await expectAlone(uploads);
  });

  it("on closing", async () => {
    const { first, poisoned } = await aPoisonedStep();
    await ledger.close();
    open();
    expect((await ledger.get(poisoned.id))?.state).toBe("waiting");
    expect(await words(first.id)).toContain("hashed announcing");
  });

  it("and what its attempt says later applies to nothing; it is claimed again in its time", async () => {
    const { poisoned } = await aPoisonedStep();
    await ledger.totals();
    expect(await ledger.apply(poisoned.id, { type: "announced" }, noonMs)).toBeNull();
    const confirmed = {
      type: "confirmed",
      receipt: receipt({ ...poisoned, checksum: "a".repeat(32) }),
    } as const;
    expect(await ledger.apply(poisoned.id, confirmed, noonMs)).toBeNull();
    expect(await ledger.claim(anyClaim())).toEqual([]);
    const [again] = await ledger.claim(anyClaim({ nowMs: noonMs + 60_000 }));
    expect(again?.id).toBe(poisoned.id);
    await ledger.apply(poisoned.id, hashed(poisoned), noonMs + 60_000);
    expect((await ledger.get(poisoned.id))?.state).toBe("announcing");
  });

  it("told once for each reason", async () => {
    const { poisoned } = await aPoisonedStep();
    for (const nowMs of [noonMs + 60_000, noonMs + 120_000]) {
      await ledger.totals();
      await ledger.claim(anyClaim({ nowMs }));
      await ledger.apply(poisoned.id, unfit(poisoned), nowMs);
    }
    await ledger.totals();
    expect(refused).toHaveLength(1);
  });

  it("but a full disk drops nothing", async () => {
    const { first, last } = await aPoisonedStep();
    isFull = true;
    expect((await ledger.totals()).hashing + (await ledger.totals()).queued).toBe(3);
    vi.advanceTimersByTime(1_000);
    expect(refused).toEqual([]);
    isFull = false;
    expect((await ledger.totals()).announcing).toBe(2);
    for (const { id } of [first, last]) expect(await words(id)).toContain("hashed announcing");
  });
});

describe("a result that the tables refuse", () => {
  it("ends the claim, and the upload is not delivered", async () => {
    const upload = await enqueued(ledger, found(1), "sending");
    const failing = { ...eventFor("failed-passing", upload), notBeforeMs: 0.5 } as const;
    expect(await ledger.apply(upload.id, failing, noonMs)).toBeNull();
    expect(await ledger.get(upload.id)).toMatchObject({ state: "waiting", isAnnounced: true });
    expect((await ledger.totals()).waiting).toBe(1);
    expect(refused).toHaveLength(1);
  });
});

describe("a version that the tables refuse", () => {
  it("is left out, the others are recorded", async () => {
    const versions = [found(1), found(2, { size: -1 }), found(3)];
    const queued = await ledger.enqueue(versions, noonMs);
    expect(queued.map(({ relPath }) => relPath)).toEqual([found(1).relPath, found(3).relPath]);
    expect((await ledger.totals()).queued).toBe(2);
    expect(refused).toMatchObject([{ id: found(2).relPath }]);
  });
});

describe("a row of the tables that takes no change", () => {
  /** Every change of its state breaks the rule that is broken already. */
  const spoil = "UPDATE uploads SET retired = 5 WHERE seq = 1";

  it("does not keep the ledger from being opened", async () => {
    await enqueued(ledger, found(1), "sending");
    const second = await enqueued(ledger, found(2), "sending");
    await ledger.totals();
    await openAfter(spoil, "UPDATE uploads SET state = 'hashing'");
    expect((await ledger.get(second.id))?.state).toBe("queued");
    expect(await ledger.enqueue([found(3)], noonMs)).toHaveLength(1);
  });

  it("does not keep others from becoming due, nor from being claimed", async () => {
    for (const n of [1, 2]) await enqueued(ledger, found(n), "waiting");
    await openAfter(spoil);
    const claimed = await ledger.claim(anyClaim({ nowMs: noonMs + 60_000 }));
    expect(claimed.map(({ relPath }) => relPath)).toEqual([found(2).relPath]);
    expect(refused).toHaveLength(1);
  });

  it("does not keep others from an event for all", async () => {
    for (const n of [1, 2, 3]) await enqueued(ledger, found(n), "blocked");
    await openAfter(spoil);
    expect(await ledger.applyAll({ states: ["blocked"] }, { type: "retried" }, noonMs)).toBe(2);
    expect(await ledger.totals()).toMatchObject({ blocked: 1, queued: 2 });
    const released = { type: "released", reason: "records could not be written" } as const;
    expect(await ledger.applyAll({ states: inFlightStates }, released, noonMs)).toBe(0);
  });
});

describe("a value that cannot be read", () => {
  const broken = (column: string, seq: number) =>
    `UPDATE uploads SET ${column} = '{"cause":' WHERE seq = ${seq}`;

  it("is missing in its own row alone, which goes on as the others do", async () => {
    const blocked = await enqueued(ledger, found(1), "blocked");
    await enqueued(ledger, found(2), "blocked");
    await openAfter(broken("failure", 1));
    const listed = await ledger.list({}, 9, null);
    expect(listed.map(({ failure }) => failure?.cause).sort()).toEqual(["refused", "refused"]);
    expect((await ledger.apply(blocked.id, { type: "retried" }, noonMs))?.state).toBe("queued");
  });

  it("of an instrument's times does not stop its files", async () => {
    await enqueued(ledger, found(1));
    await openAfter("UPDATE instruments SET recent = '['");
    expect(await ledger.arrivals()).toEqual(new Map([["Cloud radar", []]]));
    expect(await ledger.enqueue([found(2)], noonMs)).toHaveLength(1);
    expect((await ledger.arrivals()).get("Cloud radar")).toHaveLength(1);
  });
});

describe("a count that is too low", () => {
  it.each(["counts", "cause_counts", "duplicate_counts", "replaced_counts"])(
    "in %s is counted again where it would fall below nothing, and stops no write",
    async (table) => {
      const kinds = { 1: "stored", 2: "twin", 3: "twin" } as const;
      const uploads: Upload[] = [];
      for (const n of [1, 2, 3] as const) {
        const sending = await enqueued(ledger, found(n), "sending");
        const ofKind = { ...receipt(sending), kind: kinds[n], recordFilename: "other" };
        const confirmed = { type: "confirmed", receipt: ofKind } as const;
        uploads.push((await ledger.apply(sending.id, confirmed, noonMs)) ?? sending);
      }
      for (const n of [4, 5]) uploads.push(await enqueued(ledger, found(n), "blocked"));
      await ledger.enqueue([found(1, { size: 5 }), found(2, { size: 5 })], noonMs);
      await openAfter(`UPDATE ${table} SET uploads = 0`);
      for (const { id, state } of uploads)
        await ledger.apply(id, { type: state === "blocked" ? "retried" : "displaced" }, noonMs);
      const totals = await ledger.totals();
      const listed = await ledger.list({}, 99, null);
      if (table === "counts")
        for (const state of uploadStates.filter((one) => one !== "queued"))
          expect(totals[state]).toBe(listed.filter((upload) => upload.state === state).length);
      expect(await ledger.duplicates(0)).toEqual([]);
      expect(await ledger.replacedCount()).toBe(0);
    },
  );
});
