import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createNetcdfReader } from "#adapters/netcdf/netcdf-reader.ts";
import type { NetcdfLook } from "#domain/netcdf.ts";
import { hdf5Bytes } from "#test/support/builders/hdf5-bytes.ts";
import { absent, classic, entries } from "#test/support/builders/hostile-netcdf3.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { never } from "#test/support/portals/portal-under-test.ts";

/** Files whose header promises more than the file has: nothing is made of a promise, and every answer is small. */

const limits = { points: 2_000, columns: 600, rows: 300 };
const answerBytes = 1_048_576;
const reader = createNetcdfReader({ timeLimitMs: 50_000, hangLimitMs: 100_000 });
let folder: string;
beforeAll(async () => {
  folder = await makeScratch("skyferry-hostile3-");
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true, force: true });
});

async function place(bytes: Uint8Array): Promise<string> {
  const file = join(folder, "look.nc");
  await writeFile(file, bytes);
  return file;
}

/** Gives the result of a look, and the most memory that this process had meanwhile. */
async function measured<T>(look: () => Promise<NetcdfLook<T>>) {
  const before = process.memoryUsage.rss();
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const got = await look();
  clearInterval(watching);
  return { got, megabytes: (most - before) / 1e6 };
}

async function outlineOf(bytes: Uint8Array) {
  const file = await place(bytes);
  const { got, megabytes } = await measured(() => reader.outline(file, never()));
  expect(Buffer.byteLength(JSON.stringify(got))).toBeLessThan(answerBytes);
  expect(megabytes).toBeLessThan(200);
  return got;
}

const one = (name: string, dimensions: readonly number[], type: number, begin: number) => [
  ...[name, dimensions.length, ...dimensions, ...absent, type, 0, begin],
];

const shortHeader = (words: readonly (number | string)[]) => classic(words, 112_000);
const damaged = /^look\.nc is damaged or incomplete/;

test.each<[string, Buffer, RegExp]>([
  ["a name of 4 GB", shortHeader([0, 10, 1, 0xffff_fff0]), damaged],
  ["a name of 2 GB in an attribute", shortHeader([0, ...absent, 12, 1, 0x7fff_ffff]), damaged],
  ["2^32 - 1 dimensions", shortHeader([0, 10, 0xffff_ffff]), damaged],
  ["2^31 attributes", shortHeader([0, ...absent, 12, 2 ** 31]), damaged],
  ["an attribute of 2^31 shorts", shortHeader([0, ...absent, 12, 1, "a", 3, 2 ** 31]), damaged],
  ["an attribute of 2^32 - 1 doubles", shortHeader([0, ...absent, 12, 1, "a", 6, 0xffff_ffff]), damaged],
  ["2^30 variables", shortHeader([0, ...absent, ...absent, 11, 2 ** 30]), damaged],
  [
    "a variable of 2^32 - 1 dimensions",
    shortHeader([0, ...absent, ...absent, 11, 1, "v", 0xffff_ffff]),
    damaged,
  ],
  [
    "a dimension that is not there",
    shortHeader([0, ...absent, ...absent, 11, 1, ...one("v", [7], 1, 0)]),
    damaged,
  ],
  ["a type that is none", shortHeader([0, ...absent, 12, 1, "a", 99, 1]), damaged],
  [
    "a type of another version",
    shortHeader([0, ...absent, ...absent, 11, 1, ...one("v", [], 11, 60)]),
    /type that NetCDF-3/,
  ],
  ["a list that has no name", shortHeader([0, 0, 3]), damaged],
])("%s", async (_, bytes, words) => {
  const got = await outlineOf(bytes);
  expect(got).toEqual({ kind: "unreadable", message: expect.stringMatching(words) });
});

describe("what is not in the file is not read", () => {
  const dimensions = [10, 3, "t", 0, "x", 2 ** 31, "big", 0xffff_ffff];
  test.each<[string, number, (number | string)[], RegExp]>([
    ["a text of 2 GB", 0, one("v", [1], 2, 4_000), /ends inside "v"/],
    ["values of 2^63 places", 0, one("v", [1, 2], 6, 4_000), /ends inside "v"/],
    ["2^32 - 2 records", 0xffff_fffe, one("v", [0], 5, 4_000), /ends inside "v"/],
    ["records of 2^33 bytes", 3, one("v", [0, 1], 5, 4_000), /ends inside "v"/],
    ["values behind the end", 0, one("v", [], 6, 0xffff_fff0), /ends inside "v"/],
    ["values in the header", 0, one("v", [], 6, 8), /has "v" in the place of something else/],
  ])("%s", async (_, records, variable, words) => {
    const bytes = classic([records, ...dimensions, ...absent, 11, 1, ...variable], 112_000);
    const got = await outlineOf(bytes);
    const whyNoPlot = expect.stringMatching(words);
    expect(got).toMatchObject({
      kind: "seen",
      value: { variables: [{ canPlot: null, whyNoPlot, firstValues: [] }] },
    });
    const plotted = await reader.plot(await place(bytes), "v", limits, never());
    expect(plotted).toEqual({ kind: "unreadable", message: expect.stringMatching(words) });
  });

  test("3,000 texts in one place are read once", async () => {
    const count = 3_000;
    const texts = entries(count, (index) => one(`v${index}`, [0], 2, 110_000));
    const got = await outlineOf(classic([0, 10, 1, "x", 10_000, ...absent, 11, count, ...texts], 40_000));
    expect(got).toMatchObject({ kind: "seen" });
    expect(JSON.stringify(got)).toMatch(/in the place of something else/);
  });

  test("a variable with a dimension of 0 has no values", async () => {
    const got = await outlineOf(
      classic([0, 10, 2, "t", 0, "n", 5, ...absent, 11, 1, ...one("v", [1, 0], 5, 4_000)], 112_000),
    );
    expect(got).toMatchObject({ value: { variables: [{ whyNoPlot: "It has no values." }] } });
  });
});

