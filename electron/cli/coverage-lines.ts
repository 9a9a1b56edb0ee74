import { counted, minuteStamp, minuteText, oneLine } from "#base/text.ts";
import type { CoverageDayShown } from "#contract/coverage.ts";
import type { Output } from "#contract/methods.ts";
import type { Say } from "./command.ts";
import { sayEnglish as message } from "./speaker.ts";
import { inColumn, printed } from "./words.ts";

const states: Readonly<Record<CoverageDayShown["state"], string>> = {
  gap: message("gap"),
  pending: message("pending"),
  complete: message("complete"),
  empty: message("empty"),
  unknown: message("unknown"),
};

const layers: Readonly<Record<CoverageDayShown["gaps"][number], string>> = {
  measured: message("measured"),
  accepted: message("accepted"),
  processed: message("processed"),
  published: message("published"),
};

/** `processed late since 2026-11-28 05:36 UTC`; empty where nothing is due. */
function dueWords({ state, dueAt, gaps }: CoverageDayShown): string {
  if (dueAt === null) return "";
  const due = minuteStamp(dueAt);
  const late = gaps.map((layer) => layers[layer]).join(", ");
  if (state === "pending") return message("due {due}", { due });
  if (state !== "gap") return "";
  return late === ""
    ? message("late since {due}", { due })
    : message("{layers} late since {due}", { layers: late, due });
}

/** A table of days in words; `days` are those of `all` that are shown. */
export function coverageWords(
  { asOf, days: all }: Output<"coverage.days">,
  days: readonly CoverageDayShown[],
  say: Say = message,
): string {
  if (all.length === 0) return printed(["The settings contain no instrument."]);
  const lines = [asOf === null ? unreadWords(all) : `As of ${minuteText(asOf, Date.now())}:`];
  for (const [instrument, own] of Map.groupBy(days, (day) => day.instrument)) {
    lines.push(instrument);
    for (const day of own)
      lines.push(`  ${day.date}  ${inColumn(states[day.state], states, say)}  ${figuresOf(day)}`.trimEnd());
  }
  const [gaps, unknown] = [countOf(all, "gap"), countOf(all, "unknown")];
  if (gaps > 0) lines.push(`${counted(gaps, "day")} with a gap.`);
  else if (days.length === 0)
    lines.push(unknown === 0 ? "No gaps." : `No gap is known; ${counted(unknown, "day")} unknown.`);
  return printed(lines);
}

function countOf(days: readonly CoverageDayShown[], state: CoverageDayShown["state"]): number {
  return days.filter((day) => day.state === state).length;
}

function unreadWords(days: readonly CoverageDayShown[]): string {
  return days.some(isListed)
    ? "Not yet checked in full against the portal:"
    : "Not yet checked against the portal: only what it confirmed is known.";
}

/** Whether the portal's list of its month was read. */
function isListed({ processed }: CoverageDayShown): boolean {
  return processed !== null;
}

function figuresOf(day: CoverageDayShown): string {
  const { measured, accepted, unlisted, processed, invalid, otherContent, onlyOnPortal, published } = day;
  const onPortal = [
    accepted === null ? "" : `, ${accepted} accepted`,
    processed === null ? "" : `, ${processed} processed`,
  ].join("");
  const parts = [
    measured > 0 ? `${measured} measured${onPortal}` : "",
    unlisted > 0 ? `${unlisted} not in the portal's list, asked again` : "",
    invalid ? `${invalid} not usable` : "",
    otherContent ? `${otherContent} ${otherContent === 1 ? "differs" : "differ"} on the portal` : "",
    onlyOnPortal ? `${onlyOnPortal} only on the portal` : "",
    published.map(productWords).join(", "),
    dueWords(day),
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** "radar (volatile, errors: Data coverage: None)". */
function productWords({
  product,
  volatile,
  errorLevel,
  reasons,
}: CoverageDayShown["published"][number]): string {
  const [worst] = reasons ?? [];
  const errors =
    worst === undefined ? message("errors") : message("errors: {worst}", { worst: oneLine(worst) });
  const marks = [volatile ? message("volatile") : "", errorLevel === "error" ? errors : ""].filter(
    (mark) => mark !== "",
  );
  return marks.length === 0 ? product : `${product} (${marks.join(", ")})`;
}
