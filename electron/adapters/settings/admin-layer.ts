import { entryName, isLayer, isNamedList, keyBelow, type Layer } from "#domain/settings-layers.ts";
import { secretName } from "./settings-issues.ts";

/** Tells which entry of a list has no name of its own, by which the layers above could know it; null for none. */
export function faultyEntry(document: Layer, at = ""): string | null {
  for (const [key, value] of Object.entries(document)) {
    const full = keyBelow(at, key);
    if (full === "notifications" && isLayer(value)) {
      const fault = faultyEntry(value, full);
      if (fault !== null) return fault;
    }
    if (!isNamedList(full) || !Array.isArray(value)) continue;
    const names = value.map(entryName);
    const nameless = names.indexOf(null);
    if (nameless >= 0)
      return `${full}[${nameless}] has no name: entries of ${full} are merged by their name.`;
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined) return `${full} has "${twice}" twice: give each its own name.`;
  }
  return null;
}

export interface PlaceholderFacts {
  readonly env: NodeJS.ProcessEnv;
  readonly hostName: string;
}

class Unresolved extends Error {}

/** The document with `${host}` and `${env:NAME}` in its texts replaced. Never by a variable whose name is that of a secret. */
export function placeholdersIn(
  document: Layer,
  facts: PlaceholderFacts,
): { readonly value: Layer } | { readonly fault: string } {
  try {
    return { value: resolved(document, facts) as Layer };
  } catch (error) {
    if (error instanceof Unresolved) return { fault: error.message };
    throw error;
  }
}

function resolved(value: unknown, facts: PlaceholderFacts): unknown {
  if (typeof value === "string")
    return value.replace(/\$\{([^}]*)\}/g, (written, name: string) => placeholderValue(written, name, facts));
  if (Array.isArray(value)) return value.map((one) => resolved(one, facts));
  if (!isLayer(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, facts)]));
}

function placeholderValue(written: string, name: string, { env, hostName }: PlaceholderFacts): string {
  if (name === "host") return hostName;
  const variable = /^env:(\w+)$/.exec(name)?.[1];
  if (variable === undefined)
    throw new Unresolved(`${written} is not known: write \${host} or \${env:NAME}.`);
  if (secretName.test(variable))
    throw new Unresolved(`${written} is not used: secrets do not belong in the settings.`);
  const value = env[variable];
  if (value === undefined || value === "")
    throw new Unresolved(`${written}: the environment of Skyferry has no ${variable}.`);
  return value;
}
