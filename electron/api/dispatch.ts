import type { z } from "zod";
import {
  type CheckedInput,
  type Handlers,
  type MethodName,
  methodNamed,
  methods,
  type Output,
} from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { type AnswerOptions, answered, fail } from "./reply.ts";

/** Bytes that the input of one call may have as JSON, whichever way it comes. */
export const callLimitBytes = 1_048_576;

/** Levels that an input may have, the settings with what nobody knows in them included. */
const deepest = 50;

/**
 * Checks the input and runs the method. The only place where inputs are checked; never rejects. A host gives every
 * method; a shell gives its own alone, and a method that is not among them is unknown there.
 */
export async function dispatch(
  handlers: Partial<Handlers>,
  name: string,
  input: unknown,
  options: AnswerOptions = {},
): Promise<Reply<unknown>> {
  const method = methodNamed(name);
  if (method === null || handlers[method] === undefined)
    return fail("unknown-method", `There is no method ${JSON.stringify(name)}.`);
  return await run(method, handlers[method], input, options);
}

async function run<M extends MethodName>(
  method: M,
  answer: Handlers[M],
  input: unknown,
  options: AnswerOptions,
): Promise<Reply<Output<M>>> {
  const unfit = unfitPart(input, []);
  if (unfit !== null) {
    const why = unfit.length > deepest ? "has too many levels" : "has a NUL or half of a character in it";
    return fail("bad-input", `"${fieldOf(unfit)}" of ${method} ${why}: correct it.`);
  }
  const { input: wanted, output } = methods[method];
  const checked = wanted.safeParse(input);
  if (!checked.success) return fail("bad-input", inputProblem(method, checked.error.issues));
  return await answered(method, output, answer, checked.data as CheckedInput<M>, options);
}

/**
 * Gives the path to a text that neither a file system nor the ledger could give back as it came, keys included, or to what is
 * below the deepest level: a megabyte of brackets would take minutes.
 */
function unfitPart(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] | null {
  if (path.length > deepest) return path;
  if (typeof value === "string") return isFit(value) ? null : path;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || value instanceof Blob)
    return null;
  for (const [key, inner] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    const found = isFit(key) ? unfitPart(inner, [...path, step]) : path;
    if (found !== null) return found;
  }
  return null;
}

function isFit(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** The first thing that is wrong with an input, as one sentence that names the field. Values are never quoted. */
function inputProblem(method: string, issues: readonly z.core.$ZodIssue[]): string {
  const issue = issues[0];
  if (issue === undefined) return `The input of ${method} is not valid.`;
  const field = fieldOf(issue.path);
  if (issue.code === "unrecognized_keys") {
    const key = fieldOf([...issue.path, issue.keys[0] ?? ""]);
    return `${method} knows no "${key}": correct its name or leave it out.`;
  }
  if (field === "" && issue.code === "invalid_union") return `The input of ${method} ${issue.message}.`;
  if (field === "") return `The input of ${method} must be a JSON object such as {}.`;
  return `"${field}" of ${method} ${issue.message}.`;
}

/** `["filter", "states", 0]` is `filter.states[0]`. */
function fieldOf(path: readonly PropertyKey[]): string {
  let field = "";
  for (const step of path) {
    if (typeof step === "number") field += `[${step}]`;
    else field += field === "" ? String(step) : `.${String(step)}`;
  }
  return field;
}
