import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import type { JournalLine } from "#domain/journal.ts";
import { inFlightStates, type Upload, type UploadState } from "#domain/upload.ts";
import { LedgerError } from "#engine/ports/ledger.ts";
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

let scratch: string;
let ledger: OpenLedger;
let ran: string[];
/** Fails the next statement that it is true for. */
let isAtFault: ((sql: string) => boolean) | null;
let isFull: boolean;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  scratch = await makeScratch("skyferry-ledger-");
  ran = [];
  isAtFault = null;
  isFull = false;
  ledger = ready(openInThread({ dataFolder: join(scratch, "data"), beforeStatement }));
});
afterEach(async () => {
  vi.useRealTimers();
  await ledger.close();
  await rm(scratch, { recursive: true });
});

function beforeStatement(sql: string): void {
  ran.push(sql);
  if (isFull && /^(UPDATE|INSERT)/.test(sql)) throw sqliteError("FULL");
  if (isAtFault?.(sql) !== true) return;
  isAtFault = null;
  throw sqliteError("FULL");
}

/** Changes of uploads since this was asked last. */
function updates(): number {
  const count = ran.filter((sql) => sql.startsWith("UPDATE uploads")).length;
  ran = [];
  return count;
}

/** The state that a power cut would leave, read by the next run. */
async function afterCrash<T>(read: (next: OpenLedger) => Promise<T>): Promise<T> {
  const folder = await makeScratch("skyferry-crashed-");
  await cp(join(scratch, "data"), folder, { recursive: true });
  const next = ready(openInThread({ dataFolder: folder }));
  const value = await read(next);
  await next.close();
  await rm(folder, { recursive: true });
  return value;
}

const lines = (of: OpenLedger) => of.journal({ sinceSeq: 0, limit: 100 });
const words = (all: readonly JournalLine[]) => all.map(({ event, state }) => `${event} ${state}`);
const stateAfterCrash = (id: string) => afterCrash(async (next) => (await next.get(id))?.state);

async function step(upload: Upload, type: "claimed" | "announced"): Promise<Upload> {
  return (await ledger.apply(upload.id, { type }, noonMs)) ?? upload;
}

describe("steps of a claim", () => {
  it("are on the disk with the result, in one commit, each line with its own time", async () => {
    const upload = await enqueued(ledger, found(1));
    updates();
    await ledger.claim(anyClaim());
    await ledger.apply(upload.id, hashed(upload), noonMs + 1);
    const sending = await ledger.apply(upload.id, { type: "announced" }, noonMs + 2);
    expect(updates()).toBe(0);
    expect(await stateAfterCrash(upload.id)).toBe("queued");
    const confirmed = { type: "confirmed", receipt: receipt(sending ?? upload) } as const;
    await ledger.apply(upload.id, confirmed, noonMs + 3);
    expect(updates()).toBe(1);
    expect(await stateAfterCrash(upload.id)).toBe("delivered");
    expect((await lines(ledger)).map(({ event, atMs }) => [event, atMs - noonMs])).toEqual([
      ["enqueued", 0],
      ["claimed", 0],
      ["hashed", 1],
      ["announced", 2],
      ["confirmed", 3],
    ]);
  });

  it("are seen by every reader before they are on the disk", async () => {
    const upload = await enqueued(ledger, found(1));
    await enqueued(ledger, found(2));
    const [claimed] = await ledger.claim(anyClaim({ limit: 1 }));
    expect((await ledger.totals()).hashing).toBe(1);
    expect(await ledger.list({ states: ["hashing"] }, 9, null)).toEqual([claimed]);
    expect(await ledger.list({ states: ["queued"] }, 9, null)).toHaveLength(1);
    expect(await ledger.claim(anyClaim())).toHaveLength(1);
    expect((await ledger.get(upload.id))?.state).toBe("hashing");
  });

  it("are on the disk and told half a second later at the latest", async () => {
    const heard: JournalLine[] = [];
    ledger.onCommitted((all) => heard.push(...all));
    const upload = await enqueued(ledger, found(1));
    await ledger.claim(anyClaim());
    vi.advanceTimersByTime(499);
    expect(words(heard)).toEqual(["enqueued queued"]);
    vi.advanceTimersByTime(1);
    expect(words(heard)).toEqual(["enqueued queued", "claimed hashing"]);
    const ended = await afterCrash(lines);
    expect(words(ended).slice(-2)).toEqual(["claimed hashing", "released queued"]);
    expect(ended.at(-1)).toMatchObject({ uploadId: upload.id, detail: "found unfinished at start" });
  });

  it("are on the disk when the ledger is closed", async () => {
    await enqueued(ledger, found(1), "sending");
    await ledger.close();
    const next = ready(openInThread({ dataFolder: join(scratch, "data") }));
    expect(words(await lines(next))).toContain("announced sending");
    await next.close();
  });

  it.each(["journal", "journalPage", "lastSeq", "changedDays"] as const)(
    "are on the disk before %s tells their numbers",
    async (name) => {
      await enqueued(ledger, found(1), "hashing");
      updates();
      const reads = {
        journal: () => ledger.journal({ sinceSeq: 0, limit: 9 }),
        journalPage: () => ledger.journalPage({ limit: 9, beforeSeq: null }),
        lastSeq: () => ledger.lastSeq(),
        changedDays: () => ledger.changedDays(0),
      };
      await reads[name]();
      expect(updates()).toBe(1);
    },
  );
});

