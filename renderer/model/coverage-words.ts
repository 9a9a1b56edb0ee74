import { dayParts, startOfDayMs } from "#base/dates.ts";
import { capital, dateText, minuteText, monthText, shortMonthText } from "#base/text.ts";
import type { CoverageLayer } from "#domain/coverage.ts";
import { withinSentence } from "#renderer/components/format.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { coverageText } from "#renderer/text/coverage.ts";
import type { ShownDay } from "./coverage-model.ts";

/** Counts of a day, one clause each; what is zero and needs no word is left out. */
function countsOf(day: ShownDay): readonly string[] {
  const { measured, accepted, processed, published } = day;
  const isAny = measured > 0;
  return [
    isAny ? coverageText.measured(measured) : null,
    isAny && accepted !== null ? coverageText.accepted(accepted) : null,
    accepted && processed !== null ? coverageText.processed(processed) : null,
    ...oddsOf(day),
    published.length > 0 ? coverageText.products(published.length) : null,
  ].filter((clause) => clause !== null);
}

/** Gives a clause for each fact of a day that is not as it should be, or not to be expected. */
export function oddsOf({ invalid, otherContent, onlyOnPortal }: ShownDay): readonly string[] {
  return [
    invalid ? coverageText.invalid(invalid) : null,
    otherContent ? coverageText.otherContent(otherContent) : null,
    onlyOnPortal ? coverageText.onlyOnPortal(onlyOnPortal) : null,
  ].filter((clause) => clause !== null);
}

/** How far a layer has come: `18 of 24`; what is published by the names that `nameOf` has for ids of products, once it has them. */
export function layerWords(
  layer: CoverageLayer,
  { measured, accepted, processed, published }: ShownDay,
  nameOf: (product: string) => string | null,
): string {
  if (layer === "measured") return coverageText.files(measured);
  if (layer === "published" && published.length > 0) {
    const names = published.map(({ product }) => nameOf(product));
    return names.includes(null) ? "…" : names.join(", ");
  }
  const count = layer === "processed" ? processed : accepted;
  if (count === null) return coverageText.unlisted;
  if (layer === "published" || measured === 0) return coverageText.none;
  return coverageText.ofMeasured(count, measured);
}

/** When the first of what is missing is due; null where nothing is awaited. */
export function dueWords(
  { dueAt, state }: ShownDay,
  nowMs: number,
): { readonly words: string; readonly isLate: boolean } | null {
  if (dueAt === null) return null;
  const isLate = Date.parse(dueAt) <= nowMs;
  const moment = minuteText(dueAt, nowMs);
  const wasDue = state === "gap" ? coverageText.lateSince : coverageText.wasDueAt;
  return { words: isLate ? wasDue(moment) : coverageText.dueAt(moment), isLate };
}

/** `Cloud radar, Friday 20 November`. */
export function placeWords({ instrument, date }: Pick<ShownDay, "instrument" | "date">, nowMs: number) {
  return coverageText.day(instrument, dateText(date, nowMs));
}

/** A day in a sentence, for screen readers. */
export function dayWords(day: ShownDay, nowMs: number): string {
  const due = dueWords(day, nowMs);
  const facts = [...countsOf(day), ...(due === null ? [] : [due.words])].join(", ");
  const head = `${placeWords(day, nowMs)}: ${withinSentence(coverageText.states[day.state])}`;
  return facts === "" ? `${head}.` : `${head}. ${capital(facts)}.`;
}

/** `2026-11-20` as `20` and `Nov`. */
export function shortDate(date: string): { readonly day: string; readonly month: string } {
  const atMs = startOfDayMs(date);
  return { day: String(dayParts(atMs).day), month: shortMonthText(atMs) };
}

/** `2026-11-20` as `November 2026`. */
export function monthName(date: string): string {
  return monthText(startOfDayMs(date));
}

/** CSS pixels that a month takes with its year, and alone. */
const [yearRoom, monthRoom] = [64, 32];

/** A month over its days, as far as there is room: `Nov 2026`, `Nov`, or nothing. */
export function monthWords(firstDate: string, room: number): string {
  if (room < monthRoom) return "";
  const { month } = shortDate(firstDate);
  return room < yearRoom ? month : `${month} ${firstDate.slice(0, 4)}`;
}

const shapes: Readonly<Record<ShownDay["state"], Shape>> = {
  complete: "done",
  pending: "idle",
  gap: "problem",
  empty: "over",
  unknown: "unknown",
};

/** The shape beside a state's name. */
export function shapeOf(state: ShownDay["state"]): Shape {
  return shapes[state];
}
