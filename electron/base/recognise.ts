import type { Token } from "@messageformat/parser";
import { tokensOf } from "./icu.ts";
import type { Language } from "./language.ts";
import { saidIn } from "./say.ts";
import { capital } from "./text.ts";

/**
 * The engine speaks English: in its log, in its record of uploads, in JSON. Where a person of another language reads
 * its sentences, each is recognised as the message that it was made from, with its values, and said in that language.
 * Sentences that are not recognised stay English.
 */

type Piece =
  | { readonly text: string }
  | { readonly arg: string; readonly isCount: boolean }
  | { readonly arg: string; readonly is: string | number };

/** One form of a message: that of a plural's case. */
interface Form {
  readonly message: string;
  /** Placeholders in the order of the pattern's groups, and whether each is a count. */
  readonly args: readonly { readonly arg: string; readonly isCount: boolean }[];
  /** Values that this form stands for without showing them. */
  readonly fixed: Readonly<Record<string, string | number>>;
  /** Its longest text between values: what does not hold it, is not of this form. */
  readonly anchor: string;
  readonly weight: number;
  /** Made when it is first asked for: few forms of a catalogue ever are. */
  readonly pattern: () => RegExp;
}

/** Gives the forms of messages with values, the most telling first. */
function formsOf(messages: Iterable<string>): readonly Form[] {
  const forms: Form[] = [];
  for (const message of messages) {
    if (!message.includes("{")) continue;
    let variants: readonly (readonly Piece[])[];
    try {
      variants = variantsOf(tokensOf(message), null);
    } catch {
      // Braces that are no placeholders: it is known as it stands.
      continue;
    }
    for (const pieces of variants) {
      const form = formOf(message, pieces);
      if (form !== null) forms.push(form);
    }
  }
  return forms.sort((a, b) => b.weight - a.weight);
}

const [leastLetters, mostVariants] = [4, 24];

function formOf(message: string, pieces: readonly Piece[]): Form | null {
  const texts = pieces.flatMap((piece) => ("text" in piece ? [piece.text] : []));
  const args = pieces.flatMap((piece) => ("isCount" in piece ? [piece] : []));
  const weight = texts.join("").replace(/[^A-Za-z]/g, "").length;
  if (args.length === 0 || weight < leastLetters) return null;
  const source = () =>
    pieces.map((piece, index) => {
      if ("text" in piece) return escaped(piece.text, index === 0);
      if ("is" in piece) return "";
      return piece.isCount ? "([\\d,]+)" : valuePattern(pieces, index);
    });
  let pattern: RegExp | null = null;
  return {
    message,
    args,
    fixed: Object.fromEntries(pieces.flatMap((piece) => ("is" in piece ? [[piece.arg, piece.is]] : []))),
    anchor: texts
      .map((text, index) => (index === 0 ? text.slice(1) : text))
      .reduce((a, b) => (b.length > a.length ? b : a), ""),
    weight,
    pattern: () => (pattern ??= new RegExp(`^${source().join("")}$`, "s")),
  };
}

/**
 * A value as a pattern. In quotation marks it is any text; at the end it may go on for sentences, but its full stop is not
 * part of it; elsewhere it ends with its clause.
 */
function valuePattern(pieces: readonly Piece[], index: number): string {
  const [before, after] = [pieces[index - 1], pieces[index + 1]];
  if (before !== undefined && "text" in before && /[“"(]$/.test(before.text)) return "(.+?)";
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

export interface Recogniser {
  /** The sentence in the language; as it is where it is not recognised, or has no text there. */
  readonly inLanguage: (sentence: string) => string;
}

/** Ends of clauses that are put together: each side is recognised on its own. */
const seams = [/(?<=[.!?…]) (?=[A-Z“"\d])/, / · /, /; /, /: /];

const mostKept = 4000;

/** Recognises sentences made from `messages` and says them in `language`; `inValue` says what is no sentence, such as a date. */
export function createRecogniser(
  messages: Iterable<string>,
  language: Language,
  inValue: (value: string) => string = (value) => value,
): Recogniser {
  const known = [...messages];
  const plain = new Map(
    known.flatMap(
      (one) =>
        [
          [one, one],
          [capital(one), one],
        ] as const,
    ),
  );
  for (const one of known) plain.set(one, one);
  let forms: readonly Form[] | null = null;
  const kept = new Map<string, string>();

  function inLanguage(sentence: string): string {
    if (!/[A-Za-z]{2}/.test(sentence)) return inValue(sentence);
    const before = kept.get(sentence);
    if (before !== undefined) return before;
    const said = whole(sentence) ?? inParts(sentence);
    if (kept.size >= mostKept) kept.clear();
    kept.set(sentence, said);
    return said;
  }

  /** A sentence that is one message. */
  function whole(sentence: string): string | null {
    const message = plain.get(sentence);
    const text = message === undefined ? undefined : language.textFor(message);
    if (message !== undefined && text !== undefined) return message === sentence ? text : capital(text);
    forms ??= formsOf(known);
    for (const form of forms) {
      if (!sentence.includes(form.anchor)) continue;
      const found = form.pattern().exec(sentence);
      if (found === null || language.textFor(form.message) === undefined) continue;
      const values = Object.fromEntries(
        form.args.map(({ arg, isCount }, index) => {
          const value = found[index + 1] ?? "";
          const isNumber = isCount || /^\d{1,3}(?:,\d{3})+$/.test(value);
          return [arg, isNumber ? Number(value.replaceAll(",", "")) : inLanguage(value)];
        }),
      );
      const said = saidIn<string>(language, form.message, { ...form.fixed, ...values }).join("");
      const isRaised = /^[A-Z]/.test(sentence) && /^[a-z]/.test(form.message);
      return isRaised ? capital(said) : said;
    }
    return null;
  }

  function inParts(sentence: string): string {
    const [, indent = "", body = "", end = ""] = /^(\s*(?:- )?)(.*?)([.:]?\s*)$/s.exec(sentence) ?? [];
    if (body !== sentence && body !== "") {
      const said = whole(body);
      if (said !== null) return indent + said + end;
    }
    for (const seam of seams) {
      const parts = body.split(seam);
      if (parts.length < 2) continue;
      const glue = [...body.matchAll(new RegExp(seam, "g"))].map(([one]) => one);
      return indent + parts.map((part, index) => inLanguage(part) + (glue[index] ?? "")).join("") + end;
    }
    return inValue(sentence);
  }

  return { inLanguage };
}
