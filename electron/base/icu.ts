import { parse, type Token } from "@messageformat/parser";
import type { Grammar } from "./language.ts";

/**
 * Messages in ICU MessageFormat, as far as Skyferry's catalogues use it: arguments, `plural`,
 * `select` and `#`. Numbers and dates are handed in as the language writes them.
 */

const parsed = new Map<string, readonly Token[]>();

/** The parts of a message; kept, as most are said again. Throws where it is no message. */
export function tokensOf(message: string): readonly Token[] {
  const known = parsed.get(message);
  if (known !== undefined) return known;
  const tokens = parse(message, { strict: false });
  parsed.set(message, tokens);
  return tokens;
}

/**
 * A message with its values, as the texts and values that it consists of, in order. A number that stands alone is
 * written as the language writes counts. Throws a RangeError for a placeholder without a value.
 */
export function formatted<V>(
  message: string,
  values: Readonly<Record<string, V | string | number>>,
  grammar: Grammar,
): readonly (V | string)[] {
  return tokenParts(tokensOf(message), values, grammar, null);
}

function tokenParts<V>(
  tokens: readonly Token[],
  values: Readonly<Record<string, V | string | number>>,
  grammar: Grammar,
  count: number | null,
): readonly (V | string)[] {
  return tokens.flatMap((token): readonly (V | string)[] => {
    if (token.type === "content") return [token.value];
    if (token.type === "octothorpe") return [count === null ? "#" : grammar.countOf(count)];
    if (!Object.hasOwn(values, token.arg)) throw new RangeError(`no value for {${token.arg}}`);
    const value = values[token.arg] as V | string | number;
    if (token.type === "argument") return [typeof value === "number" ? grammar.countOf(value) : value];
    if (token.type === "function") throw new RangeError(`{${token.arg}, ${token.key}} is not supported`);
    const isCount = token.type !== "select";
    const chosen = isCount
      ? (caseOf(token.cases, `=${value}`) ?? caseOf(token.cases, grammar.categoryOf(Number(value))))
      : caseOf(token.cases, String(value));
    const within = chosen ?? caseOf(token.cases, "other");
    if (within === undefined) throw new RangeError(`{${token.arg}} has no form for ${String(value)}`);
    return tokenParts(within, values, grammar, isCount ? Number(value) : count);
  });
}

type Cases = readonly { readonly key: string; readonly tokens: readonly Token[] }[];

function caseOf(cases: Cases, key: string): readonly Token[] | undefined {
  return cases.find((one) => one.key === key)?.tokens;
}
