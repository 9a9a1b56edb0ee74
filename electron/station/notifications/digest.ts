import { dateText } from "#base/text.ts";
import type { CoverageDay } from "#domain/coverage.ts";
import type { DigestPeriod } from "#domain/notification-settings.ts";
import { type Issue, inWords } from "#station/status/issue.ts";
import { digestText } from "./text.ts";

/** Facts of which a digest is made. */
export interface DigestFacts {
  readonly period: DigestPeriod;
  readonly fromMs: number;
  readonly nowMs: number;
  /** Delivered since `fromMs`. */
  readonly files: number;
  readonly sentBytes: number;
  /** Finished files that are here and not on the portal, `refused` of them blocked. */
  readonly unsent: number;
  readonly refused: number;
  /** Open now, the gravest first. */
  readonly issues: readonly Issue[];
  /** The days since `fromMs`; null while nothing is known of them. */
  readonly days: readonly CoverageDay[] | null;
}

const namedAtMost = 5;

/** A title and a line for each thing that there is to know: delivered, waiting, what is wrong, silence, coverage. */
export function digestOf(facts: DigestFacts): { readonly title: string; readonly lines: readonly string[] } {
  const { period, fromMs, nowMs, files, sentBytes, unsent, refused, issues, days } = facts;
  const wordsOf = (isMeant: (issue: Issue) => boolean) =>
    issues.filter(isMeant).map((issue) => inWords(issue, nowMs));
  const silent = wordsOf(({ cause }) => cause === "silent-instrument");
  const others = wordsOf(({ cause }) => cause !== "silent-instrument");
  return {
    title: digestText.titles[period],
    lines: [
      digestText.delivered(files, sentBytes, fromMs, nowMs),
      digestText.unsent(unsent, refused),
      ...(others.length === 0 ? [] : [digestText.open(few(others))]),
      ...(silent.length === 0 ? [] : [digestText.silent(few(silent))]),
      ...coverageLines(days, nowMs),
    ],
  };
}

function coverageLines(days: readonly CoverageDay[] | null, nowMs: number): readonly string[] {
  if (days === null) return [digestText.coverageUnknown];
  const awaited = days.filter(({ state }) => state !== "empty" && state !== "unknown");
  if (awaited.length === 0) return [];
  const gaps = awaited.filter(({ state }) => state === "gap");
  const complete = awaited.filter(({ state }) => state === "complete").length;
  const named = gaps.map(({ instrument, date }) => `${instrument} on ${dateText(date, nowMs)}`);
  return [
    digestText.complete(complete, awaited.length),
    ...(gaps.length === 0 ? [] : [digestText.gaps(few(named))]),
  ];
}

function few(words: readonly string[]): string {
  const left = words.length - namedAtMost;
  return [...words.slice(0, namedAtMost), ...(left > 0 ? [digestText.more(left)] : [])].join("; ");
}
