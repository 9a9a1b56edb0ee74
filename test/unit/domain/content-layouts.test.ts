import { describe, expect, it } from "vitest";
import { checkContent, findingOf } from "#domain/content/check-content.ts";
import { sampleBytes, sampleOf } from "#domain/content/verdict.ts";
import {
  brightness,
  cutInHeader,
  damaged,
  hdf5,
  isShort,
  netcdf,
  profiles,
  radar,
} from "#test/support/builders/content-files.ts";

const judge = (bytes: Uint8Array) => checkContent(sampleOf(bytes), null);
const sound = { kind: "sound" };
const unknown = { kind: "unknown" };

describe("an HDF5 file", () => {
  it("is cut off where its header says so", () => {
    expect(judge(hdf5(0, 500).subarray(0, 499))).toEqual(isShort(500, 499));
    expect(judge(hdf5(0, 500).subarray(0, 47))).toEqual(cutInHeader(47));
    expect(judge(hdf5(2, 500).subarray(0, 35))).toEqual(cutInHeader(35));
    expect(judge(hdf5(0, 500).subarray(0, 48))).toEqual(isShort(500, 48));
  });

  it.each([
    ["of a version that is not known", 8, 4],
    ["with addresses of another size", 13, 4],
  ])("%s is not judged", (_, at, value) => {
    const file = hdf5(0, 500);
    file[at] = value;
    expect(judge(file.subarray(0, 100))).toEqual(unknown);
  });

  it("is not judged without an end, or with one that is not behind its beginning", () => {
    const file = hdf5(0, 500);
    file.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 40);
    expect(judge(file)).toEqual(unknown);
    file.writeBigUInt64LE(600n, 24);
    file.writeBigUInt64LE(600n, 40);
    expect(judge(file)).toEqual(unknown);
    file.writeBigUInt64LE(601n, 40);
    expect(judge(file)).toEqual(isShort(601, 500));
  });
});

describe("a Doppler lidar's file", () => {
  const file = profiles(5, 2);
  const text = file.toString();
  it.each([
    ["in its header", text.slice(0, text.indexOf("****")), "is cut off in its header, after 57 bytes"],
    [
      "without its gates",
      text.replace("gates", "doors"),
      `is cut off in its header, after ${text.length} bytes`,
    ],
    [
      "in its header, which names its gates",
      text.replace("****", "no ****"),
      `is cut off in its header, after ${text.length + 3} bytes`,
    ],
    [
      "with the gates of another line",
      text.replace("Number", "Former Number"),
      `is cut off in its header, after ${text.length + 7} bytes`,
    ],
    ["behind its header", text.slice(0, text.indexOf("****") + 6), "has a header and no profile"],
    [
      "behind a header that says more",
      text.slice(0, text.indexOf("****") + 6).replace("****", "**** Spectral width = 0.05"),
      "has a header and no profile",
    ],
    [
      "within a line",
      text.slice(0, text.lastIndexOf(" 1.0E-7")).replace(/ 1\.0$/, ""),
      "ends in the middle of a line",
    ],
    ["within an earlier line", text.slice(0, text.lastIndexOf("  4 ") - 3), "ends in the middle of a line"],
    [
      "within a profile",
      text.slice(0, text.lastIndexOf("  4")),
      "ends in the middle of a profile of 5 range gates",
    ],
    [
      "behind a ray's head",
      text.slice(0, text.lastIndexOf("  0 ")),
      "ends in the middle of a profile of 5 range gates",
    ],
    [
      "behind a ray's head that has the number of the last gate",
      text.slice(0, text.lastIndexOf("  0 ")).replaceAll("6.0 ", "6.4 "),
      "ends in the middle of a profile of 5 range gates",
    ],
  ])("that ends %s is told as that", (_, cut, reason) => {
    expect(judge(Buffer.from(cut))).toEqual(damaged(reason));
  });

  it("is whole without its last line end, and not known to be with less", () => {
    const end = text.trimEnd();
    for (const whole of [end, `${end}\r`]) expect(judge(Buffer.from(whole))).toEqual(sound);
    for (const less of [1, 2, 3, 4, 5])
      expect(judge(Buffer.from(end.slice(0, -less))).kind).not.toBe("sound");
    const negative = end.replace(/0\.1 1\.0 1\.0E-7$/, "-0.1 1.0 -3.4E-7");
    expect(judge(Buffer.from(negative))).toEqual(sound);
  });

  it("is whole with any blanks around its numbers", () => {
    expect(judge(file)).toEqual(sound);
    expect(judge(Buffer.from(text.replace("gates:\t", "gates:   ")))).toEqual(sound);
    expect(judge(Buffer.from(text.replace("gates:\t", "gates:").replaceAll("  4 ", "4\t")))).toEqual(sound);
  });
});

