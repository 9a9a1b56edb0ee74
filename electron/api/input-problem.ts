import type { z } from "zod";

/** The first thing that is wrong with an input, as one sentence that names the field. Values are never quoted. */
export function inputProblem(method: string, issues: readonly z.core.$ZodIssue[]): string {
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
