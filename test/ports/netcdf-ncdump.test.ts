import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createNetcdfReader } from "#adapters/netcdf/netcdf-reader.ts";
import { never } from "#test/support/portals/portal-under-test.ts";
import { sampleModel, sampleProduct } from "#test/unit/mock-portal-seed/sample-files.ts";

/** The reader's words about variables and dimensions, held against NetCDF's own `ncdump -h` (Debian's netcdf-bin). */

const realData = process.env.SKYFERRY_REAL_DATA;
const reader = createNetcdfReader();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "skyferry-ncdump-"));
  await writeFile(path.join(folder, "product.nc"), await sampleProduct());
  await writeFile(path.join(folder, "model.nc"), await sampleModel());
});
afterAll(async () => {
  await reader.close();
  await rm(folder, { recursive: true });
});

const hasNcdump = ((): boolean => {
  try {
    execFileSync("ncdump", [], { stdio: "ignore" });
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
})();

/** `[["time", "time"], ["Z", "time, height"], ["altitude", ""]]`, by name. */
type Shapes = [name: string, dimensions: string][];

function byName(shapes: Shapes): Shapes {
  return shapes.sort(([one], [other]) => (one < other ? -1 : 1));
}

function dumped(file: string): Shapes {
  const header = execFileSync("ncdump", ["-h", file], { encoding: "utf8" });
  // Attributes follow two tabs, and a variable's name and a colon.
  const lines = header.matchAll(/^\t[a-z][a-z0-9]* ([\w-]+)(?:\((.*)\))? ;$/gm);
  return byName(Array.from(lines, ([, name = "", dimensions = ""]) => [name, dimensions]));
}

async function read(file: string): Promise<Shapes> {
  const look = await reader.outline(file, never());
  if (look.kind !== "seen") throw new Error(JSON.stringify(look));
  return byName(look.value.variables.map(({ name, dimensions }) => [name, dimensions.join(", ")]));
}

test("every variable of the mock portal's files has the dimensions it was written with", async () => {
  expect(await read(path.join(folder, "product.nc"))).toEqual([
    ["Z", "time, height"],
    ["altitude", ""],
    ["beta", "time, height"],
    ["height", "height"],
    ["latitude", ""],
    ["longitude", ""],
    ["lwp", "time"],
    ["time", "time"],
  ]);
  expect(await read(path.join(folder, "model.nc"))).toEqual(
    expect.arrayContaining([
      ["height", "level"],
      ["level", "level"],
      ["temperature", "time, level"],
      ["time", "time"],
    ]),
  );
});

test.skipIf(!hasNcdump)("ncdump says the same of them (skipped without Debian's netcdf-bin)", async () => {
  for (const name of ["product.nc", "model.nc"]) {
    const file = path.join(folder, name);
    expect(await read(file)).toEqual(dumped(file));
  }
});

test.skipIf(!hasNcdump || realData === undefined)(
  "ncdump says the same of every real product (SKYFERRY_REAL_DATA, and Debian's netcdf-bin)",
  async () => {
    const products = `${realData}/products`;
    const names = (await readdir(products)).filter((name) => name.endsWith(".nc"));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const file = path.join(products, name);
      const shapes = await read(file);
      expect(shapes.length, name).toBeGreaterThan(3);
      expect(shapes, name).toEqual(dumped(file));
    }
  },
);
