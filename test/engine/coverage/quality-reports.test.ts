import { beforeEach, expect, it } from "vitest";
import type { PoorProduct } from "#domain/verdicts.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import { createQualityReports, type QualityReports } from "#station/coverage/quality-reports.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const hourMs = 3_600_000;
const { signal } = new AbortController();
let clock: FakeClock;
let reports: QualityReports;
let asked: string[];
let begin: () => QualityReports;
let kept: unknown;
const store = {
  read: async () => kept,
  async write(value: object) {
    kept = value;
  },
};
let answer: ReadOutcome<readonly string[] | null>;

beforeEach(() => {
  clock = new FakeClock();
  asked = [];
  kept = null;
  answer = { kind: "found", value: ["Data coverage: none"] };
  const log = { info() {}, warn() {}, error() {} };
  const qualityReport = async (uuid: string) => {
    asked.push(uuid);
    return answer;
  };
  begin = () => createQualityReports({ clock, log, portal: { qualityReport }, store });
  reports = begin();
});

const poor = (count: number, updatedAtMs = 1): PoorProduct[] =>
  Array.from({ length: count }, (_, n) => ({
    product: "radar",
    uuid: `${n}`,
    date: "2026-11-20",
    updatedAtMs,
  }));

/** Asks until nothing more is to be asked. */
async function ask(products: readonly PoorProduct[]): Promise<number> {
  const before = asked.length;
  for (let next = reports.next(products); next !== null; next = reports.next(products))
    await reports.read(next, signal);
  return asked.length - before;
}

it("asks once for each version of a product, twelve times an hour at most", async () => {
  expect(reports.isOffered()).toBeNull();
  expect(await ask(poor(30))).toBe(12);
  expect(await ask(poor(30))).toBe(0);
  await clock.advance(hourMs);
  expect(await ask(poor(30))).toBe(12);
  await clock.advance(hourMs);
  expect([await ask(poor(30)), new Set(asked).size]).toEqual([6, 30]);
  expect([reports.isOffered(), reports.reasonsOf({ uuid: "29" })]).toEqual([true, ["Data coverage: none"]]);
  await clock.advance(hourMs);
  expect(await ask(poor(2, 2))).toBe(2);
});

const missing = { kind: "refused", status: 404, errors: ["No files match this UUID"] } as const;

it("a product without a report is one without reasons", async () => {
  expect(await ask(poor(1))).toBe(1);
  answer = missing;
  expect([await ask(poor(9)), reports.isOffered(), reports.reasonsOf({ uuid: "8" })]).toEqual([
    8,
    true,
    null,
  ]);
});

it("a portal that has a report of no product does not tell: it is asked once a day", async () => {
  answer = missing;
  expect([await ask(poor(2)), reports.isOffered()]).toEqual([2, null]);
  expect([await ask(poor(9)), reports.isOffered()]).toEqual([1, false]);
  await clock.advance(23 * hourMs);
  expect(await ask(poor(9))).toBe(0);
  await clock.advance(2 * hourMs);
  expect(await ask(poor(9))).toBe(1);
  answer = { kind: "found", value: [] };
  await clock.advance(25 * hourMs);
  expect([await ask(poor(9)), reports.isOffered()]).toEqual([5, true]);
});

it.each<[string, ReadOutcome<never>]>([
  [
    "is not reached",
    { kind: "failed", failure: { cause: "unreachable", message: "No.", portalMessage: null } },
  ],
  [
    "does not end its answer",
    { kind: "failed", failure: { cause: "portal-trouble", message: "Slow.", portalMessage: null } },
  ],
  ["is under maintenance", { kind: "refused", status: 503, errors: [] }],
])("a portal that %s is asked again after an hour, and may tell", async (_, failed) => {
  answer = failed;
  expect([await ask(poor(9)), reports.isOffered()]).toEqual([1, null]);
  await clock.advance(hourMs + 1);
  answer = { kind: "found", value: [] };
  expect([await ask(poor(9)), reports.isOffered()]).toEqual([9, true]);
});

it.each<[string, ReadOutcome<null>]>([
  [
    "a web page",
    { kind: "failed", failure: { cause: "not-the-portal", message: "A page.", portalMessage: null } },
  ],
  ["what is no report", { kind: "found", value: null }],
  ["that it may not be asked", { kind: "refused", status: 403, errors: [] }],
])("a portal that answers %s is asked once a day", async (_, given) => {
  answer = given;
  expect([await ask(poor(3)), reports.isOffered()]).toEqual([1, false]);
  await clock.advance(23 * hourMs);
  expect(await ask(poor(3))).toBe(0);
  await clock.advance(2 * hourMs);
  expect(await ask(poor(3))).toBe(1);
  answer = { kind: "found", value: [] };
  reports.forget();
  expect([await ask(poor(3)), reports.isOffered()]).toEqual([3, true]);
});

it("the next start knows what was told, and asks for nothing twice", async () => {
  await ask(poor(2));
  answer = missing;
  await ask(poor(3));
  kept = JSON.parse(JSON.stringify(kept));
  reports = begin();
  await reports.ready();
  expect([reports.isOffered(), ["0", "1", "2"].map((uuid) => reports.reasonsOf({ uuid }))]).toEqual([
    true,
    [["Data coverage: none"], ["Data coverage: none"], null],
  ]);
  expect([reports.next(poor(2)), reports.next(poor(2, 7))?.uuid]).toEqual([null, "0"]);
});

it.each<unknown>([
  [],
  "x",
  { reports: 4 },
  { reports: [null, { uuid: "0" }, { uuid: "0", updatedAtMs: 1, reasons: [7] }] },
])("a file of an earlier start that is damaged (%j) is as none", async (damaged) => {
  kept = damaged;
  await reports.ready();
  expect([reports.isOffered(), reports.reasonsOf({ uuid: "0" }), await ask(poor(1))]).toEqual([
    null,
    null,
    1,
  ]);
});

it("other settings keep what was told of a product", async () => {
  await ask(poor(1));
  answer = missing;
  await ask(poor(2));
  reports.forget();
  expect([reports.reasonsOf({ uuid: "0" }), reports.next(poor(2))?.uuid]).toEqual([
    ["Data coverage: none"],
    "1",
  ]);
});
