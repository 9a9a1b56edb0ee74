import { addDays, todayUtc } from "#base/dates.ts";
import type { FilesAndBytes, PlannedDay } from "#domain/backlog-plan.ts";
import { daysOfMonth } from "#domain/calendar-month.ts";
import { type DeliveredSpan, isSamePlace, listOfPlace, type RecordSource } from "#domain/delivered-place.ts";
import { baseName } from "#domain/file-version.ts";
import type { PathStyle } from "#domain/folder-paths.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import { type ListedRecord, rawListOf } from "#domain/portal-records.ts";
import { selectFile } from "#domain/selection.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Clock, Files } from "#engine/ports/host.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import type { AskedList, ListName, PortalLists, RecordsKeeper } from "#engine/ports/portal-lists.ts";
import { isSameList } from "#station/coverage/list-plan.ts";
import { createFileIndex, type FileIndex, type PlannedSource } from "./file-index.ts";

/** Files that are here, and what of them is not on the portal. */
export interface SendPlan {
  /** By measurement date, the oldest first. */
  readonly days: readonly PlannedDay[];
  /** New data a day, over the last two weeks. */
  readonly perDay: FilesAndBytes;
  /** Folders that could not be read, a sentence each: their files are in no figure. */
  readonly unreadable: readonly string[];
}

export interface SendPlanParts {
  readonly clock: Clock;
  readonly files: Pick<Files, "walk">;
  readonly portal: Pick<PortalLists, "listRawFiles">;
  /** Tells where files were delivered before the settings named another site or PID. */
  readonly keeper: Pick<RecordsKeeper, "deliveredPlaces">;
  readonly pathStyle: PathStyle;
}

/** Instruments of the settings, and the names of those that are planned for. */
export interface PlannedInstruments {
  readonly all: readonly ConfiguredInstrument[];
  readonly names: readonly string[];
}

/** Result of planning: `portal`: it could not be asked, one sentence; the plan is of the disk alone. */
export type SendPlanned =
  | { readonly kind: "planned"; readonly plan: SendPlan }
  | { readonly kind: "portal"; readonly message: string; readonly plan: SendPlan }
  | { readonly kind: "stopped" };

/** So many lists a minute at most: the portal is there for others, too. */
const mostAMinute = 60;
/** Whole days before today over which new data are counted. */
const newDays = 14;

/**
 * Counts by name, size and measurement date; no file is read and nothing is recorded. A file is on the portal where the list of its
 * month has a record of its instrument, or of a place that files of its date were delivered to, with its name, date and size that is
 * more than announced. Dates before `since` of an
 * instrument count only where `dates` begin before it. `onWalked` hears what is here before the portal is asked. Memory: some 20
 * bytes a file.
 */
export async function planSending(
  parts: SendPlanParts,
  { all, names }: PlannedInstruments,
  dates: DateSpan | null,
  signal: AbortSignal,
  onWalked: (plan: SendPlan) => void = () => {},
): Promise<SendPlanned> {
  const { clock } = parts;
  const index = createFileIndex();
  const today = todayUtc(clock.nowMs());
  const recent = { files: 0, bytes: 0, first: today };
  const unreadable: string[] = [];
  const spans = await deliveredSpans(parts, all);
  const sourcesOf = sourcesByDate(spans, all);
  for (const configured of all.filter(({ instrument }) => names.includes(instrument.name))) {
    const message = await walkInto(parts, configured, dates, signal, (relPath, size, date) => {
      if (date >= addDays(today, -newDays) && date < today) {
        recent.files += 1;
        recent.bytes += size;
        if (date < recent.first) recent.first = date;
      }
      if (dates === null || (dates.from <= date && date <= dates.to))
        index.add(sourcesOf(configured.instrument, date), { date, filename: baseName(relPath) }, size);
    });
    if (message !== null) unreadable.push(`${configured.instrument.name}: ${message}`);
    if (signal.aborted) return { kind: "stopped" };
  }
  const days = recent.first === today ? 1 : daysFrom(recent.first, today);
  const perDay = {
    files: Math.round((recent.files / days) * 10) / 10,
    bytes: Math.round(recent.bytes / days),
  };
  const here = { days: mergedDays(index.groups().flatMap((one) => one.compared(null))), perDay, unreadable };
  onWalked(here);
  const compared = await compareLists(parts, index, [...spans.values()].flat(), signal);
  if (compared.kind === "portal") return { ...compared, plan: here };
  if (compared.kind === "stopped") return compared;
  return { kind: "planned", plan: { ...here, days: mergedDays(compared.days) } };
}

