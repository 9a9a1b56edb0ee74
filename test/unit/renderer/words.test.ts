import { describe, expect, it } from "vitest";
import { causes, causeWords } from "#domain/cause.ts";
import { journalEvents } from "#domain/journal.ts";
import { uploadStates } from "#domain/upload.ts";
import { spanProblem } from "#renderer/model/spans.ts";
import { eventName, eventSentence, stepShape } from "#renderer/text/event-text.ts";
import { stateWords, type UploadRow } from "#renderer/text/states.ts";
import { statesInOrder } from "#renderer/uploads/files-filter.ts";
import { stagesText, stageTicksOf } from "#renderer/uploads/stages.ts";
import { stopOf, uploadStatusOf } from "#renderer/uploads/upload-status.ts";

const jargon = /\b(hold|lane|ledger|debt|hash|enqueue|claim|superseded|http|null|undefined)\b|!/i;

describe("words of states, causes and events", () => {
  it("are there for every one, without the program's own words", () => {
    expect([...statesInOrder].sort()).toEqual([...uploadStates].sort());
    const all = [
      ...uploadStates.flatMap((state) => [stateWords(state).label, stateWords(state).meaning]),
      ...causes.flatMap((one) => [causeWords(one).title, causeWords(one).remedy]),
      ...journalEvents.flatMap((event) => [eventName(event), eventSentence({ event, detail: null })]),
    ];
    for (const text of all) expect(text).not.toMatch(jargon);
    for (const one of causes) expect(causeWords(one).remedy).toMatch(/\.$/);
    for (const event of journalEvents) expect(eventSentence({ event, detail: null })).toMatch(/[a-z]\.$/);
  });

  it("tell what a line of the journal says", () => {
    expect(eventSentence({ event: "confirmed", detail: "twin" })).toBe(
      "The portal has the same content under another name.",
    );
    expect(eventSentence({ event: "failed-passing", detail: "link-broken: The line broke" })).toBe(
      "The attempt failed. The line broke. Skyferry retries automatically.",
    );
    expect(eventSentence({ event: "failed-final", detail: "refused: Unknown PID." })).toBe(
      "It stopped and needs you. Unknown PID.",
    );
    expect(eventSentence({ event: "released", detail: "sending is on hold" })).toBe(
      "Queued again: sending is on hold.",
    );
  });
});

describe("a step of a file's way", () => {
  it("has the shape of what happened then, and none where nothing did", () => {
    expect(stepShape("failed-final")).toBe("problem");
    expect(stepShape("enqueued")).toBe("idle");
    expect(stepShape(null)).toBe("idle");
  });
});

describe("the stage strip", () => {
  it("shows how far an upload is", () => {
    const facts = { state: "queued", checksum: null, isAnnounced: false } as const;
    expect(stageTicksOf(facts)).toEqual(["done", "open", "open", "open"]);
    expect(stageTicksOf({ ...facts, state: "hashing" })).toEqual(["done", "now", "open", "open"]);
    expect(stageTicksOf({ ...facts, state: "announcing", checksum: "a" })).toEqual([
      "done",
      "done",
      "now",
      "open",
    ]);
    expect(stageTicksOf({ state: "sending", checksum: "a", isAnnounced: true })).toEqual([
      "done",
      "done",
      "done",
      "now",
    ]);
    expect(stageTicksOf({ ...facts, state: "delivered" })).toEqual(["done", "done", "done", "done"]);
    const receipt = { kind: "twin" } as UploadRow["receipt"];
    const twin = { ...facts, state: "delivered", checksum: "a", receipt } as const;
    expect(stageTicksOf(twin)).toEqual(["done", "done", "open", "open"]);
    expect(stagesText(twin)).toMatch(/the portal already had the same content under another name$/);
    expect(stagesText({ state: "waiting", checksum: "a", isAnnounced: true })).toBe(
      "Found, checksum computed, announced",
    );
    expect(stagesText({ state: "sending", checksum: "a", isAnnounced: true })).toMatch(/; being sent$/);
  });
});

describe("the state of an upload", () => {
  it("does not show a twin as one that is delivered under its own name", () => {
    const receipt = { kind: "twin", recordFilename: "first.nc" } as UploadRow["receipt"];
    expect(uploadStatusOf({ state: "delivered", receipt }, null)).toEqual({
      label: "Under another name",
      shape: "over",
      meaning: "On the portal as first.nc.",
    });
  });

  it("calls an earlier version of a corrected file replaced, not delivered", () => {
    const receipt = { kind: "stored", recordFilename: null } as UploadRow["receipt"];
    const earlier = { state: "delivered", receipt, isReplaced: true } as const;
    expect(uploadStatusOf(earlier, null)).toEqual(stateWords("superseded"));
    expect(uploadStatusOf({ ...earlier, isReplaced: false }, null).label).toBe("Delivered");
  });

  it.each([
    ["away", "Finished. It waits until sending works again."],
    ["held", "Finished. It waits until sending resumes."],
  ] as const)("says of a queued one that sending has stopped, in shape and words: %s", (shape, meaning) => {
    expect(uploadStatusOf({ state: "queued", receipt: null }, shape)).toEqual({
      label: "Queued",
      shape,
      meaning,
    });
  });

  it.each([
    ["pause", "everything", "held", "held"],
    ["portal", "everything", "away", "away"],
    ["record", "everything", "away", "away"],
    ["portal", "uploads", "away", null],
    ["models", "models", null, "away"],
  ] as const)("is stopped by a hold (%s, %s) only where it reaches", (lane, extent, ofRadar, ofModel) => {
    const status = {
      holds: [{ lane, extent }],
      instruments: [
        { name: "Radar", kind: "instrument" as const },
        { name: "ECMWF", kind: "model" as const },
      ],
    };
    expect([stopOf(status, "Radar"), stopOf(status, "ECMWF")]).toEqual([ofRadar, ofModel]);
    expect(stopOf({ ...status, holds: [] }, "Radar")).toBe(null);
  });

  it.each(uploadStates)("leaves %s as it is otherwise", (state) => {
    expect(uploadStatusOf({ state, receipt: null }, null)).toEqual(stateWords(state));
    if (state !== "queued")
      expect(uploadStatusOf({ state, receipt: null }, "held")).toEqual(stateWords(state));
  });
});

describe("From and To of a span", () => {
  it("names both ends of a span that lie in the wrong order, and says what to do", () => {
    expect(spanProblem("2026-11-21", "2026-11-20")).toBe(
      "From is after To: choose an earlier From or a later To.",
    );
  });

  it.each([
    ["2026-11-20", "2026-11-20"],
    ["2026-11-20", "2026-11-21"],
    ["", "2026-11-21"],
    ["2026-11-21", ""],
  ])("takes %j to %j", (from, to) => {
    expect(spanProblem(from, to)).toBeNull();
  });
});

describe("a file that the portal could not use", () => {
  const delivered = { state: "delivered", receipt: null, verdict: "invalid" } as const;

  it.each([
    [null, "The portal gives no reason, and Skyferry's own check found no problem."],
    ["is cut off", "The portal gives no reason. Skyferry's own check found that the file is cut off."],
  ])("with %o against its content says why, or that nobody knows", (reason, why) => {
    const content = reason === null ? null : { kind: "damaged" as const, reason, isAllowed: false };
    expect(uploadStatusOf({ ...delivered, content }, null).meaning).toContain(why);
  });
});
