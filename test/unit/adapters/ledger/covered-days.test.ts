import { rm } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { CallName, NumberedCall } from "#adapters/ledger/protocol.ts";
import { type LedgerCore, openCore } from "#adapters/ledger/store.ts";
import type { ListedRecord } from "#domain/portal-records.ts";
import type { CoverageSource } from "#engine/ports/portal-lists.ts";
import { enqueued, found, noonMs } from "#test/support/builders/ledger-fixtures.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await makeScratch("skyferry-days-");
});
afterEach(() => rm(dataFolder, { recursive: true }));

const source: CoverageSource = {
  name: "Radar",
  site: "hyytiala",
  list: "raw",
  kind: "radar",
  pid: "pid",
  tags: [],
  sameInstrument: [],
};
const [from, to] = ["2026-03-01", "2026-03-09"];

const recordsOf = (measurementDate: string, count: number, first: number): ListedRecord[] =>
  Array.from({ length: count }, (_, n) => ({
    uuid: `00000000-0000-4000-8000-${String(first + n).padStart(12, "0")}`,
    checksum: null,
    filename: `${measurementDate}_${n}.nc`,
    measurementDate,
    size: 1,
    status: "processed",
    updatedAtMs: 0,
    siteId: source.site,
    instrumentPid: source.pid,
    tags: [],
  }));

async function keep(perDay: Readonly<Record<string, number>>): Promise<void> {
  const ledger = ready(openInThread({ dataFolder }));
  const reading = await ledger.beginReading("http://127.0.0.1");
  let first = 0;
  for (const [date, count] of Object.entries(perDay)) {
    await ledger.keepRecords(recordsOf(date, count, first), reading);
    first += count;
  }
  await ledger.close();
}

function open(): LedgerCore {
  const core = openCore({ dataFolder, nowMs: noonMs, beforeStatement: null });
  if ("message" in core) throw new Error(core.message);
  return core;
}

const asked = (name: CallName, ...values: readonly unknown[]): NumberedCall => ({ number: 1, name, values });

/** First and last day that each call looks at. */
function pieces(core: LedgerCore, of = source): (readonly [string, string | null])[] {
  const seen: (readonly [string, string | null])[] = [];
  let next: string | null = from;
  while (next !== null) {
    const { answers } = core.drain([asked("dayFactsPart", of, next, to)]);
    const { value } = answers[0] as { readonly value: { readonly next: string | null } };
    seen.push([next, value.next]);
    next = value.next;
  }
  return seen;
}

it("looks at no more than 2,000 of the portal's records in one call, except those of one day", async () => {
  await keep({ "2026-03-02": 1_000, "2026-03-04": 1_000, "2026-03-06": 1, "2026-03-07": 2_400 });
  const core = open();
  expect(pieces(core)).toEqual([
    ["2026-03-01", "2026-03-06"],
    ["2026-03-06", "2026-03-07"],
    ["2026-03-07", "2026-03-08"],
    ["2026-03-08", null],
  ]);
  core.close();
  const ledger = ready(openInThread({ dataFolder }));
  const facts = await ledger.dayFacts(source, from, to);
  expect(facts.map(([date, { onlyOnPortal }]) => [date, onlyOnPortal])).toEqual([
    ["2026-03-02", 1_000],
    ["2026-03-04", 1_000],
    ["2026-03-06", 1],
    ["2026-03-07", 2_400],
  ]);
  await ledger.close();
});

it("looks at no more than 2,000 files of an instrument, or of one that shares its PID", async () => {
  const ledger = ready(openInThread({ dataFolder }));
  const files = (instrument: string, measurementDate: string) =>
    Array.from({ length: 1_500 }, (_, n) =>
      found(n, { instrument, relPath: `${measurementDate}/${n}`, measurementDate }),
    );
  await ledger.enqueue([...files("Radar", "2026-03-03"), ...files("Radar", "2026-03-05")], noonMs);
  await ledger.enqueue([...files("Fellow", "2026-03-07"), ...files("Fellow", "2026-03-09")], noonMs);
  await ledger.close();
  const core = open();
  expect(pieces(core)).toEqual([
    ["2026-03-01", "2026-03-05"],
    ["2026-03-05", null],
  ]);
  expect(pieces(core, { ...source, sameInstrument: ["Fellow"] })).toEqual([
    ["2026-03-01", "2026-03-05"],
    ["2026-03-05", "2026-03-09"],
    ["2026-03-09", null],
  ]);
  core.close();
});

it("lets other calls go between two such looks", async () => {
  const core = open();
  const queue = [asked("dayFactsPart", source, from, to), asked("dayFactsPart", source, from, to)];
  core.drain(queue);
  expect(queue).toHaveLength(1);
  core.close();
});

it("counts a receipt until a whole list of its month that was asked for after it lacks it, by the order of requests", async () => {
  const ledger = ready(openInThread({ dataFolder }));
  const list = { kind: "raw", site: source.site, instrument: source.kind, newestAtMs: 0 } as const;
  const whole = { from: "2026-02-01", to: "2026-03-31", pids: [source.pid] };
  const before = await ledger.beginReading("http://127.0.0.1");
  const file = found(1, { instrument: source.name, measurementDate: to });
  const { updatedAtMs } = await enqueued(ledger, file, "delivered");
  const layerAfter = async (month: string, readAtMs: number, reading: number, isWhole = true) => {
    await ledger.listEnded({ ...list, month, readAtMs }, reading, isWhole ? whole : null);
    return (await ledger.dayFiles(source, to)).map(({ layer, missedAtMs }) => [layer, missedAtMs]);
  };
  // Clocks may jump: the list that was asked for first tells nothing, whatever its time.
  expect(await layerAfter("2026-03", updatedAtMs + 60_000, before)).toEqual([["accepted", null]]);
  const after = await ledger.beginReading("http://127.0.0.1");
  expect(await layerAfter("2026-02", updatedAtMs + 1, after)).toEqual([["accepted", null]]);
  expect(await layerAfter("", updatedAtMs + 1, after, false)).toEqual([["accepted", null]]);
  expect(await layerAfter("2026-03", updatedAtMs + 1, after, false)).toEqual([["accepted", null]]);
  expect(await layerAfter("recent", updatedAtMs - 9, after)).toEqual([["unlisted", updatedAtMs - 9]]);
  await ledger.close();
});

it("counts no receipt of another portal, and numbers its readings on", async () => {
  const ledger = ready(openInThread({ dataFolder }));
  await ledger.beginReading("http://127.0.0.1");
  await enqueued(ledger, found(1, { instrument: source.name, measurementDate: to }), "delivered");
  const layers = async () => (await ledger.dayFiles(source, to)).map(({ layer }) => layer);
  expect(await layers()).toEqual(["accepted"]);
  const [upload] = await ledger.list({ states: ["delivered"] }, 1, null);
  const { id = "", receipt = null } = upload ?? {};
  if (receipt === null) throw new Error("It has no receipt.");
  await ledger.completeReceipts([{ id, receipt: { ...receipt, portal: "http://127.0.0.1/" } }]);
  expect(await layers()).toEqual(["accepted"]);
  expect(await ledger.beginReading("http://127.0.0.2")).toBe(2);
  expect(await layers()).toEqual(["missing"]);
  await ledger.close();
});