type DeliveredSpans = ReadonlyMap<string, readonly DeliveredSpan[]>;

/** Places that files of each instrument were delivered to, by its name. */
async function deliveredSpans(
  { keeper }: Pick<SendPlanParts, "keeper">,
  all: readonly ConfiguredInstrument[],
): Promise<DeliveredSpans> {
  const spans = new Map<string, readonly DeliveredSpan[]>();
  for (const { instrument } of all) spans.set(instrument.name, await keeper.deliveredPlaces(instrument.name));
  return spans;
}

/** Gives the sources of an instrument's files of a date: that of the settings, and those that files of the date were delivered to. */
function sourcesByDate(spans: DeliveredSpans, all: readonly ConfiguredInstrument[]) {
  const isOf = (one: Instrument, place: RecordSource) =>
    [one, ...(spans.get(one.name) ?? [])].some((own) => isSamePlace(own, place));
  const sourceOf = (one: Instrument, place: RecordSource, list: AskedList): PlannedSource => {
    const own = tagText(one);
    const others = all.map(({ instrument }) => instrument).filter((other) => isOf(other, place));
    return { list, pid: place.pid, tagsOfOthers: others.map(tagText).filter((tags) => tags !== own) };
  };
  const ownList = (one: Instrument): AskedList => {
    const sharing = all.filter(({ instrument }) => isSameList(listOf(instrument), listOf(one)));
    return { ...listOf(one), pids: [...new Set(sharing.map(({ instrument }) => instrument.pid))] };
  };
  const known = new Map<string, readonly PlannedSource[]>();
  return (one: Instrument, date: string): readonly PlannedSource[] => {
    const former = (spans.get(one.name) ?? []).filter(
      (place) => !isSamePlace(place, one) && place.from <= date && date <= place.to,
    );
    const key = JSON.stringify([one.name, former]);
    const sources = known.get(key) ?? [
      sourceOf(one, one, ownList(one)),
      ...former.map((place) => sourceOf(one, place, { ...listOfPlace(place), pids: [place.pid] })),
    ];
    known.set(key, sources);
    return sources;
  };
}

function listOf({ kind, site, instrument }: Instrument): ListName {
  return { kind: rawListOf(kind), site, instrument };
}

function tagText({ tags }: Pick<Instrument, "tags">): string {
  return tags.toSorted().join(",");
}

/** Several lists may have files of the same day. */
function mergedDays(days: readonly PlannedDay[]): readonly PlannedDay[] {
  const merged = new Map<string, PlannedDay>();
  for (const one of days) {
    const { date } = one;
    const { files, bytes, onPortal } = merged.get(date) ?? { files: 0, bytes: 0, onPortal: 0 };
    const sum = { files: files + one.files, bytes: bytes + one.bytes, onPortal: onPortal + one.onPortal };
    merged.set(date, { date, ...sum });
  }
  return [...merged.values()].sort((one, other) => (one.date < other.date ? -1 : 1));
}

function daysFrom(first: string, today: string): number {
  return Math.round((Date.parse(today) - Date.parse(first)) / 86_400_000);
}

