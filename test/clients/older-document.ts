/** Name of the Python client that one example of the guide uses. */
export const pythonClient = "skyferry_api";

interface Schema {
  [key: string]: unknown;
}

/** The document as OpenAPI 3.0 says the same, for a generator that knows no 3.1. */
export function asOpenApi30(document: object): object {
  const older = JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? older30(value as Schema) : value,
  );
  older.openapi = "3.0.3";
  delete older.info.license.identifier;
  return older;
}

function older30(schema: Schema): Schema {
  const { const: only, propertyNames: _, ...rest } = schema;
  const older: Schema = { ...rest };
  if (typeof only === "string") older.enum = [only];
  if (older.default === null) delete older.default;
  if (Array.isArray(older.type))
    Object.assign(older, { type: older.type.find((one) => one !== "null"), nullable: true });
  for (const key of ["anyOf", "oneOf"]) {
    const choices = older[key];
    if (!Array.isArray(choices) || !choices.some(({ type }) => type === "null")) continue;
    const others = choices.filter(({ type }) => type !== "null");
    delete older[key];
    Object.assign(older, { [others.length === 1 ? "allOf" : key]: others, nullable: true });
  }
  if (older.$ref === undefined || Object.keys(older).length === 1) return older;
  const { $ref, ...beside } = older;
  return { ...beside, allOf: [{ $ref }] };
}
