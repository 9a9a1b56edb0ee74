import { beforeEach, expect, it } from "vitest";
import type { PoorProduct } from "#domain/verdicts.ts";
import { createQualityReports, type QualityReports } from "#engine/coverage/quality-reports.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

const hourMs = 3_600_000;
const { signal } = new AbortController();
let clock: FakeClock;
let reports: QualityReports;
let asked: string[];
let answer: ReadOutcome<readonly string[]>;

beforeEach(() => {
  clock = new FakeClock();
  asked = [];
  answer = { kind: "found", value: ["Data coverage: none"] };
  const log = { info() {}, warn() {}, error() {} };
  const qualityReport = async (uuid: string) => {
    asked.push(uuid);
    return answer;
  };
  reports = createQualityReports({ clock, log, portal: { qualityReport } });
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

it("a product without a report is one without reasons", async () => {
  answer = { kind: "refused", status: 404, errors: ["No files match this UUID"] };
  expect([await ask(poor(3)), reports.isOffered(), reports.reasonsOf({ uuid: "0" })]).toEqual([
    3,
    true,
    null,
  ]);
});

it("a portal that does not tell is asked once a day", async () => {
  const failure = { cause: "not-the-portal", message: "A web page.", portalMessage: null } as const;
  answer = { kind: "failed", failure };
  expect([await ask(poor(3)), reports.isOffered()]).toEqual([1, false]);
  await clock.advance(23 * hourMs);
  expect(await ask(poor(3))).toBe(0);
  await clock.advance(2 * hourMs);
  expect(await ask(poor(3))).toBe(1);
  answer = { kind: "found", value: [] };
  reports.forget();
  expect([await ask(poor(3)), reports.isOffered()]).toEqual([3, true]);
});
