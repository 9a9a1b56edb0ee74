import path from "node:path";
import { createGenerator } from "ts-json-schema-generator";

type JsonSchema = Readonly<Record<string, unknown>>;

/** Types of the domain as JSON Schema, with those that they name; references are to `#/components/schemas/`. */
export function domainTypeSchemas(top: string, names: readonly string[]): ReadonlyMap<string, JsonSchema> {
  const generator = createGenerator({
    path: path.join(top, "electron/contract/*.ts"),
    tsconfig: path.join(top, "tsconfig.json"),
    skipTypeCheck: true,
    expose: "all",
    jsDoc: "extended",
    // Later fields may come.
    additionalProperties: true,
  });
  const schemas = new Map<string, JsonSchema>();
  for (const name of names)
    for (const [key, schema] of Object.entries(generator.createSchema(name).definitions ?? {}))
      schemas.set(keyOf(key), JSON.parse(JSON.stringify(schema), withReferences));
  return schemas;
}

function withReferences(key: string, value: unknown): unknown {
  if (key !== "$ref" || typeof value !== "string") return value;
  return `#/components/schemas/${keyOf(decodeURIComponent(value.replace("#/definitions/", "")))}`;
}

/** A name of a type as a name of the document. */
function keyOf(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, "_");
}
