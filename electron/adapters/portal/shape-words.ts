import type { z } from "zod";
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
  if (path.length === 0) return "the answer";
  return path
    .map((key, depth) => {
      if (typeof key !== "number") return `“${String(key)}”`;
      return `${depth === 0 ? "record" : "item"} ${key + 1}`;
    })
    .toReversed()
    .join(" of ");
}

const types: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
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
      return "a number";
    case "too_small":
      return `${issue.minimum} or more`;
    default:
      return otherwise;
  }
}

function cameWords(came: unknown): string {
  if (Array.isArray(came)) return "a list";
  if (typeof came === "object" && came !== null) return "an object";
  if (typeof came !== "string") return String(came);
  if (came === "") return "an empty text";
  const text = oneLine(came.length > mostQuoted ? `${came.slice(0, mostQuoted)}…` : came);
  return `the text “${text}”`;
}

function valueAt(answer: unknown, path: readonly PropertyKey[]): unknown {
  let at = answer;
  for (const key of path) at = typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined;
  return at;
}