describe("unwritten steps of other uploads count", () => {
  const same = { checksum: "e".repeat(32), recordKey: "record" };

  it("for the bytes that are being sent", async () => {
    const [one, other] = [
      await enqueued(ledger, found(1), "hashing"),
      await enqueued(ledger, found(2), "hashing"),
    ];
    await ledger.apply(one.id, hashed(one, { checksum: same.checksum }), noonMs);
    const refused = hashed(other, { checksum: same.checksum });
    expect(await ledger.apply(other.id, refused, noonMs)).toBeNull();
    await ledger.totals();
    expect(await ledger.apply(other.id, refused, noonMs)).toBeNull();
    await ledger.apply(one.id, { type: "released", reason: "paused" }, noonMs);
    expect(await ledger.apply(other.id, refused, noonMs)).not.toBeNull();
  });

  it("for the uploads of a record", async () => {
    const one = await enqueued(ledger, found(1), "hashing");
    await ledger.apply(one.id, hashed(one, same), noonMs);
    expect(await ledger.sameRecord("record", one.instrument, found(2).relPath)).toMatchObject([
      { id: one.id, state: "announcing" },
    ]);
  });

  it("for what is claimed next", async () => {
    for (const n of [1, 2, 3]) await enqueued(ledger, found(n));
    const paths = async () => (await ledger.claim(anyClaim({ limit: 1 }))).map(({ relPath }) => relPath);
    expect([await paths(), await paths(), await paths(), await paths()]).toEqual([
      [found(1).relPath],
      [found(2).relPath],
      [found(3).relPath],
      [],
    ]);
  });

  it("where the file changes: what may be on the portal is known, and the lines of its claim stay", async () => {
    const upload = await enqueued(ledger, found(1), "announcing");
    await enqueued(ledger, found(1, { size: 5 }));
    expect((await ledger.get(upload.id))?.checksum).toBe(upload.checksum);
    const ofUpload = await ledger.journal({ sinceSeq: 0, limit: 9, uploadId: upload.id });
    expect(words(ofUpload)).toEqual([
      "enqueued queued",
      "claimed hashing",
      "hashed announcing",
      "changed superseded",
    ]);
  });

  it("in the journal, whose lines are in the order of the steps", async () => {
    const [one, other] = [await enqueued(ledger, found(1)), await enqueued(ledger, found(2))];
    await step(one, "claimed");
    await step(other, "claimed");
    await ledger.apply(one.id, hashed(one), noonMs);
    const ids = (await lines(ledger)).slice(2).map(({ uploadId }) => uploadId);
    expect(ids).toEqual([one.id, other.id, one.id]);
  });
});

describe("a file that was read is on the disk before it is announced", () => {
  const other = { checksum: "e".repeat(32), recordKey: "record" };

  async function isKeptAt(upload: Upload): Promise<UploadState | undefined> {
    await step(upload, "claimed");
    await ledger.apply(upload.id, hashed(upload, { recordKey: "record" }), noonMs);
    return await afterCrash(async (next) => {
      const journal = await lines(next);
      return journal.find(({ event, uploadId }) => event === "hashed" && uploadId === upload.id)?.state;
    });
  }

  it("where it is another version of a file", async () => {
    await enqueued(ledger, found(1));
    expect(await isKeptAt(await enqueued(ledger, found(1, { size: 5 })))).toBe("announcing");
  });

  it("where another upload is delivered to its record", async () => {
    const former = await enqueued(ledger, found(1), "hashing");
    await ledger.apply(former.id, hashed(former, other), noonMs);
    await ledger.apply(former.id, eventFor("confirmed", { ...former, ...other }), noonMs);
    expect(await isKeptAt(await enqueued(ledger, found(2)))).toBe("announcing");
  });

  it("where another upload is on its way to its record", async () => {
    const former = await enqueued(ledger, found(1), "hashing");
    await ledger.apply(former.id, hashed(former, other), noonMs);
    expect(await isKeptAt(await enqueued(ledger, found(2)))).toBe("announcing");
  });

  it("and nowhere else: it is read again", async () => {
    await enqueued(ledger, found(1), "delivered");
    const upload = await enqueued(ledger, found(2));
    expect(await isKeptAt(upload)).toBeUndefined();
    expect(await stateAfterCrash(upload.id)).toBe("queued");
  });

  it("so that a crash after the announcement leaves no receipt that is void", async () => {
    const former = await enqueued(ledger, found(1), "hashing");
    await ledger.apply(former.id, hashed(former, other), noonMs);
    await ledger.apply(former.id, eventFor("confirmed", { ...former, ...other }), noonMs);
    const taker = await enqueued(ledger, found(2), "hashing");
    await ledger.apply(taker.id, hashed(taker, { recordKey: "record" }), noonMs);
    expect(await stateAfterCrash(former.id)).toBe("superseded");
    await step(taker, "announced");
    expect(await stateAfterCrash(former.id)).toBe("superseded");
    expect(await stateAfterCrash(taker.id)).toBe("queued");
  });
});

