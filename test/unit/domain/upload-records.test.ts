import { describe, expect, it } from "vitest";
import {
  canCancel,
  canRetry,
  isAtRest,
  isDuplicate,
  isFailed,
  isInFlight,
  isTerminal,
  isUnsent,
  type Lane,
  lanes,
  type Receipt,
  totalOf,
  type Upload,
  type UploadEvent,
  type UploadState,
  uploadStates,
} from "#domain/upload.ts";
import { afterEvent, hasReplaced, newUpload, takesRecord } from "#domain/upload-transition.ts";
import { eventFor, failure, found, noonMs, receipt } from "#test/support/builders/ledger-fixtures.ts";

const unannounced = newUpload({ id: "one", ...found(1) }, noonMs);
const announced = { ...unannounced, isAnnounced: true };
const fileName = "260305_000001_ZEN.LV1";

const confirmed = (kind: Receipt["kind"], recordFilename: string | null = null): UploadEvent => ({
  type: "confirmed",
  receipt: { ...receipt(unannounced), kind, recordFilename },
});

/** All that says nothing of the portal's record. */
const others = (
  [
    "claimed",
    "hashed",
    "failed-passing",
    "failed-final",
    "released",
    "due",
    "retried",
    "changed",
    "cancelled",
    "displaced",
    "record-found",
    "lost",
    "revoked",
  ] as const
).map((type) => eventFor(type, unannounced));

describe("the portal's record", () => {
  it("has this upload's content alone from its announcement on, also a second one", () => {
    expect(takesRecord(unannounced, { type: "announced" })).toBe(true);
    expect(takesRecord(announced, { type: "announced" })).toBe(true);
  });

  it.each(["stored", "replaced", "known"] as const)(
    "is taken by %s where no announcement was written down, and was taken before where one was",
    (kind) => {
      expect(takesRecord(unannounced, confirmed(kind))).toBe(true);
      expect(takesRecord(unannounced, confirmed(kind, fileName))).toBe(true);
      expect(takesRecord(announced, confirmed(kind))).toBe(false);
    },
  );

  it("stays with the other name of a twin", () => {
    expect(takesRecord(unannounced, confirmed("twin", "another.LV1"))).toBe(false);
    expect(takesRecord(announced, confirmed("twin", "another.LV1"))).toBe(false);
  });

  it("is taken and replaced by nothing else", () => {
    for (const event of [...others, { type: "announced" } as const])
      for (const before of [unannounced, announced]) expect(hasReplaced(before, event)).toBe(false);
    for (const event of others)
      for (const before of [unannounced, announced]) expect(takesRecord(before, event)).toBe(false);
  });
});

describe("an announcement without an answer", () => {
  const announcing = { ...unannounced, state: "announcing" } as const;

  it.each(["released", "failed-passing", "changed", "cancelled"] as const)(
    "may have taken the record when it ends with %s; what was not announcing has not",
    (type) => {
      const event = eventFor(type, announcing);
      expect(takesRecord(announcing, event)).toBe(true);
      for (const state of ["queued", "hashing", "sending", "waiting"] as const)
        expect(takesRecord({ ...unannounced, state }, event)).toBe(false);
    },
  );

  it("has not, where the portal refused it", () => {
    expect(takesRecord(announcing, eventFor("failed-final", announcing))).toBe(false);
  });
});

describe("other content of the portal's record, once this upload is confirmed", () => {
  it("was replaced where the portal says so", () => {
    expect(hasReplaced(announced, confirmed("replaced"))).toBe(true);
    expect(hasReplaced(announced, confirmed("replaced", fileName))).toBe(true);
  });

  it.each(["stored", "known"] as const)(
    "may have been replaced by %s that was looked up: nobody heard the answer to the upload",
    (kind) => {
      expect(hasReplaced(announced, confirmed(kind, fileName))).toBe(true);
      expect(hasReplaced(announced, confirmed(kind))).toBe(false);
    },
  );

  it("stays as it was where the bytes have another name", () => {
    expect(hasReplaced(announced, confirmed("twin", "another.LV1"))).toBe(false);
  });

  it("was not replaced by an upload that was not announced", () => {
    for (const kind of ["stored", "replaced", "known", "twin"] as const)
      expect(hasReplaced(unannounced, confirmed(kind, fileName))).toBe(false);
  });
});

const sum = "0".repeat(32);
const hashed: UploadEvent = { type: "hashed", checksum: sum, recordKey: "site|file", mark: null };
const otherBytes: UploadEvent = {
  type: "hashed",
  checksum: "1".repeat(32),
  recordKey: "site|file",
  mark: null,
};

