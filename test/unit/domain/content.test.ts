import { describe, expect, it } from "vitest";
import { checkContent } from "#domain/content/check-content.ts";
import { type ContentSample, sampleBytes } from "#domain/content/verdict.ts";
import { netcdf3Bytes } from "#test/support/builders/netcdf3-bytes.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";

function sampleOf(bytes: Uint8Array): ContentSample {
  const { length } = bytes;
  return {
    head: bytes.subarray(0, sampleBytes),
    tail: bytes.subarray(Math.max(0, length - sampleBytes)),
    size: length,
  };
}

const judge = (bytes: Uint8Array, instrumentId: string | null = null) =>
  checkContent(sampleOf(bytes), instrumentId);

/** 20 lengths of every part of it. */
const cutsOf = (bytes: Uint8Array) =>
  Array.from({ length: 20 }, (_, index) =>
    bytes.subarray(0, Math.floor((bytes.length * (index + 0.5)) / 20)),
  );

/** A superblock of each version, as the HDF5 File Format Specification lays it out, and zeros up to `size`. */
function hdf5(version: 0 | 1 | 2 | 3, size: number): Buffer {
  const bytes = Buffer.alloc(size, 7);
  Buffer.from([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, version]).copy(bytes);
  const [width, base] = version < 2 ? [13, version === 0 ? 24 : 28] : [9, 12];
  bytes[width] = 8;
  bytes.writeBigUInt64LE(0n, base);
  bytes.writeBigUInt64LE(BigInt(size), base + 16);
  return bytes;
}

/** Records of a brightness temperature file with 14 channels. */
function brightness(records: number, timeReference = 1): Buffer {
  const header = Buffer.alloc(16 + 14 * 12);
  for (const [index, word] of [666_000, records, timeReference, 14].entries())
    header.writeInt32LE(word, index * 4);
  return Buffer.concat([header, Buffer.alloc(records * 65, 3)]);
}

/** Moments of a cloud radar: a header of `headerBytes`, then samples of changing sizes. */
function radar(headerBytes: number, samples: readonly number[]): Buffer {
  const header = Buffer.alloc(8 + headerBytes + 4, 1);
  header.writeInt32LE(889_348, 0);
  header.writeInt32LE(headerBytes, 4);
  header.writeInt32LE(samples.length, 8 + headerBytes);
  const parts = samples.map((size) => {
    const part = Buffer.alloc(4 + size, 0xa5);
    part.writeInt32LE(size, 0);
    return part;
  });
  return Buffer.concat([header, ...parts]);
}

function profiles(gates: number, rays: number): Buffer {
  const head = `Filename:\tStare_213_20261123_06.hpl\r\nNumber of gates:\t${gates}\r\n****\r\n`;
  const lines = Array.from({ length: gates }, (_, gate) => `${String(gate).padStart(3)} 0.1 1.0 1.0E-7\r\n`);
  return Buffer.from(head + `6.0 0.0 90.0 0.0 0.0\r\n${lines.join("")}`.repeat(rays));
}

const netcdf = (records: number) =>
  netcdf3Bytes({
    dimensions: { time: 0, range: 50 },
    records,
    variables: [
      {
        name: "time",
        type: "double",
        dimensions: ["time"],
        values: Array.from({ length: records }, (_, i) => i),
      },
      {
        name: "beta",
        type: "short",
        dimensions: ["time", "range"],
        values: Array.from({ length: records * 50 }, (_, i) => i % 100),
      },
    ],
    attributes: { title: "a ceilometer" },
  });

/** Records of a single variable are not padded to four bytes. */
const unpadded = netcdf3Bytes({
  dimensions: { time: 0, digit: 3 },
  records: 501,
  variables: [
    {
      name: "code",
      type: "byte",
      dimensions: ["time", "digit"],
      values: Array.from({ length: 1503 }, () => 1),
    },
  ],
});

const good: readonly (readonly [string, string, Buffer])[] = [
  ["HDF5, superblock 0", "cl61d", hdf5(0, 700_000)],
  ["HDF5, superblock 1", "cl61d", hdf5(1, 70_000)],
  ["HDF5, superblock 2", "mira-35", hdf5(2, 9_000)],
  ["HDF5, superblock 3", "mira-35", hdf5(3, 3000)],
  ["classic NetCDF", "chm15k", netcdf(40)],
  ["classic NetCDF with one variable", "chm15k", unpadded],
  ["a radiometer", "hatpro", brightness(1371)],
  ["a cloud radar", "rpg-fmcw-94", radar(42_377, [5140, 5036, 4984, 5140])],
  [
    "a large cloud radar",
    "rpg-fmcw-94",
    radar(
      42_377,
      Array.from({ length: 60 }, (_, i) => 5000 + i),
    ),
  ],
  ["a Doppler lidar", "halo-doppler-lidar", profiles(250, 3)],
  ["a long Doppler lidar", "halo-doppler-lidar", profiles(400, 30)],
];

