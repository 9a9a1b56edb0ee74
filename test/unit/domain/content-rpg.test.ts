import { describe, expect, it } from "vitest";
import { checkContent } from "#domain/content/check-content.ts";
import { sampleBytes, sampleOf } from "#domain/content/verdict.ts";
import { cutInHeader, damaged, isShort, radar } from "#test/support/builders/content-files.ts";

const judge = (bytes: Uint8Array) => checkContent(sampleOf(bytes), null);
const sound = { kind: "sound" };
const unknown = { kind: "unknown" };

/** Words of four bytes, little-endian. */
function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

describe("a microwave radiometer's file", () => {
  const [records, utc] = [3, 1];
  /** Values behind the code and the number of records, bytes of the whole header, bytes of a record. */
  const layouts: readonly (readonly [string, readonly number[], (time: number) => Buffer, number, number])[] =
    [
      [
        "brightness",
        [666_666, 666_667, 666_000, 667_000],
        (time) => words(time, 2, 0, 0, 0, 0, 0, 0),
        40,
        17,
      ],
      ["one infrared channel", [671_112_495], (time) => words(0, 0, time), 20, 9],
      ["infrared channels", [671_112_496, 671_112_000], (time) => words(0, 0, time, 2, 0, 0), 32, 17],
      ["housekeeping, all of it", [837_854_832], (time) => words(time, 0x3f), 16, 49],
      ["housekeeping, position alone", [837_854_832], (time) => words(time, 0x1), 16, 13],
      ["housekeeping, temperatures alone", [837_854_832], (time) => words(time, 0x2), 16, 21],
      ["housekeeping, stability alone", [837_854_832], (time) => words(time, 0x4), 16, 13],
      ["housekeeping, flash alone", [837_854_832], (time) => words(time, 0x8), 16, 9],
      ["housekeeping, quality alone", [837_854_832], (time) => words(time, 0x10), 16, 9],
      ["housekeeping, status alone", [837_854_832], (time) => words(time, 0x20), 16, 9],
      ["weather", [599_658_943], (time) => words(0, 0, 0, 0, 0, 0, time), 36, 17],
      [
        "weather without extras",
        [599_658_944],
        (time) => Buffer.concat([Buffer.from([0xf8]), words(0, 0, 0, 0, 0, 0, time)]),
        37,
        17,
      ],
      [
        "weather with all extras",
        [599_658_944],
        (time) => Buffer.concat([Buffer.from([0x7]), words(...Array.from({ length: 12 }, () => 0), time)]),
        61,
        29,
      ],
      [
        "a column",
        [934_501_978, 934_501_000, 594_811_068, 594_811_000],
        (time) => words(0, 0, time, 0),
        24,
        13,
      ],
    ];
  const cases = layouts.flatMap(([title, codes, rest, header, record]) =>
    codes.map((code) => ({ title, code, rest, header, record })),
  );

  it.each(cases)("of $title ($code) has as many bytes as it says, and times in UTC", (one) => {
    const { code, rest, header, record } = one;
    const fileOf = (time: number) =>
      Buffer.concat([words(code, records), rest(time), Buffer.alloc(records * record, 3)]);
    const file = fileOf(utc);
    expect(file).toHaveLength(header + records * record);
    expect(judge(file)).toEqual(sound);
    expect(judge(file.subarray(0, -1))).toEqual(isShort(file.length, file.length - 1));
    expect(judge(file.subarray(0, header))).toEqual(isShort(file.length, header));
    for (let size = 4; size < header; size += 1)
      expect(judge(file.subarray(0, size))).toEqual(cutInHeader(size));
    const local = fileOf(0);
    expect(judge(local).kind).toBe("foreign");
    expect(judge(local.subarray(0, -1)).kind).toBe("damaged");
    local.writeUInt32LE(0, 4);
    expect(judge(local.subarray(0, header)).kind).toBe("foreign");
  });

  it.each([567_845_847, 567_845_848])("of code %i is not judged: its layout is not known", (code) => {
    expect(judge(words(code, 1))).toEqual(unknown);
    const reason = "is a file of an RPG microwave radiometer, which this instrument does not write";
    expect(checkContent(sampleOf(words(code, 1)), "chm15k")).toEqual({ kind: "foreign", reason });
  });

  it("may have a header that counts no channels, and no record", () => {
    expect(judge(words(666_667, 0, utc, 0))).toEqual(sound);
    expect(judge(words(671_112_496, 0, 0, 0, utc, 0))).toEqual(sound);
  });

  it("of another code is no radiometer's", () => {
    expect(judge(words(666_668, 1))).toEqual(unknown);
  });
});