describe("other files", () => {
  it.each([
    ["a ZIP archive", "PK\u0003\u0004"],
    ["a PDF document", "%PDF-"],
    ["a picture", "\u0089PNG"],
    ["a picture", "\u00ff\u00d8\u00ff"],
    ["a picture", "GIF8"],
    ["a Windows program", "MZ\u0090\0"],
    ["an SQLite database", "SQLite format 3\0"],
    ["a web page", "  \n<!DOCTYPE HTML>"],
    ["a web page", "<html lang='en'>"],
  ])("%s is known by %j", (title, start) => {
    const bytes = Buffer.from(`${start} and more`, "latin1");
    const reason = `is ${title}, which this instrument does not write`;
    expect(checkContent(sampleOf(bytes), "chm15k")).toEqual({ kind: "foreign", reason });
    expect(judge(bytes)).toEqual(sound);
    expect(judge(Buffer.from(`x${start} and more`, "latin1"))).toEqual(unknown);
  });

  it.each([
    ["HDF5", "\u0089HDF\r\n\u001a\n"],
    ["the first half of HDF5", "\u0089HDF"],
    ["classic NetCDF", "CDF\u0001"],
    ["a radar", "\u0062\u000b\u000c\u0000"],
    ["a radiometer", "\u0070\u00a6\u00f0\u0031"],
    ["a radiometer of an unknown layout", "\u002a\u002c\u000a\u0000"],
    ["a HALO lidar", "Filename:"],
    ["gzip", "\u001f\u008b"],
    ["ZIP", "PK\u0003\u0004"],
    ["PDF", "%PDF-"],
    ["PNG", "\u0089PNG"],
  ])("nothing but the mark of %s is a file that was cut off", (_, mark) => {
    expect(judge(Buffer.from(mark, "latin1"))).toMatchObject({
      kind: "damaged",
      reason: expect.stringMatching(/^is cut off /),
    });
  });

  it("a gzip archive has 20 bytes at least, and a size at its end that it can have", () => {
    const archive = (size: number, inside: number) => {
      const bytes = Buffer.alloc(size, 5);
      bytes.writeUInt16LE(0x8b1f, 0);
      bytes.writeUInt32LE(inside, size - 4);
      return bytes;
    };
    expect(judge(archive(19, 1))).toEqual(damaged("is cut off after 19 bytes"));
    expect(judge(archive(20, 20 * 1032))).toEqual(unknown);
    expect(judge(archive(20, 20 * 1032 + 1))).toEqual(
      damaged("is cut off: its last bytes are not the end of a gzip archive"),
    );
  });
});

describe("what an instrument writes itself", () => {
  const telegram = Buffer.from("\u0001CT02010\u0002\r\n");
  const lidar = profiles(5, 1);
  const parsivel = Buffer.from("99:;\r\nTYP OP4A\r\n01:0002.356\r\n02:0005.48\r\n");
  const thies = Buffer.from("0;000;6E;\r\n00;1025;2.52;15.09.21;07:00:00;00;00;NP   ;000.000;\r\n");
  it.each([
    [["rpg-fmcw-35", "rpg-fmcw-94"], radar(40, [30])],
    [["hatpro", "lhatpro", "lhumpro"], brightness(2)],
    [["ct25k", "cl31", "cl51"], telegram],
    [["halo-doppler-lidar", "halo-doppler-lidar-calibrated"], lidar],
    [["parsivel"], parsivel],
    [["thies-lnm"], thies],
  ])("%j: its own format, converted files, and none of the others", (types, own) => {
    const formats = [
      ["an RPG cloud radar", radar(40, [30])],
      ["an RPG microwave radiometer", brightness(2)],
      ["ceilometer telegrams", telegram],
      ["a HALO Doppler lidar", lidar],
      ["Parsivel telegrams", parsivel],
      ["Thies telegrams", thies],
    ] as const;
    const others = formats.filter(([, one]) => !one.equals(own));
    for (const type of types) {
      expect(checkContent(sampleOf(own), type)).toEqual(sound);
      for (const common of [hdf5(0, 100), netcdf(2)])
        expect(checkContent(sampleOf(common), type)).toEqual(sound);
      for (const [title, other] of others) {
        const reason = `is a file of ${title}, which this instrument does not write`;
        expect(checkContent(sampleOf(other), type)).toEqual({ kind: "foreign", reason });
      }
    }
  });

  it("a disdrometer's telegram begins anywhere in the first 8 KiB, Parsivel's at the begin of a line", () => {
    const isNotForeign = (bytes: Buffer, type: string) =>
      checkContent(sampleOf(bytes), type).kind !== "foreign";
    const [line, fields] = [parsivel.subarray(6), thies.subarray(11)];
    for (const lead of ["", "TY\n", "T;00;\n", `${"\xe5T;".repeat(2_000)}\r`]) {
      const before = Buffer.from(lead, "latin1");
      // A telegram that one instrument recognises is foreign to the other.
      expect(isNotForeign(Buffer.concat([before, line]), "thies-lnm")).toBe(false);
      expect(isNotForeign(Buffer.concat([before, fields]), "parsivel")).toBe(false);
    }
    const [far, within] = [Buffer.alloc(8_180, "a line\r\n"), Buffer.from(" ")];
    expect(isNotForeign(Buffer.concat([far, fields]), "parsivel")).toBe(true);
    expect(isNotForeign(Buffer.concat([within, line]), "thies-lnm")).toBe(true);
  });

  const converting = ["mira-10", "mira-35", "chm15k", "chm15kx", "cl61d", "parsivel", "thies-lnm"];
  it.each([...converting, "wls100s", "wls200s", "wls400s", "wls70"])("%s: no such format at all", (type) => {
    const ofOthers = [parsivel, thies].filter((one) => checkContent(sampleOf(one), type).kind !== "sound");
    expect(ofOthers).toHaveLength(type === "parsivel" || type === "thies-lnm" ? 1 : 2);
    for (const other of [radar(40, [30]), brightness(2), telegram, lidar, ...ofOthers])
      expect(checkContent(sampleOf(other), type).kind).toBe("foreign");
  });

  it.each([
    "ct25k",
    "cl31",
    "cl51",
    "halo-doppler-lidar",
    "halo-doppler-lidar-calibrated",
    "parsivel",
    "thies-lnm",
  ])("%s: text, and 64 zero bytes in a row at either end are damage", (type) => {
    const reason = "contains zero bytes in its text, as after a power failure";
    const file = (zeros: number) => Buffer.concat([Buffer.alloc(zeros), Buffer.alloc(70_000, "a line\r\n")]);
    expect(checkContent(sampleOf(file(64)), type)).toEqual(damaged(reason));
    expect(checkContent(sampleOf(file(63)), type)).toEqual(unknown);
    expect(checkContent(sampleOf(file(64).reverse()), type)).toEqual(damaged(reason));
  });
});

