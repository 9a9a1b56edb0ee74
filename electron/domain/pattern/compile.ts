import type { Period } from "#base/dates.ts";
import type { Alternative } from "./prune.ts";
import { type PatternPart, place, readPart } from "./tokens.ts";

/** The alternatives of a pattern and what one file covers, or why the pattern is refused. */
export type Compiled =
  | { readonly kind: "compiled"; readonly alternatives: readonly Alternative[]; readonly period: Period }
  | { readonly kind: "refused"; readonly reason: string };

const longestPattern = 1000;

/** Reads a pattern; with `isFolded` its letters are lower case. Paths are to be folded the same way. */
export function compileAlternatives(text: string, isFolded: boolean): Compiled {
  const written = text.normalize("NFC").replaceAll("\\", "/");
  const reason = shapeError(written);
  if (reason !== null) return refuse(reason);
  const expansion = expandBraces(written);
  if (expansion.kind === "refused") return expansion;
  const alternatives: Alternative[] = [];
  const periods = new Set<Period>();
  for (const one of expansion.texts) {
    const read = readAlternative(one, isFolded);
    if (typeof read === "string") return refuse(read);
    const tokens = tokensOf(read.parts);
    const error = dateError(tokens);
    if (error !== null) return refuse(one === written ? error : `of its alternatives, "${one}": ${error}`);
    periods.add(tokens.has(place.day) ? "day" : "month");
    alternatives.push(read);
  }
  const [period] = periods;
  if (period === undefined || periods.size > 1) {
    return refuse(
      "the pattern has a day in one alternative and only a month in another: set up two instruments",
    );
  }
  return { kind: "compiled", alternatives, period };
}

function refuse(reason: string): Compiled {
  return { kind: "refused", reason };
}

/** Says what is wrong with a pattern before its braces are written out, or null. */
function shapeError(text: string): string | null {
  if (text.trim() === "") {
    return "the pattern is empty: enter one, for example %Y/%m/%d/%Y%m%d_*.nc";
  }
  if (text.length > longestPattern) return `the pattern is longer than ${longestPattern} characters`;
  if (text.includes("\0")) return "the pattern contains a character with code 0: remove it";
  return null;
}

function readAlternative(text: string, isFolded: boolean): Alternative | string {
  if (text.startsWith("/") || /^[A-Za-z]:/.test(text)) {
    return `"${text}" is an absolute path: the pattern is relative to the instrument's folder, so remove the folder`;
  }
  if (text === "" || text.endsWith("/")) {
    return `"${text}" names a folder, not a file: add the file name, or "*" for every file in it`;
  }
  const parts: PatternPart[] = [];
  for (const name of text.split("/").filter((part) => part !== "" && part !== ".")) {
    if (name === "..")
      return '".." leads out of the instrument\'s folder: choose the folder above it instead';
    const part = readPart(name, isFolded);
    if (typeof part === "string") return part;
    if (part.kind !== "folders" || parts.at(-1)?.kind !== "folders") parts.push(part);
  }
  if (parts.at(-1)?.kind === "folders") {
    const anyFile = readPart("*", isFolded);
    if (typeof anyFile !== "string") parts.push(anyFile);
  }
  const isCertain = parts.every((part) => part.kind === "name" && part.isCertain);
  return { text, parts, isCertain, isLoose: parts.filter((part) => part.kind === "folders").length > 1 };
}

function tokensOf(parts: readonly PatternPart[]): ReadonlySet<number> {
  const names = parts.filter((part) => part.kind === "name");
  const chunks = names.flatMap((part) => [
    part.head,
    ...part.middle,
    ...(part.tail === null ? [] : [part.tail]),
  ]);
  return new Set(chunks.flatMap((chunk) => chunk.places));
}

/** Why these tokens give no date, or null. */
function dateError(tokens: ReadonlySet<number>): string | null {
  const missing: string[] = [];
  if (!tokens.has(place.year) && !tokens.has(place.shortYear)) {
    missing.push("no year (add %Y for 2024 or %y for 24)");
  }
  if (!tokens.has(place.month) && !tokens.has(place.monthName))
    missing.push("no month (add %m for 05 or %b for May)");
  if (missing.length === 0) return null;
  if (!tokens.has(place.day)) missing.push("no day (add %d, or leave it out for monthly files)");
  return `the pattern has ${missing.join(" and ")}: the date must be in the file name or in a folder name`;
}

/** More than this many ways to write one pattern is a mistake, not a pattern. */
const mostAlternatives = 256;

/** A pattern written out, or why it cannot be. */
type Expansion =
  | { readonly kind: "expanded"; readonly texts: readonly string[] }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Writes out `{a,b}`: every combination, in order, each once. Braces may nest, alternatives may be empty and may
 * hold `/`. Outside braces a comma is a comma. At most 256 combinations.
 */
function expandBraces(text: string): Expansion {
  const scan = { text, at: 0 };
  const read = readSequence(scan, 0);
  if (typeof read === "string") return { kind: "refused", reason: read };
  return { kind: "expanded", texts: [...new Set(read)] };
}

interface Scan {
  readonly text: string;
  at: number;
}

/** Reads up to the end, or inside braces up to `,` or `}`; a string is the reason of a refusal. */
function readSequence(scan: Scan, depth: number): string[] | string {
  let texts = [""];
  while (scan.at < scan.text.length) {
    const char = scan.text.charAt(scan.at);
    if (depth > 0 && (char === "," || char === "}")) return texts;
    if (char === "}") return 'a "}" has no "{" before it: add the "{" or remove the "}"';
    scan.at += 1;
    if (char === "{") {
      const alternatives = readAlternatives(scan, depth + 1);
      if (typeof alternatives === "string") return alternatives;
      if (texts.length * alternatives.length > mostAlternatives) return tooMany;
      texts = texts.flatMap((head) => alternatives.map((tail) => head + tail));
    } else {
      texts = texts.map((head) => head + char);
    }
  }
  return texts;
}

function readAlternatives(scan: Scan, depth: number): string[] | string {
  if (depth > 8) return "braces are nested more than 8 deep: write the alternatives out";
  const all: string[] = [];
  for (;;) {
    const texts = readSequence(scan, depth);
    if (typeof texts === "string") return texts;
    all.push(...texts);
    if (all.length > mostAlternatives) return tooMany;
    const end = scan.text.charAt(scan.at);
    if (end === "") return 'a "{" has no "}": close it';
    scan.at += 1;
    if (end === "}") return all;
  }
}

const tooMany = `the braces give more than ${mostAlternatives} combinations: use "*" or several instruments`;
