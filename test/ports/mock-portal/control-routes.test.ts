import { beforeEach, describe, expect, test } from "vitest";
import { md5, portalOfEachTest, said } from "./tiny-portal.ts";

const tiny = portalOfEachTest();

function control(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${tiny.portal.url}/__control/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

test("faults can be set, added, listed with their counts, and cleared", async () => {
  const teapot = { route: "/api/models", fault: { answer: { status: 418 } } };
  await control("PUT", "faults", { rules: [teapot] });
  await control("POST", "faults", {
    rules: [{ route: "/api/sites", requests: 2, fault: { maintenance: true } }],
  });
  await tiny.get("/api/models");
  await tiny.get("/api/sites");
  expect(await (await control("GET", "faults")).json()).toMatchObject({
    rules: [
      { rule: teapot, matched: 1, hit: 1 },
      { matched: 1, hit: 0 },
    ],
  });
  await control("DELETE", "faults");
  expect((await tiny.get("/api/models")).status).toBe(200);
});

test("a rule that does not fit is refused with the field's name and changes nothing", async () => {
  await control("PUT", "faults", { rules: [{ fault: { maintenance: true } }] });
  const response = await control("PUT", "faults", { rules: [{ fault: { speed: 1 } }] });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("rules[0].fault")]);
  expect((await tiny.get("/api/models")).status).toBe(503);
});

test("no fault touches the control route", async () => {
  await control("PUT", "faults", { rules: [{ fault: { blackHole: "before" } }] });
  expect((await control("DELETE", "faults")).status).toBe(200);
});

test("counts and requests by route and checksum, without the control route's own", async () => {
  await tiny.announce("one");
  await tiny.announce("one", { filename: "a b" });
  await tiny.send("one");
  await tiny.send("one");
  await tiny.get("/api/nothing?x=1");
  const { routes } = (await (await control("GET", "counts")).json()) as { routes: unknown };
  expect(routes).toEqual({
    "POST /upload/metadata": { requests: 2, statuses: { 200: 1, 422: 1 } },
    "PUT /upload/data/:md5": { requests: 2, statuses: { 200: 1, 201: 1 } },
    "GET unknown": { requests: 1, statuses: { 404: 1 } },
  });
  const { requests } = (await (await control("GET", "requests?after=1")).json()) as { requests: object[] };
  expect(requests).toHaveLength(4);
  expect(requests[1]).toMatchObject({ seq: 3, method: "PUT", checksum: md5("one"), status: 201 });
  await control("DELETE", "counts");
  expect(tiny.portal.counts()).toEqual({});
});

test("acceptances: every accepted content with md5, filename, date and time", async () => {
  await tiny.announce("one");
  await tiny.send("one");
  tiny.advance(60_000);
  await tiny.announce("two");
  await tiny.send("two");
  const { acceptances } = (await (await control("GET", "acceptances")).json()) as { acceptances: object[] };
  const what = {
    filename: "240508_120000_P09_ZEN.LV1",
    measurementDate: "2024-05-08",
    size: 3,
    siteId: "hyytiala",
  };
  expect(acceptances).toMatchObject([
    { seq: 1, at: "2024-05-10T12:00:00.000Z", checksum: md5("one"), isReplacement: false, ...what },
    { seq: 2, at: "2024-05-10T12:01:00.000Z", checksum: md5("two"), isReplacement: true, ...what },
  ]);
  expect(await (await control("GET", "acceptances?after=1&limit=5")).json()).toMatchObject({
    acceptances: [{ seq: 2 }],
  });
});

describe("records can be changed behind the uploader's back", () => {
  beforeEach(async () => {
    await tiny.announce("one");
    await tiny.send("one");
  });
  const record = async (content: string): Promise<Record<string, unknown>> =>
    (await (await tiny.get(`/upload/metadata/${md5(content)}`)).json()) as Record<string, unknown>;

  test("a record is forgotten: no list has it, and its bytes are new again", async () => {
    expect((await control("DELETE", `uploads/${md5("one")}`)).status).toBe(200);
    expect(await tiny.json("/api/raw-files?date=2024-05-08")).toEqual([]);
    expect(await said(tiny.announce("one"))).toEqual([200, "OK"]);
  });
  test("a record gets another checksum, as when another PC replaces its content", async () => {
    const before = await record("one");
    const change = { checksum: md5("two"), status: "processed", size: 7 };
    expect((await control("PATCH", `uploads/${md5("one")}`, change)).status).toBe(200);
    expect(await record("two")).toMatchObject({ uuid: before.uuid, status: "processed", size: "7" });
    expect((await tiny.get(`/upload/metadata/${md5("one")}`)).status).toBe(404);
  });
  test("what is not there is 404, what does not fit is 400 with the field's name", async () => {
    expect((await control("DELETE", `uploads/${md5("none")}`)).status).toBe(404);
    expect((await control("PATCH", `uploads/${md5("none")}`, {})).status).toBe(404);
    const refused = await control("PATCH", `uploads/${md5("one")}`, { checksum: "x" });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("checksum")]);
  });
  test("both are offered without a request as well", async () => {
    expect(tiny.portal.tampering.alter(md5("one"), { filename: "other.LV1" })).toBe(true);
    expect(await record("one")).toMatchObject({ filename: "other.LV1" });
    expect(tiny.portal.tampering.forget(md5("one"))).toBe(true);
    expect(tiny.portal.tampering.forget(md5("one"))).toBe(false);
    expect(tiny.portal.tampering.alter(md5("one"), {})).toBe(false);
  });
});
