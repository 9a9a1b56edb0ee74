import { addDays, datesBetween, startOfDayMs, todayUtc } from "#base/dates.ts";
import { createEmitter, type Subscribe } from "#base/event.ts";
import { usualSpaceMs } from "#domain/cadence.ts";
import {
  type CoverageDay,
  type CoverageLayer,
  coverageLayers,
  type DayContext,
  judgeDay,
} from "#domain/coverage.ts";
import { type DayFacts, factsOf } from "#domain/day-facts.ts";
import { type DayTimes, dayTimes } from "#domain/day-times.ts";
import { expectedOnDay } from "#domain/learned-cadence.ts";
import { rawListOf } from "#domain/portal-records.ts";
import { type Instrument, usualDeadlines } from "#domain/settings.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { CoverageFile, CoverageSource, ListMark, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import { createCadences, type Learned } from "#station/cadences.ts";
import { runsOf } from "./date-runs.ts";
import { goneOf } from "./gone.ts";
import { monthOf, type WantedList } from "./list-plan.ts";
import type { KnownQuality } from "./quality-reports.ts";
import { type MissingFile, type SendingParts, type SendMissing, sendMissingAgain } from "./send-missing.ts";

/** Days of some instruments, oldest date first. */
export interface CoverageReport {
  /** When the oldest of the lists behind it was brought up to date, epoch milliseconds; null where one never was. */
  readonly asOfMs: number | null;
  readonly days: readonly CoverageDay[];
}

/** A day with its files. */
export interface CoverageDayReport {
  readonly asOfMs: number | null;
  readonly day: CoverageDay;
  readonly files: readonly CoverageFile[];
  readonly times: DayTimes;
}

/** Days that are overdue, counted. */
export interface DayGaps {
  readonly instrument: string;
  readonly layer: CoverageLayer;
  readonly days: number;
}

/** Message of the feed about the coverage. */
export interface CoverageChanged {
  readonly type: "coverage.changed";
}

/** State of the data of each instrument and day, as far as the portal's lists told. */
export interface Coverage {
  /** Names in the settings. */
  instruments(): readonly string[];
  /** Dates `YYYY-MM-DD`, both included; `instrument` null is every one. Null where the settings have none of this name. */
  days(from: string, to: string, instrument: string | null): Promise<CoverageReport | null>;
  /** Null where no instrument of the settings has this name. */
  day(instrument: string, date: string): Promise<CoverageDayReport | null>;
  /** Uploads of a day that are delivered and surely not in their folder any more; null where no instrument has this name. */
  gone(instrument: string, date: string): Promise<readonly string[] | null>;
  /** Findings of the quality control of this product, worst first; null where they are not known. */
  reasonsOf(uuid: string): readonly string[] | null;
  /** Queues again what is measured and not accepted. */
  sendMissing(from: string, to: string, instrument: string | null): Promise<SendMissing>;
  /**
   * Gaps of the last 62 days, by instrument and layer, zeros included; as of the last minutes. Null before they are known.
   * Costs nothing: what is old is counted again behind the answer.
   */
  gaps(): readonly DayGaps[] | null;
  /** Lists to ask the portal for. */
  lists(): Promise<readonly WantedList[]>;
  /** The lists of this site were read: its days may be others. */
  listRead(site: string): void;
  /** Days are other ones than before. */
  readonly onChanged: Subscribe<void>;
  /** Somebody asked for days of which no list was read yet. */
  readonly onUnknown: Subscribe<void>;
}

export interface CoverageParts extends SendingParts {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, "instrumentHours" | "arrivals"> & SendingParts["ledger"];
  readonly keeper: RecordsKeeper;
  instruments(): readonly Instrument[];
  /** Left out: nobody asks why products are poor. */
  readonly quality?: Pick<KnownQuality, "reasonsOf" | "ready"> | undefined;
  /** Runs what may meet a ledger that fails. */
  runSafely(work: () => Promise<void>): Promise<unknown>;
}

/** The portal is asked for so many days back, and no longer than data were measured here. */
const mostDays = 400;
/** And at least for so many, as far as `since` allows. */
const leastDays = 62;
const dayMs = 86_400_000;
/** So many hours with files are expected on a day on which an instrument surely writes. */
const surelyExpected = 0.8;
/** Gaps are counted again at most so often. */
const gapsFreshMs = 300_000;

