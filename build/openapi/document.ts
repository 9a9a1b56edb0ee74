import { z } from "zod";
import { capital } from "#base/text.ts";
import { feedEvent } from "#contract/events.ts";
import { type MethodName, methods } from "#contract/methods.ts";
import { accessOf } from "#contract/scopes.ts";
import { utcTime } from "#contract/values.ts";
import { commonParts, documentPaths, requestOf, responsesOf } from "./common-parts.ts";
import { domainTypeSchemas } from "./domain-types.ts";
import { type Json, openSchema, reachable, refTo } from "./json-schema.ts";
import type { Notes } from "./noted.ts";

/** The API's document, OpenAPI 3.1: the methods of `/api/v1` as the contract has them, with the words of its sources. */
export function apiDocument(top: string, notes: Notes): Json {
  const { info, servers, security, securitySchemes, responses } = commonParts;
  const parts = partsOf(notes);
  const stable = Object.keys(methods).filter(
    (name): name is MethodName => accessOf(name as MethodName).isStable,
  );
  const paths = {
    ...Object.fromEntries(
      stable.map((name) => [`/api/v1/${name}`, { post: operationOf(name, parts, notes) }]),
    ),
    ...documentPaths,
  };
  const schemas = new Map(Object.entries(parts));
  for (const [name, schema] of [
    ...domainTypeSchemas(top, [...notes.types.keys()]),
    ...Object.entries<Json>(commonParts.schemas),
  ]) {
    if (schemas.has(name) && !notes.types.has(name)) throw new Error(`Two schemas would be called ${name}.`);
    schemas.set(name, schema);
  }
  const used = reachable(schemas, [paths, responses]);
  const asked = reachable(
    schemas,
    stable.map((name) => parts[`${name}.input`] ?? {}),
  );
  for (const [name, schema] of Object.entries(used))
    if (!Object.hasOwn(asked, name)) used[name] = openSchema(schema);
  return {
    openapi: "3.1.0",
    info,
    servers,
    security,
    paths,
    components: { securitySchemes, responses, schemas: used },
  };
}

/** Each named schema of the contract, and input and output of each method, as `METHOD.input` and `METHOD.output`. */
function partsOf({ named }: Notes): Record<string, Json> {
  const all = z.registry<{ id: string }>();
  for (const [id, schema] of named._idmap) all.add(schema, { id });
  all.add(feedEvent, { id: "FeedEvent" });
  const sides: (readonly [string, z.core.$ZodType])[] = Object.entries(methods).flatMap(
    ([name, { input, output }]) => [
      [`${name}.input`, input],
      [`${name}.output`, output],
    ],
  );
  // A schema may have one name only: a side that is a named schema itself stays with that.
  const doubled = new Map<string, string>();
  for (const [name, schema] of sides) {
    const id = all.get(schema)?.id;
    if (id === undefined) all.add(schema, { id: name });
    else doubled.set(name, id);
  }
  const { schemas } = z.toJSONSchema(all, {
    // Inputs as a caller writes them, and outputs as a caller gets them.
    io: "input",
    unrepresentable: "any",
    uri: (id) => `#/components/schemas/${id}`,
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === utcTime) jsonSchema.format = "date-time";
      delete jsonSchema.readOnly;
      // A format says the same, and is understood by more readers.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      simplifyNull(jsonSchema);
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  const parts: Record<string, Json> = {};
  for (const [id, { $schema: _, $id: __, ...schema }] of Object.entries(schemas)) parts[id] = schema;
  for (const [name, id] of doubled) parts[name] = /\./.test(id) ? { ...parts[id] } : refTo(id);
  return parts;
}

/** Text or null as one type, which is shorter and understood by more readers than a choice of two schemas. */
function simplifyNull(schema: Json): void {
  const [one, other, ...more] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  if (more.length > 0 || other?.type !== "null" || typeof one?.type !== "string" || one.enum !== undefined)
    return;
  delete schema.anyOf;
  Object.assign(schema, { ...one, ...schema, type: [one.type, "null"] });
}

function operationOf(
  name: MethodName,
  parts: Readonly<Record<string, Json>>,
  { methods: told }: Notes,
): Json {
  const operationId = name.replace(/\.(\w)/g, (_, first: string) => first.toUpperCase());
  const { doc = "", name: group = "" } = told.get(methods[name]) ?? {};
  return {
    operationId,
    summary: name,
    ...(doc === "" ? {} : { description: doc }),
    tags: [group.replace(/Methods$/, "")],
    "x-scope": accessOf(name).scope,
    ...requestOf(parts[`${name}.input`] ?? {}, `${capital(operationId)}Input`),
    responses: responsesOf(openSchema(parts[`${name}.output`] ?? {}), `${capital(operationId)}Reply`),
  };
}
