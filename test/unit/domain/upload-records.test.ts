import { describe, expect, it } from "vitest";
import type { Receipt, UploadEvent } from "#domain/upload.ts";
import { hasReplaced, newUpload, takesRecord } from "#domain/upload.ts";
import { eventFor, found, noonMs, receipt } from "#test/support/builders/ledger-fixtures.ts";

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
