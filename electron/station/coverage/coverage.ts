import { addDays, todayUtc } from "#base/dates.ts";
import { createEmitter, type Subscribe } from "#base/event.ts";
import { type CoverageDay, judgeDay } from "#domain/coverage.ts";
import type { DayTimes } from "#domain/day-times.ts";
import type { DeliveredSpan } from "#domain/delivered-place.ts";
import { rawListOf } from "#domain/portal-records.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { CoverageFile, CoverageSource, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import { createCadences } from "#station/cadences.ts";
import { dayContextOf, formerContextOf, timesOfDay } from "./day-context.ts";
import { countGaps, createGapCount, type DayGaps } from "./day-gaps.ts";
import { goneOf } from "./gone.ts";
import { createKnownDays } from "./known-days.ts";
import type { WantedList } from "./list-plan.ts";
import type { KnownQuality } from "./quality-reports.ts";
import { type MissingFile, type SendingParts, type SendMissing, sendMissingAgain } from "./send-missing.ts";
import { leastDays, wantedLists } from "./wanted-lists.ts";

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

/** A delivered file that is not in its folder any more. */
export interface GoneFile {
  readonly uploadId: string;
  /** When this version of it was named last as one that may be removed, epoch milliseconds; null where it was not. */
  readonly namedAtMs: number | null;
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
  gone(instrument: string, date: string): Promise<readonly GoneFile[] | null>;
  /** Places under which files of each instrument were delivered, the newest first. */
  places(): Promise<readonly (DeliveredSpan & { readonly instrument: string })[]>;
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
  /** When each was named last as one that may be removed, by its id, as in `AdvisedFiles`; left out: none ever was. */
  readonly namedAmong?: ((uploads: readonly Upload[]) => Promise<ReadonlyMap<string, number>>) | undefined;
  /** Runs what may meet a ledger that fails. */
  runSafely(work: () => Promise<void>): Promise<unknown>;
}

export function createCoverage(parts: CoverageParts): Coverage {
  const { clock, keeper, ledger } = parts;
  const cadences = createCadences(ledger, clock);
  const changed = createEmitter();
  const unasked = createEmitter();
  const all = (): readonly Chosen[] => chosenOf(parts.instruments());
  const chosenBy = (name: string) => all().find(({ instrument }) => instrument.name === name);
  const known = createKnownDays(keeper, () => all().map(({ source }) => source));

  const judged = async (from: string, to: string, name: string | null): Promise<CoverageReport> => {
    await Promise.all([known.catchUp(), parts.quality?.ready()]);
    const chosen = all().filter(({ instrument }) => name === null || instrument.name === name);
    const [marks, learned] = [await keeper.listMarks(), await cadences.learned()];
    const days: CoverageDay[] = [];
    const asOf: (number | null)[] = [];
    for (const { instrument, source } of chosen) {
      const found = await known.between(source, from, to);
      const context = await dayContextOf(instrument, marks, learned, keeper, clock.nowMs());
      asOf.push(context.listedAtMs);
      for (const { date, facts } of found) {
        const { former } = facts;
        const ofDay = former === undefined ? context : await formerContextOf(context, former, marks, keeper);
        days.push(judgeDay(date, facts, ofDay));
      }
    }
    const asOfMs = asOf.reduce(
      (oldest, one) => (oldest === null || one === null ? null : Math.min(oldest, one)),
      asOf[0] ?? null,
    );
    return { asOfMs, days };
  };

  /** Files that may have to be sent: those of days on which not all is as it should be. */
  const missing = async (from: string, to: string, name: string | null) => {
    const { days } = await judged(from, to, name);
    const found: MissingFile[] = [];
    for (const day of days.filter(hasMissing)) {
      const chosen = chosenBy(day.instrument);
      if (chosen === undefined) continue;
      const isListed = day.processed !== null;
      for (const file of await keeper.dayFiles(chosen.source, day.date)) {
        const isMissing = file.layer === "missing" && (isListed || file.state !== "delivered");
        if (isMissing || file.layer === "unlisted" || file.layer === "other-content")
          found.push({ date: day.date, file, instrument: chosen.instrument });
      }
    }
    return found;
  };

  const names = () => parts.instruments().map(({ name }) => name);
  const gaps = createGapCount(clock, parts.runSafely, async () => {
    const today = todayUtc(clock.nowMs());
    const { asOfMs, days } = await judged(addDays(today, 1 - leastDays), today, null);
    return asOfMs === null ? null : countGaps(names(), days);
  });

  return {
    instruments: names,
    async days(from, to, name) {
      if (name !== null && chosenBy(name) === undefined) return null;
      const report = await judged(from, to, name);
      if (report.asOfMs === null) unasked.emit();
      return report;
    },
    async day(name, date) {
      const chosen = chosenBy(name);
      if (chosen === undefined) return null;
      const { asOfMs, days } = await judged(date, date, name);
      const [day] = days;
      if (day === undefined) return null;
      const files = await keeper.dayFiles(chosen.source, date);
      const about = {
        learned: await cadences.learned(),
        arrivals: (await ledger.arrivals()).get(name) ?? [],
        firstWritten: await keeper.firstWritten(name),
      };
      return { asOfMs, day, files, times: timesOfDay(chosen.instrument, date, files, about, clock.nowMs()) };
    },
    async gone(name, date) {
      const chosen = chosenBy(name);
      if (chosen === undefined) return null;
      const files = await keeper.dayFiles(chosen.source, date);
      const gone = new Set(await goneOf(files, chosen.instrument.folder, parts.files));
      if (gone.size === 0) return [];
      const uploads = (await keeper.dayUploads(name, date)).filter(({ id }) => gone.has(id));
      const named = await parts.namedAmong?.(uploads);
      return [...gone].map((uploadId) => ({ uploadId, namedAtMs: named?.get(uploadId) ?? null }));
    },
    async places() {
      const ofEach = parts.instruments().map(async ({ name: instrument }) => {
        return (await keeper.deliveredPlaces(instrument)).map((place) => ({ instrument, ...place }));
      });
      return (await Promise.all(ofEach)).flat();
    },
    reasonsOf: (uuid) => parts.quality?.reasonsOf({ uuid }) ?? null,
    sendMissing: async (from, to, name) => sendMissingAgain(await missing(from, to, name), parts),
    gaps: gaps.now,
    lists: () => wantedLists(parts.instruments(), keeper, clock.nowMs()),
    listRead(site) {
      const sites = new Set(parts.instruments().map((one) => one.site));
      // Files of any instrument may have been delivered under a site that the settings no longer have.
      for (const one of parts.instruments())
        if (one.site === site || !sites.has(site)) known.forget(one.name);
      gaps.forget();
      changed.emit();
    },
    onChanged: changed.on,
    onUnknown: unasked.on,
  };
}

/** An instrument of the settings, and the name of its files and records. */
interface Chosen {
  readonly instrument: Instrument;
  readonly source: CoverageSource;
}

function chosenOf(instruments: readonly Instrument[]): readonly Chosen[] {
  return instruments.map((one) => ({
    instrument: one,
    source: {
      name: one.name,
      site: one.site,
      list: rawListOf(one.kind),
      kind: one.instrument,
      pid: one.pid,
      tags: one.tags,
      sameInstrument: instruments
        .filter((other) => other.name !== one.name && other.site === one.site && other.pid === one.pid)
        .map((other) => other.name),
    },
  }));
}

/** Not all that was measured is accepted, or shown where it should be. */
function hasMissing({ measured, accepted, unlisted }: CoverageDay): boolean {
  return measured > (accepted ?? 0) || unlisted > 0;
}
