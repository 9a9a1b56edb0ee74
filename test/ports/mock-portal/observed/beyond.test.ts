import { describe, expect, test } from "vitest";
import { nowMs, radarPid, uuid } from "#test/ports/mock-portal/tiny-catalogue.ts";
import {
  announcement,
  everywhere,
  md5,
  onlyHyytiala,
  portalOfEachTest,
  told,
} from "#test/ports/mock-portal/tiny-portal.ts";

/** Every route of docs/portal/observed.md §5, that is marked M. */

const tiny = portalOfEachTest();

const json = "application/json; charset=utf-8";

describe("docs/portal/observed.md §5: one record", () => {
  test.each([
    ["GET `/api/sites/<id>`", "/api/sites/hyytiala", { id: "hyytiala", description: "Boreal forest" }],
    ["GET `/api/products/<id>`", "/api/products/radar", { id: "radar", experimental: false }],
    ["GET `/api/instruments/<id>`", "/api/instruments/rpg-fmcw-94", { id: "rpg-fmcw-94", type: "radar" }],
  ])("%s", async (_, path, record) => {
    expect(await tiny.json(path)).toMatchObject(record);
  });
  test.each([
    ["/api/sites/atlantis", "No site matches this id"],
    ["/api/products/x", "No product matches this id"],
    ["/api/instruments/x", "No instrument match this id"],
    [`/api/instrument-pids/${uuid(999)}`, "No instrument PID match this id"],
    ["/api/instrument-pids/x", "Not found: invalid UUID"],
    [`/api/quality/${uuid(999)}`, "No files match this UUID"],
    [`/api/quality/${uuid(103)}`, "No files match this UUID"],
    [`/api/quality/${uuid(202)}`, "No files match this UUID"],
    ["/api/quality/x", "Not found: invalid UUID"],
    [`/api/files/${uuid(999)}/versions`, "No files match this UUID"],
    ["/api/files/x/versions", "Not found: invalid UUID"],
  ])("GET %s: 404 %s", async (path, error) => {
    const answer = await tiny.get(path);
    expect([answer.status, answer.headers.get("content-type"), await answer.json()]).toEqual([
      404,
      json,
      { status: 404, errors: [error] },
    ]);
  });
  test("GET `/api/instrument-pids/<uuid>` has `locations`", async () => {
    expect(await tiny.json(`/api/instrument-pids/${uuid(901)}`)).toEqual({
      uuid: uuid(901),
      pid: radarPid,
      name: "Radar",
      owners: ["University"],
      model: "RPG-FMCW-94",
      type: "cloud radar",
      serialNumber: null,
      instrument: expect.objectContaining({ id: "rpg-fmcw-94" }),
      status: "inactive",
      locations: [
        { siteId: "hyytiala", humanReadableName: "Hyytiälä", startDate: "2024-05-01", endDate: "2024-05-12" },
      ],
    });
  });
  test.each([
    ["2024-05-10", "active"],
    ["2024-05-08", "active"],
    ["2024-05-07", "recent"],
    ["2024-05-04", "recent"],
    ["2024-05-03", "inactive"],
  ])("an instrument whose newest file is of %s is %s", async (measurementDate, status) => {
    await tiny.announce("one", { measurementDate });
    expect(await tiny.json(`/api/instrument-pids/${uuid(901)}`)).toMatchObject({ status });
  });
});

describe("docs/portal/observed.md §5: a year in one request", () => {
  test("GET `/api/upload-amount?instrumentPid=`: per day date, fileCount, totalSize of received files", async () => {
    const amount = () => tiny.json(`/api/upload-amount?instrumentPid=${radarPid}`);
    const before = { date: "2024-05-01", fileCount: 1, totalSize: 4 };
    await tiny.announce("one");
    expect(await amount()).toEqual([before]);
    await tiny.send("one");
    await tiny.announce("fourteen bytes", { filename: "other.LV1" });
    await tiny.send("fourteen bytes");
    expect(await amount()).toEqual([before, { date: "2024-05-08", fileCount: 2, totalSize: 17 }]);
    expect(await tiny.json("/api/upload-amount")).toEqual([]);
  });
  test("GET `/api/product-availability?site=`: per day and product uuid, errorLevel, legacy, instrument", async () => {
    const products: { uuid: string }[] = await tiny.json("/api/product-availability?site=hyytiala");
    expect(products.map((product) => Number(product.uuid.slice(-12)))).toEqual([105, 204, 202, 102]);
    expect(products[3]).toEqual({
      uuid: uuid(102),
      measurementDate: "2024-05-01",
      productId: "radar",
      errorLevel: "info",
      legacy: false,
      experimental: false,
      siteId: "hyytiala",
      instrumentPid: radarPid,
      instrumentInfo: expect.objectContaining({ uuid: uuid(901), pid: radarPid }),
    });
  });
  test.each([
    [`site=bare&instrumentPid=${radarPid}`, [104]],
    [`instrumentPid=${radarPid}`, [105, 104, 102]],
    ["site=bare&includeExperimental", [104]],
    ["site=hyytiala&includeExperimental", [105, 204, 103, 202, 102]],
    ["instrumentPid=x", []],
    ["site=atlantis", []],
  ])("GET /api/product-availability?%s", async (query, numbers) => {
    const products: { uuid: string }[] = await tiny.json(`/api/product-availability?${query}`);
    expect(products.map((product) => Number(product.uuid.slice(-12)))).toEqual(numbers);
  });
});

