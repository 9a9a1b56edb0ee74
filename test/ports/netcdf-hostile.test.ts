import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNetcdfReader } from "#adapters/netcdf/netcdf-reader.ts";
import { hdf5Bytes, scale } from "#test/support/builders/hdf5-bytes.ts";
import { absent, classic } from "#test/support/builders/hostile-netcdf3.ts";
import { never } from "#test/support/portals/portal-under-test.ts";

/** Files that are damaged, no NetCDF at all, or made to hurt: one clear sentence each, and the next file is read. */

const limits = { points: 100, columns: 20, rows: 10 };
/** A test machine may be busy. */
const reader = createNetcdfReader({ timeLimitMs: 50_000, hangLimitMs: 100_000 });
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "skyferry-hostile-"));
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true });
});

async function write(name: string, bytes: Uint8Array | string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

const good = () => hdf5Bytes((hdf5) => scale(hdf5, "time", Float64Array.of(1, 2, 3), {}));

async function outlineOf(file: string) {
  const look = await reader.outline(file, never());
  if (look.kind !== "seen") throw new Error(JSON.stringify(look));
  return look.value;
}

test.each<[string, (good: Uint8Array) => Uint8Array | string, RegExp]>([
  ["empty", () => "", /^empty is not a NetCDF file\.$/],
  ["page.nc", () => "<html>Log in</html>", /^page\.nc is not a NetCDF file\.$/],
  ["cut.nc", (bytes) => bytes.subarray(0, bytes.length / 2), /^cut\.nc is damaged or incomplete/],
  ["start.nc", (bytes) => bytes.subarray(0, 8), /^start\.nc is damaged or incomplete/],
  ["cdf5.nc", () => "CDF\u0005\0\0\0\0", /CDF-5/],
  ["cdf.nc", () => "CDF\u0001", /^cdf\.nc is damaged or incomplete/],
  [
    "noise.nc",
    (bytes) => bytes.map((byte, at) => (at < 8 ? byte : (at * 7_919) % 256)),
    /^noise\.nc is damaged/,
  ],
])("%s", async (name, make, words) => {
  const file = await write(name, make(await good()));
  expect(await reader.outline(file, never())).toEqual({
    kind: "unreadable",
    message: expect.stringMatching(words),
  });
});

test("a file that is gone", async () => {
  const file = path.join(folder, "gone.nc");
  expect(await reader.outline(file, never())).toEqual({
    kind: "unreadable",
    message: `${file} no longer exists.`,
  });
});

test("huge declared dimensions are shown and not read", async () => {
  const file = await write(
    "huge.nc",
    await hdf5Bytes((hdf5) => {
      const data = new Float32Array(1);
      hdf5
        .create_dataset({ name: "huge", data, shape: [1], maxshape: [null], chunks: [1_000] })
        .resize([1e9]);
      const wide = { name: "wide", data, shape: [1], maxshape: [null], chunks: [33_000_000] };
      hdf5.create_dataset({ ...wide, compression: 1 }).resize([10_000]);
    }),
  );
  const outline = await outlineOf(file);
  expect(outline.variables).toMatchObject([
    { name: "huge", shape: [1_000_000_000], canPlot: "1d" },
    { name: "wide", canPlot: "1d" },
  ]);
  expect(await reader.plot(file, "huge", limits, never())).toMatchObject({
    kind: "unreadable",
    message: expect.stringMatching(/^huge\.nc has 1,000,000,000 values/),
  });
  expect(await reader.plot(file, "wide", limits, never())).toMatchObject({
    message: expect.stringMatching(/packed in pieces that are too large/),
  });
});

test("deep and circular groups end somewhere", async () => {
  const bytes = await hdf5Bytes((hdf5) => {
    let group = hdf5.create_group("g");
    hdf5.create_hard_link("/g", "g/loop");
    hdf5.create_hard_link("/g", "g/again");
    for (let depth = 0; depth < 100; depth++) group = group.create_group("g");
    group.create_dataset({ name: "deep", data: new Float32Array(1) });
    hdf5.create_dataset({ name: "top", data: new Float32Array(2) });
  });
  const outline = await outlineOf(await write("deep.nc", bytes));
  expect(outline.variables).toMatchObject([{ name: "top" }]);
  expect(outline.notes).toEqual(["The file has more groups or variables than are shown here."]);
});

test("links to other places are named and not followed", async () => {
  const bytes = await hdf5Bytes((hdf5) => {
    hdf5.create_external_link("/etc/passwd", "/secret", "out");
    hdf5.create_soft_link("/nowhere", "lost");
  });
  const { variables, notes } = await outlineOf(await write("links.nc", bytes));
  expect(variables).toEqual([]);
  expect(notes.join(" ")).toMatch(/"out" is in another file/);
  expect(notes.join(" ")).toMatch(/"lost" points to nothing/);
});

test("many and long attributes are shown in part", async () => {
  const bytes = await hdf5Bytes((hdf5) => {
    hdf5.create_attribute("long", "x".repeat(50_000));
    for (let index = 0; index < 600; index++) hdf5.create_attribute(`a${index}`, index);
  });
  const { attributes, notes } = await outlineOf(await write("attributes.nc", bytes));
  expect(attributes.length).toBe(500);
  expect(notes).toEqual(["Only the first 500 attributes of the file are shown."]);
  for (const { value } of attributes) expect(value.length).toBeLessThanOrEqual(4_000);
});

test("types that cannot be drawn are named; a dimension without a variable is one", async () => {
  const bytes = await hdf5Bytes((hdf5) => {
    const bare = hdf5.create_dataset({ name: "n", data: new Float32Array(5) });
    bare.make_scale("This is a netCDF dimension but not a netCDF variable.         5");
    hdf5.create_dataset({ name: "values", data: new Float32Array(5) }).attach_scale(0, "/n");
    hdf5.create_dataset({ name: "links", data: [hdf5.create_reference()], shape: [1] });
  });
  const outline = await outlineOf(await write("types.nc", bytes));
  expect(outline.dimensions).toEqual([{ name: "n", size: 5, isUnlimited: false }]);
  expect(outline.variables).toMatchObject([
    { name: "values", dimensions: ["n"], canPlot: "1d" },
    { name: "links", type: "reference", canPlot: null, whyNoPlot: "Its type (reference) cannot be drawn." },
  ]);
});

describe("the thread", () => {
  test("is given up when its time is over", async () => {
    const hasty = createNetcdfReader({ timeLimitMs: 0 });
    const file = await write("slow.nc", await good());
    expect(await hasty.outline(file, never())).toEqual({
      kind: "unreadable",
      message: expect.stringMatching(/^slow\.nc takes longer than 0 s/),
    });
    await hasty.close();
  });

  test("is made again after it ran out of memory, and after a caller went away", async () => {
    const small = createNetcdfReader({ timeLimitMs: 50_000, hangLimitMs: 100_000, heapMb: 12 });
    // Attributes of one byte, as many as are read.
    const bomb = await write(
      "bomb.nc",
      classic([0, ...absent, 12, 100_000], Buffer.alloc(2_000_008, classic(["a", 1, 1, 0]).subarray(4))),
    );
    const fine = await write("fine.nc", await good());
    expect(await small.outline(bomb, never())).toEqual({
      kind: "unreadable",
      message: expect.stringMatching(/^bomb\.nc needs too much memory/),
    });
    expect(await small.outline(fine, never())).toMatchObject({ kind: "seen" });
    const leaving = new AbortController();
    const left = small.outline(fine, leaving.signal);
    const next = small.outline(fine, never());
    leaving.abort();
    expect(await left).toEqual({ kind: "abandoned" });
    expect(await next).toMatchObject({ kind: "seen" });
    await small.close();
  });
});
