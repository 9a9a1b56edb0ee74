import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { decode } from "fast-png";
import { beforeAll, expect, test } from "vitest";
import { openNetcdfWriter } from "#mock-portal/artefacts/netcdf-writer.ts";
import { dayAfter } from "#mock-portal/seed/days.ts";
import { demoImage, keptDemoImage } from "#mock-portal/seed/demo-images.ts";
import { seedDemo } from "#mock-portal/seed/demo-seed.ts";
import { stationDays } from "#mock-portal/seed/demo-work.ts";
import { factBook } from "#mock-portal/seed/fact-book.ts";
import { portalFacts } from "#mock-portal/seed/facts.ts";
import { STATIONS } from "#mock-portal/seed/stations.ts";
import type { SeedTarget, StoredRecords } from "#mock-portal/store/records.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { fillKept } from "#test/support/hosts/made-once.ts";

const TODAY = "2026-11-21";
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
let seeded: Gathered;

/** Made of nothing but the mock portal's sources: half a minute of a core, kept between runs of the same. */
beforeAll(async () => {
  const folder = join(await makeScratch("skyferry-seed-"), "kept");
  const file = join(folder, "seed");
  await fillKept(
    folder,
    { name: "demo-seed", sources: ["electron/mock-portal"], facts: [TODAY] },
    async () => {
      const { gathered, target } = gathering();
      await seedDemo(target, TODAY);
      await mkdir(folder, { recursive: true });
      await writeFile(file, serialize(gathered));
    },
  );
  seeded = deserialize(await readFile(file));
  return () => rm(dirname(folder), { recursive: true });
});

const sha256 = (bytes: Uint8Array | undefined) =>
  createHash("sha256")
    .update(bytes ?? "")
    .digest("hex");
const md5 = (bytes: Uint8Array | undefined) =>
  createHash("md5")
    .update(bytes ?? "")
    .digest("hex");

test("sixty days and more of product and model files end yesterday", () => {
  for (const kind of ["files", "modelFiles"] as const) {
    const dates = [...new Set(seeded.records[kind].map(({ measurementDate }) => measurementDate))].sort();
    expect(dates.length).toBeGreaterThanOrEqual(60);
    expect(dates.at(-1)).toBe(dayAfter(TODAY, -1));
  }
  expect(new Set(seeded.records.files.map(({ siteId }) => siteId)).size).toBeGreaterThanOrEqual(3);
  expect(new Set(seeded.records.modelFiles.map(({ modelId }) => modelId)).size).toBeGreaterThanOrEqual(4);
});

test("checksum and size are those of the very bytes", () => {
  for (const { uuid, checksum, size } of [...seeded.records.files, ...seeded.records.modelFiles]) {
    const bytes = seeded.products.get(uuid);
    expect([sha256(bytes), bytes?.length], uuid).toEqual([checksum, size]);
  }
  for (const { uuid, checksum, size, status } of [
    ...seeded.records.uploads,
    ...seeded.records.modelUploads,
  ]) {
    const bytes = seeded.raws.get(uuid);
    if (status === "created") expect([bytes, size], uuid).toEqual([undefined, 0]);
    else expect([md5(bytes), bytes?.length], uuid).toEqual([checksum, size]);
  }
});

test.each([
  ["uuids of files", () => [...seeded.records.files, ...seeded.records.modelFiles].map(({ uuid }) => uuid)],
  ["pids of files", () => seeded.records.files.flatMap(({ pid }) => (pid === "" ? [] : [pid]))],
  ["object names of plots", () => seeded.records.plots.map(({ s3key }) => s3key)],
  [
    "raw checksums",
    () => [...seeded.records.uploads, ...seeded.records.modelUploads].map(({ checksum }) => checksum),
  ],
])("unique: %s", (_what, list) => {
  expect(list().length).toBeGreaterThan(100);
  expect(new Set(list()).size).toBe(list().length);
});

test("a site, product and day has one current file; some have older versions", () => {
  const currentOf = (versions: { isCurrent: boolean }[]) =>
    versions.filter(({ isCurrent }) => isCurrent).length;
  const days = Map.groupBy(
    seeded.records.files,
    (file) => `${file.siteId} ${file.productId} ${file.measurementDate}`,
  );
  const models = Map.groupBy(
    seeded.records.modelFiles,
    (file) => `${file.siteId} ${file.modelId} ${file.measurementDate}`,
  );
  for (const [name, versions] of [...days, ...models]) expect(currentOf(versions), name).toBe(1);
  const counts = new Set([...days.values()].map((versions) => versions.length));
  expect(counts).toEqual(new Set([1, 2, 3]));
});

test("every kind of life is there", () => {
  const { files, uploads } = seeded.records;
  expect(files.some((file) => file.volatile && file.timeliness === "rrt")).toBe(true);
  expect(files.some((file) => !file.volatile && file.pid.startsWith("https://hdl.handle.net/"))).toBe(true);
  expect(files.some((file) => file.legacy && file.coverage === null && file.software.length === 0)).toBe(
    true,
  );
  expect(files.some((file) => file.tombstoneReason !== null && !file.isCurrent)).toBe(true);
  expect(files.some((file) => file.tombstoneReason !== null && file.isCurrent)).toBe(true);
  expect(files.some((file) => file.dvasId !== null && file.dvasUpdatedAt !== null)).toBe(true);
  expect(new Set(files.map(({ errorLevel }) => errorLevel))).toEqual(
    new Set([null, "pass", "info", "warning", "error"]),
  );
  expect(new Set(uploads.map(({ status }) => status))).toEqual(
    new Set(["created", "uploaded", "processed", "invalid"]),
  );
  const late = uploads.filter(
    ({ measurementDate, createdAt }) => createdAt > `${dayAfter(measurementDate, 1)}T`,
  );
  expect(late.length).toBeGreaterThan(0);
  const stare = uploads.filter(({ filename }) => filename.startsWith("Stare_213_20261120_06"));
  expect(stare.map(({ tags }) => tags)).toEqual([["co"], ["cross"]]);
});