describe("a file of 48 MB", () => {
  test("of attributes is refused by the length of its header", async () => {
    const text = Buffer.concat([
      Buffer.from([0, 0, 0, 1, 0x61, 0, 0, 0, 0, 0, 0, 2, 2, 0xdc, 0x6c, 0]),
      Buffer.alloc(48_000_000),
    ]);
    const got = await outlineOf(classic([0, ...absent, 12, 1], text));
    expect(got).toEqual({
      kind: "unreadable",
      message: expect.stringMatching(/^look\.nc has a header of more than 8 MB/),
    });
  });

  test("of attributes with one number each has too many", async () => {
    const entry = classic(["a", 3, 1, 0]).subarray(4);
    const got = await outlineOf(classic([0, ...absent, 12, 2_400_000], Buffer.alloc(48_000_000, entry)));
    expect(got).toEqual({ kind: "unreadable", message: expect.stringMatching(damaged) });
  });

  test("of 100,000 attributes shows the first of them", async () => {
    const entry = classic(["a", 3, 1, 0]).subarray(4);
    const list = classic([0, ...absent, 12, 99_000], Buffer.alloc(99_000 * entry.length, entry));
    const got = await outlineOf(Buffer.concat([list, Buffer.alloc(8)]));
    expect(JSON.stringify(got)).toMatch(/Only the first \d+ of 99000 attributes of the file are shown/);
  });

  test("of one grid is drawn from pieces of it", async () => {
    const [outer, inner] = [12_000, 1_000];
    const header = [0, 10, 2, "t", outer, "x", inner, ...absent, 11, 1];
    const begin = classic([...header, ...one("v", [0, 1], 5, 0)]).length;
    const values = Buffer.alloc(outer * inner * 4);
    values.writeFloatBE(-7, 4);
    values.writeFloatBE(9, values.length - 4);
    const file = await place(classic([...header, ...one("v", [0, 1], 5, begin)], values));
    const { got, megabytes } = await measured(() => reader.plot(file, "v", limits, never()));
    expect(got).toMatchObject({ kind: "seen", value: { kind: "2d", extent: { low: -7, high: 9 } } });
    expect(megabytes).toBeLessThan(150);
  });
});

test("2,000 names of one HDF5 variable with long attributes make a small answer", async () => {
  const bytes = await hdf5Bytes((hdf5) => {
    const dataset = hdf5.create_dataset({ name: "v", data: new Float32Array(1) });
    for (let index = 0; index < 8; index++) dataset.create_attribute(`a${index}`, "x".repeat(60_000));
    for (let index = 0; index < 1_500; index++) hdf5.create_hard_link("/v", `v${index}`);
  });
  const got = await outlineOf(bytes);
  expect(JSON.stringify(got)).toMatch(/Only the first \d+ of 1501 variables are shown/);
});

describe.skipIf(process.platform === "win32")("what is no plain file", () => {
  test.each([
    ["a pipe", () => join(folder, "pipe.nc"), (name: string) => void execFileSync("mkfifo", [name])],
    ["a device", () => "/dev/zero", () => {}],
    ["a folder", () => folder, () => {}],
  ])("%s is not opened", async (_, pathOf, make) => {
    make(pathOf());
    expect(await reader.outline(pathOf(), never())).toEqual({
      kind: "unreadable",
      message: expect.stringMatching(/ is not a plain file, so it is not opened\.$/),
    });
  });

  test("a thread that a drive holds does not stop the next look", async () => {
    const pipe = join(folder, "held");
    execFileSync("mkfifo", [pipe]);
    const hangs = `postMessage(0); require("node:fs").openSync(${JSON.stringify(pipe)})`;
    const hanging = new Worker(`const { parentPort } = require("node:worker_threads"); parentPort.${hangs}`, {
      eval: true,
    });
    await once(hanging, "message");
    const bounds = { hangLimitMs: 20 };
    let threads = 0;
    const held = createNetcdfReader(bounds, (options) => {
      threads += 1;
      const real = new URL("../../electron/adapters/netcdf/netcdf-worker.ts", import.meta.url);
      return threads === 1 ? hanging : new Worker(real, options);
    });
    const values = { name: "v", data: new Float32Array(3) };
    const file = await place(await hdf5Bytes((hdf5) => void hdf5.create_dataset(values)));
    expect(await held.outline(file, never())).toEqual({
      kind: "unreadable",
      message: `${file} was not read within 0.02 s: its drive does not answer. Check the drive, then try again.`,
    });
    bounds.hangLimitMs = 100_000;
    expect(await held.outline(file, never())).toMatchObject({ kind: "seen" });
    expect(threads).toBe(2);
    const ended = once(hanging, "exit");
    closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
    await Promise.all([ended, held.close()]);
  });
});
