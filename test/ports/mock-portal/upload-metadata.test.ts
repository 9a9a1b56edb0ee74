import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lidarPid } from "./tiny-catalogue.ts";
import { basic, md5, onlyHyytiala, said, startTinyPortal, type TinyPortal } from "./tiny-portal.ts";

let tiny: TinyPortal;
beforeEach(async () => {
  tiny = await startTinyPortal();
});
afterEach(() => tiny.end());

/** The record of a checksum. */
async function record(content: string): Promise<Record<string, unknown> | undefined> {
  const response = await tiny.get(`/upload/metadata/${md5(content)}`);
  return response.status === 200 ? ((await response.json()) as Record<string, unknown>) : undefined;
}

describe("docs/portal/api.md, POST /upload/metadata/ and Authentication", () => {
  test("success is 200, with and without the trailing slash; the answer is plain text", async () => {
    const response = await tiny.announce("one");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/plain; charset=utf-8",
    ]);
    expect(await response.text()).toBe("OK");
    const again = await fetch(`${tiny.portal.url}/upload/metadata`, { method: "POST" });
    expect(again.status).toBe(401);
  });
  test.each([
    ["none", ""],
    ["wrong password", basic("station", "wrong")],
    ["unknown user", basic("nobody", "station")],
    ["not Basic", "Bearer token"],
  ])("credentials %s: 401 `Unauthorized` with WWW-Authenticate", async (_, authorization) => {
    const response = await tiny.announce("one", {}, authorization);
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe('Basic realm="Users"');
    expect(await response.text()).toBe("Unauthorized");
  });
  test("one credential pair may be valid for several sites", async () => {
    expect(await said(tiny.announce("one", { site: "hyytiala" }))).toEqual([200, "OK"]);
    expect(await said(tiny.announce("two", { site: "bare" }))).toEqual([200, "OK"]);
  });
  test("valid credentials without permission for the site: 401 `Missing permission`", async () => {
    expect(await said(tiny.announce("one", {}, onlyHyytiala))).toEqual([200, "OK"]);
    expect(await said(tiny.announce("two", { site: "bare" }, onlyHyytiala))).toEqual([
      401,
      "Missing permission",
    ]);
  });
  test("the announced record is a created Upload with its fields and tags", async () => {
    const fields = { instrument: "halo-doppler-lidar", instrumentPid: lidarPid, tags: ["cross", "co"] };
    await tiny.announce("one", fields);
    expect(await record("one")).toMatchObject({
      status: "created",
      size: "0",
      tags: ["co", "cross"],
      instrumentPid: lidarPid,
      instrumentId: "halo-doppler-lidar",
      createdAt: "2024-05-10T12:00:00.000Z",
    });
  });
});

describe("docs/portal/observed.md §1: order of checks", () => {
  const unknownPid = "https://hdl.handle.net/21.12132/3.0";
  const order: [string, Record<string, unknown>, number, string][] = [
    ["fields before filename", { filename: "a b", instrumentPid: "x" }, 422, "instrumentPid"],
    ["filename before site", { filename: "a b", site: "atlantis" }, 422, "Filename"],
    ["site before PID", { site: "atlantis", instrumentPid: unknownPid }, 422, "Unknown site"],
    ["permission before PID", { site: "bare", instrumentPid: unknownPid }, 401, "Missing permission"],
    ["PID before instrument", { instrumentPid: unknownPid, instrument: "x" }, 422, "Unknown instrument PID"],
    ["instrument before tags", { instrument: "x", tags: ["no"] }, 422, "Instrument doesn't match"],
    [
      "tags before duplicates",
      { tags: ["no"], checksum: "8d777f385d3dfec8815d20f7496026dc" },
      422,
      "Unknown tag",
    ],
  ];
  test.each(order)("%s", async (_, fields, status, text) => {
    const answer = await said(tiny.announce("one", fields, onlyHyytiala));
    expect(answer).toEqual([status, expect.stringContaining(text)]);
  });
});

