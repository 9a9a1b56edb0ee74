import type { z } from "zod";
import { phrase } from "#base/phrase.ts";
import { oneLine } from "#base/text.ts";

type Issue = z.core.$ZodIssue;

const mostQuoted = 40;

/**
 * The first thing in an answer that is not as documented: where it is, what was expected and what came, as the rest of a
 * sentence: `“latitude” of record 4 should be a number, but is the text “north”`.
 */
export function shapeWords(issues: readonly Issue[], answer: unknown): string {
  const [issue] = issues;
  if (issue === undefined) return "it has another shape";
  const place = placeWords(issue.path);
  const came = valueAt(answer, issue.path);
  if (came === undefined) return `${place} is missing`;
  return `${place} should be ${expectedWords(issue)}, but is ${cameWords(came)}`;
}

/** Records of a list and items of other lists are counted from 1. */
function placeWords(path: readonly PropertyKey[]): string {
  if (path.length === 0) return phrase("the answer");
  return path.reduceRight<string>((inner, key, depth) => placeWithin(inner, key, depth === 0), "");
}

function placeWithin(inner: string, key: PropertyKey, isOfRecords: boolean): string {
  if (typeof key !== "number")
    return inner === "" ? `“${String(key)}”` : phrase(`${inner} within “${String(key)}”`);
  const number = key + 1;
  if (isOfRecords) return inner === "" ? phrase(`record ${number}`) : phrase(`${inner} of record ${number}`);
  return inner === "" ? phrase(`item ${number}`) : phrase(`${inner} of item ${number}`);
}

const types: Readonly<Record<string, string>> = {
  string: phrase("text"),
  number: phrase("a number"),
  boolean: phrase("true or false"),
  array: phrase("a list"),
  object: phrase("an object"),
};

const otherwise = "in the documented form";

function expectedWords(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return types[issue.expected] ?? issue.expected;
    case "invalid_union": {
      // The portal writes some values in two ways; the documented one is named first.
      const first = issue.errors[0]?.[0];
      return first === undefined ? otherwise : expectedWords(first);
    }
    case "invalid_value":
      return issue.values.map((value) => `“${String(value)}”`).join(" or ");
    case "invalid_format":
      // No other text of the portal has a form of its own.
      return phrase("a number");
    case "too_small":
      return phrase(`${issue.minimum} or more`);
    default:
      return otherwise;
  }
}

function cameWords(came: unknown): string {
  if (Array.isArray(came)) return phrase("a list");
  if (typeof came === "object" && came !== null) return phrase("an object");
  if (typeof came !== "string") return String(came);
  if (came === "") return phrase("an empty text");
  const text = oneLine(came.length > mostQuoted ? `${came.slice(0, mostQuoted)}…` : came);
  return phrase(`the text “${text}”`);
}

function valueAt(answer: unknown, path: readonly PropertyKey[]): unknown {
  let at = answer;
  for (const key of path) at = typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined;
  return at;
}
