import { describe, expect, test } from "vitest";
import { uuid } from "./tiny-catalogue.ts";
import { portalOfAllTests } from "./tiny-portal.ts";

const tiny = portalOfAllTests();

type Named = { uuid: string };

/** Last digits of the uuids that a list gives, in its order. */
async function found(path: string): Promise<number[]> {
  const records: Named[] = await tiny.json(path);
  return records.map((record) => Number(record.uuid.slice(-12)));
}

describe("docs/portal/api.md, Endpoints: parameters", () => {
  const searches: [string, number[]][] = [
    ["/api/files?site=hyytiala", [105, 102, 103]],
    ["/api/files?site=hyytiala&site=bare", [105, 104, 102, 103]],
    ["/api/files?product=categorize", [103]],
    ["/api/files?product=categorize&product=radar", [105, 104, 102, 103]],
    ["/api/files?date=2024-05-09", [104]],
    ["/api/files?dateFrom=2024-05-02", [104]],
    ["/api/files?site=hyytiala&product=radar&date=2024-05-01&allVersions", [102, 101]],
    ["/api/model-files?site=hyytiala&date=2024-05-01", [202]],
    ["/api/model-files?date=2024-05-01&model=gdas1", [201]],
    ["/api/model-files?date=2024-05-01&allModels", [202, 201]],
    ["/api/raw-files?site=hyytiala", [301]],
    ["/api/raw-files?date=2024-05-02", [302]],
    ["/api/raw-files?instrument=halo-doppler-lidar", [302]],
    ["/api/raw-files?instrument=halo-doppler-lidar&instrument=rpg-fmcw-94", [302, 301]],
    ["/api/raw-model-files?site=hyytiala", [401]],
    ["/api/raw-model-files?date=2024-05-01&model=ecmwf", [401]],
    ["/api/raw-model-files?model=gdas1", []],
  ];
  test.each(searches)("GET %s gives %j", async (path, numbers) => {
    expect(await found(path)).toEqual(numbers);
  });

  const plots: [string, Record<string, string[]>][] = [
    ["/api/visualizations?site=hyytiala", { 102: ["radar-Zh", "radar-v"] }],
    ["/api/visualizations/?variable=radar-v", { 102: ["radar-v"], 104: ["radar-v"] }],
    [
      "/api/visualizations?variable=radar-v&variable=radar-Zh&date=2024-05-01",
      { 102: ["radar-Zh", "radar-v"] },
    ],
    ["/api/visualizations?product=categorize", {}],
    ["/api/visualizations?dateFrom=2024-05-02", { 104: ["radar-v"] }],
  ];
  test.each(plots)("GET %s gives the plots %j", async (path, wanted) => {
    const lists: { sourceFileId: string; visualizations: { productVariable: { id: string } }[] }[] =
      await tiny.json(path);
    const given = lists.map(({ sourceFileId, visualizations }) => [
      Number(sourceFileId.slice(-12)),
      visualizations.map(({ productVariable }) => productVariable.id),
    ]);
    expect(Object.fromEntries(given)).toEqual(wanted);
  });
});

describe("docs/portal/api.md, Rules for the read routes", () => {
  test("1: GET /api/files requires at least one valid filter parameter; with none, 400", async () => {
    for (const query of ["", "?", "?nonsense=1"])
      expect((await tiny.get(`/api/files${query}`)).status, query).toBe(400);
  });
  test("2: dateFrom without an upper bound gives files up to the current date", async () => {
    expect(await found("/api/files?dateFrom=2024-05-01")).not.toContain(105);
    expect(await found("/api/files?dateFrom=2024-05-01&dateTo=2024-05-31")).toContain(105);
  });
  test("3: one version per file, the current one; with allVersions all of them", async () => {
    const path = "/api/files?date=2024-05-01&product=radar";
    expect(await found(path)).toEqual([102]);
    expect(await found(`${path}&allVersions`)).toEqual([102, 101]);
  });
  test("4: the optimum model file of site and date; with allModels all; with model=<id> only that", async () => {
    expect(await found("/api/model-files?dateFrom=2024-05-01")).toEqual([204, 202]);
    expect(await found("/api/model-files?dateFrom=2024-05-01&allModels")).toEqual([204, 202, 201]);
    expect(await found("/api/model-files?dateFrom=2024-05-01&model=gdas1")).toEqual([204, 201]);
  });
  test.each(["2024-5-1", "20240501", "2024-02-30", "yesterday"])(
    "5: date and dateFrom are YYYY-MM-DD: %s is 400",
    async (value) => {
      expect((await tiny.get(`/api/files?date=${value}`)).status).toBe(400);
      expect((await tiny.get(`/api/files?dateFrom=${value}`)).status).toBe(400);
    },
  );
  test("6: raw files are filtered by all given parameters together", async () => {
    expect(await found("/api/raw-files?site=hyytiala&instrument=halo-doppler-lidar")).toEqual([]);
    expect(await found("/api/raw-files?site=bare&instrument=halo-doppler-lidar&date=2024-05-02")).toEqual([
      302,
    ]);
  });
  test("7: the identifier of the single-file and single-visualization routes is the file uuid", async () => {
    expect(await tiny.json(`/api/files/${uuid(101)}`)).toMatchObject({ uuid: uuid(101) });
    expect(await tiny.json(`/api/visualizations/${uuid(102)}`)).toMatchObject({ sourceFileId: uuid(102) });
  });
  test("8: downloadUrl is an absolute address of the given shapes", async () => {
    const { url } = tiny.portal;
    expect(await tiny.json(`/api/files/${uuid(102)}`)).toMatchObject({
      downloadUrl: `${url}/api/download/product/${uuid(102)}/20240501_hyytiala_102.nc`,
    });
    expect(await tiny.json("/api/raw-files?site=hyytiala")).toMatchObject([
      { downloadUrl: `${url}/api/download/raw/${uuid(301)}/240501_000000_P09_ZEN.LV1` },
    ]);
    expect(await tiny.json("/api/raw-model-files?site=hyytiala")).toMatchObject([
      { downloadUrl: `${url}/api/download/raw/${uuid(401)}/20240501_hyytiala_ecmwf.nc` },
    ]);
  });
});

describe("docs/portal/api.md, Errors", () => {
  test("3: a product filter that names an unknown product: 404 with the message", async () => {
    const response = await tiny.get("/api/files?product=radar&product=rader");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      status: 404,
      errors: ["One or more of the specified products were not found"],
    });
  });
});