it("zero bytes in a file of text are told before its format is", () => {
  const lidar = Buffer.concat([profiles(5, 1), Buffer.alloc(64), Buffer.from("\n")]);
  const reason = "contains zero bytes in its text, as after a power failure";
  expect(checkContent(sampleOf(lidar), "halo-doppler-lidar")).toEqual(damaged(reason));
});

it("nothing but zero bytes is damage, zero bytes at one end are none", () => {
  const zeros = Buffer.alloc(sampleBytes + 10);
  expect(judge(zeros)).toEqual(damaged("contains only zero bytes where it was read"));
  for (const at of [0, sampleBytes + 9]) {
    const bytes = Buffer.from(zeros);
    bytes[at] = 1;
    expect(judge(bytes)).toEqual(unknown);
  }
});

it("what speaks against a file is not allowed yet; where nothing does there is no finding", () => {
  const reason = "is empty";
  expect(findingOf({ kind: "damaged", reason })).toEqual({ kind: "damaged", reason, isAllowed: false });
  expect([findingOf({ kind: "sound" }), findingOf({ kind: "unknown" })]).toEqual([null, null]);
});

describe("a file named .nc", () => {
  const noise = Uint8Array.from({ length: 30_000 }, (_, at) => (at * 7_919 + 13) % 251);
  const name = "00100_A202010212350_CHM170137.nc";

  it("that begins like none is foreign to types that write nothing else, damaged for others", () => {
    const reason = "does not begin like a NetCDF file, although its name ends in .nc";
    for (const type of ["chm15k", "cl61d"])
      expect(checkContent(sampleOf(noise), type, name)).toEqual({ kind: "foreign", reason });
    for (const type of ["hatpro", null])
      expect(checkContent(sampleOf(noise), type, name.toUpperCase())).toEqual(damaged(reason));
    expect(checkContent(sampleOf(noise), "chm15k", "a.bin")).toEqual({ kind: "unknown" });
    expect(checkContent(sampleOf(noise), "chm15k")).toEqual({ kind: "unknown" });
  });

  it.each([0, 512, 1024, 32_768])("may have HDF5 at byte %i", (at) => {
    const bytes = Uint8Array.from(noise);
    const file = at > bytes.length ? Buffer.concat([bytes, Buffer.alloc(at)]) : Buffer.from(bytes);
    file.set([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, 9], at);
    expect(checkContent(sampleOf(file), "chm15k", name)).toEqual({ kind: "unknown" });
    file.set([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, 9], 100);
    file.fill(0, at, at + 8);
    expect(checkContent(sampleOf(file), "chm15k", name).kind).toBe("foreign");
  });

  it.each(["CDF\u0001", "CDF\u0002", "CDF\u0005", "CDF"])("may be classic (%j)", (start) => {
    expect(["damaged", "unknown"]).toContain(checkContent(sampleOf(Buffer.from(start)), "chm15k", name).kind);
    expect(checkContent(sampleOf(Buffer.from(start)), "chm15k", name)).not.toMatchObject({
      reason: expect.stringContaining("does not begin"),
    });
  });
});
