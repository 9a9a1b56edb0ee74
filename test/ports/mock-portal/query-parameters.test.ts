import { describe, expect, test } from "vitest";
import {
  fileQuery,
  modelFileQuery,
  parseQuery,
  rawFileQuery,
  rawModelFileQuery,
  visualizationQuery,
} from "#mock-portal/read-routes/query-parameters.ts";

const queries = { fileQuery, modelFileQuery, visualizationQuery, rawFileQuery, rawModelFileQuery };

/** The value, or the messages of what does not fit. */
function read(query: { safeParse: (typeof fileQuery)["safeParse"] }, given: unknown): unknown {
  const parsed = query.safeParse(given);
  return parsed.success ? parsed.data : parsed.error.issues.map(({ message }) => message);
}

const common = ["site", "date", "dateFrom", "dateTo", "updatedAtFrom", "updatedAtTo", "limit"];
const raw = [...common, "status", "filename", "filenamePrefix", "filenameSuffix"];
const products = [...common, "product", "instrument", "instrumentPid", "model", "filename", "volatile"];
const productFlags = ["allVersions", "showLegacy", "developer"];
const names: [keyof typeof queries, string[], string[]][] = [
  ["fileQuery", products, productFlags],
  ["modelFileQuery", [...common, "model"], ["allModels"]],
  ["visualizationQuery", [...products, "variable"], productFlags],
  ["rawFileQuery", [...raw, "instrument", "instrumentPid"], ["developer"]],
  ["rawModelFileQuery", [...raw, "model"], ["developer"]],
];

describe.each(names)("%s", (which, parameters, flags) => {
  const query = queries[which] as typeof fileQuery;
  const once = ["date", "dateFrom", "dateTo", "updatedAtFrom", "updatedAtTo", "limit", "volatile"];
  const examples: Record<string, string> = { limit: "5", volatile: "true" };
  const exampleOf = (name: string) => examples[name] ?? (/^(date|updated)/.test(name) ? "2024-05-01" : "x");

  test.each(parameters)("takes %s", (name) => {
    const value = exampleOf(name);
    expect(read(query, { [name]: value })).toMatchObject({ [name]: once.includes(name) ? value : [value] });
    expect(read(query, { [name]: [value, value] })).toEqual(
      once.includes(name)
        ? [`Malformed ${name in examples ? "value" : "date"} in property "${name}"`]
        : expect.objectContaining({ [name]: [value, value] }),
    );
    expect(read(query, { [name]: "" })).toEqual([`Property ${name} is empty`]);
  });

  test.each(flags)("takes the flag %s with and without a value, and alone", (name) => {
    expect(read(query, { site: "x", [name]: "" })).toMatchObject({ [name]: true });
    expect(read(query, { site: "x", [name]: ["false", ""] })).toMatchObject({ [name]: true });
    expect(read(query, { site: "x" })).toMatchObject({ [name]: false });
    expect(read(query, { [name]: "" })).toMatchObject({ [name]: true });
  });

  test("refuses what it does not know, and a search for nothing", () => {
    expect(read(query, { site: "x", one: "1", two: "2" })).toEqual(["Unknown query parameters: one,two"]);
    expect(read(query, { one: "1" })).toEqual(["Unknown query parameters: one"]);
    expect(read(query, {})).toEqual(["No search parameters given"]);
  });

  test("takes a date or a span of dates, not both", () => {
    const both = ['Property "date" may not be defined if either "dateFrom" or "dateTo" is defined'];
    const day = "2024-05-01";
    expect(read(query, { date: day, dateFrom: day })).toEqual(both);
    expect(read(query, { date: day, dateTo: day })).toEqual(both);
    expect(read(query, { dateFrom: day, dateTo: day })).toMatchObject({ dateFrom: day, dateTo: day });
  });
});

test("one model and all models exclude each other", () => {
  expect(read(modelFileQuery as unknown as typeof fileQuery, { model: "x", allModels: "" })).toEqual([
    'Properties "allModels" and "model" can not be both defined',
  ]);
});

test.each([
  ["", {}],
  ["site=a&date=b", { site: "a", date: "b" }],
  ["site=a&site=b&site=c", { site: ["a", "b", "c"] }],
  ["site[]=a&site=b&site%5B%5D=c", { site: ["a", "b", "c"] }],
  ["allVersions&q=%C3%A4+b", { allVersions: "", q: "ä b" }],
  ["__proto__=x", { ["__proto__"]: "x" }],
])("the query %s", (text, query) => {
  expect({ ...parseQuery(text) }).toEqual(query);
});

test("the raw searches know no versions", () => {
  expect(read(rawFileQuery as unknown as typeof fileQuery, { site: "x", allVersions: "" })).toEqual([
    "Unknown query parameters: allVersions",
  ]);
});

describe("values that are no date, moment or number", () => {
  const malformed = (name: string) => [`Malformed date in property "${name}"`];
  const limit = ['Malformed value in property "limit"'];
  const wrong: [Record<string, unknown>, string[]][] = [
    [{ date: "2024-02-30" }, malformed("date")],
    [{ date: ["2024-02-01", "2024-02-01"] }, malformed("date")],
    [{ volatile: "maybe" }, ['Malformed value in property "volatile"']],
    [{ dateFrom: "2024-5-1" }, malformed("dateFrom")],
    [{ dateTo: "20240501" }, malformed("dateTo")],
    [{ updatedAtFrom: "2024-02-30T00:00:00Z" }, malformed("updatedAtFrom")],
    [{ updatedAtFrom: "2024-05-01T25:00:00Z" }, malformed("updatedAtFrom")],
    [{ updatedAtFrom: "2024-05-01 10:00" }, malformed("updatedAtFrom")],
    [{ updatedAtTo: "2024-05-01T10:00:00+0200" }, malformed("updatedAtTo")],
    [{ updatedAtTo: "2024-05-01T10:00:00Z and more" }, malformed("updatedAtTo")],
    [{ updatedAtTo: "2024-05-01, 10:00" }, malformed("updatedAtTo")],
    [{ updatedAtTo: "2024-05-01T" }, malformed("updatedAtTo")],
    [{ limit: "0" }, limit],
    [{ limit: "05" }, limit],
    [{ limit: "1.5" }, limit],
    [{ limit: "-1" }, limit],
    [{ limit: "x1" }, limit],
    [{ limit: "1x" }, limit],
    [{ limit: "1234567890" }, limit],
  ];
  test.each(wrong)("%j: %j", (given, messages) => {
    expect(read(fileQuery, given)).toEqual(messages);
  });
});

test.each([
  "2024-05-01",
  "2024-05-01T10:00",
  "2024-05-01T10:00:00Z",
  "2024-05-01T10:00:00.123Z",
  "2024-05-01T10:00:00+02:00",
  "2024-05-01T10:00:00-11:30",
])("%s is a moment", (updatedAtFrom) => {
  expect(read(fileQuery, { updatedAtFrom })).toMatchObject({ updatedAtFrom });
});

test.each(["1", "10", "999999999"])("%s is a limit", (limit) => {
  expect(read(fileQuery, { limit })).toMatchObject({ limit });
});
