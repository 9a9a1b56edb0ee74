import { describe, expect, test } from "vitest";
import { lidarPid, radarPid, uuid } from "./tiny-catalogue.ts";
import { basic, md5, portalOfAllTests } from "./tiny-portal.ts";
import { tinyContent } from "./tiny-seed.ts";

/** Every row of docs/portal/observed.md §3: the case, status, type and text. */

const tiny = portalOfAllTests();

const json = "application/json; charset=utf-8";

const refusals: [title: string, path: string, status: number, errors: string[]][] = [
  ...["files", "raw-files", "model-files", "visualizations", "raw-model-files"].map(
    (list): [string, string, number, string[]] => [
      "`No search parameters given`",
      `/api/${list}`,
      400,
      ["No search parameters given"],
    ],
  ),
  ["`Unknown query parameters: a,b`", "/api/files?a=1&b=2", 400, ["Unknown query parameters: a,b"]],
  [
    "unknown parameters give one message, not two",
    "/api/raw-files?a=1",
    400,
    ["Unknown query parameters: a"],
  ],
  [
    "a parameter of another list is unknown",
    "/api/raw-files?site=hyytiala&product=radar",
    400,
    ["Unknown query parameters: product"],
  ],
  ["`Property site is empty`", "/api/files?site=", 400, ["Property site is empty"]],
  ...[
    ["/api/files", "date", "2021-02-30"],
    ["/api/files", "dateFrom", "x"],
    ["/api/raw-files", "updatedAtFrom", "x"],
  ].map(([list, name, value]): [string, string, number, string[]] => [
    "`Malformed date in property`",
    `${list}?${name}=${value}`,
    400,
    [`Malformed date in property "${name}"`],
  ]),
  ["`Invalid site: x`", "/api/files?site=x", 400, ["Invalid site: x"]],
  ["`Invalid sites: a, b`", "/api/files?site=a&site=b", 400, ["Invalid sites: a, b"]],
  ["`Invalid instrument: x`", "/api/raw-files?instrument=x", 400, ["Invalid instrument: x"]],
  ["`Invalid model: x`", "/api/model-files?model=x", 400, ["Invalid model: x"]],
  ["`Invalid model: x` of raw files", "/api/raw-model-files?model=x", 400, ["Invalid model: x"]],
  ["`Invalid status: x`", "/api/raw-files?status=x", 400, ["Invalid status: x"]],
  ["a limit below one", "/api/files?site=hyytiala&limit=0", 400, ['Malformed value in property "limit"']],
  ["`Invalid site: x` of `site[]=`", "/api/files?site[]=x", 400, ["Invalid site: x"]],
  [
    "date together with dateFrom refused",
    "/api/files?date=2024-05-01&dateFrom=2024-05-01",
    400,
    ['Property "date" may not be defined if either "dateFrom" or "dateTo" is defined'],
  ],
  [
    "date together with dateTo refused",
    "/api/raw-files?date=2024-05-01&dateTo=2024-05-01",
    400,
    ['Property "date" may not be defined if either "dateFrom" or "dateTo" is defined'],
  ],
  [
    "a repeated `date` is 400",
    "/api/files?date=2024-05-01&date=2024-05-02",
    400,
    ['Malformed date in property "date"'],
  ],
  [
    "`model` with `allModels` is 400",
    "/api/model-files?site=hyytiala&model=ecmwf&allModels",
    400,
    ['Properties "allModels" and "model" can not be both defined'],
  ],
  ["unknown uuid", `/api/files/${uuid(999)}`, 404, ["No files match this UUID"]],
  ["unknown uuid of visualizations", `/api/visualizations/${uuid(999)}`, 404, ["No files match the query"]],
  ["malformed uuid", "/api/files/abc", 404, ["Not found: invalid UUID"]],
  ["malformed uuid of visualizations", "/api/visualizations/abc", 404, ["Not found: invalid UUID"]],
  ...[
    ["of what is not there", `raw/${uuid(999)}/x`],
    ["of a product that is not there", `product/${uuid(999)}/x.nc`],
    ["of a plot that is not there", "image/plots/none.png"],
    ["under another name", `raw/${uuid(301)}/another-name`],
    ["of what is not the portal's to give", "image/..%2f..%2fportal.sqlite"],
    ["while a raw file is still `created`", `raw/${uuid(302)}/Stare_213_20240502_00.hpl`],
  ].map(([title, path]): [string, string, number, string[]] => [
    `download ${title}`,
    `/api/download/${path}`,
    404,
    ["File not found"],
  ]),
];
describe("docs/portal/observed.md §3: errors are JSON `{status, errors: [..]}`", () => {
  test.each(refusals)("%s: GET %s: %i", async (_, path, status, errors) => {
    const answer = await tiny.get(path);
    expect([answer.status, answer.headers.get("content-type"), await answer.json()]).toEqual([
      status,
      json,
      { status, errors },
    ]);
  });
  test.each(["Basic x", basic("nobody", "what")])("public: %s is not looked at", async (authorization) => {
    expect((await tiny.get("/api/sites", { authorization })).status).toBe(200);
  });
});

