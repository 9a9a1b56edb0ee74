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

describe("portal-api.md, POST /upload/metadata/ and Authentication", () => {
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

describe("portal-observed.md, section 1: 422 that names the cause", () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ["missing filename", { filename: undefined }, "filename"],
    ["empty filename", { filename: "" }, "filename"],
    ["filename no string", { filename: 7 }, "filename"],
    ["missing checksum", { checksum: undefined }, "checksum"],
    ["upper-case checksum", { checksum: "A".repeat(32) }, "checksum"],
    ["short checksum", { checksum: "a".repeat(31) }, "checksum"],
    ["missing date", { measurementDate: undefined }, "measurementDate"],
    ["impossible date", { measurementDate: "2021-02-30" }, "measurementDate"],
    ["short date", { measurementDate: "2020-8-1" }, "measurementDate"],
    ["six days ahead", { measurementDate: "2024-05-16" }, "measurementDate"],
    ["missing instrument", { instrument: undefined }, "instrument"],
    ["missing PID", { instrumentPid: undefined }, "instrumentPid"],
    ["PID of another form", { instrumentPid: "http://example.org/1" }, "https://hdl.handle.net/"],
    ["unknown PID", { instrumentPid: "https://hdl.handle.net/21.12132/3.0" }, "instrumentPid"],
    ["missing site", { site: undefined }, "site"],
    ["unknown site", { site: "atlantis" }, "atlantis"],
    ["unknown instrument", { instrument: "sundial" }, "sundial"],
    ["instrument not of the PID's type", { instrument: "halo-doppler-lidar" }, "rpg-fmcw-94"],
    ["unknown tag", { tags: ["co"] }, "co"],
    ["tags no array", { tags: "co" }, "tags"],
    ["tags not of strings", { tags: [1] }, "tags"],
    ["filename with a space", { filename: "a b" }, "Filename contains forbidden characters:"],
    ["filename with an umlaut", { filename: "ä.nc" }, "Filename contains forbidden characters: ä"],
    ["filename with a slash", { filename: "a/b" }, "Filename contains forbidden characters: /"],
    ["filename that starts with a dot", { filename: ".a" }, "Filename contains forbidden characters: ."],
    ["filename that ends with a dash", { filename: "a-" }, "Filename contains forbidden characters: -"],
  ];
  test.each(cases)("%s", async (_, fields, text) => {
    const [status, message] = await said(tiny.announce("one", fields));
    expect([status, message]).toEqual([422, expect.stringContaining(text)]);
    expect(await record("one")).toBeUndefined();
  });
  test("five days ahead is still accepted", async () => {
    expect(await said(tiny.announce("one", { measurementDate: "2024-05-15" }))).toEqual([200, "OK"]);
  });
});

describe("portal-observed.md, section 1: order of checks", () => {
  const order: [string, Record<string, unknown>, number, string][] = [
    ["fields before filename", { filename: "a b", measurementDate: "x" }, 422, "measurementDate"],
    ["filename before site", { filename: "a b", site: "atlantis" }, 422, "Filename"],
    ["site before PID", { site: "atlantis", instrumentPid: "x" }, 422, "atlantis"],
    ["permission before PID", { site: "bare", instrumentPid: "x" }, 401, "Missing permission"],
    ["PID before tags", { instrumentPid: "x", tags: "co" }, 422, "instrumentPid"],
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

describe("portal-observed.md, section 1: bodies", () => {
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
    ["malformed JSON", '{"filename":', 400, "Unexpected end of JSON input"],
    ["JSON over 100 kB", JSON.stringify({ filename: "a".repeat(110_000) }), 413, "request entity too large"],
  ])("%s", async (_, body, status, text) => {
    const response = await post(body, "application/json");
    expect([response.status, await response.json()]).toEqual([status, { status, errors: [text] }]);
  });
  const inFuture = new TextEncoder().encode(JSON.stringify({ measurementDate: "2030-01-01" }));
  test.each(["text/plain", undefined])(
    "a body that does not say that it is JSON (%s) counts as empty: 422",
    async (contentType) => {
      const [status, text] = await said(post(inFuture, contentType));
      expect([status, text]).toEqual([422, expect.stringContaining("measurementDate is missing")]);
    },
  );
  test.each(["application/json; charset=utf-8", "Application/JSON"])("%s is JSON", async (contentType) => {
    const [status, text] = await said(post(inFuture, contentType));
    expect([status, text]).toEqual([422, expect.not.stringContaining("measurementDate is missing")]);
  });
});

describe("portal-observed.md, section 1: records and duplicates", () => {
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
      "No metadata matches this hash",
    ]);
    await tiny.announce("one");
    expect(await record("one")).toMatchObject({ checksum: md5("one"), siteId: "hyytiala" });
  });
});
