import { describe, expect, it } from "vitest";
import { checkContent } from "#domain/content/check-content.ts";
import { sampleBytes, sampleOf } from "#domain/content/verdict.ts";
import { cutInHeader, isShort, netcdf } from "#test/support/builders/content-files.ts";
import { netcdf3Bytes } from "#test/support/builders/netcdf3-bytes.ts";

const judge = (bytes: Uint8Array) => checkContent(sampleOf(bytes), null);
const sound = { kind: "sound" };
const unknown = { kind: "unknown" };

describe("a classic NetCDF file", () => {
  it("has as many bytes as its variables and records need", () => {
    const file = netcdf(3);
    expect(judge(file)).toEqual(sound);
    expect(judge(file.subarray(0, -1))).toEqual(isShort(file.length, file.length - 1));
    expect(judge(file.subarray(0, 30))).toEqual(cutInHeader(30));
  });

  it("without records ends with its fixed variables, or with its header", () => {
    const values = [1, 2, 3, 4];
    const fixed = netcdf3Bytes({
      dimensions: { x: 4 },
      variables: [{ name: "x", type: "int", dimensions: ["x"], values }],
      attributes: { n: { type: "double", numbers: [1, 2] }, s: { type: "short", numbers: [1] } },
    });
    expect(judge(fixed)).toEqual(sound);
    expect(judge(fixed.subarray(0, -1))).toEqual(isShort(fixed.length, fixed.length - 1));
    const recordBytes = 8 + 100;
    const none = netcdf(0).subarray(0, -recordBytes);
    expect(judge(none)).toEqual(sound);
    expect(judge(none.subarray(0, -1))).toEqual(cutInHeader(none.length - 1));
  });

  it("needs no bytes for records that do not exist yet, wherever they will begin", () => {
    const none = Buffer.from(netcdf(0).subarray(0, -108));
    none.writeUInt32BE(none.length + 512, none.length - 4);
    expect(judge(none)).toEqual(sound);
  });

  it("has fixed variables before its records, whose variables are padded", () => {
    const [dimensions, values] = [["time", "digit"], Array.from({ length: 15 }, () => 1)];
    const file = netcdf3Bytes({
      dimensions: { time: 0, digit: 3, height: 1000 },
      records: 5,
      variables: [
        {
          name: "height",
          type: "double",
          dimensions: ["height"],
          values: Array.from({ length: 1000 }, () => 1),
        },
        { name: "a", type: "byte", dimensions, values, attributes: { units: "count", flags: "" } },
        { name: "b", type: "byte", dimensions, values },
      ],
    });
    expect(judge(file)).toEqual(sound);
    // The padding behind the last value may be missing.
    expect(judge(file.subarray(0, -1))).toEqual(sound);
    expect(judge(file.subarray(0, -2))).toEqual(isShort(file.length - 1, file.length - 2));
  });

  it("is not judged where its header goes on behind what is read of it", () => {
    const attributes = { history: "x".repeat(sampleBytes) };
    const file = netcdf3Bytes({ dimensions: {}, variables: [], attributes });
    expect(judge(file)).toEqual(unknown);
    expect(judge(file.subarray(0, sampleBytes + 1))).toEqual(unknown);
    expect(judge(file.subarray(0, sampleBytes))).toEqual(cutInHeader(sampleBytes));
  });

  it.each([
    ["that is being written to", 4, 0xffff_ffff],
    ["with a list of another kind", 8, 13],
    ["with a list of no kind that is not empty", 8, 0],
    ["with too many entries", 12, 100_001],
  ])("%s is not judged", (_, at, word) => {
    const file = Buffer.from(netcdf(3));
    file.writeUInt32BE(word, at);
    expect(judge(file.subarray(0, -1))).toEqual(unknown);
  });

  it("of a version that is not known is none", () => {
    const file = Buffer.from(netcdf(3));
    file[3] = 3;
    expect(judge(file.subarray(0, -1))).toEqual(unknown);
  });

  /** Gives one variable of four integers, by the specification, with counts and places in 4 or 8 bytes. */
  function later(version: 2 | 5): Buffer {
    const count = (value: number) => {
      const bytes = Buffer.alloc(version === 5 ? 8 : 4);
      bytes.writeUInt32BE(value, bytes.length - 4);
      return bytes;
    };
    const word = (value: number) => Buffer.from([0, 0, 0, value]);
    const name = Buffer.concat([count(1), Buffer.from("x\0\0\0")]);
    const header = Buffer.concat([
      Buffer.from([0x43, 0x44, 0x46, version]),
      count(0),
      Buffer.concat([word(10), count(1), name, count(4)]),
      Buffer.concat([word(0), count(0)]),
      Buffer.concat([word(11), count(1), name, count(1), count(0), word(0), count(0), word(4), count(16)]),
    ]);
    const begin = Buffer.alloc(8);
    begin.writeBigUInt64BE(BigInt(header.length + 8));
    return Buffer.concat([header, begin, Buffer.alloc(16, 1)]);
  }

  it("of version 5 is not judged while it is being written to, or where it is longer than can be counted", () => {
    const file = later(5);
    file.fill(0xff, 4, 12);
    expect(judge(file.subarray(0, -1))).toEqual(unknown);
    const huge = later(5);
    huge[huge.indexOf("x") + 4] = 0x10;
    expect(judge(huge)).toEqual(unknown);
  });

  it.each([
    ["an unknown dimension", 1, 5],
    ["an unknown type", 1, 12],
    ["an empty list of another kind", 1, 7],
  ])("whose variable has %s is not judged: word %i behind its name", (_, __, word) => {
    const file = later(2);
    const behindName = file.lastIndexOf("x") + 4;
    const at = { 5: behindName + 4, 7: behindName + 8, 12: behindName + 16 }[word] ?? 0;
    file[at + 3] = word === 12 ? 12 : word;
    expect(judge(file.subarray(0, -1))).toEqual(unknown);
  });

  it.each([1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8].map((size, index) => [index + 1, size] as const))(
    "has attributes of type %i, %i bytes each",
    (type, size) => {
      const word = (value: number) => Buffer.from([0, 0, 0, value]);
      const value = Buffer.alloc(Math.ceil((3 * size) / 4) * 4);
      const file = Buffer.concat([
        Buffer.from("CDF\u0001"),
        Buffer.alloc(12),
        Buffer.concat([word(12), word(1), word(1), Buffer.from("a\0\0\0"), word(type), word(3), value]),
        Buffer.alloc(8),
      ]);
      expect(judge(file)).toEqual(sound);
      expect(judge(file.subarray(0, -1))).toEqual(cutInHeader(file.length - 1));
    },
  );

  it.each([2, 5] as const)("of version %i has longer numbers", (version) => {
    const file = later(version);
    expect(judge(file)).toEqual(sound);
    expect(judge(file.subarray(0, -1))).toEqual(isShort(file.length, file.length - 1));
  });
});