/** Title, path and the numbers of the records. */
const found: [string, string, number[]][] = [
  ["no match: 200 `[]`", "/api/files?date=1999-01-01", []],
  ["an unknown `variable` gives `[]`", "/api/visualizations?variable=radar-x", []],
  ["`site[]=` works like `site=`", "/api/files?site[]=bare", [104]],
  ["order: measurementDate descending, then updatedAt", "/api/files?dateTo=2025-01-01", [105, 104, 102, 103]],
  [
    "order: model files by optimumOrder within a date",
    "/api/model-files?dateTo=2025-01-01&allModels",
    [204, 202, 201],
  ],
  ["extra filter `dateTo`", "/api/files?dateTo=2024-05-08", [102, 103]],
  ["extra filter `updatedAtFrom`", "/api/files?updatedAtFrom=2024-05-03", [102]],
  [
    "extra filters `updatedAtFrom` and `updatedAtTo`, to the millisecond",
    "/api/files?updatedAtFrom=2024-05-02T03:00:00.001Z&updatedAtTo=2024-05-04",
    [102],
  ],
  [
    "extra filter `updatedAtTo` takes its own moment in",
    "/api/files?updatedAtTo=2024-05-02T03:00:00.000Z&date=2024-05-01",
    [103],
  ],
  ["extra filter `updatedAtTo`", "/api/files?updatedAtTo=2024-05-02&site=bare", []],
  ["extra filter `limit`", "/api/files?dateTo=2025-01-01&limit=1", [105]],
  ["raw routes: `status`", "/api/raw-files?status=created", [302]],
  ["raw routes: `status` (repeatable)", "/api/raw-files?status=created&status=uploaded", [302, 301]],
  [
    "raw routes: the same status given twice, with a date",
    "/api/raw-files?status=created&status=created&date=2024-05-02",
    [302],
  ],
  ["raw routes: `instrumentPid`", `/api/raw-files?instrumentPid=${encodeURIComponent(radarPid)}`, [301]],
  ["raw routes: `filename`", "/api/raw-files?filename=240501_000000_P09_ZEN.LV1", [301]],
  ["raw routes: `filenamePrefix`", "/api/raw-files?filenamePrefix=Stare", [302]],
  ["raw routes: `filenameSuffix`", "/api/raw-files?filenameSuffix=.LV1", [301]],
  ["raw routes: two suffixes", "/api/raw-files?filenameSuffix=.hpl&filenameSuffix=.LV1", [302, 301]],
  ["raw model files: suffix and status", "/api/raw-model-files?filenameSuffix=.nc&status=processed", [401]],
  ["raw files also `developer`", "/api/raw-files?developer&status=created", [302]],
  ["`/api/files` also takes `instrument`", "/api/files?instrument=halo-doppler-lidar", []],
  ["`/api/files` also takes `instrumentPid`", `/api/files?instrumentPid=${radarPid}`, [105, 104, 102]],
  ["`/api/files` also takes `model`", "/api/files?model=ecmwf&site=bare", [104]],
  ["`/api/files` also takes `filename`", "/api/files?filename=20240501_hyytiala_103.nc", [103]],
  ["`/api/files` also takes `volatile`", "/api/files?volatile=true&allVersions", [101]],
  ["`/api/files` also takes `showLegacy`", "/api/files?showLegacy&site=bare", [104]],
  ["`/api/files` also takes `developer`", "/api/files?developer&site=bare", [104]],
];
describe("docs/portal/observed.md §3: what is found", () => {
  test.each(found)("%s: GET %s", async (_, path, numbers) => {
    const answer = await tiny.get(path);
    const records = (await answer.json()) as { uuid?: string; sourceFileId?: string }[];
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, json]);
    expect(records.map((record) => Number((record.uuid ?? record.sourceFileId)?.slice(-12)))).toEqual(
      numbers,
    );
  });
  test.each([
    ["sites by id", "/api/sites", ["bare", "hyytiala"]],
    ["products by id", "/api/products", ["categorize", "lidar", "model", "radar"]],
    ["instruments by type then id", "/api/instruments", ["halo-doppler-lidar", "rpg-fmcw-94"]],
    ["models by optimumOrder", "/api/models", ["ecmwf", "gdas1"]],
  ])("order: %s", async (_, path, ids) => {
    const records: { id: string }[] = await tiny.json(path);
    expect(records.map(({ id }) => id)).toEqual(ids);
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

  test("a missing stored object gives 200 with a short body", async () => {
    const response = await tiny.get(`/api/download/product/${uuid(103)}/20240501_hyytiala_103.nc`);
    expect([response.status, response.headers.get("content-length")]).toEqual([200, "4"]);
    expect(response.headers.get("connection")).toBe("close");
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
  test("`GET /api/instrument-pids?includeSite` (uuid, pid, name, instrument, siteId)", async () => {
    const pids: object[] = await tiny.json("/api/instrument-pids?includeSite");
    expect(pids[1]).toMatchObject({
      uuid: uuid(901),
      pid: radarPid,
      name: "Radar",
      instrument: { id: "rpg-fmcw-94" },
      siteId: "hyytiala",
    });
    expect(pids[0]).toMatchObject({ pid: lidarPid, siteId: null });
    const [without]: object[] = await tiny.json("/api/instrument-pids");
    expect(without).not.toHaveProperty("siteId");
  });
});

describe("docs/portal/observed.md §3: lists that no upload may wait for, as fault rules", () => {
  const list = "/api/raw-files?date=2024-05-01";
  test("some bad queries make the live portal answer `[` and hang", async () => {
    tiny.portal.setFaults([{ route: "/api/raw-files", fault: { stallResponseAtByte: 1 } }]);
    const stop = new AbortController();
    const headers = { "accept-encoding": "identity" };
    const answer = await fetch(tiny.portal.url + list, { headers, signal: stop.signal });
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("[");
    const more = reader?.read().then(
      () => "more",
      () => "stopped",
    );
    const word = tiny.get(`/upload/metadata/${md5("none")}`).then(({ status }) => status);
    expect(await Promise.race([more, word])).toBe(404);
    stop.abort();
    expect(await more).toBe("stopped");
  });
  test.each([
    ["500", { answer: { status: 500, body: "{}" } }, 500],
    [
      "garbage",
      { answer: { status: 200, body: "%&", headers: { "content-type": "application/json" } } },
      200,
    ],
  ])("a list that gives %s", async (_, fault, status) => {
    tiny.portal.setFaults([{ route: "/api/raw-files", fault }]);
    const answer = await tiny.get(list);
    expect([answer.status, await answer.text()]).toEqual([status, fault.answer.body]);
  });
  test("a list of 64 MB", async () => {
    tiny.portal.setFaults([{ route: "/api/raw-files", fault: { hugeListBytes: 64 << 20 } }]);
    const answer = await tiny.get(list);
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^\[\{"uuid"/);
    await reader?.cancel();
  });
});
