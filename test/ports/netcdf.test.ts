import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNetcdfReader } from "#adapters/netcdf/netcdf-reader.ts";
import type { NetcdfLook, NetcdfPlot, NetcdfVariable } from "#domain/netcdf.ts";
import { hdf5Bytes, scale } from "#test/support/builders/hdf5-bytes.ts";
import { netcdf3Bytes } from "#test/support/builders/netcdf3-bytes.ts";
import { never } from "#test/support/portals/portal-under-test.ts";

/** Each kind of file that may be looked into, made here: what it holds and what a plot shows of it. */

const limits = { points: 100, columns: 20, rows: 10 };
const reader = createNetcdfReader();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "skyferry-netcdf-"));
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true });
});

async function write(name: string, bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

function seen<T>(look: NetcdfLook<T>): T {
  if (look.kind !== "seen") throw new Error(JSON.stringify(look));
  return look.value;
}

async function plot<K extends NetcdfPlot["kind"]>(
  file: string,
  variable: string,
  kind: K,
): Promise<Extract<NetcdfPlot, { kind: K }>> {
  const value = seen(await reader.plot(file, variable, limits, never()));
  if (value.kind !== kind) throw new Error(`drawn as ${value.kind}`);
  return value as Extract<NetcdfPlot, { kind: K }>;
}

function named(variables: readonly NetcdfVariable[], name: string): NetcdfVariable {
  const variable = variables.find((one) => one.name === name);
  if (variable === undefined) throw new Error(`no ${name}`);
  return variable;
}

describe("NetCDF-4", () => {
  let file: string;
  beforeAll(async () => {
    const bytes = await hdf5Bytes((hdf5) => {
      hdf5.create_attribute("title", "Wölkchen");
      scale(hdf5, "time", Float64Array.of(0, 12, 24), { units: "hours since 2026-11-21 00:00:00 +00:00" });
      scale(hdf5, "height", Float32Array.of(100, 200), { units: "m", long_name: "Height" });
      scale(hdf5, "bin", new Float32Array(2), {}).create_attribute("x", 1);
      const packed = hdf5.create_dataset({
        name: "beta",
        data: Int16Array.of(1, 2, -9, 4, 50, 6),
        shape: [3, 2],
        dtype: "<h",
      });
      packed.create_attribute("scale_factor", 0.5, [], "<d");
      packed.create_attribute("add_offset", 10, [], "<d");
      packed.create_attribute("_FillValue", -9, [], "<h");
      packed.create_attribute("valid_range", [0, 40], [2], "<h");
      packed.create_attribute("units", "sr-1 m-1");
      packed.attach_scale(0, "/time");
      packed.attach_scale(1, "/height");
      const flags = hdf5.create_dataset({ name: "flag", data: Int8Array.of(0, 1, 1), dtype: "<b" });
      flags.create_attribute("flag_values", [0, 1], [2], "<b");
      flags.create_attribute("flag_meanings", "clear_sky cloud");
      flags.attach_scale(0, "/time");
      hdf5.create_dataset({ name: "words", data: ["eins", "zwei"], shape: [2] });
      hdf5.create_dataset({ name: "cube", data: new Float32Array(8), shape: [2, 2, 2] });
      const group = hdf5.create_group("scan");
      group.create_dataset({ name: "angle", data: Float32Array.of(0.1, 90), shape: [1, 2] });
    });
    file = await write("made.nc", bytes);
  });

  test("shows what it holds", async () => {
    const outline = seen(await reader.outline(file, never()));
    expect(outline.format).toBe("NetCDF-4 (HDF5)");
    expect(outline.notes).toEqual([]);
    expect(outline.attributes).toEqual([{ name: "title", value: "Wölkchen" }]);
    expect(outline.dimensions[0]).toEqual({ name: "time", size: 3, isUnlimited: false });
    // No numbers of dimensions, as NetCDF-4's own library writes them, tell these apart.
    for (const name of ["time", "height", "bin"])
      expect(named(outline.variables, name).dimensions).toEqual([name]);
    expect(named(outline.variables, "beta")).toEqual({
      name: "beta",
      type: "short",
      dimensions: ["time", "height"],
      shape: [3, 2],
      attributes: [
        { name: "_FillValue", value: "-9" },
        { name: "add_offset", value: "10" },
        { name: "scale_factor", value: "0.5" },
        { name: "units", value: "sr-1 m-1" },
        { name: "valid_range", value: "0, 40" },
      ],
      canPlot: "2d",
      whyNoPlot: null,
      firstValues: [],
    });
    expect(named(outline.variables, "words")).toMatchObject({
      type: "string",
      canPlot: null,
      whyNoPlot: "It contains text.",
      firstValues: ["eins", "zwei"],
    });
    expect(named(outline.variables, "cube").whyNoPlot).toMatch(/3 dimensions/);
    expect(named(outline.variables, "scan/angle")).toMatchObject({ shape: [1, 2], canPlot: "1d" });
  });

  test("scales packed values and leaves out what is missing or not valid", async () => {
    const { x, y, cells, rows, columns, units, extent } = await plot(file, "beta", "2d");
    expect([columns, rows, units]).toEqual([3, 2, "sr-1 m-1"]);
    expect([...cells]).toEqual([10.5, Number.NaN, Number.NaN, 11, 12, 13]);
    expect(extent).toEqual({ low: 10.5, high: 13 });
    expect(x).toMatchObject({ kind: "time", first: "2026-11-21T00:00:00Z", last: "2026-11-22T00:00:00Z" });
    expect(x.values[1]).toBe(Date.UTC(2026, 10, 21, 12));
    expect(y).toEqual({
      name: "height",
      longName: "Height",
      units: "m",
      kind: "number",
      values: [100, 200],
      first: "100",
      last: "200",
    });
  });

  test("names classes, and counts where there is no coordinate", async () => {
    const flags = await plot(file, "flag", "1d");
    expect(flags.classes).toEqual([
      { value: 0, label: "clear sky" },
      { value: 1, label: "cloud" },
    ]);
    expect(flags.y).toEqual([0, 1, 1]);
    const { x } = await plot(file, "scan/angle", "1d");
    expect(x).toMatchObject({ kind: "index", values: [0, 1], units: null });
  });

  test("says what cannot be drawn", async () => {
    for (const [name, words] of [
      ["words", /made\.nc has nothing to draw in "words"\. It contains text\.$/],
      ["cube", /3 dimensions/],
      ["nothing", /made\.nc has no variable "nothing"\.$/],
    ] as const)
      expect(await reader.plot(file, name, limits, never())).toEqual({
        kind: "unreadable",
        message: expect.stringMatching(words),
      });
  });

  test("a file that replaces another is read again", async () => {
    const one = await write(
      "again.nc",
      await hdf5Bytes((hdf5) => scale(hdf5, "a", Float32Array.of(1, 2), {})),
    );
    expect((await plot(one, "a", "1d")).y).toEqual([1, 2]);
    await write("again.nc", await hdf5Bytes((hdf5) => scale(hdf5, "a", Float32Array.of(3, 4), {})));
    expect((await plot(one, "a", "1d")).y).toEqual([3, 4]);
  });
});

describe("NetCDF-3", () => {
  const time = { name: "time", type: "double", dimensions: ["time"], values: [0, 60, 120] } as const;
  const records = {
    dimensions: { time: 0, site: 5 },
    records: 3,
    attributes: { history: "made für a test", version: { type: "int", numbers: [7] } },
    variables: [
      { ...time, attributes: { units: "minutes since 2026-11-21 00:00" } },
      { name: "code", type: "byte", dimensions: ["time"], values: [-1, 2, 3] },
      { name: "name", type: "char", dimensions: ["site"], values: "Köln" },
      { name: "rain", type: "short", dimensions: ["time"], values: [1, -32_767, 3] },
    ],
  } as const;

  test("shows what it holds, with records that are padded", async () => {
    const file = await write("classic.nc", netcdf3Bytes(records));
    const outline = seen(await reader.outline(file, never()));
    expect(outline).toMatchObject({
      format: "NetCDF-3 classic",
      dimensions: [
        { name: "time", size: 3, isUnlimited: true },
        { name: "site", size: 5, isUnlimited: false },
      ],
      attributes: [
        { name: "history", value: "made für a test" },
        { name: "version", value: "7" },
      ],
    });
    expect(named(outline.variables, "name")).toMatchObject({ type: "char", firstValues: ["Köln"] });
    expect((await plot(file, "code", "1d")).y).toEqual([-1, 2, 3]);
    const rain = await plot(file, "rain", "1d");
    expect(rain.y).toEqual([1, null, 3]);
    expect(rain.x).toMatchObject({ kind: "time", last: "2026-11-21T02:00:00Z" });
  });

  test("a single record variable is not padded", async () => {
    const alone = { name: "n", type: "short", dimensions: ["time"], values: [5, 6, 7] } as const;
    const file = await write(
      "alone.nc",
      netcdf3Bytes({ dimensions: { time: 0 }, records: 3, variables: [alone] }),
    );
    expect((await plot(file, "n", "1d")).y).toEqual([5, 6, 7]);
  });

  test("one that is cut off says so", async () => {
    const bytes = netcdf3Bytes(records);
    const cut = await write("cut3.nc", bytes.subarray(0, bytes.length - 8));
    expect(await reader.plot(cut, "rain", limits, never())).toMatchObject({
      kind: "unreadable",
      message: expect.stringMatching(/^cut3\.nc ends inside "rain"/),
    });
    const headless = await write("headless.nc", bytes.subarray(0, 60));
    expect(await reader.outline(headless, never())).toMatchObject({
      message: "headless.nc is damaged or incomplete: its content cannot be read.",
    });
  });
});