describe("docs/portal/observed.md §5: about one file", () => {
  test("GET `/api/files/<uuid>/versions`: uuid, createdAt", async () => {
    const versions = await tiny.json(`/api/files/${uuid(102)}/versions`);
    const createdAt = "2024-05-02T03:00:00.000Z";
    expect(versions).toEqual([
      { uuid: uuid(101), createdAt },
      { uuid: uuid(102), createdAt },
    ]);
    expect(await tiny.json(`/api/files/${uuid(101)}/versions`)).toEqual(versions);
    expect(await tiny.json(`/api/files/${uuid(103)}/versions`)).toEqual([{ uuid: uuid(103), createdAt }]);
    const ofModel: object[] = await tiny.json(`/api/files/${uuid(202)}/versions`);
    expect(ofModel).toHaveLength(2);
  });
  test("GET `/api/quality/<uuid>`: errorLevel, version, for each test name, description, result, messages", async () => {
    const report: { testReports: { result: string }[] } = await tiny.json(`/api/quality/${uuid(102)}`);
    expect(report).toMatchObject({
      uuid: uuid(102),
      errorLevel: "info",
      qcVersion: expect.any(String),
      timestamp: "2024-05-03T03:00:00.000Z",
      tests: 4,
      errors: 0,
      warnings: 0,
      info: 1,
    });
    expect(report.testReports[0]).toEqual({
      testId: "TestDataCoverage",
      name: "Data coverage",
      description: expect.any(String),
      result: "info",
      exceptions: [{ result: "info", message: "The data cover 50 % of the day." }],
    });
    expect(report.testReports.slice(1).map(({ result }) => result)).toEqual(["pass", "pass", "pass"]);
  });
});

describe("docs/portal/observed.md §5: POST `/model-upload/metadata`, PUT `/model-upload/data/<md5>`", () => {
  const { instrument: _, instrumentPid: __, ...common } = announcement("model");
  const announce = (fields: object = {}, authorization = everywhere): Promise<Response> =>
    fetch(`${tiny.portal.url}/model-upload/metadata`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ ...common, filename: "20240508_hyytiala_ecmwf.nc", model: "ecmwf", ...fields }),
    });
  const send = (content: string, checksum = md5(content), authorization = everywhere): Promise<Response> =>
    fetch(`${tiny.portal.url}/model-upload/data/${checksum}`, {
      method: "PUT",
      headers: { authorization },
      body: Buffer.from(content),
    });
  const failure = (status: number, errors: string) => [status, json, JSON.stringify({ status, errors })];
  const text = "text/plain; charset=utf-8";
  const raw = async (): Promise<Record<string, unknown>[]> =>
    tiny.json("/api/raw-model-files?date=2024-05-08");

  test("as `/upload/*`: 200 `OK`, 201 `Created`, and the file is in the list of raw model files", async () => {
    expect(await told(announce())).toEqual([200, text, "OK"]);
    expect(await raw()).toMatchObject([{ status: "created", size: "0" }]);
    expect(await told(send("model"))).toEqual([201, text, "Created"]);
    const [record] = await raw();
    expect(record).toMatchObject({
      status: "uploaded",
      size: "5",
      checksum: md5("model"),
      modelId: "ecmwf",
      siteId: "hyytiala",
      filename: "20240508_hyytiala_ecmwf.nc",
    });
    expect(await (await fetch(String(record?.downloadUrl))).text()).toBe("model");
    expect(await tiny.json(`/upload/metadata/${md5("model")}`)).toMatchObject({ modelId: "ecmwf" });
    await tiny.portal.processDue(nowMs + 1e9);
    expect(await raw()).toMatchObject([{ status: "processed" }]);
    expect(await tiny.json("/api/raw-files?date=2024-05-08")).toEqual([]);
  });
  test("an object that exists answers 200", async () => {
    await announce();
    await send("model");
    expect(await told(send("model"))).toEqual([200, text, "OK"]);
    await announce({ checksum: md5("changed") });
    expect(await told(send("changed"))).toEqual([200, text, "OK"]);
    expect(await raw()).toHaveLength(1);
  });
  test("no credentials: 401 as for `/upload/*`", async () => {
    expect(await told(announce({}, ""))).toEqual([401, null, "Unauthorized"]);
    expect(await told(send("model", md5("model"), ""))).toEqual([401, null, "Unauthorized"]);
  });
  test.each([
    ["no model", { model: undefined }, 422, "Request is missing model"],
    ["unknown model", { model: "nwp" }, 422, "Unknown model"],
    ["unknown site", { site: "atlantis" }, 422, "Unknown site"],
    [
      "instrument and model",
      { instrument: "rpg-fmcw-94" },
      422,
      'Both "instrument" and "model" fields may not be specified',
    ],
    ["bad filename", { filename: "a b" }, 422, "Filename contains forbidden characters: a b"],
  ])('failures are JSON `{"status", "errors": "text"}`: %s', async (_, fields, status, errors) => {
    expect(await told(announce(fields))).toEqual(failure(status, errors));
  });
  test('failures are JSON `{"status", "errors": "text"}`: permission, duplicates, content', async () => {
    expect(await told(announce({ site: "bare" }, onlyHyytiala))).toEqual(failure(401, "Missing permission"));
    expect(await told(send("model"))).toEqual(failure(400, "No metadata matches this hash"));
    expect(await told(send("model", "ABC", ""))).toEqual(failure(400, "Checksum is not an MD5 hash"));
    await announce();
    expect(await told(send("other", md5("model")))).toEqual(
      failure(400, "Checksum does not match file contents"),
    );
    await send("model");
    expect(await told(announce({ filename: "other.nc" }))).toEqual(failure(409, "File already uploaded"));
  });
  test("what an instrument sent is another table: the same bytes may be a model file", async () => {
    await tiny.announce("model");
    await tiny.send("model");
    expect(await told(announce())).toEqual([200, text, "OK"]);
  });
});
