import type { z } from "zod";
import type { SettingsProblem } from "#domain/settings.ts";

/** The part of a zod issue that is used here. */
type Issue = z.core.$ZodIssue;

/** Names of keys that hold a secret. */
export const secretName = /passw|secret|token|credential/i;

/**
 * Turns zod's issues below `key` (`portal`, `instruments[1]`) into problems, one for each key at fault.
 * `consequence` ends every message; `instrument` is the one that is left out because of it.
 */
export function issueProblems(
  issues: readonly Issue[],
  written: unknown,
  place: { readonly key: string; readonly instrument: string | null; readonly consequence: string },
): SettingsProblem[] {
  return issues.flatMap((issue) => {
    const key = keyOf(place.key, issue.path);
    const sentences =
      issue.code === "unrecognized_keys"
        ? issue.keys.map((unknown) => ({ key: keyOf(key, [unknown]), message: unknownKey(key, unknown) }))
        : [{ key, message: `${key} ${issue.message}${instead(valueAt(written, issue.path))}.` }];
    return sentences.map((one) => ({
      key: one.key,
      message: `${one.message} ${place.consequence}`.trim(),
      instrument: place.instrument,
    }));
  });
}

/** Gives the message about a key that the settings do not know. Its value is never shown. */
export function unknownKey(parent: string, key: string): string {
  const full = keyOf(parent, [key]);
  return secretName.test(key)
    ? `${full} is not a setting: secrets do not belong in the settings file; delete it there.`
    : `${full} is not a setting: correct its name or delete it.`;
}

/** `instruments` + [1, "pattern"] is `instruments[1].pattern`. */
function keyOf(parent: string, path: readonly PropertyKey[]): string {
  let key = parent;
  for (const step of path) {
    const name = String(step);
    if (typeof step === "number") key += `[${step}]`;
    else if (!/^[\w-]+$/.test(name)) key += `[${JSON.stringify(name)}]`;
    else key += key === "" ? name : `.${name}`;
  }
  return key;
}

/** True where a document holds a key that looks like a secret's, at any depth. */
export function secretKeyIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && secretName.test(key)) return key;
    const found = secretKeyIn(inner);
    if (found !== null) return found;
  }
  return null;
}

function valueAt(written: unknown, path: readonly PropertyKey[]): unknown {
  let value = written;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}

/** `, but is "four"`; what comes before an `@` may be a password and is not shown. */
function instead(value: unknown): string {
  if (value === undefined) return ", but is missing";
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? ", but is a list" : "";
  const shown = JSON.stringify(value).replace(/[^"/]*@/, "…@");
  return `, but is ${shown.length > 80 ? `${shown.slice(0, 80)}…` : shown}`;
}
