import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { processDay } from "#mock-portal/processing/processing.ts";
import type { ProductMaker, ProductOrder } from "#mock-portal/processing/product-making.ts";
import type { StoredPlotImage, StoredProductFile, StoredUpload } from "#mock-portal/store/records.ts";
import { hdf5 } from "#test/support/builders/content-files.ts";
import { ofEachTest } from "#test/support/builders/of-tests.ts";
import { openDay } from "./processing-day.ts";
import { lidarPid, radarPid, uuid } from "./tiny-catalogue.ts";

const day = ofEachTest(openDay, ({ end }) => end());

const dimensions = { width: 1, height: 2, marginTop: 3, marginRight: 4, marginBottom: 5, marginLeft: 6 };
let orders: ProductOrder[] = [];
const maker: ProductMaker = {
  file: (order) => {
    orders.push(order);
    return Buffer.from(`product ${order.product.id}`);
  },
  plot: (_, variable) => ({ variableId: variable.id, png: Buffer.from(`png ${variable.id}`), dimensions }),
};
beforeEach(() => {
  orders = [];
});

const process = (...waiting: StoredUpload[]) => processDay(day.context, maker, waiting);
const files = () =>
  day.store.records<StoredProductFile>("SELECT record FROM files WHERE id NOT LIKE '00000000%'");
const onlyFile = (): StoredProductFile => {
  const [file, ...others] = files();
  if (file === undefined || others.length > 0) throw new Error(`${others.length} files too many`);
  return file;
};
const stateOf = (upload: StoredUpload) => day.uploads.byUuid(upload.uuid)?.upload;

describe("the product of a day", () => {
  test("is a current version with all fields, made now from all fit raw files of the day", async () => {
    const [one, two] = [day.arrive(1, "one"), day.arrive(2, "two")];
    await process(two, one);
    const file = onlyFile();
    expect(file).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      version: expect.stringMatching(/^[0-9a-f]{32}$/),
      isCurrent: true,
      pid: `https://hdl.handle.net/21.12132/1.${file.uuid.replaceAll("-", "").slice(0, 16)}`,
      dvasId: null,
      volatile: true,
      tombstoneReason: null,
      legacy: false,
      measurementDate: "2024-05-08",
      checksum: createHash("sha256").update("product radar").digest("hex"),
      size: 13,
      coverage: 1,
      format: "HDF5 (NetCDF4)",
      errorLevel: "info",
      createdAt: "2024-05-10T12:00:00.000Z",
      updatedAt: "2024-05-10T12:00:00.000Z",
      dvasUpdatedAt: null,
      startTime: "2024-05-08T00:00:00.000Z",
      stopTime: "2024-05-08T23:59:59.000Z",
      siteId: "hyytiala",
      productId: "radar",
      filename: "20240508_hyytiala_radar_rpg-fmcw-94_00000000.nc",
      timeliness: "rrt",
      software: [
        {
          id: "mock-processing",
          version: "1.4.2",
          title: "Mock processing 1.4.2",
          url: "https://example.org/mock-processing/1.4.2",
        },
      ],
      instrumentUuid: uuid(901),
      sourceFileIds: [one.uuid, two.uuid],
    });
    expect(readFileSync(day.context.contents.path("product", file.uuid), "utf8")).toBe("product radar");
    expect(orders).toEqual([
      {
        fileUuid: file.uuid,
        pid: file.pid,
        site: day.context.catalogue.sites.get("hyytiala"),
        product: day.context.catalogue.products.get("radar"),
        variables: ["radar-Zh", "radar-v"].map((id) => day.context.catalogue.variables.get(id)),
        instrument: day.context.catalogue.instrumentRecords.get(uuid(901)),
        date: "2024-05-08",
        untilHour: 24,
        createdAt: "2024-05-10T12:00:00.000Z",
        sourceFileUuids: [one.uuid, two.uuid],
      },
    ]);
  });

  test("has a plot of each variable under a name of its own", async () => {
    await process(day.arrive(1, "one"));
    const { uuid: id } = onlyFile();
    const plots = day.store.records<StoredPlotImage>("SELECT record FROM plots WHERE file_id = ?", id);
    expect(plots).toEqual(
      ["radar-Zh", "radar-v"].map((variableId) => ({
        sourceFileId: id,
        s3key: `processed/${id}/${variableId}.png`,
        variableId,
        dimensions,
      })),
    );
    const bytes = plots.map(({ s3key }) => readFileSync(day.context.contents.path("image", s3key), "utf8"));
    expect(bytes).toEqual(["png radar-Zh", "png radar-v"]);
  });

  test("takes the place of the version before it, and of no other", async () => {
    await process(day.arrive(1, "one"));
    const [before] = files();
    await process(day.arrive(2, "two"));
    const current = (): [string, boolean][] => files().map((file) => [file.uuid, file.isCurrent]);
    expect(new Map(current()).get(before?.uuid ?? "")).toBe(false);
    expect(current().filter(([, isCurrent]) => isCurrent)).toHaveLength(1);
    for (const other of [
      { siteId: "bare" },
      { measurementDate: "2024-05-07" },
      { instrumentPid: lidarPid, instrumentId: "halo-doppler-lidar", instrumentInfoUuid: uuid(902) },
    ])
      await process(day.arrive(10 + files().length, "other", other));
    expect(current().filter(([, isCurrent]) => isCurrent)).toHaveLength(4);
    const seeded = day.store.record<StoredProductFile>("SELECT record FROM files WHERE id = ?", uuid(102));
    expect(seeded?.isCurrent).toBe(true);
  });
});

