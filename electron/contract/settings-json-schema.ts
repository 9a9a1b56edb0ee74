import { z } from "zod";
import {
  instrumentSchema,
  keepSchema,
  metricsSchema,
  modelSourceSchema,
  notificationsSchema,
  portalSchema,
  stationReportSchema,
  stationSchema,
} from "./settings-file.ts";

/** The whole settings file. A check gives better messages, part by part (adapters/settings/settings-check.ts). */
export const settingsFileSchema = z.strictObject({
  $schema: z.unknown().optional(),
  __internal__: z.unknown().optional(),
  ...stationSchema.shape,
  portal: portalSchema,
  instruments: z.array(instrumentSchema),
  models: z.array(modelSourceSchema()).optional(),
  notifications: notificationsSchema().nullable().optional(),
  report: stationReportSchema().nullable().optional(),
  keep: keepSchema().nullable().optional(),
  metrics: metricsSchema().nullable().optional(),
});

type Json = Record<string, unknown>;

/** The settings file as JSON Schema (2020-12), for editors. Rules that it cannot say are listed in docs/settings-layers.md. */
export function settingsJsonSchema(): Json {
  const schema = z.toJSONSchema(settingsFileSchema, {
    io: "input",
    unrepresentable: "any",
    override({ zodSchema, jsonSchema }) {
      delete jsonSchema.readOnly;
      // The smallest number above 0.
      if (jsonSchema.minimum === Number.MIN_VALUE) {
        delete jsonSchema.minimum;
        jsonSchema.exclusiveMinimum = 0;
      }
      if (jsonSchema.maximum === Number.MAX_VALUE) delete jsonSchema.maximum;
      // Recipients of mail: a list, or text with commas.
      if (zodSchema._zod.def.type === "pipe" && jsonSchema.type === "array")
        Object.assign(jsonSchema, { type: ["array", "string"] });
    },
  });
  return { title: "Settings of Skyferry", ...schema };
}

/** The same for a file of an administrator: every part may be left out, `null` takes a key out, and keys may be locked. */
export function adminJsonSchema(): Json {
  const { properties, ...schema } = asLayer(settingsJsonSchema()) as Json & { readonly properties: Json };
  return {
    ...schema,
    title: "Settings of Skyferry: a file of settings.d",
    properties: {
      ...properties,
      locked: { type: "array", items: { type: "string" } },
      lockedBecause: { type: "string", maxLength: 300 },
    },
  };
}

function asLayer(schema: unknown, isEntry = false): unknown {
  if (Array.isArray(schema)) return schema.map((one) => asLayer(one, isEntry));
  if (typeof schema !== "object" || schema === null) return schema;
  const { required: _, default: __, properties, items, oneOf, ...rest } = schema as Json;
  // A part may fit several types.
  if (oneOf !== undefined) return { ...rest, anyOf: asLayer(oneOf, isEntry) };
  const kept = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, asLayer(value, isEntry)]));
  if (items !== undefined) return { ...kept, items: asLayer(items, true) };
  if (typeof properties !== "object" || properties === null) return kept;
  const inner = Object.entries(properties).map(([key, value]) => [
    key,
    ["name", "policy", "type"].includes(key) ? value : { anyOf: [asLayer(value), { type: "null" }] },
  ]);
  const isNamed = isEntry && "name" in properties;
  return {
    ...kept,
    properties: { ...Object.fromEntries(inner), ...(isNamed ? { removed: { const: true } } : {}) },
    ...(isNamed ? { required: ["name"] } : {}),
  };
}
