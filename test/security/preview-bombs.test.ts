import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { constants, createDeflate } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNetcdfReader } from "#adapters/netcdf/netcdf-reader.ts";
import { hdf5Bytes } from "#test/support/builders/hdf5-bytes.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";
import { never } from "#test/support/portals/portal-under-test.ts";

/**
 * Files whose content does not do what their head says. Huge declared dimensions, deep and circular groups and a look that
 * takes too long are in `test/ports/netcdf-hostile.test.ts`.
 */

const values = 1_000_000;
const limits = { points: 100, columns: 20, rows: 10 };
const reader = createNetcdfReader({ timeLimitMs: 50_000, hangLimitMs: 100_000 });
let folder: string;
let file: string;
/** A variable in one packed piece of 4 MB, and the place where that piece begins. */
let whole: Buffer;
let pieceAt: number;

beforeAll(async () => {
  folder = await makeScratch("skyferry-bombs-");
  file = join(folder, "look.nc");
  const data = new Int32Array(seededRandom(1).bytes(values * 4).buffer);
  whole = Buffer.from(
    await hdf5Bytes((hdf5) => {
      hdf5.create_dataset({ name: "x", data, shape: [values], chunks: [values], compression: 6 });
    }),
  );
  pieceAt = whole.indexOf(Buffer.from([0x78, 0x9c]));
  expect(whole.length - pieceAt).toBeGreaterThan(values * 4);
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true, force: true });
});

async function plotOf(bytes: Buffer) {
  await writeFile(file, bytes);
  return await reader.plot(file, "x", limits, never());
}

/** 64 MB of nothing, packed so that it can be repeated any number of times in a row behind the two bytes of the head. */
async function nothing(): Promise<{ readonly head: Buffer; readonly block: Buffer }> {
  const deflate = createDeflate({ level: 9 });
  deflate.write(Buffer.alloc(64 * 2 ** 20));
  const pieces: Buffer[] = [];
  deflate.on("data", (piece: Buffer) => pieces.push(piece));
  await new Promise<void>((resolve) => deflate.flush(constants.Z_FULL_FLUSH, resolve));
  deflate.destroy();
  const packed = Buffer.concat(pieces);
  return { head: packed.subarray(0, 2), block: packed.subarray(2) };
}

const refused = {
  kind: "unreadable",
  message: expect.stringMatching(/^look\.nc is damaged, or too large when unpacked/),
};

test("a piece that unpacks to gigabytes is given up before it has them", async () => {
  const { head, block } = await nothing();
  const bomb = Buffer.from(whole);
  head.copy(bomb, pieceAt);
  let gigabytes = 0;
  for (let at = pieceAt + 2; at + block.length < bomb.length - 100_000; at += block.length) {
    block.copy(bomb, at);
    gigabytes += 1 / 16;
  }
  expect(gigabytes).toBeGreaterThan(3);
  const before = process.memoryUsage.rss();
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  expect(await plotOf(bomb)).toEqual(refused);
  clearInterval(watching);
  expect(most - before).toBeLessThan(1_000_000_000);
});

test("a damaged piece is told; nothing that lay in memory is drawn in its place", async () => {
  const damaged = Buffer.from(whole);
  damaged.fill(0xff, pieceAt + 100, pieceAt + 10_000);
  expect(await plotOf(damaged)).toEqual(refused);
});

test("the next file is read all the same", async () => {
  expect(await plotOf(whole)).toMatchObject({ kind: "seen", value: { kind: "1d", variable: "x" } });
});
