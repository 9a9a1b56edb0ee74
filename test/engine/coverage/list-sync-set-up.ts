import { setImmediate as turn } from "node:timers/promises";
import { afterEach } from "vitest";
import type { ListedRecord } from "#domain/portal-records.ts";
import type { PoorProduct } from "#domain/verdicts.ts";
import type { ReadOutcome } from "#engine/ports/portal.ts";
import type { ListRead, ListSpan, PortalLists } from "#engine/ports/portal-lists.ts";
import type { WantedList } from "#station/coverage/list-plan.ts";
import { createListSync } from "#station/coverage/list-sync.ts";
import { createQualityReports } from "#station/coverage/quality-reports.ts";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";

export const startMs = Date.UTC(2026, 10, 20, 12);
export const hourMs = 3_600_000;
export const found = { kind: "found", value: { records: 0, leftOut: 0 } } as const;
export const refused = {
  kind: "refused",
  status: 400,
  errors: ["Unknown query parameters: updatedAtFrom"],
} as const;
export const silent = {
  kind: "failed",
  failure: { cause: "unreachable", message: "No answer.", portalMessage: null },
} as const;

export const radar = {
  kind: "raw",
  site: "hyytiala",
  instrument: "radar",
  pids: ["pid"],
  from: "2026-09-20",
} as const;
const place = { name: "Radar", site: "hyytiala", list: "raw", kind: "radar", pid: "pid" } as const;
export const source = { ...place, tags: [], sameInstrument: [] };
export const products = { ...radar, kind: "products", instrument: "" } as const;

/** A raw file of the radar in a list. */
export function record(n: number, change: Partial<ListedRecord> = {}): ListedRecord {
  const hex = String(n).padStart(12, "0");
  return {
    uuid: `00000000-0000-4000-8000-${hex}`,
    checksum: `00000000000000000000${hex}`,
    filename: `${n}.nc`,
    measurementDate: "2026-11-18",
    size: 5,
    status: "processed",
    updatedAtMs: startMs - 30 * hourMs,
    siteId: "hyytiala",
    instrumentPid: "pid",
    tags: [],
    ...change,
  };
}

/** A request for a list. */
export interface Asked {
  readonly kind: "raw" | "products";
  readonly span: ListSpan;
  readonly atMs: number;
}

let ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  ends = [];
});

/** The lists of a station and a portal that answers as `state` says, with all requests to it. */
export async function setUp(
  lists: readonly WantedList[] = [radar, products],
  poor: readonly PoorProduct[] = [],
) {
  const clock = new FakeClock(startMs);
  const keeper = ready(openInThread({ dataFolder: await scratchOfTest("skyferry-lists-"), nowMs: startMs }));
  const asked: Asked[] = [];
  const state = {
    isOpen: true,
    each: 1,
    reports: 0,
    url: "https://portal.example",
    records: [] as readonly ListedRecord[],
    answer: (_: Asked): ReadOutcome<ListRead> => found,
  };
  const note = (kind: Asked["kind"], span: ListSpan): ReadOutcome<ListRead> => {
    const one = { kind, span, atMs: clock.nowMs() };
    asked.push(one);
    return state.answer(one);
  };
  const warned: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warned.push(message), error: () => {} };
  const portal: PortalLists = {
    async listRawFiles({ pace }, span, _signal, take) {
      const outcome = note("raw", span);
      if (state.each === 2) await pace?.().then(() => note("raw", span));
      const { dateFrom = "", dateTo = "9999" } = span;
      const shown = state.records.filter(({ measurementDate: date }) => date >= dateFrom && date <= dateTo);
      for (let at = 0; at < shown.length; at += 500) await take(shown.slice(at, at + 500));
      return outcome;
    },
    async qualityReport() {
      state.reports += 1;
      return { kind: "found", value: ["Units: wrong"] };
    },
    async listProducts(_site, span) {
      return note("products", span);
    },
  };
  const sync = createListSync({
    clock,
    keeper,
    portal,
    log,
    portalUrl: () => state.url,
    lists: async () => lists,
    isOpen: () => state.isOpen,
    quality: { reports: createQualityReports({ store: null, clock, log, portal }), poor: async () => poor },
    runSafely: (work) => work(),
  });
  ends.push(
    () => keeper.close(),
    () => sync.stop(),
  );
  const onPortal = async () => {
    const days = await keeper.dayFacts(source, "2026-09-01", "2026-12-31");
    return days.reduce((sum, [, { onlyOnPortal }]) => sum + onlyOnPortal, 0);
  };
  const pass = async (ms: number): Promise<void> => {
    const endMs = clock.monotonicMs() + ms;
    for (;;) {
      // Every request is answered, and its answer kept, before time goes on.
      while (clock.asleep === 0) await turn();
      const leftMs = endMs - clock.monotonicMs();
      if (leftMs <= 0) return;
      await clock.advance(Math.min(leftMs, clock.nextInMs ?? leftMs));
    }
  };
  return { clock, keeper, asked, state, sync, pass, onPortal, warned };
}