export function createCoverage(parts: CoverageParts): Coverage {
  const { clock, keeper, ledger } = parts;
  const cadences = createCadences(ledger, clock);
  const changed = createEmitter();
  const unasked = createEmitter();
  /** Facts by instrument and date. They cost a look at each file, and change with a journal line or a list. */
  const known = new Map<string, Map<string, DayFacts>>();
  let seq: number | null = null;
  let gapsKnown: { readonly atMs: number; readonly gaps: readonly DayGaps[] | null } | null = null;
  let isCounting = false;
  let settingsSeen = "";

  const sources = (): readonly CoverageSource[] => {
    const all = parts.instruments();
    return all.map(({ name, site, kind, instrument, pid, tags }) => ({
      name,
      site,
      list: rawListOf(kind),
      kind: instrument,
      pid,
      tags,
      fellows: all
        .filter((other) => other.name !== name && other.site === site && other.pid === pid)
        .map((other) => other.name),
    }));
  };

  const isKnown = (instrument: string | null): boolean =>
    instrument === null || parts.instruments().some(({ name }) => name === instrument);

  /** Drops the days that changed since the last look. */
  const catchUp = async (): Promise<void> => {
    const settings = JSON.stringify(sources());
    if (settings !== settingsSeen) known.clear();
    settingsSeen = settings;
    const { seq: newest, days } = await keeper.changedDays(seq ?? Number.MAX_SAFE_INTEGER);
    if (days === null) known.clear();
    const fellows = new Map(sources().map((source) => [source.name, source.fellows]));
    for (const [instrument, date] of days ?? [])
      for (const name of [instrument, ...(fellows.get(instrument) ?? [])]) known.get(name)?.delete(date);
    seq = newest;
  };

  const factsBetween = async (
    source: CoverageSource,
    from: string,
    to: string,
  ): Promise<ReadonlyMap<string, DayFacts>> => {
    const own = known.get(source.name) ?? new Map<string, DayFacts>();
    known.set(source.name, own);
    const unknown = datesBetween(from, to).filter((date) => !own.has(date));
    for (const [first, last] of runsOf(unknown)) {
      const found = new Map(await keeper.dayFacts(source, first, last));
      for (const date of datesBetween(first, last)) own.set(date, found.get(date) ?? noFacts);
    }
    return own;
  };

  const contextOf = async (
    instrument: Instrument,
    marks: readonly ListMark[],
    learned: Learned,
  ): Promise<DayContext> => {
    const { name, site, since } = instrument;
    const list = rawListOf(instrument.kind);
    const own = marks.filter(
      (mark) => mark.kind === list && mark.site === site && mark.instrument === instrument.instrument,
    );
    const months = new Set(own.map(({ month }) => month));
    const cadence = learned.get(name)?.cadence ?? null;
    const { expectEveryMinutes, offUntil } = instrument;
    const expects = (date: string): boolean => {
      if (typeof offUntil === "string" && date < offUntil) return false;
      if (expectEveryMinutes !== null) return expectEveryMinutes * 60_000 <= dayMs;
      return cadence !== null && expectedOnDay(cadence, startOfDayMs(date)) >= surelyExpected;
    };
    return {
      instrument: name,
      since,
      firstWritten: await keeper.firstWritten(name),
      expects,
      usualMs: (expectEveryMinutes ?? 0) * 60_000 || (cadence?.everyMs ?? 0),
      publishes: await keeper.isPublishing(instrument),
      deadlines: instrument.deadlines ?? usualDeadlines,
      listedAtMs: newestOf(own),
      isListed: (date) => months.has(monthOf(date)),
      nowMs: clock.nowMs(),
    };
  };

  const judged = async (from: string, to: string, instrument: string | null): Promise<CoverageReport> => {
    await Promise.all([catchUp(), parts.quality?.ready()]);
    const chosen = parts.instruments().filter(({ name }) => instrument === null || name === instrument);
    const [marks, learned] = [await keeper.listMarks(), await cadences.learned()];
    const days: CoverageDay[] = [];
    const asOf: (number | null)[] = [];
    for (const one of chosen) {
      const source = sources().find(({ name }) => name === one.name);
      if (source === undefined) continue;
      const facts = await factsBetween(source, from, to);
      const context = await contextOf(one, marks, learned);
      asOf.push(context.listedAtMs);
      for (const date of datesBetween(from, to))
        days.push(judgeDay(date, facts.get(date) ?? noFacts, context));
    }
    const asOfMs = asOf.reduce(
      (oldest, one) => (oldest === null || one === null ? null : Math.min(oldest, one)),
      asOf[0] ?? null,
    );
    return { asOfMs, days };
  };

  const timesOf = async (instrument: string, date: string, files: readonly CoverageFile[]) => {
    const one = parts.instruments().find(({ name }) => name === instrument);
    const { expectEveryMinutes = null, offUntil } = one ?? {};
    const [learned, arrivals] = [await cadences.learned(), await ledger.arrivals()];
    return dayTimes({
      beginMs: startOfDayMs(date),
      writtenMs: files.flatMap(({ modifiedAtMs }) => modifiedAtMs ?? []),
      setMs: expectEveryMinutes === null ? null : expectEveryMinutes * 60_000,
      recentMs: usualSpaceMs(arrivals.get(instrument) ?? []),
      learned: learned.get(instrument)?.cadence ?? null,
      isOff: typeof offUntil === "string" && date < offUntil,
      isFirstDay: date === (await keeper.firstWritten(instrument)),
      nowMs: clock.nowMs(),
    });
  };

  /** Files that may have to be sent: those of days on which not all is as it should be. */
  const missing = async (from: string, to: string, instrument: string | null) => {
    const { days } = await judged(from, to, instrument);
    const found: MissingFile[] = [];
    for (const day of days.filter(hasMissing)) {
      const one = parts.instruments().find(({ name }) => name === day.instrument);
      const source = sources().find(({ name }) => name === day.instrument);
      if (one === undefined || source === undefined) continue;
      const isListed = day.processed !== null;
      for (const file of await keeper.dayFiles(source, day.date)) {
        const isMissing = file.layer === "missing" && (isListed || file.state !== "delivered");
        if (isMissing || file.layer === "unlisted" || file.layer === "other-content")
          found.push({ date: day.date, file, instrument: one });
      }
    }
    return found;
  };

  const countGaps = async (): Promise<readonly DayGaps[] | null> => {
    const today = todayUtc(clock.nowMs());
    const { asOfMs, days } = await judged(addDays(today, 1 - leastDays), today, null);
    if (asOfMs === null) return null;
    return parts.instruments().flatMap(({ name }) => {
      const own = days.filter(({ instrument }) => instrument === name);
      return coverageLayers.map((layer) => ({
        instrument: name,
        layer,
        days: own.filter(({ gaps }) => gaps.includes(layer)).length,
      }));
    });
  };

  return {
    instruments: () => parts.instruments().map(({ name }) => name),
    async days(from, to, instrument) {
      if (!isKnown(instrument)) return null;
      const report = await judged(from, to, instrument);
      if (report.asOfMs === null) unasked.emit();
      return report;
    },
    async day(instrument, date) {
      const source = sources().find(({ name }) => name === instrument);
      if (source === undefined) return null;
      const { asOfMs, days } = await judged(date, date, instrument);
      const [day] = days;
      if (day === undefined) return null;
      const files = await keeper.dayFiles(source, date);
      return { asOfMs, day, files, times: await timesOf(instrument, date, files) };
    },
    async gone(instrument, date) {
      const one = parts.instruments().find(({ name }) => name === instrument);
      const source = sources().find(({ name }) => name === instrument);
      if (one === undefined || source === undefined) return null;
      return goneOf(await keeper.dayFiles(source, date), one.folder, parts.files);
    },
    reasonsOf: (uuid) => parts.quality?.reasonsOf({ uuid }) ?? null,
    sendMissing: async (from, to, instrument) => sendMissingAgain(await missing(from, to, instrument), parts),
    gaps() {
      const isFresh = gapsKnown !== null && Math.abs(clock.nowMs() - gapsKnown.atMs) < gapsFreshMs;
      if (!isFresh && !isCounting) {
        isCounting = true;
        void parts
          .runSafely(async () => {
            const atMs = clock.nowMs();
            gapsKnown = { atMs, gaps: await countGaps() };
          })
          .finally(() => {
            isCounting = false;
          });
      }
      return gapsKnown?.gaps ?? null;
    },
    async lists() {
      const today = todayUtc(clock.nowMs());
      const lists = new Map<string, WantedList>();
      for (const { name, site, kind, instrument, pid, since } of parts.instruments()) {
        const first = (await keeper.firstMeasured(name)) ?? today;
        const least = addDays(today, 1 - leastDays);
        const most = addDays(today, 1 - mostDays);
        const wanted = first < least ? first : least;
        const from = [since ?? most, wanted > most ? wanted : most].sort()[1] ?? least;
        const ofFiles = { kind: rawListOf(kind), site, instrument };
        // The portal makes no products of single instruments from model files.
        const ofProducts = { kind: "products", site, instrument: "" } as const;
        for (const list of kind === undefined ? [ofFiles, ofProducts] : [ofFiles]) {
          const key = [list.kind, site, list.instrument].join("|");
          const before = lists.get(key);
          const pids = [...new Set([...(before?.pids ?? []), pid])];
          lists.set(key, {
            ...list,
            pids,
            from: before === undefined || from < before.from ? from : before.from,
          });
        }
      }
      return [...lists.values()];
    },
    listRead(site) {
      for (const one of parts.instruments()) if (one.site === site) known.delete(one.name);
      if (gapsKnown !== null) gapsKnown = { ...gapsKnown, atMs: Number.NEGATIVE_INFINITY };
      changed.emit();
    },
    onChanged: changed.on,
    onUnknown: unasked.on,
  };
}

/** Not all that was measured is accepted, or shown where it should be. */
function hasMissing({ measured, accepted, unlisted }: CoverageDay): boolean {
  return measured > (accepted ?? 0) || unlisted > 0;
}

const noFacts = factsOf({ files: [], onlyOnPortal: [] }, []);

function newestOf(marks: readonly ListMark[]): number | null {
  return marks.length === 0 ? null : Math.max(...marks.map(({ readAtMs }) => readAtMs));
}