/** An upload of this lane after these events; every one of them has to apply. */
function uploadAfter(lane: Lane, ...events: readonly (UploadEvent | UploadEvent["type"])[]): Upload {
  let upload = newUpload({ id: "one", ...found(1), lane }, noonMs);
  for (const one of events) {
    const event = typeof one === "string" ? eventFor(one, upload) : one;
    const next = afterEvent(upload, event, noonMs);
    if (next === null) throw new Error(`${event.type} does not apply to ${upload.state}`);
    upload = next;
  }
  return upload;
}

const inFlight = ["hashing", "announcing", "sending"];

it.each([
  ["have an open claim", isInFlight, inFlight],
  ["still have to reach the portal", isUnsent, ["queued", ...inFlight, "waiting", "blocked"]],
  ["carry a failure", isFailed, ["waiting", "blocked"]],
  ["can be retried", canRetry, ["waiting", "blocked", "cancelled"]],
  ["can be cancelled", canCancel, ["queued", ...inFlight, "waiting", "blocked"]],
  ["are not read again by themselves", isAtRest, ["blocked", "delivered", "cancelled"]],
  ["have come to their end", isTerminal, ["delivered", "superseded"]],
])("states that %s", (_, is, states) => {
  expect(uploadStates.filter(is)).toEqual(states);
});

it("sums the uploads of some states", () => {
  const totals = Object.fromEntries(uploadStates.map((state, at) => [state, 10 ** at]));
  const sum = (...states: readonly UploadState[]) => totalOf(totals as Record<UploadState, number>, states);
  expect([sum(), sum("queued"), sum("queued", "sending", "cancelled")]).toEqual([0, 1, 100_001_001]);
});

it("is a duplicate once it is delivered under another name, and only then", () => {
  const twin = { ...receipt(unannounced), kind: "twin" } as const;
  expect(isDuplicate({ state: "delivered", receipt: twin })).toBe(true);
  expect(isDuplicate({ state: "superseded", receipt: twin })).toBe(false);
  expect(isDuplicate({ state: "delivered", receipt: { ...twin, kind: "known" } })).toBe(false);
  expect(isDuplicate({ state: "delivered", receipt: null })).toBe(false);
});

it("is claimed in the order of the lanes: debts, today's files, changed ones, the backfill", () => {
  expect(lanes).toEqual(["debt", "fresh", "changed", "backfill"]);
});

it("begins in the queue with nothing known", () => {
  expect(uploadAfter("fresh")).toEqual({
    id: "one",
    ...found(1),
    checksum: null,
    recordKey: null,
    state: "queued",
    failure: null,
    notBeforeMs: null,
    attempts: 0,
    isAnnounced: false,
    receipt: null,
    content: null,
    createdAtMs: noonMs,
    updatedAtMs: noonMs,
  });
});

describe("what speaks against its content", () => {
  const content = { kind: "damaged", reason: "is cut off", isAllowed: false } as const;
  const damaged = { ...hashed, content } as UploadEvent;
  const anyway: UploadEvent = { type: "retried", sendAnyway: true };

  it("is what the last reading showed", () => {
    expect(uploadAfter("fresh", "claimed", damaged, "announced").content).toEqual(content);
    expect(uploadAfter("fresh", "claimed", damaged, "released", "claimed", hashed).content).toBeNull();
    const sound = { ...hashed, content: null } as UploadEvent;
    expect(uploadAfter("fresh", "claimed", damaged, "released", "claimed", sound).content).toBeNull();
  });

  it("is allowed by a person for these bytes only, and by no other retry", () => {
    const held = ["claimed", damaged, "failed-final"] as const;
    expect(uploadAfter("fresh", ...held, "retried", "claimed", damaged).content).toEqual(content);
    expect(uploadAfter("fresh", ...held, anyway, "claimed", damaged).content?.isAllowed).toBe(true);
    expect(uploadAfter("fresh", "claimed", "failed-final", anyway).content).toBeNull();
    const other = { ...otherBytes, content } as UploadEvent;
    expect(uploadAfter("fresh", ...held, anyway, "claimed", other).content?.isAllowed).toBe(false);
  });
});

describe("checksum and record", () => {
  it("are those of the last hashing, whatever happens then", () => {
    const known = { checksum: sum, recordKey: "site|file" };
    expect(uploadAfter("fresh", "claimed", hashed)).toMatchObject(known);
    expect(uploadAfter("fresh", "claimed", hashed, "announced")).toMatchObject(known);
    expect(uploadAfter("fresh", "claimed", hashed, "announced", "failed-passing", "due")).toMatchObject(
      known,
    );
    expect(uploadAfter("fresh", "claimed", hashed, "released", "claimed", otherBytes).checksum).toBe(
      "1".repeat(32),
    );
  });

  it("come with the mark of the file that was read, which stays, or with none", () => {
    const mark = { ctimeUs: 7, fileId: "file 7" };
    expect(uploadAfter("fresh", "claimed", { ...hashed, mark }, "announced")).toMatchObject(mark);
    expect(uploadAfter("fresh", "claimed", hashed)).toMatchObject({ ctimeUs: null, fileId: null });
  });
});