describe("a whole file", () => {
  it.each(good)("of %s is sound", (_, instrument, bytes) => {
    expect(judge(bytes, instrument)).toEqual({ kind: "sound" });
    expect(judge(bytes)).toEqual({ kind: "sound" });
  });

  it.each(good)("of %s is told when it is cut off, at 20 lengths", (_, instrument, bytes) => {
    for (const cut of cutsOf(bytes)) expect(judge(cut, instrument).kind).toBe("damaged");
  });

  it("says how much is missing", () => {
    expect(judge(brightness(10).subarray(0, 500))).toEqual({
      kind: "damaged",
      reason: "is cut off: its header says 834 bytes, it has 500",
    });
  });

  it("may be longer than its header says", () => {
    expect(judge(Buffer.concat([brightness(10), Buffer.alloc(65)])).kind).toBe("sound");
  });

  it("is never called damaged: 10,000 random good ones", () => {
    const random = seededRandom("good files");
    for (let round = 0; round < 10_000; round += 1) {
      const bytes = [
        () => hdf5(random.pick([0, 1, 2, 3]), 60 + random.int(0, 499)),
        () => brightness(random.int(0, 19)),
        () =>
          radar(
            40 + random.int(0, 89),
            Array.from({ length: random.int(0, 5) }, () => 20 + random.int(0, 89)),
          ),
        () => profiles(1 + random.int(0, 8), 1 + random.int(0, 2)),
        () => netcdf(random.int(0, 3)),
      ][round % 5]?.();
      if (bytes !== undefined) expect(["sound", "unknown"]).toContain(judge(bytes).kind);
    }
  });
});

describe("a file that no rule knows", () => {
  it.each([
    ["text", Buffer.from("2026-11-23 06:00:00;0.0;12\r\n")],
    ["one byte", Buffer.from("x")],
    ["random bytes", Buffer.from([9, 8, 7, 6, 5, 4, 3, 2, 1])],
  ])("is not judged: %s", (_, bytes) => {
    expect(judge(bytes, "parsivel").kind).toBe("unknown");
  });

  it("may end within a telegram, as loggers change files at any byte", () => {
    expect(judge(Buffer.from("06:00\r\n\u0001CL020511\u0002"), "cl51")).toEqual({ kind: "sound" });
  });
});

describe("damage of any file", () => {
  it("is told of an empty file", () => {
    expect(judge(Buffer.alloc(0))).toEqual({ kind: "damaged", reason: "is empty" });
  });

  it("is told of zero bytes from end to end", () => {
    for (const size of [1, 5000, 300_000]) expect(judge(Buffer.alloc(size)).kind).toBe("damaged");
  });

  it("is told of zero bytes among text, of an instrument that writes text", () => {
    const bytes = Buffer.concat([Buffer.from("a line\r\n"), Buffer.alloc(64)]);
    expect(judge(bytes, "parsivel").kind).toBe("damaged");
    expect(judge(bytes.subarray(0, -1), "parsivel").kind).toBe("unknown");
    expect(judge(bytes, "weather-station").kind).toBe("unknown");
    expect(judge(Buffer.concat([hdf5(0, 500), Buffer.alloc(100)]), "cl31").kind).toBe("sound");
  });

  it("is told of a gzip archive without its end", () => {
    const archive = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.alloc(96, 5)]);
    archive.writeUInt32LE(90_000, 96);
    expect(judge(archive, "mira-35").kind).toBe("unknown");
    archive.writeUInt32LE(2_000_000_000, 96);
    expect(judge(archive, "mira-35").kind).toBe("damaged");
  });
});

describe("what an instrument does not write", () => {
  it.each([
    ["hatpro", radar(50, [60]), "is a file of an RPG cloud radar, which this instrument does not write"],
    ["chm15k", Buffer.from("%PDF-1.7 and so on"), "is a PDF document, which this instrument does not write"],
    ["parsivel", Buffer.from("<!DOCTYPE html><html>"), "is a web page, which this instrument does not write"],
    [
      "rpg-fmcw-35",
      Buffer.from("PK\u0003\u0004aaaa"),
      "is a ZIP archive, which this instrument does not write",
    ],
  ])("is foreign to %s", (instrument, bytes, reason) => {
    expect(judge(bytes, instrument)).toEqual({ kind: "foreign", reason });
  });

  it("is told of an instrument type that is known only", () => {
    expect(judge(Buffer.from("PK\u0003\u0004aaaa"), "wibs-5").kind).not.toBe("foreign");
  });

  it("is a radiometer's file in local time", () => {
    expect(judge(brightness(3, 0), "hatpro")).toEqual({
      kind: "foreign",
      reason: "counts its times in local time; the portal reads UTC only",
    });
  });
});

describe("a hostile header", () => {
  it("never throws and never takes long, whatever its bytes are", () => {
    const random = seededRandom("hostile headers");
    const starts = random.shuffled(good.map(([, , bytes]) => bytes.subarray(0, 600)));
    for (let round = 0; round < 3000; round += 1) {
      const bytes = Buffer.from(starts[round % starts.length] ?? []);
      for (let hit = 0; hit < 8; hit += 1) bytes[random.int(4, bytes.length - 1)] = random.int(0, 255);
      expect(judge(bytes, "hatpro")).toHaveProperty("kind");
    }
  });

  it("that claims more variables than fit is not believed", () => {
    const bytes = Buffer.from(netcdf(3));
    bytes.writeUInt32BE(0xffff_ffff, 12);
    expect(judge(bytes).kind).toBe("unknown");
  });
});
