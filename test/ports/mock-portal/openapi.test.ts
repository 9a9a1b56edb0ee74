import { beforeAll, expect, test } from "vitest";
import { portalOfAllTests } from "./tiny-portal.ts";

type Operation = {
  summary: string;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: { required: string[] } }> };
  security?: unknown[];
  responses: Record<string, { content: Record<string, { schema: unknown }> }>;
};

const tiny = portalOfAllTests();
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  paths = ((await tiny.json("/openapi.json")) as { paths: typeof paths }).paths;
});

const common = "site date dateFrom dateTo updatedAtFrom updatedAtTo limit";
const raw = `${common} status filename filenamePrefix filenameSuffix`;
const productFilters = "instrument instrumentPid model filename volatile showLegacy developer";
const error = { 400: "Error", 404: "Error" };
/** An announcement's answers; `failure` is the form of all but the 401. */
const announced = (failure: string) => ({
  200: '"OK"',
  401: "string",
  ...Object.fromEntries([400, 409, 413, 415, 422, 500].map((status) => [status, failure])),
});

/** Gives a schema in short: the name of a resource, `[name]` for a list, `"OK"` for a fixed text. */
function inShort(schema: unknown): string {
  const { $ref, type, items, anyOf, enum: values } = schema as Record<string, never>;
  if ($ref !== undefined) return String($ref).split("/").at(-1) ?? "";
  if (anyOf !== undefined) return (anyOf as unknown[]).map(inShort).join(" | ");
  if (values !== undefined) return JSON.stringify((values as unknown[])[0]);
  return type === "array" ? `[${inShort(items)}]` : String(type);
}

/** Operation, summary, parameters, what is answered by status. */
const routes: [string, string, string, Record<string, string>][] = [
  ["get /api/sites", "Measuring stations", "", { 200: "[Site]" }],
  ["get /api/products", "Data products", "", { 200: "[ListedProduct]" }],
  ["get /api/products/variables", "Data products with their variables", "", { 200: "[ProductVariables]" }],
  ["get /api/instruments", "Supported instrument types", "", { 200: "[Instrument]" }],
  ["get /api/models", "Model types", "", { 200: "[Model]" }],
  [
    "get /api/instrument-pids",
    "Instruments with their persistent identifiers",
    "includeSite",
    { 200: "[InstrumentPid]" },
  ],
  [
    "get /api/files",
    "Product files",
    `${common} product allVersions ${productFilters}`,
    { 200: "[ListedFile]", ...error },
  ],
  ["get /api/files/{uuid}", "One product or model file", "uuid!", { 200: "File | ModelFile", ...error }],
  ["get /api/model-files", "Model files", `${common} model allModels`, { 200: "[ModelFile]", ...error }],
  [
    "get /api/visualizations",
    "Plots of files",
    `${common} product allVersions ${productFilters} variable`,
    { 200: "[ListedVisualization]", ...error },
  ],
  ["get /api/visualizations/{uuid}", "Plots of one file", "uuid!", { 200: "Visualization", ...error }],
  [
    "get /api/raw-files",
    "Raw instrument files",
    `${raw} instrument instrumentPid developer`,
    { 200: "[Upload]", 400: "Error" },
  ],
  [
    "get /api/raw-model-files",
    "Raw model files",
    `${raw} model developer`,
    { 200: "[ModelUpload]", 400: "Error" },
  ],
  ["post /upload/metadata", "Announces a raw file", "", announced("string")],
  ["post /model-upload/metadata", "Announces a model file", "", announced("TextError")],
  [
    "get /upload/metadata/{md5}",
    "The record of a checksum",
    "md5!",
    { 200: "Upload | ModelUpload", 404: "string" },
  ],
  [
    "put /upload/data/{md5}",
    "Sends the content of an announced raw file",
    "md5!",
    { 200: '"OK"', 201: '"Created"', 400: "string", 401: "string" },
  ],
  [
    "put /model-upload/data/{md5}",
    "Sends the content of an announced model file",
    "md5!",
    { 200: '"OK"', 201: '"Created"', 400: "TextError", 401: "string" },
  ],
];

test.each(routes)("%s is described", (operation, summary, parameters, responses) => {
  const [method = "", path = ""] = operation.split(" ");
  const found = paths[path]?.[method];
  if (found === undefined) throw new Error(`${operation} is not described`);
  expect(found.summary).toBe(summary);
  const named = (found.parameters ?? []).map(({ name, required }) => `${name}${required ? "!" : ""}`);
  expect(named.join(" ")).toBe(parameters);
  const given = Object.entries(found.responses).map(([status, { content }]) => [
    status,
    inShort(content["application/json"]?.schema),
  ]);
  expect(Object.fromEntries(given)).toEqual(responses);
});

test("uploading needs credentials, reading and looking up do not", () => {
  const runSafely = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      security === undefined ? [] : [[`${method} ${path}`, security]],
    ),
  );
  expect(runSafely).toEqual([
    ["post /upload/metadata", [{ station: [] }]],
    ["post /model-upload/metadata", [{ station: [] }]],
    ["put /upload/data/{md5}", [{ station: [] }]],
    ["put /model-upload/data/{md5}", [{ station: [] }]],
  ]);
});

test("an announcement needs every field but the tags", () => {
  const body = paths["/upload/metadata"]?.post?.requestBody?.content["application/json"]?.schema;
  expect(body?.required).toEqual([
    "measurementDate",
    "filename",
    "checksum",
    "site",
    "instrument",
    "instrumentPid",
  ]);
});
