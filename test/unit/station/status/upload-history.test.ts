import { describe, expect, it } from "vitest";
import type { JournalLine } from "#domain/journal.ts";
import type { Receipt, Upload, UploadEvent } from "#domain/upload.ts";
import { uploadStates } from "#domain/upload.ts";
import { afterEvent, journalDetail, newUpload } from "#domain/upload-transition.ts";
import { type HistoryFacts, type HistoryStep, historyOf } from "#station/status/upload-history.ts";

const startMs = Date.UTC(2026, 10, 21, 13, 2, 10);
const checksum = "9e107d9d372bb6826bd81d3542a419d6";
const failure = {
  cause: "portal-error",
  message: "The portal failed on this file.",
  portalMessage: "Internal error",
} as const;
const settle = { policy: "settle", seconds: 60 } as const;

/** Gives the words about an upload after these events, a minute apart. */
function history(events: readonly UploadEvent[], change: Partial<HistoryFacts> = {}): readonly string[] {
  const first = {
    id: "u",
    instrument: "Radar",
    relPath: "a.nc",
    size: 1_234_567,
    mtimeUs: (startMs - 60_000) * 1000,
    measurementDate: "2026-11-21",
    lane: "fresh",
    checkFirst: false,
    ctimeUs: null,
    fileId: null,
  } as const;
  let upload: Upload = newUpload(first, startMs);
  const journal: JournalLine[] = [];
  const note = (event: JournalLine["event"], detail: string | null) => {
    const { state, updatedAtMs: atMs } = upload;
    const line = { uploadId: "u", instrument: "Radar", relPath: "a.nc", event, state, detail };
    journal.push({ seq: journal.length + 1, atMs, ...line });
  };
  note("enqueued", null);
  for (const [n, event] of events.entries()) {
    const after = afterEvent(upload, event, startMs + (n + 1) * 60_000);
    if (after === null) throw new Error(`${event.type} does not apply to ${upload.state}`);
    upload = after;
    note(event.type, journalDetail(event));
  }
  const nowMs = startMs + (events.length + 1) * 60_000;
  const told = historyOf({
    upload,
    journal,
    finish: settle,
    stops: [],
    sentBytes: null,
    small: null,
    listed: null,
    known: [],
    poor: [],
    nowMs,
    ...change,
  });
  steps = told;
  return told.map(({ sentence }) => sentence);
}

/** Steps that were told last. */
let steps: readonly HistoryStep[] = [];

const claimed = { type: "claimed" } as const;
const hashed = { type: "hashed", checksum, recordKey: "k", mark: null } as const;
const announced = { type: "announced" } as const;
const failed = { type: "failed-passing", failure, notBeforeMs: startMs + 360_000 } as const;
const refused = { type: "failed-final", failure } as const;

function confirmed(kind: Receipt["kind"], recordFilename: string | null = null): UploadEvent {
  const confirmedAtMs = startMs + 180_000;
  return {
    type: "confirmed",
    receipt: {
      kind,
      checksum,
      size: 1_234_567,
      confirmedAtMs,
      recordFilename,
      recordUuid: null,
      portal: null,
    },
  };
}

