import { capital, isoTime, minuteText } from "#base/text.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { coverageText } from "#renderer/text/coverage.ts";
import type { CoverageDay } from "./coverage-model.ts";

/** Counts of a day, one clause each; what is zero and needs no word is left out. */
export function countsOf(day: CoverageDay): readonly string[] {
  const { measured, accepted, processed, invalid, otherContent, onlyOnPortal, published } = day;
  const isAny = measured > 0;
  return [
    isAny ? coverageText.measured(measured) : null,
    isAny ? coverageText.accepted(accepted) : null,
    accepted > 0 ? coverageText.processed(processed) : null,
    invalid > 0 ? coverageText.invalid(invalid) : null,
    otherContent > 0 ? coverageText.otherContent(otherContent) : null,
    onlyOnPortal > 0 ? coverageText.onlyOnPortal(onlyOnPortal) : null,
    published.length > 0 ? coverageText.products(published.length) : null,
  ].filter((clause) => clause !== null);
}

/** A day in a sentence, for hover and for readers by ear. */
export function dayWords(day: CoverageDay, nowMs: number): string {
  const { state, dueAt } = day;
  const due =
    dueAt === null
      ? []
      : [
          Date.parse(dueAt) > nowMs
            ? coverageText.dueAt(minuteText(dueAt, nowMs))
            : coverageText.wasDueAt(minuteText(dueAt, nowMs)),
        ];
  const facts = [...countsOf(day), ...due].join(", ");
  const head = `${coverageText.day(day.instrument, day.date)}: ${coverageText.states[state].toLowerCase()}`;
  return facts === "" ? `${head}.` : `${head}. ${capital(facts)}.`;
}

/** `2026-11-20` as `20 Nov`, or `Nov` alone. */
export function shortDate(date: string): { readonly day: string; readonly month: string } {
  const at = new Date(isoTime(Date.parse(`${date}T00:00:00Z`)));
  return {
    day: String(at.getUTCDate()),
    month: at.toLocaleString("en-GB", { month: "short", timeZone: "UTC" }),
  };
}

const shapes: Readonly<Record<CoverageDay["state"], Shape>> = {
  complete: "done",
  pending: "retry",
  gap: "problem",
  empty: "over",
  unknown: "growing",
};

/** The shape beside a state's name. */
export function shapeOf(state: CoverageDay["state"]): Shape {
  return shapes[state];
}
