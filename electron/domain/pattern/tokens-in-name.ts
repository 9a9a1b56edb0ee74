import { monthNames } from "./match.ts";

/** Kinds of a piece of a file's path, by its pattern; `text` stands in the pattern as it is. */
export type NameTokenKind = "text" | "year" | "month" | "day" | "time" | "any";

/** A piece of a path, in its order; together they are the path. */
export interface NameToken {
  readonly kind: NameTokenKind;
  readonly text: string;
}

/** More wildcards than these take long to try on a name. */
const mostWildcards = 6;

/** The pieces of a pattern that can be told apart on sight; braces within braces are not. */
const piece = /%%|%[YymbdHMS]|\*\*\/?|\*|\?|\{[^{}]*\}|[^%*?{}]+/g;

const tokens: Readonly<Record<string, readonly [source: string, kind: NameTokenKind]>> = {
  "%Y": [String.raw`\d{4}`, "year"],
  "%y": [String.raw`\d\d`, "year"],
  "%m": [String.raw`\d\d`, "month"],
  "%b": [monthNames.join("|"), "month"],
  "%d": [String.raw`\d\d`, "day"],
  "%H": [String.raw`\d\d`, "time"],
  "%M": [String.raw`\d\d`, "time"],
  "%S": [String.raw`\d\d`, "time"],
  "*": ["[^/]*?", "any"],
  "**": [".*?", "any"],
  "**/": ["(?:.*?/)?", "any"],
  "?": ["[^/]", "any"],
};

/** Splits a path (`/` between parts) by the tokens of its pattern, for the eye; null where that cannot be shown. */
export function tokensInName(pattern: string, path: string): readonly NameToken[] | null {
  const written = pattern.replaceAll("\\", "/");
  const pieces = written.match(piece) ?? [];
  if (pieces.join("") !== written || pieces.filter((one) => /^[*?]/.test(one)).length > mostWildcards)
    return null;
  const read = pieces.map((one): readonly [string, NameTokenKind] => tokens[one] ?? textPiece(one));
  const matched = new RegExp(`^${read.map(([source]) => `(${source})`).join("")}$`, "iu").exec(path);
  if (matched === null) return null;
  return joined(read.map(([, kind], at) => ({ kind, text: matched[at + 1] ?? "" })));
}

function textPiece(one: string): readonly [string, NameTokenKind] {
  if (!one.startsWith("{")) return [escaped(one === "%%" ? "%" : one), "text"];
  const choices = one.slice(1, -1).split(",").map(escaped);
  return [`(?:${choices.join("|")})`, "text"];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** Neighbours of one kind are one; what is empty is left out. */
function joined(all: readonly NameToken[]): readonly NameToken[] {
  const found: NameToken[] = [];
  for (const one of all.filter(({ text }) => text !== "")) {
    const last = found.at(-1);
    if (last?.kind === one.kind && one.kind !== "day" && one.kind !== "month")
      found[found.length - 1] = { kind: one.kind, text: last.text + one.text };
    else found.push(one);
  }
  return found;
}
