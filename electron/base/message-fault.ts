import type { Token } from "@messageformat/parser";
import { tokensOf } from "./icu.ts";
import type { Grammar } from "./language.ts";

/** Counts that show every form which a language has for whole numbers. */
const counts = Array.from({ length: 130 }, (_, count) => count);

/**
 * Tells why a text cannot stand for an English message: no message at all, other placeholders, a plural form that is
 * missing. Null where it can.
 */
export function messageFault(message: string, text: unknown, grammar: Grammar): string | null {
  if (typeof text !== "string" || text.trim() === "") return "it is empty";
  const wanted = shapeOf(message);
  // Braces that are no placeholders: both stand as they are.
  if (wanted === null || wanted.args.size === 0) return null;
  const given = shapeOf(text);
  if (given === null) return "it is no message";
  const missing = [...wanted.args].find((name) => !given.args.has(name));
  if (missing !== undefined) return `it lacks {${missing}}`;
  const unknown = [...given.args].find((name) => !wanted.args.has(name));
  if (unknown !== undefined) return `nothing is known of {${unknown}}`;
  const forms = new Set(counts.map(grammar.categoryOf));
  for (const { arg, keys } of given.plurals) {
    const form = [...forms, "other"].find((one) => !keys.includes(one));
    if (form !== undefined) return `{${arg}} lacks the form "${form}"`;
  }
  return null;
}

interface Shape {
  readonly args: Set<string>;
  readonly plurals: { readonly arg: string; readonly keys: readonly string[] }[];
}

function shapeOf(message: string): Shape | null {
  const shape: Shape = { args: new Set(), plurals: [] };
  if (!message.includes("{")) return shape;
  try {
    addTokens(tokensOf(message), shape);
    return shape;
  } catch {
    return null;
  }
}

function addTokens(tokens: readonly Token[], shape: Shape): void {
  for (const token of tokens) {
    if ("arg" in token && token.arg !== undefined) shape.args.add(token.arg);
    if (!("cases" in token)) continue;
    if (token.type !== "select")
      shape.plurals.push({ arg: token.arg, keys: token.cases.map(({ key }) => key) });
    for (const { tokens: within } of token.cases) addTokens(within, shape);
  }
}
