import { describe, expect, it } from "vitest";
import type { Upload, UploadEvent, UploadState } from "#domain/upload.ts";
import { isInFlight, isTerminal, nextState, uploadStates } from "#domain/upload.ts";
import { afterEvent, journalDetail, newUpload } from "#domain/upload-transition.ts";
import { eventFor, failure, found, noonMs, receipt } from "#test/support/builders/ledger-fixtures.ts";
import { fc } from "#test/support/fixed-cases.ts";

const events = [
  "claimed",
  "hashed",
  "announced",
  "confirmed",
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
  "orphaned",
] as const;

/** The table of states as it is published; a dot is an event that does not apply. */
const table = `
  queued      hashing    .           .       .          .        .        .       .       .       superseded  cancelled  .  .  .  .  blocked
  hashing     .          announcing  .       .          waiting  blocked  queued  .       .       superseded  cancelled  .  .  .  .  .
  announcing  .          .           sending delivered  waiting  blocked  queued  .       .       superseded  cancelled  .  .  .  .  .
  sending     .          .           .       delivered  waiting  blocked  queued  .       .       superseded  cancelled  .  .  .  .  .
  waiting     .          .           .       .          .        .        .       queued  queued  superseded  cancelled  .  .  .  .  blocked
  blocked     .          .           .       .          .        .        .       .       queued  superseded  cancelled  .  delivered  .  .  .
  cancelled   .          .           .       .          .        .        .       .       queued  superseded  .           .  .  .  .  .
  delivered   .          .           .       .          .        .        .       .       .       .           .           superseded  delivered  waiting  blocked  .
  superseded  .          .           .       .          .        .        .       .       .       .           .           .  .  .  .  .
`;

const rows = table
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

describe("the table of states", () => {
  it("has a row for every state", () => {
    expect(rows.map(([state]) => state).sort()).toEqual([...uploadStates].sort());
  });

  const cells = rows.flatMap(([state, ...next]) =>
    events.map((event, i) => [state as UploadState, event, next[i] === "." ? null : next[i]] as const),
  );

  it.each(cells)("%s, %s: %s", (state, event, next) => {
    expect(nextState(state, event)).toBe(next);
  });
});

const event: fc.Arbitrary<UploadEvent> = fc.oneof(
  fc.constantFrom(...events).map((type) => eventFor(type, queued())),
  fc
    .constantFrom("0", "1")
    .map(
      (digit): UploadEvent => ({ type: "hashed", checksum: digit.repeat(32), recordKey: digit, mark: null }),
    ),
);

function queued(): Upload {
  const { rewrittenFrom: _, ...version } = found(1);
  return newUpload({ id: "one", ...version }, noonMs);
}

/** Runs the property over each step of random walks through the states. */
function walk(check: (before: Upload, event: UploadEvent, after: Upload | null) => void): void {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (sequence) => {
      let upload = queued();
      for (const one of sequence) {
        const after = afterEvent(upload, one, upload.updatedAtMs + 1);
        check(upload, one, after);
        upload = after ?? upload;
      }
    }),
    { numRuns: 2000 },
  );
}

describe("an upload after any events", () => {
  it("follows the table", () => {
    walk((before, { type }, after) => expect(after?.state ?? null).toBe(nextState(before.state, type)));
  });

  it("leaves its end only where the portal no longer holds its bytes", () => {
    walk((before, { type }, after) => {
      if (isTerminal(before.state) && !["displaced", "record-found", "lost", "revoked"].includes(type))
        expect(after).toBeNull();
    });
  });

  it("has failure, time, receipt and checksum only where they belong", () => {
    walk((_, __, after) => {
      if (after === null) return;
      const { state } = after;
      expect(after.failure !== null).toBe(state === "waiting" || state === "blocked");
      expect(after.notBeforeMs !== null).toBe(state === "waiting");
      expect(after.receipt !== null).toBe(state === "delivered");
      if (state === "announcing" || state === "sending") expect(after.checksum).not.toBeNull();
    });
  });

  it("counts an attempt for a failure and for nothing else", () => {
    walk((before, { type }, after) => {
      if (after === null) return;
      const cost = type === "failed-passing" || type === "failed-final" ? 1 : 0;
      expect(after.attempts).toBe(before.attempts + cost);
    });
  });

  it("is a debt in the queue exactly when its announcement is still valid", () => {
    walk((_, __, after) => {
      if (after === null || isInFlight(after.state) || isTerminal(after.state)) return;
      expect(after.lane === "debt").toBe(after.isAnnounced);
    });
  });

  it("owes content from the announcement until it is confirmed, changed or hashed to other bytes", () => {
    let owed: string | null = null;
    walk((before, one, after) => {
      if (before.updatedAtMs === noonMs) owed = null;
      if (after === null) return;
      if (one.type === "announced") owed = after.checksum;
      if (isTerminal(after.state) || after.checksum !== owed) owed = null;
      expect(after.isAnnounced).toBe(owed !== null);
    });
  });

  it("keeps what the file is", () => {
    walk((before, { type }, after) => {
      if (after === null) return;
      const { id, instrument, relPath, size, mtimeUs, measurementDate, createdAtMs, checkFirst } = after;
      const kept = { id, instrument, relPath, size, mtimeUs, measurementDate, createdAtMs, checkFirst };
      expect(before).toMatchObject(kept);
      // It stays of the time at which it was delivered.
      if (type === "record-found") expect(after.updatedAtMs).toBe(before.updatedAtMs);
      else expect(after.updatedAtMs).toBe(before.updatedAtMs + 1);
    });
  });
});

describe("what the journal adds to an event", () => {
  it("names cause and message, reason, kind of receipt, and nothing where the event says all", () => {
    const upload = queued();
    const details = Object.fromEntries(events.map((type) => [type, journalDetail(eventFor(type, upload))]));
    const said = Object.entries(details).filter(([, detail]) => detail !== null);
    expect(Object.fromEntries(said)).toStrictEqual({
      "failed-passing": `portal-error: ${failure().message}`,
      "failed-final": `refused: ${failure("refused").message}`,
      released: "paused",
      confirmed: "stored",
      lost: `lost-on-portal: ${failure("lost-on-portal").message}`,
      revoked: `replaced-on-portal: ${failure("replaced-on-portal").message}`,
      orphaned: `no-instrument: ${failure("no-instrument").message}`,
    });
    const named = { ...receipt(upload), recordFilename: "a.nc" };
    expect(journalDetail({ type: "record-found", receipt: named })).toBe("a.nc");
    expect(journalDetail({ type: "retried", sendAnyway: true })).toBe("to be sent whatever its content");
  });
});