describe("a cloud radar's file", () => {
  it.each([789_346, 789_347, 789_348, 889_346, 889_347, 889_348])("may have the code %i", (code) => {
    const file = radar(40, [30]);
    file.writeUInt32LE(code, 0);
    expect(judge(file)).toEqual(sound);
    expect(judge(file.subarray(0, 7))).toEqual(cutInHeader(7));
    for (const size of [8, 30]) expect(judge(file.subarray(0, size))).toEqual(isShort(52, size));
  });

  it("may have no sample, or a header that is longer than what is read of it", () => {
    expect(judge(radar(40, []))).toEqual(unknown);
    expect(judge(Buffer.concat([radar(40, []), Buffer.alloc(4, 1)]))).toEqual(sound);
    const long = radar(sampleBytes, [30]);
    expect(judge(long)).toEqual(unknown);
    expect(judge(long.subarray(0, sampleBytes + 11))).toEqual(isShort(sampleBytes + 12, sampleBytes + 11));
  });

  it("ends with a whole sample", () => {
    const file = radar(40, [30, 32, 34]);
    expect(judge(file)).toEqual(sound);
    expect(judge(file.subarray(0, -1))).toEqual(
      damaged(`is cut off in the middle of a sample, after ${file.length - 1} bytes`),
    );
    expect(judge(file.subarray(0, -38))).toEqual(sound);
  });

  it("may end with a sample that fills what is read of its end", () => {
    const file = radar(40, [30_000, sampleBytes - 4]);
    expect(judge(file)).toEqual(sound);
    expect(judge(file.subarray(0, -1)).kind).toBe("damaged");
  });

  /** Spectra that begin in clear sky and end in rain, as the sizes of their samples say. */
  const spectra = (sizes: readonly number[]) =>
    Buffer.concat([
      words(789_347, 3000),
      Buffer.alloc(3000, 1),
      words(sizes.length),
      ...sizes.map((size) => Buffer.concat([words(size), Buffer.alloc(size, 0xa5)])),
    ]);
  const clear = Array.from({ length: 20 }, () => 3400);

  it("is no damage where its last sample is longer than what is read of its end", () => {
    const rain = Array.from({ length: 5 }, () => 180_000);
    const file = spectra([...clear, ...rain]);
    expect(judge(file)).toEqual(unknown);
    for (const less of [1, 90_000, 180_003, 180_004, 400_000])
      expect(judge(file.subarray(0, -less))).toEqual(unknown);
  });

  it("is damage where samples are read one behind the other, and the last of them does not end", () => {
    const file = spectra([...clear, 180_000, ...clear]);
    expect(judge(file)).toEqual(sound);
    for (const less of [1, 2, 3399, 3401, 3402, 3405, 20_000])
      expect(judge(file.subarray(0, -less))).toEqual(
        damaged(`is cut off in the middle of a sample, after ${file.length - less} bytes`),
      );
    expect(judge(file.subarray(0, -3404))).toEqual(sound);
  });

  it("is not called damaged for numbers that look like sizes of samples", () => {
    const file = spectra([...clear, ...clear.map(() => 180_000)]);
    for (let at = file.length - 60_000; at + 4 < file.length - 50; at += 4) file.writeUInt32LE(100, at);
    expect(judge(file)).toEqual(unknown);
  });

  it("is not judged by samples that are longer than half of what is read, but by the first", () => {
    const long = radar(40, [40_000, 40_000]);
    expect(judge(long)).toEqual(sound);
    expect(judge(long.subarray(0, 30_000))).toEqual(isShort(40_056, 30_000));
  });
});
