import { expect, it } from "vitest";
import {
  causes as all,
  type Cause,
  causeWords,
  filesLabel,
  firstAction,
  headlineWords,
  isDispute,
  isHoldCause,
  isOfInstrument,
  needsYou,
} from "#domain/cause.ts";

type Judged = readonly [needsPerson: boolean, stopsAll: boolean];

/** Every cause: does only a person remove it, and does it stop every file. */
const causes: Readonly<Record<Cause, Judged>> = {
  "unfit-name": [true, false],
  "record-clash": [true, false],
  "claimed-twice": [true, false],
  refused: [true, false],
  "no-permission": [true, false],
  "too-large": [true, false],
  "content-check": [true, false],
  "no-instrument": [true, false],
  "future-date": [false, false],
  "file-unreadable": [false, false],
  "file-locked": [false, false],
  "file-vanished": [false, false],
  "file-changing": [false, false],
  "link-broken": [false, false],
  "no-progress": [false, false],
  "portal-error": [false, false],
  "stopped-alone": [false, false],
  "stopped-long": [true, false],
  "record-in-use": [false, false],
  "portal-contradiction": [false, false],
  "lost-on-portal": [false, false],
  "not-kept": [true, false],
  "replaced-on-portal": [true, false],
  unreachable: [false, true],
  tls: [true, true],
  credentials: [true, true],
  maintenance: [false, true],
  throttled: [false, true],
  "portal-trouble": [false, true],
  "not-the-portal": [true, true],
  "no-model-route": [true, false],
  settings: [true, true],
  paused: [false, false],
  "quiet-hours": [false, false],
  "program-error": [false, false],
  "folder-unreachable": [false, false],
  "empty-file": [false, false],
  "unmatched-file": [false, false],
  "damaged-file": [false, false],
  "judged-invalid": [true, false],
  "not-processed": [true, false],
  "clock-off": [false, false],
  "clock-wrong": [true, false],
  "disk-filling": [false, false],
  "disk-full": [true, false],
  "ledger-trouble": [false, false],
};

it.each(Object.entries(causes) as [Cause, Judged][])("%s: needs a person, stops all: %j", (cause, judged) => {
  expect([needsYou(cause), isHoldCause(cause)]).toEqual(judged);
});

it.each(all)("%s: has a title, says what to do, and is told of files and in a headline", (cause) => {
  const { title, remedy } = causeWords(cause);
  expect(title).toMatch(/^[A-Z].*[^.]$/);
  expect(remedy).toMatch(/^[A-Z].*\.$/);
  expect(filesLabel(cause, 1)).toMatch(/^1 file [a-z].*[a-z]$/);
  expect(filesLabel(cause, 1_204)).toMatch(/^1,204 files [a-z].*[a-z]$/);
  const { label, remedy: next, over } = headlineWords(cause);
  expect(label).toMatch(/^[A-Z].*[^.]$/);
  for (const clause of [next, over]) expect(clause).toMatch(/^[a-z](?!.*\. ).*[^.]$/);
});

it("says what stops everything, what to do, and what is so again; of what has no headline, that it passes", () => {
  expect(headlineWords("credentials")).toEqual({
    label: "Wrong user name or password",
    remedy: "check them in Settings",
    over: "the portal answers again",
  });
  expect(headlineWords("refused")).toEqual({
    label: "Sending has stopped",
    remedy: "sending resumes automatically",
    over: "the portal answers again",
  });
  expect([1, 3].map((count) => filesLabel("paused", count))).toEqual([
    "1 file cannot be sent",
    "3 files cannot be sent",
  ]);
});

it("a receipt is in dispute where the portal holds other content than it confirmed, or none", () => {
  expect(all.filter(isDispute).toSorted()).toEqual(["not-kept", "replaced-on-portal"]);
});

it("no upload waits for what an instrument does, or for what became of its files", () => {
  expect(all.filter(isOfInstrument).toSorted()).toEqual([
    "damaged-file",
    "empty-file",
    "folder-unreachable",
    "judged-invalid",
    "not-processed",
    "unmatched-file",
  ]);
});

it("a button comes first: trying again only where that can help", () => {
  expect(all.filter((cause) => firstAction(cause) === "retry").toSorted()).toEqual([
    "link-broken",
    "portal-error",
  ]);
  expect([firstAction("credentials"), firstAction("paused"), firstAction("tls")]).toEqual([
    "enter-password",
    "resume",
    "check-address",
  ]);
});