/** `take` gets each file that would be sent. Gives why the folder, or a part of it, could not be read; else null. */
async function walkInto(
  { clock, files, pathStyle }: SendPlanParts,
  { instrument, pattern }: ConfiguredInstrument,
  dates: DateSpan | null,
  signal: AbortSignal,
  take: (relPath: string, size: number, date: string) => void,
): Promise<string | null> {
  const isBefore =
    dates !== null && instrument.since !== null && dates.from < instrument.since && dates.from > firstDate;
  const asked = isBefore ? { ...instrument, since: null } : instrument;
  const options = { caseInsensitive: pathStyle === "win32", todayUtc: todayUtc(clock.nowMs()) };
  const { folder } = instrument;
  const request = { folder, pattern: instrument.pattern, alsoSuffixes: [] };
  let trouble: string | null = null;
  for await (const batch of files.walk(request, signal)) {
    if ("error" in batch) return batch.message;
    for (const { relPath, size } of batch.files) {
      const selection = selectFile(asked, pattern, { relPath, size }, options);
      if (selection.kind === "selected") take(relPath, size, selection.measurementDate);
    }
    trouble ??= batch.skipped.find(({ kind }) => kind === "unreadable-folder")?.reason ?? null;
  }
  return trouble;
}

/** `from` where only an end was given. */
const firstDate = "0001-01-01";

async function compareLists(
  { clock, portal }: SendPlanParts,
  index: FileIndex,
  spans: readonly DeliveredSpan[],
  signal: AbortSignal,
) {
  const days: PlannedDay[] = [];
  let asked: number[] = [];
  const pace = async (): Promise<void> => {
    asked = asked.filter((at) => clock.monotonicMs() - at < 60_000);
    const [first] = asked;
    if (asked.length >= mostAMinute && first !== undefined)
      await clock.sleep(first + 60_000 - clock.monotonicMs(), signal);
    asked.push(clock.monotonicMs());
  };
  /** Lists of the month that is compared, by their name. */
  let read = new Map<string, readonly ListedRecord[]>();
  let readMonth = "";
  for (const { sources, month, compared } of index.groups()) {
    if (month !== readMonth) read = new Map();
    readMonth = month;
    for (const { list } of sources.filter((source) => !read.has(nameOf(source.list)))) {
      await pace();
      const records = await listed(portal, { ...list, pace }, month, spans, signal);
      if (records.kind !== "listed") return records;
      read.set(nameOf(list), records.records);
    }
    days.push(...compared((list) => read.get(nameOf(list)) ?? []));
  }
  return { kind: "compared" as const, days };
}

function nameOf({ kind, site, instrument }: ListName): string {
  return [kind, site, instrument].join("|");
}

async function listed(
  portal: SendPlanParts["portal"],
  list: AskedList,
  month: string,
  spans: readonly DeliveredSpan[],
  signal: AbortSignal,
): Promise<
  | { readonly kind: "listed"; readonly records: readonly ListedRecord[] }
  | { readonly kind: "portal"; readonly message: string }
  | { readonly kind: "stopped" }
> {
  const { from: dateFrom, to: dateTo } = daysOfMonth(month);
  const records: ListedRecord[] = [];
  const expected = spans.filter(
    ({ site, pid, from, to }) =>
      site === list.site && list.pids?.includes(pid) && from <= dateTo && dateFrom <= to,
  );
  // Files are compared by their names later: a place of which nothing is shown is enough for a doubt.
  const lacking = async () => {
    const shown = new Set(records.map(({ instrumentPid }) => instrumentPid));
    return { lacking: expected.filter(({ pid }) => !shown.has(pid)).length, of: expected.length };
  };
  const outcome = await portal.listRawFiles(
    { ...list, lacking },
    { dateFrom, dateTo },
    signal,
    async (some) => {
      records.push(...some.filter(({ status, siteId }) => status !== "created" && siteId === list.site));
    },
  );
  if (outcome.kind === "abandoned") return { kind: "stopped" };
  if (outcome.kind === "refused")
    return {
      kind: "portal",
      message: `The portal refused the list of ${month}: ${outcome.errors.join("; ")}`,
    };
  if (outcome.kind === "failed") return { kind: "portal", message: outcome.failure.message };
  return { kind: "listed", records };
}
