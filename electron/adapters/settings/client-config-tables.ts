/** A table of a TOML document, read key by key; keys that nobody asked for are told at the end. */
export interface Table {
  /** Its own name: `instrument[1]`. */
  readonly key: string;
  /** The text under `name`; null where it is missing or, with a problem, something else. */
  text(name: string): string | null;
  /** The list of texts under `name`; empty where it is missing or, with a problem, something else. */
  texts(name: string): readonly string[];
  /** The table under `name`; an empty one where it is missing or, with a problem, something else. */
  table(name: string): Table;
  /** The tables of the list under `name`. */
  tables(name: string): readonly Table[];
  /** Full names of the keys that were not asked for. */
  unread(): readonly string[];
}

/** Wraps a parsed TOML table; sentences about wrong types go to `problems`. No value is ever quoted. */
export function openTable(key: string, value: Readonly<Record<string, unknown>>, problems: string[]): Table {
  const asked = new Set<string>();
  const full = (name: string) => (key === "" ? name : `${key}.${name}`);
  const take = (name: string): unknown => {
    asked.add(name);
    return Object.hasOwn(value, name) ? value[name] : undefined;
  };
  return {
    key,
    text(name) {
      const found = take(name);
      if (found === undefined || typeof found === "string") return found ?? null;
      problems.push(`${full(name)} is not a text in quotes and was not imported.`);
      return null;
    },
    texts(name) {
      const found = take(name);
      if (found === undefined) return [];
      if (Array.isArray(found) && found.every((one) => typeof one === "string")) return found;
      problems.push(`${full(name)} is not a list of texts and was not imported.`);
      return [];
    },
    table(name) {
      const found = take(name);
      if (isTable(found)) return openTable(full(name), found, problems);
      if (found !== undefined) problems.push(`${full(name)} is not a table and was not imported.`);
      return openTable(full(name), {}, problems);
    },
    tables(name) {
      const found = take(name);
      if (found === undefined) return [];
      if (Array.isArray(found) && found.every(isTable)) {
        return found.map((one, index) => openTable(`${full(name)}[${index}]`, one, problems));
      }
      problems.push(`${full(name)} must be written as [[${full(name)}]] and was not imported.`);
      return [];
    },
    unread: () =>
      Object.keys(value)
        .filter((name) => !asked.has(name))
        .map(full),
  };
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