describe("after a fault", () => {
  it("of a commit, the steps that were answered are still there, their lines are told once", async () => {
    const heard: JournalLine[] = [];
    ledger.onCommitted((all) => heard.push(...all));
    const upload = await enqueued(ledger, found(1), "sending");
    isAtFault = (sql) => sql === "COMMIT";
    await expect(ledger.enqueue([found(2)], noonMs)).rejects.toBeInstanceOf(LedgerError);
    expect(await ledger.get(upload.id)).toMatchObject({ state: "sending", isAnnounced: true });
    await ledger.apply(upload.id, eventFor("confirmed", (await ledger.get(upload.id)) ?? upload), noonMs);
    expect(words(heard)).toEqual([
      "enqueued queued",
      "claimed hashing",
      "hashed announcing",
      "announced sending",
      "confirmed delivered",
    ]);
    expect(await lines(ledger)).toEqual(heard);
  });

  it("of a later transaction, steps that are on the disk are not applied again", async () => {
    const upload = await enqueued(ledger, found(1), "hashing");
    await ledger.apply(upload.id, { type: "released", reason: "paused" }, noonMs);
    isAtFault = (sql) => sql.startsWith("INSERT INTO uploads");
    await expect(ledger.enqueue([found(2)], noonMs)).rejects.toBeInstanceOf(LedgerError);
    expect((await ledger.get(upload.id))?.state).toBe("queued");
  });

  it("of a commit that reached the disk all the same, its result stays", async () => {
    let isAtCommit = false;
    const prepare = DatabaseSync.prototype.prepare;
    vi.spyOn(DatabaseSync.prototype, "prepare").mockImplementation(function (this: DatabaseSync, sql) {
      const statement = prepare.call(this, sql);
      if (sql !== "COMMIT") return statement;
      const run = () => {
        const done = statement.run();
        if (!isAtCommit) return done;
        isAtCommit = false;
        throw sqliteError("IOERR");
      };
      return { run, setReturnArrays() {} } as unknown as StatementSync;
    });
    const next = ready(openInThread({ dataFolder: join(scratch, "other") }));
    const upload = await enqueued(next, found(1), "sending");
    isAtCommit = true;
    await expect(next.apply(upload.id, eventFor("confirmed", upload), noonMs)).rejects.toThrow(LedgerError);
    const released = { type: "released", reason: "records could not be written" } as const;
    expect(await next.applyAll({ states: inFlightStates }, released, noonMs)).toBe(0);
    expect((await next.get(upload.id))?.state).toBe("delivered");
    await next.close();
    vi.restoreAllMocks();
  });

  it("of every write, what only reads is answered from what is written", async () => {
    const upload = await enqueued(ledger, found(1), "hashing");
    isFull = true;
    expect((await ledger.totals()).queued).toBe(1);
    expect(await ledger.lastSeq()).toBe(1);
    await expect(ledger.enqueue([found(2)], noonMs)).rejects.toThrow("no space left");
    isFull = false;
    expect((await ledger.get(upload.id))?.state).toBe("hashing");
  });

  it("of the commit by the timer, they go with the next call that reads them", async () => {
    const upload = await enqueued(ledger, found(1), "hashing");
    isAtFault = (sql) => sql === "COMMIT" && ran.some((one) => one.startsWith("UPDATE uploads"));
    vi.advanceTimersByTime(500);
    expect(isAtFault).toBeNull();
    expect((await ledger.totals()).hashing).toBe(1);
    const kept = await afterCrash(lines);
    expect(kept.filter(({ uploadId }) => uploadId === upload.id).map(({ event }) => event)).toEqual([
      "enqueued",
      "claimed",
      "released",
    ]);
  });

  it("of a statement, those of other calls stay, and the call at fault left nothing", async () => {
    const [first, second] = [await enqueued(ledger, found(1)), await enqueued(ledger, found(2))];
    await step(first, "claimed");
    isAtFault = (sql) => sql.startsWith("UPDATE uploads");
    await expect(ledger.apply(second.id, { type: "cancelled" }, noonMs)).rejects.toBeInstanceOf(LedgerError);
    expect((await ledger.totals()).hashing).toBe(1);
    expect((await ledger.get(second.id))?.state).toBe("queued");
  });
});
