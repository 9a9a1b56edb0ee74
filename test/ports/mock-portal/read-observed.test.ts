import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lidarPid, radarPid, uuid } from "./tiny-catalogue.ts";
import { startTinyPortal, type TinyPortal } from "./tiny-portal.ts";
import { tinyContent } from "./tiny-seed.ts";

let tiny: TinyPortal;
beforeAll(async () => {
  tiny = await startTinyPortal();
});
afterAll(() => tiny.end());

describe("docs/portal/observed.md §3: refusals are JSON with these texts", () => {
  const refusals: [string, number, string][] = [
    ["/api/raw-files", 400, "No search parameters given"],
    ["/api/model-files", 400, "No search parameters given"],
    ["/api/visualizations", 400, "No search parameters given"],
    ["/api/raw-model-files", 400, "No search parameters given"],
    ["/api/files?site=hyytiala&a=1&b=2", 400, "Unknown query parameters: a,b"],
    ["/api/raw-files?site=hyytiala&product=radar", 400, "Unknown query parameters: product"],
    ["/api/files?site=", 400, "Property site is empty"],
    ["/api/files?date=2021-02-30", 400, 'Malformed date in property "date"'],
    ["/api/files?dateFrom=x", 400, 'Malformed date in property "dateFrom"'],
    ["/api/raw-files?updatedAtFrom=x", 400, 'Malformed date in property "updatedAtFrom"'],
    ["/api/files?site=hytiala", 400, "Invalid site: hytiala"],
    ["/api/files?site=a&site=b", 400, "Invalid sites: a, b"],
    ["/api/raw-files?instrument=rpg", 400, "Invalid instrument: rpg"],
    ["/api/model-files?model=nwp", 400, "Invalid model: nwp"],
    ["/api/raw-model-files?model=nwp", 400, "Invalid model: nwp"],
    ["/api/raw-files?status=lost", 400, "Invalid status: lost"],
    ["/api/files?date=2024-05-01&dateFrom=2024-05-01", 400, 'Property "date" may not be defined if either'],
    ["/api/files?date=2024-05-01&dateTo=2024-05-01", 400, 'Property "date" may not be defined if either'],
    ["/api/files?site=hyytiala&limit=0", 400, 'Malformed value in property "limit"'],
    [`/api/files/${uuid(999)}`, 404, "No files match this UUID"],
    ["/api/files/not-a-uuid", 404, "Not found: invalid UUID"],
    [`/api/visualizations/${uuid(999)}`, 404, "No files match the query"],
    ["/api/visualizations/not-a-uuid", 404, "Not found: invalid UUID"],
  ];
  test.each(refusals)("GET %s: %i %s", async (path, status, text) => {
    const response = await tiny.get(path);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("application/json");
    const { errors } = (await response.json()) as { errors: string[] };
    expect(errors.join()).toContain(text);
  });

  test("no match: 200 and an empty list", async () => {
    expect(await tiny.json("/api/files?date=1999-01-01")).toEqual([]);
  });

  test("read routes are public and take wrong credentials as none", async () => {
    const response = await tiny.get("/api/sites", { authorization: "Basic bm9ib2R5OndoYXQ=" });
    expect(response.status).toBe(200);
  });

  test.each(["/", "/api", "/api/nothing", "/upload/nothing"])(
    "unknown route %s: an HTML 404",
    async (path) => {
      const response = await tiny.get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(await response.text()).toContain(`Cannot GET ${path}`);
    },
  );
});

describe("docs/portal/observed.md §3: order of lists", () => {
  const orders: [string, string, unknown[]][] = [
    ["sites by id", "/api/sites", ["bare", "hyytiala"]],
    ["products by id", "/api/products", ["categorize", "lidar", "model", "radar"]],
    ["instruments by type, then id", "/api/instruments", ["halo-doppler-lidar", "rpg-fmcw-94"]],
    ["models by optimumOrder", "/api/models", ["ecmwf", "gdas1"]],
  ];
  test.each(orders)("%s", async (_, path, ids) => {
    const records: { id: string }[] = await tiny.json(path);
    expect(records.map(({ id }) => id)).toEqual(ids);
  });

  test("files by measurementDate, then updatedAt, both descending", async () => {
    const files: { measurementDate: string; updatedAt: string }[] = await tiny.json(
      "/api/files?dateFrom=2024-01-01&dateTo=2025-01-01&allVersions",
    );
    const keys = files.map(({ measurementDate, updatedAt }) => `${measurementDate} ${updatedAt}`);
    expect(keys).toEqual(keys.toSorted().reverse());
    expect(keys).toHaveLength(5);
  });
});

describe("docs/portal/observed.md §3: downloads", () => {
  const contents: [string, string][] = [
    ["product file", `/api/download/product/${uuid(102)}/20240501_hyytiala_102.nc`],
    ["model file", `/api/download/product/${uuid(202)}/20240501_hyytiala_202.nc`],
    ["raw file", `/api/download/raw/${uuid(301)}/240501_000000_P09_ZEN.LV1`],
    ["raw model file", `/api/download/raw/${uuid(401)}/20240501_hyytiala_ecmwf.nc`],
  ];
  test.each(contents)(
    "%s: application/octet-stream with Content-Length, no Range, no ETag",
    async (_, path) => {
      const response = await tiny.get(path, { range: "bytes=0-1" });
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "application/octet-stream",
        "content-length": "4",
      });
      expect(response.headers.has("etag") || response.headers.has("accept-ranges")).toBe(false);
      expect(await response.text()).toBe(tinyContent);
    },
  );

  test("plot image: image/png by its s3key", async () => {
    const response = await tiny.get("/api/download/image/plots/102-v.png");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(await response.text()).toBe(tinyContent);
  });

  test.each([
    `/api/download/raw/${uuid(302)}/Stare_213_20240502_00.hpl`,
    `/api/download/raw/${uuid(301)}/another-name`,
    `/api/download/product/${uuid(999)}/x.nc`,
    "/api/download/image/plots/none.png",
    "/api/download/image/..%2f..%2fportal.sqlite",
  ])("%s: 404 `File not found` (unknown, other name, or a raw file still `created`)", async (path) => {
    const response = await tiny.get(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ status: 404, errors: ["File not found"] });
  });

  test("a missing stored object gives 200 with a short body", async () => {
    const response = await tiny.get(`/api/download/product/${uuid(103)}/20240501_hyytiala_103.nc`);
    expect([response.status, response.headers.get("content-length")]).toEqual([200, "4"]);
    expect(response.headers.get("connection")).toBe("close");
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});

describe("docs/portal/observed.md §3: outside the contract", () => {
  test("GET /api/instrument-pids?includeSite gives uuid, pid, name, instrument and siteId", async () => {
    const withSite: { pid: string }[] = await tiny.json("/api/instrument-pids?includeSite");
    expect(withSite.map(({ pid }) => pid)).toEqual([lidarPid, radarPid]);
    expect(withSite[1]).toMatchObject({
      uuid: uuid(901),
      name: "Radar",
      instrument: { id: "rpg-fmcw-94" },
      siteId: "hyytiala",
    });
    const [without]: object[] = await tiny.json("/api/instrument-pids");
    expect(without).not.toHaveProperty("siteId");
  });
});
