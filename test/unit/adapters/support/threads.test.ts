import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { examine } from "#adapters/support/examine.ts";
import { threadExaminations } from "#adapters/support/threads.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let scratch: string;

beforeEach(async () => {
  scratch = await makeScratch("skyferry-threads-");
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

const diagnose = async () =>
  (await examine(threadExaminations(scratch), [])).map(
    ({ name, state, text }) => `${state} ${name}: ${text}`,
  );

test("every thread of the program starts and does its work", async () => {
  expect(await diagnose()).toEqual([
    "ok Record of uploads: A new record can be created, written and closed.",
    "ok Finding files: The scanning thread finds a file.",
    "ok Checksums: The hashing thread computes the MD5 of a file.",
    "ok Watching folders: A new file was detected.",
    "ok NetCDF and HDF5: The reading thread reads an HDF5 file.",
  ]);
});

test("what a thread cannot do is a problem of that one", async () => {
  for (const name of ["ledger", "walk", "hash", "watch", "netcdf"]) await mkdir(path.join(scratch, name));
  // An entry that is there already, or stands in the way, shows as a wrong answer.
  await writeFile(path.join(scratch, "ledger", "ledger.sqlite"), "no ledger");
  await mkdir(path.join(scratch, "ledger", "ledger.lock"));
  await writeFile(path.join(scratch, "walk", "other.nc"), "");
  await mkdir(path.join(scratch, "hash", "file.nc"));
  await rm(path.join(scratch, "watch"), { recursive: true });
  await writeFile(path.join(scratch, "watch"), "");
  await mkdir(path.join(scratch, "netcdf", "file.nc"));
  const seen = await diagnose();
  expect(seen.map((line) => line.split(" ")[0])).toEqual(Array.from({ length: 5 }, () => "problem"));
  expect(seen[1]).toContain("A scan of a folder with one file found 2");
});