describe("an announced file", () => {
  const sending = ["claimed", hashed, "announced"] as const;
  const debts: [string, Upload][] = [
    ["given back", uploadAfter("fresh", ...sending, "released")],
    ["failed in passing", uploadAfter("backfill", ...sending, "failed-passing")],
    ["blocked", uploadAfter("changed", ...sending, "failed-final")],
    ["cancelled", uploadAfter("fresh", ...sending, "cancelled")],
    ["due again", uploadAfter("fresh", ...sending, "failed-passing", "due")],
  ];
  it.each(debts)("is a debt when it is %s", (_, upload) => {
    expect(upload).toMatchObject({ isAnnounced: true, lane: "debt" });
  });

  it("keeps its lane while it is in flight, and when it is over", () => {
    for (const lane of ["fresh", "changed", "backfill"] as const) {
      expect(uploadAfter(lane, ...sending)).toMatchObject({ isAnnounced: true, lane });
      expect(uploadAfter(lane, ...sending, "confirmed")).toMatchObject({ isAnnounced: false, lane });
      expect(uploadAfter(lane, ...sending, "changed")).toMatchObject({ isAnnounced: false, lane });
    }
  });

  it("stays a debt in flight, hashed to the same bytes, until it is confirmed", () => {
    const again = [...sending, "released", "claimed"] as const;
    expect(uploadAfter("fresh", ...again)).toMatchObject({
      isAnnounced: true,
      lane: "debt",
      state: "hashing",
    });
    expect(uploadAfter("fresh", ...again, hashed)).toMatchObject({ isAnnounced: true, lane: "debt" });
    const confirmed = uploadAfter("fresh", ...again, hashed, "confirmed");
    expect(confirmed).toMatchObject({ isAnnounced: false, lane: "debt", state: "delivered" });
  });

  it("owes nothing for the old bytes once it is hashed to others, and is a changed file then", () => {
    const other = uploadAfter("fresh", ...sending, "released", "claimed", otherBytes);
    expect(other).toMatchObject({ isAnnounced: false, lane: "changed" });
  });
});

it("a file that was never announced stays in its lane and owes nothing", () => {
  for (const lane of ["fresh", "changed", "backfill"] as const) {
    expect(uploadAfter(lane, "claimed", hashed)).toMatchObject({ isAnnounced: false, lane });
    expect(uploadAfter(lane, "claimed", hashed, "released")).toMatchObject({ isAnnounced: false, lane });
    expect(uploadAfter(lane, "claimed", "failed-passing")).toMatchObject({ isAnnounced: false, lane });
  }
});

it("a failure is kept with its time, and goes with the next event", () => {
  const waiting = uploadAfter("fresh", "claimed", "failed-passing");
  expect(waiting).toMatchObject({ failure: failure(), notBeforeMs: noonMs + 60_000, attempts: 1 });
  expect(uploadAfter("fresh", "claimed", "failed-passing", "due")).toMatchObject({
    failure: null,
    notBeforeMs: null,
    attempts: 1,
  });
  expect(uploadAfter("fresh", "claimed", "failed-final")).toMatchObject({
    failure: failure("refused"),
    notBeforeMs: null,
    attempts: 1,
  });
});

it("a delivered file that the portal lost waits with the reason until its time, one in dispute is stopped with it", () => {
  const delivered = uploadAfter("fresh", "claimed", hashed, "confirmed");
  const lost = eventFor("lost", delivered) as Extract<UploadEvent, { type: "lost" }>;
  const revoked = eventFor("revoked", delivered) as Extract<UploadEvent, { type: "revoked" }>;
  expect(afterEvent(delivered, lost, noonMs)).toMatchObject({
    state: "waiting",
    failure: lost.failure,
    notBeforeMs: lost.notBeforeMs,
    receipt: null,
    attempts: 0,
  });
  expect(afterEvent(delivered, revoked, noonMs)).toMatchObject({
    state: "blocked",
    failure: revoked.failure,
    notBeforeMs: null,
    receipt: null,
    attempts: 0,
  });
  expect([typeof lost.notBeforeMs, lost.failure.cause === revoked.failure.cause]).toEqual(["number", false]);
});

it("a receipt that is completed later leaves all else, the time of the delivery, too", () => {
  const delivered = uploadAfter("fresh", "claimed", hashed, "confirmed");
  const completed = { ...receipt(delivered), recordUuid: "a-uuid" };
  const event = { type: "record-found", receipt: completed } as const;
  expect(afterEvent(delivered, event, noonMs + 1)).toEqual({ ...delivered, receipt: completed });
});