describe("the story of a file", () => {
  it("goes from where it was found to what the portal stored", () => {
    expect(history([claimed, hashed, announced, confirmed("stored")])).toEqual([
      "Found at 13:02:10 UTC: 1.2 MB, last changed at 13:01:10 UTC.",
      "Finished: it counts as finished when it has not changed for 60 s.",
      "Read at 13:04:10 UTC.",
      "Announced to the portal at 13:05:10 UTC.",
      `The portal stored it at 13:05:10 UTC: 1.2 MB, MD5 ${checksum}.`,
    ]);
  });

  it("names the other name under which the portal has the content", () => {
    const told = history([claimed, hashed, confirmed("twin", "b.nc")]).at(-1);
    expect(told).toContain("under another name (b.nc), confirmed at 13:05:10 UTC");
    expect(history([claimed, hashed, confirmed("known")]).at(-1)).toContain("already had it, confirmed at");
    expect(history([claimed, hashed, announced, confirmed("replaced")]).at(-1)).toContain("in place of");
  });

  it("says when the next try is, which one, and why", () => {
    const told = history([claimed, failed]);
    expect(told.slice(-3)).toEqual([
      "Attempt 1 failed at 13:04:10 UTC. The portal failed on this file.",
      "The portal said: “Internal error”",
      "It is safe here. Next try at 13:08:10 UTC (in 3 min), attempt 2. Reason: The portal failed on this file.",
    ]);
    expect(history([claimed, failed], { nowMs: startMs + 360_000 }).at(-1)).toContain(
      "Next try at any moment",
    );
  });

  it("says that a person has to act, and that the file is safe", () => {
    expect(history([claimed, refused]).at(-1)).toBe(
      "It is safe here and waits for you. The portal failed on this file.",
    );
  });

  it("says why a file in the queue is not sent now", () => {
    expect(history([]).at(-1)).toBe("It is in the queue and is sent when its turn comes.");
    expect(history([], { stops: ["Paused by you."] }).slice(-2)).toEqual([
      "It is safe here, in the queue. Nothing is sent now.",
      "Paused by you.",
    ]);
  });

  it("ends the reason of an interruption with one full stop", () => {
    const told = (reason: string) => history([claimed, { type: "released", reason }]).at(-2);
    expect(told("stopped while sending")).toBe("Queued again at 13:04:10 UTC: stopped while sending.");
    expect(told("The link broke.")).toBe("Queued again at 13:04:10 UTC: The link broke.");
  });

  it("says how much is sent while it is being sent", () => {
    const told = history([claimed, hashed, announced], { sentBytes: 500 });
    expect(told.at(-1)).toBe("It is being sent now: 500 bytes of 1.2 MB.");
  });

  it("gives the day of what happened on another one", () => {
    expect(history([], { nowMs: startMs + 86_400_000 })[0]).toContain("Found yesterday at 13:02:10 UTC");
  });

  it("tells a long way in short: how it began and how it ended", () => {
    const tries = Array.from({ length: 40 }, () => [claimed, failed, { type: "due" } as const]).flat();
    const told = history([...tries, claimed, refused]);
    expect(told.length).toBeLessThan(20);
    expect(told[0]).toContain("Found at");
    expect(told).toContain("Then 29 more steps of the same kind.");
    expect(told.join("\n")).toContain("Attempt 41 failed");
  });

  it("says something of every state, in whole sentences and without the words of the program", () => {
    const ways: Readonly<Record<(typeof uploadStates)[number], readonly UploadEvent[]>> = {
      queued: [claimed, { type: "released", reason: "paused" }],
      hashing: [claimed],
      announcing: [claimed, hashed],
      sending: [claimed, hashed, announced],
      waiting: [claimed, failed],
      blocked: [claimed, refused],
      delivered: [claimed, hashed, announced, confirmed("stored")],
      superseded: [{ type: "changed" }],
      cancelled: [{ type: "cancelled" }],
    };
    for (const state of uploadStates) {
      const told = history(ways[state], { finish: null });
      expect(told.length).toBeGreaterThan(1);
      for (const sentence of told) expect(sentence).toMatch(/^[A-Z].*[.”]$/);
      expect(told.join(" ")).not.toMatch(/\b(ledger|lane|hold|claimed|null|undefined|NaN)\b/);
    }
  });

  it("has each step with its time beside it, and not in it", () => {
    history([claimed, hashed, announced, confirmed("known")]);
    const minutes = (n: number) => startMs + n * 60_000;
    expect(steps.map(({ atMs, event, text }) => [atMs, event, text])).toEqual([
      [minutes(0), "enqueued", "Found: 1.2 MB, last changed at 13:01:10 UTC."],
      [minutes(0), null, "Finished: it counts as finished when it has not changed for 60 s."],
      [minutes(2), "hashed", "Read."],
      [minutes(3), "announced", "Announced to the portal."],
      [minutes(4), "confirmed", `The portal already had it: 1.2 MB, MD5 ${checksum}.`],
    ]);
    history([claimed, refused]);
    expect(steps.at(-1)).toMatchObject({ atMs: null, event: null });
  });
});
