export type Json = { [key: string]: unknown };

const place = "#/components/schemas/";

const withLines: ReadonlySet<string> = new Set(["", "paths", "components", "schemas"]);

/** The document as text: a line for each address and each schema, so that a change is seen where it is. */
export function textOf(document: Json): string {
  const shown = (value: unknown, key: string): string => {
    if (!withLines.has(key) || typeof value !== "object" || value === null) return JSON.stringify(value);
    const inner = Object.entries(value).map(
      ([name, one]) =>
        `${JSON.stringify(name)}: ${shown(one, key === "paths" || key === "schemas" ? "one" : name)}`,
    );
    return `{\n${inner.join(",\n")}\n}`;
  };
  return `${shown(document, "")}\n`;
}

/** A reference to a schema of the document. */
export function refTo(name: string): Json {
  return { $ref: `${place}${name}` };
}

/** A schema of an answer: what comes later may have more fields. */
export function openSchema(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === "additionalProperties" && value === false ? undefined : value,
  );
}

/** Those of `schemas` that `from` names, and those that they name, in the order of the alphabet. */
export function reachable(schemas: ReadonlyMap<string, Json>, from: unknown): Record<string, Json> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      const schema = schemas.get(name);
      if (schema === undefined) throw new Error(`There is no schema ${name}.`);
      look(schema);
    }
  };
  look(from);
  return Object.fromEntries([...found].sort().map((name) => [name, schemas.get(name) ?? {}]));
}
