import { endOfPeriodMs, isRealDate } from "#base/dates.ts";
import { say } from "#base/say.ts";
import type { Input } from "#contract/methods.ts";
import type { JournalEvent } from "#domain/journal.ts";
import { journalText } from "#renderer/text/journal.tsx";

type PageInput = Input<"journal.page">;
/** The fields of the contract by which lines are chosen. */
export type JournalFields = Omit<PageInput, "beforeSeq" | "limit">;

/** Filter of the journal, as the address says it. */
export interface JournalPageFilter {
  readonly text: string;
  readonly instrument: string | null;
  /** Names of `eventKinds`; none: all but the steps. */
  readonly kinds: readonly string[];
  /** Every step on the way of a file is shown, too. */
  readonly hasSteps: boolean;
  /** Days in UTC, both included; "" where none is set. */
  readonly from: string;
  readonly to: string;
  /** `00` to `23`, of a single day; "" for all of it. */
  readonly hour: string;
}

interface EventKind {
  /** In the address. */
  readonly name: string;
  readonly label: string;
  readonly events: readonly JournalEvent[];
}

/** Kinds that can be chosen, in plain words. */
export const eventKinds: readonly EventKind[] = [
  { name: "found", label: say("Found"), events: ["enqueued"] },
  { name: "confirmed", label: say("Confirmed"), events: ["confirmed", "record-found"] },
  { name: "failed", label: say("Failed attempts"), events: ["failed-passing"] },
  { name: "stopped", label: say("Needs you"), events: ["failed-final", "orphaned"] },
  { name: "retried", label: say("Retried"), events: ["retried"] },
  { name: "lost", label: say("Lost"), events: ["lost", "revoked"] },
  { name: "cancelled", label: say("Cancelled"), events: ["cancelled"] },
  { name: "replaced", label: say("Replaced"), events: ["changed", "displaced"] },
  { name: "returned", label: say("Queued again"), events: ["released"] },
];

/** Steps on the way of every file; there are many of them, and nobody has to act on any. */
const steps: readonly JournalEvent[] = ["claimed", "hashed", "announced", "due"];

/** The filter that an address names; words that it does not know are left aside. */
export function readJournalFilter(address: URLSearchParams): JournalPageFilter {
  const named = (address.get("kind") ?? "").split(",");
  return {
    text: address.get("q") ?? "",
    instrument: address.get("instrument") || null,
    kinds: eventKinds.map(({ name }) => name).filter((name) => named.includes(name)),
    hasSteps: address.has("steps"),
    from: dayOrNone(address.get("from")),
    to: dayOrNone(address.get("to")),
    hour: hourOf(address),
  };
}

/** The address with `filter` in it; what else is there is kept. */
export function writeJournalFilter(filter: JournalPageFilter, address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string) => (value === "" ? next.delete(name) : next.set(name, value));
  put("q", filter.text);
  put("instrument", filter.instrument ?? "");
  put("kind", filter.kinds.join(","));
  put("steps", filter.hasSteps ? "1" : "");
  put("from", filter.from);
  put("to", filter.to);
  put("hour", filter.from !== "" && filter.from === filter.to ? filter.hour : "");
  return next;
}

/** As the contract takes it: days become moments, the last day to its end. */
export function asJournalFields(filter: JournalPageFilter): JournalFields {
  const text = filter.text.trim();
  const chosen = eventKinds.filter(({ name }) => filter.kinds.length === 0 || filter.kinds.includes(name));
  const events = [...chosen.flatMap((kind) => kind.events), ...(filter.hasSteps ? steps : [])];
  const isAll = filter.kinds.length === 0 && filter.hasSteps;
  return {
    ...(text === "" ? {} : { text: text.slice(0, 1_000) }),
    ...(filter.instrument === null ? {} : { instrument: filter.instrument }),
    ...(isAll ? {} : { events }),
    ...spanOf(filter),
  };
}

function spanOf({ from, to, hour }: JournalPageFilter): Pick<JournalFields, "from" | "to"> {
  if (hour !== "" && from !== "" && from === to) {
    const begin = `${from}T${hour}:00:00.000Z`;
    return { from: begin, to: new Date(Date.parse(begin) + 3_600_000).toISOString() };
  }
  return {
    ...(from === "" ? {} : { from: `${from}T00:00:00.000Z` }),
    ...(to === "" ? {} : { to: dayAfter(to) }),
  };
}

/** Only of a single day an hour can be chosen. */
function hourOf(address: URLSearchParams): string {
  const hour = address.get("hour") ?? "";
  const day = dayOrNone(address.get("from"));
  return day !== "" && day === address.get("to") && /^(?:[01]\d|2[0-3])$/.test(hour) ? hour : "";
}

export function isWholeJournal({ text, instrument, kinds, from, to }: JournalPageFilter): boolean {
  return text.trim() === "" && instrument === null && kinds.length === 0 && from === "" && to === "";
}

/** How much of the journal the lines of a search are that has come to its end: a clause. */
export function howFar(filter: JournalPageFilter): string {
  if (!isWholeJournal(filter)) return journalText.wholeJournalSearched;
  return filter.hasSteps ? journalText.wholeJournal : journalText.wholeJournalWithoutSteps;
}

function dayAfter(day: string): string {
  return new Date(endOfPeriodMs(day, "day")).toISOString();
}

/** The day that is written; "" where that is none. */
export function dayOrNone(written: string | null): string {
  return written !== null && isRealDate(written) ? written : "";
}
