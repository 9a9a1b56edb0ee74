import { describe, expect, test } from "vitest";
import { listedRecord, readProduct } from "#adapters/portal/listed-records.ts";
import { createRecordSplitter, NoList } from "#adapters/portal/record-stream.ts";
import { liveProductFile, liveRawFile, productFile, rawFile } from "#test/support/builders/portal-shapes.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";

function split(text: string | Uint8Array, pieceBytes: number): readonly unknown[] {
  const bytes = Buffer.from(text as string);
  const splitter = createRecordSplitter();
  const found: unknown[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes)
    found.push(...splitter.take(bytes.subarray(at, at + pieceBytes)));
  splitter.end();
  return found;
}

const odd = [
  { a: 'a quote " and a backslash \\', b: ["]", "}", "[{"], 'ke"y\\': { c: [[], {}] } },
  { text: 'žluťoučký 🐎 \\\\"', n: -1.5e-7, t: true, nothing: null },
  [1, [2, "\\"], {}],
  {},
];

describe("the records of a list", () => {
  test.each([1, 2, 3, 7, 64, 100_000])("come whole in pieces of %i bytes", (pieceBytes) => {
    expect(split(JSON.stringify(odd), pieceBytes)).toEqual(odd);
    expect(split(` \n${JSON.stringify(odd, null, 2)} \r\n`, pieceBytes)).toEqual(odd);
    expect(split("[]", pieceBytes)).toEqual([]);
  });

  test("come whole whatever the texts in them", () => {
    const random = seededRandom("texts");
    const text = () =>
      Array.from({ length: random.int(0, 12) }, () => random.pick(["\\", '"', "[", "}", "a", "é"])).join("");
    const records = Array.from({ length: 300 }, () => ({
      [text()]: text(),
      n: [text(), { [text()]: [text()] }],
    }));
    for (const pieceBytes of [1, 5, 31]) expect(split(JSON.stringify(records), pieceBytes)).toEqual(records);
  });

  test.each([1, 2, 5, 100])("are told from what is no record, in pieces of %i bytes", (pieceBytes) => {
    expect(split('["db down"]', pieceBytes)).toEqual([null]);
    expect(split('[{"a":1}, null, "x,]", -1.5e3 ,{"b":[]},true]', pieceBytes)).toEqual([
      { a: 1 },
      null,
      null,
      null,
      { b: [] },
      null,
    ]);
  });

  test.each([
    ["[}", "is not JSON"],
    ["[{}}", "is not JSON"],
    ["[,]", "is not JSON"],
    ["[{},]", "is not JSON"],
    ["[{} {}]", "is not JSON"],
    ['["a" "b"]', "is not JSON"],
    ['["a"{}]', "is not JSON"],
    ["[1{}]", "is not JSON"],
    ["", "is incomplete"],
    ["[", "is incomplete"],
    ['[{"a":1},{"b"', "is incomplete"],
    ['[{"a":"\\"}]', "is incomplete"],
    ['{"status":500}', "is not a list"],
    ["<html></html>", "is not a list"],
    ['"text"', "is not a list"],
    ["[] x", "is not a list"],
    ["[][]", "is not a list"],
    ["]", "is not JSON"],
    ["[{a:1}]", "is not JSON"],
    [`[{"a":"${"x".repeat(1_100_000)}"}]`, "has a record that is too large"],
  ])("%.30s is refused", (text, reason) => {
    expect(() => split(text, 4_096)).toThrow(reason);
    expect(() => split(text, 4_096)).toThrow(NoList);
  });
});

describe("a record of a list", () => {
  test("is read in either of the portal's shapes", () => {
    const both = [rawFile, liveRawFile].map(listedRecord);
    expect(both[0]).not.toBeNull();
    const facts = { checksum: rawFile.checksum, filename: rawFile.filename, size: Number(rawFile.size) };
    for (const one of both) expect(one).toMatchObject(facts);
    expect(both[1]?.instrumentPid).toBe(both[0]?.instrumentPid);
    const product = readProduct(productFile);
    expect(product).toMatchObject({ uuid: productFile.uuid, errorLevel: productFile.errorLevel });
    expect(readProduct(liveProductFile)).not.toBeNull();
  });

  test.each([
    ["no uuid", { uuid: undefined }],
    ["a uuid that is none", { uuid: "7" }],
    ["a date that is none", { measurementDate: "2021-02-30" }],
    ["a date-time", { measurementDate: "2021-02-03T00:00:00Z" }],
    ["no name", { filename: null }],
    ["no status", { status: 4 }],
    ["no PID", { instrumentPid: "", instrumentInfo: null, instrument: null }],
    ["no site", { siteId: null, site: "x" }],
  ])("with %s is left out", (_, change) => {
    expect(listedRecord({ ...rawFile, ...change })).toBeNull();
  });

  test("keeps what it has where the rest is odd", () => {
    const change = { checksum: "x", size: "-1", updatedAt: "soon", tags: ["b", 4, "a"] };
    expect(listedRecord({ ...rawFile, ...change })).toMatchObject({
      checksum: null,
      size: null,
      updatedAtMs: 0,
      tags: ["a", "b"],
    });
    for (const nothing of [null, 4, "x", [], undefined]) expect(listedRecord(nothing)).toBeNull();
  });

  test("of a product without an instrument is no fault", () => {
    expect(readProduct({ ...productFile, instrument: null })).toBe("other");
    expect(readProduct({ ...productFile, product: null })).toBeNull();
  });
});