test("timestamps have milliseconds and lie before today", () => {
  for (const kind of ["files", "modelFiles", "uploads", "modelUploads"] as const) {
    for (const record of seeded.records[kind]) {
      for (const [field, value] of Object.entries(record)) {
        if (!/(At|Time)$/.test(field) || value === null) continue;
        if (!TIMESTAMP.test(String(value)) || String(value) >= `${TODAY}T`)
          expect.unreachable(`${kind}: ${field} ${value}`);
      }
    }
  }
});

test("what records refer to exists", () => {
  const { files, modelFiles, uploads, plots } = seeded.records;
  const book = factBook(portalFacts());
  const known = new Set([...files, ...modelFiles, ...uploads].map(({ uuid }) => uuid));
  for (const file of files) book.product(file.productId);
  const unknown = files.flatMap(({ sourceFileIds }) => sourceFileIds.filter((source) => !known.has(source)));
  expect(unknown).toEqual([]);
  expect(
    files
      .filter(({ productId }) => productId === "categorize")
      .every((file) => file.sourceFileIds.length > 0),
  ).toBe(true);
  for (const { variableId } of plots) book.variable(variableId);
  expect(plots.filter(({ sourceFileId }) => !known.has(sourceFileId))).toEqual([]);
});

test("every record of a kind has the same fields, none undefined", () => {
  for (const kind of ["files", "modelFiles", "uploads", "modelUploads", "plots"] as (keyof StoredRecords)[]) {
    const shapes = new Set(seeded.records[kind].map((record) => Object.keys(record).sort().join()));
    expect(shapes.size, kind).toBe(1);
    expect(seeded.records[kind].filter((record) => Object.values(record).includes(undefined))).toEqual([]);
  }
});

test("plots are drawn on demand, as large as stated", () => {
  const { plots } = seeded.records;
  for (const { s3key, dimensions } of [0, 0.3, 0.6, 0.99]
    .map((share) => plots[Math.floor(share * plots.length)] ?? plots[0])
    .flatMap((plot) => plot ?? [])) {
    const { width, height } = decode(demoImage(s3key) ?? new Uint8Array());
    expect({ width, height }).toEqual({ width: dimensions?.width, height: dimensions?.height });
  }
  expect(demoImage("demo/atlantis/2026-11-01/radar-Zh/v1_0-24.png")).toBeNull();
});

test("of the plots that were asked for last each is drawn once", () => {
  const [one = "", two = "", three = ""] = seeded.records.plots.map(({ s3key }) => s3key);
  const first = keptDemoImage(one, 2);
  const second = keptDemoImage(two, 2);
  expect(first).toEqual(demoImage(one));
  expect(keptDemoImage(one, 2)).toBe(first);
  keptDemoImage(three, 2);
  expect(keptDemoImage(one, 2)).toBe(first);
  expect(keptDemoImage(two, 2)).not.toBe(second);
  expect(keptDemoImage("demo/atlantis/2026-11-01/radar-Zh/v1_0-24.png")).toBeNull();
});

test("made alone, a station's files are those that the worker made", async () => {
  const station = STATIONS.at(-1);
  if (station === undefined) throw new Error("no stations");
  const { gathered, target } = gathering();
  const work = { today: TODAY, book: factBook(portalFacts()), write: await openNetcdfWriter(), target };
  const days = stationDays(station, work);
  for (let day = 0; day < 10; day++) days.next();
  expect(gathered.records.files.length).toBeGreaterThan(20);
  for (const file of gathered.records.files) {
    expect(seeded.records.files.find(({ uuid }) => uuid === file.uuid)).toEqual(file);
  }
});

/** Everything that a seed put into a target. */
type Gathered = {
  records: StoredRecords;
  products: Map<string, Uint8Array>;
  raws: Map<string, Uint8Array>;
};

/** A target that keeps all in memory. */
function gathering(): { gathered: Gathered; target: SeedTarget } {
  const records: StoredRecords = {
    sites: [],
    products: [],
    variables: [],
    instruments: [],
    models: [],
    instrumentRecords: [],
    files: [],
    modelFiles: [],
    plots: [],
    uploads: [],
    modelUploads: [],
  };
  const gathered: Gathered = { records, products: new Map(), raws: new Map() };
  const target: SeedTarget = {
    insert: (inserted) => {
      for (const kind of Object.keys(inserted) as (keyof StoredRecords)[]) {
        (records[kind] as unknown[]).push(...(inserted[kind] ?? []));
      }
    },
    putProduct: (uuid, bytes) => gathered.products.set(uuid, bytes),
    putRaw: (uuid, bytes) => gathered.raws.set(uuid, bytes),
    putImage: () => {},
  };
  return { gathered, target };
}
