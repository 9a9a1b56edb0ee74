import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Dataset, File as Hdf5File, ready } from "h5wasm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleModel, sampleProduct } from "./sample-files.ts";

const folder = mkdtempSync(join(tmpdir(), "skyferry-netcdf-"));
let product: Uint8Array;
let model: Uint8Array;

beforeAll(async () => {
  product = await sampleProduct();
  model = await sampleModel();
  writeFileSync(join(folder, "product.nc"), product);
  writeFileSync(join(folder, "model.nc"), model);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Opens bytes with the HDF5 library and gives what `read` finds. */
async function reading<T>(bytes: Uint8Array, read: (file: Hdf5File) => T): Promise<T> {
  const { FS } = await ready;
  FS.writeFile("/read.nc", bytes);
  const file = new Hdf5File("/read.nc", "r");
  try {
    return read(file);
  } finally {
    file.close();
  }
}

function dataset(file: Hdf5File, name: string): Dataset {
  const found = file.get(name);
  if (!(found instanceof Dataset)) throw new Error(`no variable ${name}`);
  return found;
}

test("a product file carries its uuid and says what it is", async () => {
  const attributes = await reading(product, (file) =>
    Object.fromEntries(Object.entries(file.attrs).map(([name, { value }]) => [name, value])),
  );
  expect(attributes).toMatchObject({
    Conventions: "CF-1.8",
    file_uuid: "0b2f3c44-0000-4000-8000-000000000001",
    location: "Hyytiälä",
    year: "2026",
    month: "10",
    day: "02",
    file_type: "categorize",
    title: "Categorize products from Hyytiälä",
    source_file_uuids: "one, two",
    history: "2026-10-03 03:00:00 +00:00 - file created by the mock portal",
  });
});

test("variables have named dimensions and units", async () => {
  await reading(product, (file) => {
    const echo = dataset(file, "Z");
    expect(echo.shape).toEqual([96, 40]);
    expect([echo.get_attached_scales(0), echo.get_attached_scales(1)]).toEqual([["/time"], ["/height"]]);
    expect(echo.attrs.units?.value).toBe("dBZ");
    expect(echo.attrs.standard_name?.value).toBe("equivalent_reflectivity_factor");
    expect(dataset(file, "lwp").shape).toEqual([96]);
    expect(dataset(file, "time").attrs.units?.value).toBe("hours since 2026-10-02 00:00:00 +00:00");
    expect(dataset(file, "altitude").value).toBe(150);
  });
});

test("hours without measurements are filled, the others hold plausible values", async () => {
  await reading(product, (file) => {
    const fill = Number(dataset(file, "Z").attrs._FillValue?.value);
    expect(fill).toBeGreaterThan(9e36);
    const echo = Array.from(dataset(file, "Z").value as Float32Array);
    const night = echo.slice(80 * 40);
    const day = echo.slice(0, 80 * 40).filter((value) => value !== fill);
    expect(new Set(night)).toEqual(new Set([fill]));
    expect(day.length).toBeGreaterThan(200);
    expect(Math.max(...day)).toBeLessThan(40);
    expect(Math.min(...day)).toBeGreaterThan(-70);
  });
});

test("a model file has hourly profiles on levels", async () => {
  await reading(model, (file) => {
    expect(dataset(file, "temperature").shape).toEqual([24, 20]);
    expect(dataset(file, "temperature").get_attached_scales(1)).toEqual(["/level"]);
    expect(file.attrs.model_id?.value).toBe("ecmwf");
    const kelvin = Array.from(dataset(file, "temperature").value as Float32Array);
    expect(Math.max(...kelvin)).toBeLessThan(320);
    expect(Math.min(...kelvin)).toBeGreaterThan(180);
  });
});

test("another process at another time writes the same bytes", async () => {
  const script = `
    import { createHash } from "node:crypto";
    import { sampleProduct } from ${JSON.stringify(new URL("./sample-files.ts", import.meta.url))};
    console.log(createHash("sha256").update(await sampleProduct()).digest("hex"));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  expect(stdout.trim()).toBe(createHash("sha256").update(product).digest("hex"));
});

test("the clock goes on after writing", async () => {
  const before = Date.now();
  await sampleProduct();
  expect(Date.now()).toBeGreaterThanOrEqual(before);
});

function isInstalled(tool: string): boolean {
  try {
    execFileSync(tool, tool === "h5dump" ? ["--version"] : [], { stdio: "ignore" });
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}

for (const [tool, debianPackage, argument] of [
  ["ncdump", "netcdf-bin", "-h"],
  ["h5dump", "hdf5-tools", "-H"],
] as const) {
  test.skipIf(!isInstalled(tool))(
    `${tool} reads both kinds (skipped without Debian's ${debianPackage})`,
    () => {
      const dump = (name: string) => execFileSync(tool, [argument, join(folder, name)], { encoding: "utf8" });
      expect(dump("product.nc")).toContain("file_uuid");
      expect(dump("product.nc")).toContain(tool === "ncdump" ? "float Z(time, height)" : 'DATASET "Z"');
      expect(dump("model.nc")).toContain(
        tool === "ncdump" ? "float temperature(time, level)" : 'DATASET "temperature"',
      );
    },
  );
}
