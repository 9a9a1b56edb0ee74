import { addDays, startOfDayMs } from "#base/dates.ts";
import { phrase } from "#base/phrase.ts";
import { counted, spanText } from "#base/text.ts";
import type { CoverageDay } from "#domain/coverage.ts";
import type { StationEvent, StationEventKind } from "#domain/station-event.ts";

/** An instrument of the settings, as far as a report tells of it. */
export interface ReportedInstrument {
  readonly name: string;
  /** Sites and PIDs under which it delivered, the newest first. */
  readonly sites: readonly string[];
  readonly pids: readonly string[];
  /** `YYYY-MM-DD`: switched off until then; null where it is on. */
  readonly offUntil: string | null;
  /** Earliest measurement date of what it wrote here; null before its first file. */
  readonly firstWritten: string | null;
}

type ReasonsByEvent = Partial<Readonly<Record<StationEventKind, (span: string) => string>>>;

/** Reasons by events that keep files from the portal, for how long they lasted. */
const ofSending: ReasonsByEvent = {
  outage: (span) => `portal away ${span}`,
  credentials: (span) => `wrong user name or password ${span}`,
  paused: (span) => `sending paused ${span}`,
  stopped: (span) => `Skyferry not running ${span}`,
  "ledger-failed": (span) => `record of uploads not writable ${span}`,
};

/** The same by events that keep files from being found. */
const ofMeasuring: ReasonsByEvent = {
  "folder-gone": (span) => `folder not readable ${span}`,
  stopped: (span) => `Skyferry not running ${span}`,
};

/** Kinds of events that hold up data, by which a month's outages are told. */
export const outageKinds: readonly StationEventKind[] = [
  "outage",
  "credentials",
  "paused",
  "stopped",
  "ledger-failed",
  "folder-gone",
  "silent",
];

/** Reason of a day whose list was not read yet. */
export const notChecked = "not yet checked against the portal";

/** An event that is shorter explains no missing file. */
const leastMs = 60_000;

/** Words on why this day is not complete; none where it is, or where nothing was to be. */
export function reasonsOf(
  day: CoverageDay,
  instrument: ReportedInstrument,
  events: readonly StationEvent[],
  nowMs: number,
): readonly string[] {
  const during = (reasons: ReasonsByEvent) => lastedOn(day, reasons, events, nowMs);
  if (day.measured === 0) {
    if (isOff(day.date, instrument)) return [phrase("instrument off")];
    const isAwaited = day.state === "gap" || day.state === "pending";
    return isAwaited ? [phrase("no file"), ...during(ofMeasuring)] : [];
  }
  const { measured, unlisted, published, gaps, state } = day;
  const otherContent = day.otherContent ?? 0;
  const missing = day.accepted === null ? 0 : Math.max(0, measured - day.accepted - otherContent);
  const unprocessed = Math.max(0, (day.accepted ?? 0) - (day.processed ?? 0) - (day.invalid ?? 0) - unlisted);
  const reasons = [
    ...(missing > 0 ? [`${filesOf(missing, measured)} not on the portal`, ...during(ofSending)] : []),
    otherContent > 0 ? `${filesOf(otherContent, measured)} different on the portal` : "",
    unlisted > 0 ? `${filesOf(unlisted, measured)} not in the portal's list` : "",
    day.invalid ? `${filesOf(day.invalid, measured)} not usable` : "",
    day.processed === null ? notChecked : "",
    day.processed !== null && unprocessed > 0 ? `${filesOf(unprocessed, measured)} not processed` : "",
    gaps.includes("published") ? phrase("no product") : "",
  ].filter((reason) => reason !== "");
  if (reasons.length > 0 || state === "complete") return reasons;
  return [published.length === 0 ? "no product yet" : "not yet complete"];
}

function isOff(date: string, { offUntil, firstWritten }: ReportedInstrument): boolean {
  return offUntil !== null && date < offUntil && firstWritten !== null && date > firstWritten;
}

function filesOf(count: number, all: number): string {
  if (count < all) return phrase(`${count} of ${counted(all, "file")}`);
  return all === 1 ? counted(1, "file") : phrase(`all ${counted(all, "file")}`);
}

/** `portal away 4 h` for each kind of these that lasted on this day, of this instrument or of all. */
function lastedOn(
  { date, instrument }: CoverageDay,
  reasons: ReasonsByEvent,
  events: readonly StationEvent[],
  nowMs: number,
): readonly string[] {
  const [beginMs, endMs] = [startOfDayMs(date), startOfDayMs(addDays(date, 1))];
  const lasted = new Map<(span: string) => string, number>();
  for (const { kind, subject, fromMs, toMs } of events) {
    const reason = reasons[kind];
    if (reason === undefined || (subject !== "" && subject !== instrument)) continue;
    const ms = Math.min(toMs ?? nowMs, endMs) - Math.max(fromMs, beginMs);
    if (ms >= leastMs) lasted.set(reason, (lasted.get(reason) ?? 0) + ms);
  }
  return [...lasted].map(([reason, ms]) => reason(spanText(Math.min(ms, endMs - beginMs))));
}
