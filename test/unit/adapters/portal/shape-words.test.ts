import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { productFileSchema, rawFileSchema } from "#adapters/portal/portal-file-schemas.ts";
import {
  instrumentRecordSchema,
  listSchema,
  modelSchema,
  productVariablesSchema,
  siteSchema,
} from "#adapters/portal/portal-schemas.ts";
import { shapeWords } from "#adapters/portal/shape-words.ts";
import * as shapes from "#test/support/builders/portal-shapes.ts";

const variable = { id: "beta", humanReadableName: "Beta", order: 0 };
const cases = [
  [listSchema, { not: "a list" }, "the answer should be a list, but is an object"],
  [listSchema, null, "the answer should be a list, but is null"],
  [siteSchema, [], "the answer should be an object, but is a list"],
  [siteSchema, { ...shapes.site, id: 5 }, "“id” should be text, but is 5"],
  [siteSchema, {}, "“id” is missing"],
  [siteSchema, { id: null }, "“id” should be text, but is null"],
  [
    siteSchema,
    { ...shapes.site, latitude: "north" },
    "“latitude” should be a number, but is the text “north”",
  ],
  [siteSchema, { ...shapes.site, latitude: "" }, "“latitude” should be a number, but is an empty text"],
  [siteSchema, { ...shapes.site, type: [true] }, "item 1 within “type” should be text, but is true"],
  [rawFileSchema, { ...shapes.rawFile, size: "1\n2" }, "“size” should be a number, but is the text “1\\n2”"],
  [rawFileSchema, { ...shapes.rawFile, size: -1 }, "“size” should be 0 or more, but is -1"],
  [
    productVariablesSchema,
    { ...shapes.product, variables: [variable, { ...variable, order: "x".repeat(50) }] },
    `“order” of item 2 within “variables” should be a number, but is the text “${"x".repeat(40)}…”`,
  ],
  [
    productVariablesSchema,
    { ...shapes.product, experimental: "perhaps", variables: [] },
    "“experimental” should be true or false, but is the text “perhaps”",
  ],
  [
    instrumentRecordSchema,
    { ...shapes.instrumentRecord, instrument: { name: "x" } },
    "“instrument” should be text, but is an object",
  ],
  [modelSchema, { id: "ecmwf" }, "“optimumOrder” is missing"],
] as const;

describe("an answer in another shape is told in plain words", () => {
  test.each(cases)("%#: where, what was expected and what came", (schema, answer, words) => {
    const { error } = schema.safeParse(answer);
    expect(shapeWords(error?.issues ?? [], answer)).toBe(words);
  });

  test("a field of a record of a list names both", () => {
    const issue = {
      code: "invalid_type",
      expected: "string",
      path: [3, "site", "id"],
      message: "",
    } satisfies z.core.$ZodIssue;
    const list = [null, null, null, { site: { id: {} } }];
    expect(shapeWords([issue], list)).toBe("“id” within “site” of record 4 should be text, but is an object");
  });

  test("nothing of the checker's own wording is left", () => {
    for (const schema of [siteSchema, rawFileSchema, productFileSchema, productVariablesSchema, modelSchema])
      for (const answer of [null, 7, "text", {}, [], { id: [] }]) {
        const words = shapeWords(schema.safeParse(answer).error?.issues ?? [], answer);
        expect(words).not.toMatch(/invalid|expected|received|NaN|undefined/i);
      }
  });
});