describe("docs/portal/observed.md §1: bodies", () => {
  const post = (body: string | Uint8Array<ArrayBuffer>, contentType?: string) =>
    fetch(`${tiny.portal.url}/upload/metadata`, {
      method: "POST",
      headers: {
        authorization: basic("station", "station"),
        ...(contentType !== undefined && { "content-type": contentType }),
      },
      body,
    });
  test.each([
    ["malformed JSON", '{"filename":', "application/json", 400, "entity.parse.failed"],
    ["a JSON string", '"text"', "application/json", 400, "entity.parse.failed"],
    [
      "JSON over 100 kB",
      JSON.stringify({ a: "a".repeat(110_000) }),
      "application/json",
      413,
      "entity.too.large",
    ],
    ["an unknown charset", "{}", "application/json; charset=klingon", 415, "charset.unsupported"],
    [
      "a charset that is not of Unicode",
      "{}",
      "application/json; charset=latin1",
      415,
      "charset.unsupported",
    ],
    [
      "a charset of Unicode that does not exist",
      "{}",
      "application/json; charset=utf-99",
      415,
      "charset.unsupported",
    ],
  ])("%s", async (_, body, contentType, status, type) => {
    const response = await post(body, contentType);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ status, type }),
    ]);
  });
  const named = new TextEncoder().encode(JSON.stringify({ filename: "a.nc" }));
  test.each(["text/plain", undefined, "application/jsonp"])(
    "a body that does not say that it is JSON (%s): 500 `{}`",
    async (contentType) => {
      expect(await said(post(named, contentType))).toEqual([500, "{}"]);
    },
  );
  test.each(["application/json; charset=utf-8", "Application/JSON", 'application/json;charset="UTF-8"'])(
    "%s is JSON",
    async (contentType) => {
      const [status, text] = await said(post(named, contentType));
      expect([status, text]).toEqual([422, "Request is missing checksum or checksum is invalid"]);
    },
  );
  test("no body at all counts as an empty object", async () => {
    expect(await said(post("", "application/json"))).toEqual([422, "Request is missing filename"]);
  });
});

describe("docs/portal/observed.md §1: records and duplicates", () => {
  test("the same again before its content arrived: 200, the record stays", async () => {
    await tiny.announce("one");
    const before = await record("one");
    tiny.advance(1000);
    expect(await said(tiny.announce("one"))).toEqual([200, "OK"]);
    expect(await record("one")).toEqual(before);
  });
  test("a changed checksum for a known file: 200, same uuid, created again, the old checksum is unknown", async () => {
    await tiny.announce("one");
    await tiny.send("one");
    const before = await record("one");
    tiny.advance(1000);
    expect(await said(tiny.announce("two"))).toEqual([200, "OK"]);
    expect(await record("two")).toMatchObject({
      uuid: before?.uuid,
      status: "created",
      createdAt: before?.createdAt,
    });
    expect(await record("one")).toBeUndefined();
    expect(await said(tiny.send("one"))).toEqual([400, "No metadata matches this hash"]);
  });
  test.each([
    ["the same", {}],
    ["another filename", { filename: "other.LV1" }],
    ["another date", { measurementDate: "2024-05-07" }],
    ["another site", { site: "bare" }],
  ])("a checksum already received, announced under %s: 409 `File already uploaded`", async (_, fields) => {
    await tiny.announce("one");
    await tiny.send("one");
    expect(await said(tiny.announce("one", fields))).toEqual([409, "File already uploaded"]);
  });
  test("identity is site, date, filename, PID and sorted tags: twins by tags are two records", async () => {
    const lidar = { instrument: "halo-doppler-lidar", instrumentPid: lidarPid };
    await tiny.announce("co", { ...lidar, tags: ["co"] });
    await tiny.announce("cross", { ...lidar, tags: ["cross"] });
    const [co, cross] = [await record("co"), await record("cross")];
    expect(co?.filename).toBe(cross?.filename);
    expect(co?.uuid).not.toBe(cross?.uuid);
    await tiny.announce("both", { ...lidar, tags: ["co", "cross"] });
    await tiny.announce("changed", { ...lidar, tags: ["cross", "co"] });
    expect(await record("both")).toBeUndefined();
  });
  test("bytes that another record has announced but not sent: that record is replaced in silence", async () => {
    await tiny.announce("one", { filename: "first.LV1" });
    expect(await said(tiny.announce("one", { filename: "second.LV1" }))).toEqual([200, "OK"]);
    const raw: { filename: string }[] = await tiny.json("/api/raw-files?date=2024-05-08");
    expect(raw.map(({ filename }) => filename)).toEqual(["second.LV1"]);
  });
  test("GET /upload/metadata/<md5> needs no credentials and gives the record or 404", async () => {
    expect(await said(tiny.get(`/upload/metadata/${md5("one")}`))).toEqual([
      404,
      "No metadata was found with provided id",
    ]);
    await tiny.announce("one");
    expect(await record("one")).toMatchObject({ checksum: md5("one"), siteId: "hyytiala" });
  });
});