describe("how much of the day was measured", () => {
  const noon = Date.UTC(2024, 4, 8, 12);
  test.each([
    [noon, 12, 0.5, "2024-05-08T12:00:00.000Z"],
    [noon + 3_600_000 / 8, 12.125, 0.505, "2024-05-08T12:07:30.000Z"],
    [Date.UTC(2024, 4, 8, 0, 10), 1, 0.042, "2024-05-08T01:00:00.000Z"],
    [Date.UTC(2024, 4, 7, 0), 1, 0.042, "2024-05-08T01:00:00.000Z"],
    [Date.UTC(2024, 4, 9), 24, 1, "2024-05-08T23:59:59.000Z"],
  ])("at %i: to hour %f", async (nowMs, untilHour, coverage, stopTime) => {
    day.setClock(nowMs);
    await process(day.arrive(1, "one"));
    expect(orders[0]?.untilHour).toBe(untilHour);
    expect(onlyFile()).toMatchObject({ coverage, stopTime });
  });
});

test.each([
  [Date.UTC(2024, 4, 11, 23), true, "rrt"],
  [Date.UTC(2024, 4, 12), false, "scheduled"],
])("three days on it may still change, then no more (%i)", async (nowMs, volatile, timeliness) => {
  day.setClock(nowMs);
  await process(day.arrive(1, "one"));
  expect(onlyFile()).toMatchObject({ volatile, timeliness });
});

describe("raw files", () => {
  test("become processed now, and wait no more", async () => {
    const one = day.arrive(1, "one");
    await process(one);
    expect(stateOf(one)).toEqual({ ...one, status: "processed", updatedAt: "2024-05-10T12:00:00.000Z" });
    expect(day.uploads.nextDueMs()).toBeUndefined();
  });

  test("that begin with `invalid`, or are gone, become invalid and are not used", async () => {
    const [bad, gone, good] = [
      day.arrive(1, "invalid bytes"),
      day.arrive(2, null),
      day.arrive(3, "xinvalid"),
    ];
    await process(bad, gone, good);
    expect([bad, gone, good].map((one) => stateOf(one)?.status)).toEqual(["invalid", "invalid", "processed"]);
    expect(onlyFile().sourceFileIds).toEqual([good.uuid]);
    const later = day.arrive(4, "inval");
    await process(later);
    const [current] = files().filter((file) => file.isCurrent);
    expect(current?.sourceFileIds).toEqual([good.uuid, later.uuid]);
  });

  test.each([
    ["a whole HDF5 file of superblock 0", "processed", hdf5(0, 600)],
    ["a longer one of superblock 2", "processed", Buffer.concat([hdf5(2, 600), Buffer.alloc(9)])],
    ["one that is cut off by a byte", "invalid", hdf5(3, 600).subarray(0, 599)],
    ["one that is cut off in its superblock", "invalid", hdf5(1, 600).subarray(0, 51)],
    ["zero bytes", "invalid", Buffer.alloc(600)],
    ["zero bytes behind a text", "processed", Buffer.from("x\0\0\0")],
  ] as const)("of %s: %s", async (_, status, content) => {
    const one = day.arrive(1, content);
    await process(one);
    expect(stateOf(one)?.status).toBe(status);
  });

  test("of which none is fit make no product", async () => {
    await process(day.arrive(1, "invalid"));
    expect(files()).toEqual([]);
    expect(orders).toEqual([]);
  });

  test.each([
    ["announced again", { checksum: "f".repeat(32), status: "created" }],
    ["replaced", { checksum: "f".repeat(32) }],
    ["announced again with the same bytes", { status: "created" }],
  ] as [string, Partial<StoredUpload>][])("that were %s meanwhile stay as they are", async (_, change) => {
    const one = day.arrive(1, "one");
    const changed = { ...one, ...change };
    day.uploads.save(changed);
    await process(one);
    expect(stateOf(one)).toEqual(changed);
  });

  test("that are gone meanwhile stay gone", async () => {
    const one = day.arrive(1, "one");
    day.uploads.remove(one.uuid);
    await process(one);
    expect(stateOf(one)).toBeUndefined();
  });

  test.each([
    ["site", { siteId: "atlantis" }],
    ["instrument", { instrumentInfoUuid: uuid(1) }],
    ["type", { instrumentId: "sundial" }],
  ] as [string, Partial<StoredUpload>][])(
    "of an unknown %s become processed and make no product",
    async (_, own) => {
      const one = day.arrive(1, "one", own);
      await process(one);
      expect(stateOf(one)?.status).toBe("processed");
      expect(files()).toEqual([]);
    },
  );
});

test("a type may lead to several products; unknown ones are left out, three variables are plotted", async () => {
  const type = day.context.catalogue.instruments.get("rpg-fmcw-94");
  if (type === undefined) throw new Error("no type");
  const instruments = new Map([[type.id, { ...type, derivedProducts: ["tea", "radar", "categorize"] }]]);
  const many = [1, 2, 3, 4].map((order) => ({
    id: `radar-${order}`,
    humanReadableName: "",
    order,
    infraName: null,
    productId: "radar",
  }));
  const variables = new Map(many.map((variable) => [variable.id, variable]));
  const context = { ...day.context, catalogue: { ...day.context.catalogue, instruments, variables } };
  await processDay(context, maker, [day.arrive(1, "one", { instrumentPid: radarPid })]);
  expect(
    files()
      .map(({ productId }) => productId)
      .toSorted(),
  ).toEqual(["categorize", "radar"]);
  const plots = day.store.records<StoredPlotImage>(
    "SELECT record FROM plots WHERE variable_id LIKE 'radar-_'",
  );
  expect(
    plots
      .map(({ variableId }) => variableId)
      .filter((id) => /\d/.test(id))
      .toSorted(),
  ).toEqual(["radar-1", "radar-2", "radar-3"]);
});
