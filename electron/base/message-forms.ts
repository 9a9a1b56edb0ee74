import type { Token } from "@messageformat/parser";
import { tokensOf } from "./icu.ts";

/** Sentences that messages with values can become, as patterns: see `recognise.ts`. */

type Piece =
  | { readonly text: string }
  | { readonly arg: string; readonly isCount: boolean }
  | { readonly arg: string; readonly is: string | number };

/** A form of a message: that of a plural's case. */
export interface Form {
  readonly message: string;
  /** Placeholders in the order of the pattern's groups, and whether each is a count. */
  readonly args: readonly { readonly arg: string; readonly isCount: boolean }[];
  /** Values that this form stands for without showing them. */
  readonly fixed: Readonly<Record<string, string | number>>;
  /** Its longest text between values: what does not hold it, is not of this form. */
  readonly anchor: string;
  readonly weight: number;
  /** Made when it is first asked for: most forms never are. */
  readonly pattern: () => RegExp;
}

/** Gives the forms of a message with values; none for one that has too few words to be known by. */
function formsOf(message: string): readonly Form[] {
  try {
    return variantsOf(tokensOf(message), null).flatMap((pieces) => formOf(message, pieces) ?? []);
  } catch {
    // Braces that are no placeholders: it is known as it stands.
    return [];
  }
}

const [leastLetters, mostVariants] = [4, 24];

function formOf(message: string, pieces: readonly Piece[]): Form | null {
  const texts = pieces.flatMap((piece) => ("text" in piece ? [piece.text] : []));
  const args = pieces.flatMap((piece) => ("isCount" in piece ? [piece] : []));
  const weight = texts.join("").replace(/[^A-Za-z]/g, "").length;
  if (args.length === 0 || weight < leastLetters) return null;
  const source = pieces.map((piece, index) => {
    if ("text" in piece) return escaped(piece.text, index === 0);
    if ("is" in piece) return "";
    return piece.isCount ? "([\\d,]+)" : valuePattern(pieces, index);
  });
  const anchor = texts
    .map((text, index) => (index === 0 ? text.slice(1) : text))
    .reduce((a, b) => (b.length > a.length ? b : a), "");
  let pattern: RegExp | null = null;
  return {
    message,
    args,
    fixed: Object.fromEntries(pieces.flatMap((piece) => ("is" in piece ? [[piece.arg, piece.is]] : []))),
    anchor,
    weight,
    pattern: () => {
      pattern ??= new RegExp(`^${source.join("")}$`, "s");
      return pattern;
    },
  };
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z]{2,}/g) ?? [];
}

/** Gives the longest whole word outside of a message's braces; null where all its words are within. */
function tellingWord(message: string): string | null {
  let text = message;
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/\{[^{}]*\}/g, "\0");
  }
  const whole = wordsOf(text.replace(/\0[A-Za-z]+|[A-Za-z]+\0/g, " "));
  return whole.reduce<string | null>((a, b) => (b.length > (a?.length ?? 0) ? b : a), null);
}

/** Gives the forms that a sentence may have by its words, the most telling first. Messages are read when they are asked for. */
export function formIndex(messages: readonly string[]): (sentence: string) => readonly Form[] {
  const byWord = Map.groupBy(
    messages.filter((message) => message.includes("{")),
    tellingWord,
  );
  const read = new Map<string | null, readonly Form[]>();
  const formsWith = (word: string | null): readonly Form[] => {
    const forms = read.get(word) ?? byWord.get(word)?.flatMap(formsOf) ?? [];
    read.set(word, forms);
    return forms;
  };
  return (sentence) =>
    [null, ...new Set(wordsOf(sentence))].flatMap(formsWith).sort((a, b) => b.weight - a.weight);
}

/**
 * A value as a pattern. In quotation marks it is any text; at the end it may go on for sentences, but its full stop is not
 * part of it; elsewhere it ends with its clause.
 */
function valuePattern(pieces: readonly Piece[], index: number): string {
  const [before, after] = [pieces[index - 1], pieces[index + 1]];
  if (before !== undefined && "text" in before && /[“"(]$/.test(before.text)) return "(.+?)";
  // A clause that is added to a word, and may be left out.
  if (before !== undefined && "text" in before && /[A-Za-z.)]$/.test(before.text)) return "(.*?)";
  if (after === undefined) return "(.+?)(?<![.:])";
  return "((?:(?!: |; | · |[.!?…] [A-Z“]).)+?)";
}

/** A text as a pattern; the first letter of a sentence in either case. */
function escaped(text: string, isFirst: boolean): string {
  const [first = ""] = text;
  const head = isFirst && /[a-z]/i.test(first) ? `[${first.toLowerCase()}${first.toUpperCase()}]` : null;
  return (
    (head ?? "") + RegExp.escape(head === null ? text : `-${text.slice(1)}`).slice(head === null ? 0 : 4)
  );
}

function variantsOf(tokens: readonly Token[], counted: string | null): readonly (readonly Piece[])[] {
  return tokens.reduce<readonly (readonly Piece[])[]>(
    (before, token) => {
      const next = oneOf(token, counted);
      const all = before.flatMap((pieces) => next.map((more) => [...pieces, ...more]));
      return all.slice(0, mostVariants);
    },
    [[]],
  );
}

function oneOf(token: Token, counted: string | null): readonly (readonly Piece[])[] {
  if (token.type === "content") return [[{ text: token.value }]];
  if (token.type === "octothorpe") return [[{ arg: counted ?? "count", isCount: true }]];
  if (token.type === "argument") return [[{ arg: token.arg, isCount: false }]];
  if (token.type === "function") throw new RangeError("braces that are no placeholder");
  const isCount = token.type !== "select";
  return token.cases.flatMap(({ key, tokens }) => {
    const within = variantsOf(tokens, isCount ? token.arg : counted);
    if (isCount && tokens.some(({ type }) => type === "octothorpe")) return within;
    return within.map((pieces) => [{ arg: token.arg, is: isCount ? countOfCase(key) : key }, ...pieces]);
  });
}

/** Some count of a plural's case that shows none. */
function countOfCase(key: string): number {
  if (key.startsWith("=")) return Number(key.slice(1));
  return key === "one" ? 1 : 2;
}
