import { describe, expect, it } from "vitest";
import { checkContent } from "#domain/content/check-content.ts";
import { sampleOf } from "#domain/content/verdict.ts";
import { brightness, goodFiles, hdf5, netcdf, radar } from "#test/support/builders/content-files.ts";

const judge = (bytes: Uint8Array, instrumentId: string | null = null) =>
  checkContent(sampleOf(bytes), instrumentId);

/** 20 lengths of every part of it. */
const cutsOf = (bytes: Uint8Array) =>
  Array.from({ length: 20 }, (_, index) =>
    bytes.subarray(0, Math.floor((bytes.length * (index + 0.5)) / 20)),
  );

describe("a whole file", () => {
  it.each(goodFiles)("of %s is sound", (_, instrument, bytes) => {
    expect(judge(bytes, instrument)).toEqual({ kind: "sound" });
    expect(judge(bytes)).toEqual({ kind: "sound" });
  });

  it.each(goodFiles)("of %s is told when it is cut off, at 20 lengths", (_, instrument, bytes) => {
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
});

describe("a file that no rule knows", () => {
  it.each([
    ["text", Buffer.from("2026-11-23 06:00:00;0.0;12\r\n")],
    ["one byte", Buffer.from("x")],
    ["random bytes", Buffer.from([9, 8, 7, 6, 5, 4, 3, 2, 1])],
  ])("is not judged: %s", (_, bytes) => {
    expect(judge(bytes, "parsivel").kind).toBe("unknown");
  });

  it("is no file of telegrams because three of its bytes look like the start of one", () => {
    const noise = Buffer.concat([
      Buffer.alloc(500, 7),
      Buffer.from("\u0001CL\u0099ab"),
      Buffer.alloc(500, 9),
    ]);
    expect(judge(noise, "cl61d").kind).toBe("unknown");
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
  it("that claims more variables than fit is not believed", () => {
    const bytes = Buffer.from(netcdf(3));
    bytes.writeUInt32BE(0xffff_ffff, 12);
    expect(judge(bytes).kind).toBe("unknown");
  });
});
