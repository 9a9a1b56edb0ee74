import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { inTurn } from "./in-turn.ts";
import { lidarPid } from "./tiny-catalogue.ts";
import {
  announcement,
  basic,
  everywhere,
  md5,
  onlyHyytiala,
  portalOfEachTest,
  type Told,
  told,
} from "./tiny-portal.ts";

/**
 * docs/portal/api.md, POST /upload/metadata/ and Authentication, and every row of docs/portal/observed.md §1: the case,
 * status, type and text.
 */

const tiny = portalOfEachTest();

const text = "text/plain; charset=utf-8";
const lie = "text/html; charset=utf-8";

const announce = (fields: Record<string, unknown> = {}, authorization?: string): Promise<Told> =>
  told(tiny.announce("one", fields, authorization));
const post = (body: string, contentType?: string): Promise<Told> => {
  const headers = new Headers({ authorization: everywhere });
  if (contentType !== undefined) headers.set("content-type", contentType);
  // A view of bytes brings no type of its own.
  return told(
    fetch(`${tiny.portal.url}/upload/metadata`, {
      method: "POST",
      headers,
      body: new TextEncoder().encode(body),
    }),
  );
};
const sentBefore = async (): Promise<void> => {
  await tiny.announce("one");
  await tiny.send("one");
};
const changed = (fields: object): string => JSON.stringify({ ...announcement("one"), ...fields });

const ok: Told = [200, text, "OK"];
const refused = (message: string): Told => [422, lie, message];
const noJson = refused("Content-Type must be application/json");
const noDate = refused("Request is missing measurementDate or measurementDate is invalid");
const noChecksum = refused("Request is missing checksum or checksum is invalid");
const badName = (name: string) => refused(`Filename contains forbidden characters: ${name}`);
const lidar = { instrument: "halo-doppler-lidar", instrumentPid: lidarPid };

type Row = [title: string, ask: () => Promise<Told>, answer: Told];

const rows: Record<string, Row[]> = {
  "200 `OK`": [
    ["new file", () => announce(), ok],
    ["new file, with trailing slash and without", () => post(changed({}), "application/json"), ok],
    ["credentials of that site alone", () => announce({}, onlyHyytiala), ok],
    ["credentials of several sites", () => announce({ site: "bare" }), ok],
  ],
  "401 (not 403)": [
    [
      "valid credentials without permission for that site",
      () => announce({ site: "bare" }, onlyHyytiala),
      [401, lie, "Missing permission"],
    ],
  ],
  "409 `File already uploaded`": (
    [
      ["checksum already received", {}],
      ["checksum already received, another filename", { filename: "other.LV1" }],
      ["checksum already received, another date", { measurementDate: "2024-05-07" }],
      ["checksum already received, another site", { site: "bare" }],
    ] as const
  ).map(
    ([title, fields]): Row => [
      title,
      inTurn(sentBefore, () => announce(fields)),
      [409, lie, "File already uploaded"],
    ],
  ),
  "422 names the field": [
    ["missing filename", () => announce({ filename: undefined }), refused("Request is missing filename")],
    ["empty filename", () => announce({ filename: "" }), refused("Request is missing filename")],
    ["missing checksum", () => announce({ checksum: undefined }), noChecksum],
    ["checksum not 32 hex", () => announce({ checksum: "abc" }), noChecksum],
    ["checksum not lower-case hex", () => announce({ checksum: md5("one").toUpperCase() }), noChecksum],
    ["missing date", () => announce({ measurementDate: undefined }), noDate],
    ["impossible date (`2021-02-30`)", () => announce({ measurementDate: "2021-02-30" }), noDate],
    ["bad date (`2020-8-1`)", () => announce({ measurementDate: "2020-8-1" }), noDate],
    [
      "date more than 5 days ahead",
      () => announce({ measurementDate: "2024-05-16" }),
      refused("MeasurementDate is in the future"),
    ],
    ["date five days ahead is not too far", () => announce({ measurementDate: "2024-05-15" }), ok],
  ],
  "422 names the cause": [
    [
      "missing instrument",
      () => announce({ instrument: undefined }),
      refused("Request is missing instrument"),
    ],
    [
      "missing PID",
      () => announce({ instrumentPid: undefined }),
      refused("Request is missing instrumentPid"),
    ],
    [
      "PID not `https://hdl.handle.net/…`",
      () => announce({ instrumentPid: "https://example.org/1" }),
      refused("instrumentPid must be Handle"),
    ],
    ["unknown site", () => announce({ site: "atlantis" }), refused("Unknown site")],
    [
      "unknown PID",
      () => announce({ instrumentPid: "https://hdl.handle.net/21.12132/3.0" }),
      refused("Unknown instrument PID"),
    ],
    ["unknown tag", () => announce({ tags: ["co"] }), refused("Unknown tag")],
    [
      "instrument not of the PID's type",
      () => announce({ instrument: "halo-doppler-lidar" }),
      refused("Instrument doesn't match instrument PID"),
    ],
    ["tags not an array", () => announce({ tags: "co" }), refused("Metadata tags must be given as an array")],
    ["tags not of strings", () => announce({ tags: [1] }), refused("Metadata tags must be strings")],
  ],
  "422 `Filename contains forbidden characters: …`": [
    ...["a b.nc", "ä.nc", "a:b.nc"].map(
      (filename): Row => [
        `filename with anything but letters, digits, - _ . (${filename})`,
        () => announce({ filename }),
        badName(filename),
      ],
    ),
    ...["-a", "_a", ".a", "a-", "a_", "a."].map(
      (filename): Row => [
        `starting or ending with one of those three (${filename})`,
        () => announce({ filename }),
        badName(filename),
      ],
    ),
  ],
  "what is no announcement": [
    [
      "wrong JavaScript type of a field",
      () => announce({ filename: 7 }),
      refused("filename must be a string"),
    ],
    ["no `application/json`", () => post(changed({})), noJson],
    ...["text/plain", "application/jsonp"].map(
      (type): Row => [`another type: ${type}`, () => post(changed({}), type), noJson],
    ),
    ...["application/json; charset=utf-8", "Application/JSON", 'application/json;charset="UTF-8"'].map(
      (type): Row => [`but ${type} is JSON`, () => post(changed({}), type), ok],
    ),
    [
      "no body at all counts as an empty object",
      () => post("", "application/json"),
      refused("Request is missing filename"),
    ],
  ],
  "422, more of them": [
    [
      "both `instrument` and `model`",
      () => announce({ model: "ecmwf" }),
      refused('Both "instrument" and "model" fields may not be specified'),
    ],
    ["`tags: null`", () => announce({ tags: null }), refused("Metadata tags must be given as an array")],
    ["date 0000-01-01", () => announce({ measurementDate: "0000-01-01" }), noDate],
  ],
  "200 `OK` (tolerant: a client never relies on it)": [
    ["an ISO date-time as measurementDate", () => announce({ measurementDate: "2024-05-08T12:00:00Z" }), ok],
    ["`site: null`", () => announce({ site: null }), ok],
    ["a filename with a path (the last part is taken)", () => announce({ filename: "data/2024/a.nc" }), ok],
    ["the tags of an instrument that has some", () => announce({ ...lidar, tags: ["cross", "co"] }), ok],
  ],
};

describe.each(Object.entries(rows))("docs/portal/observed.md §1: %s", (_, cases) => {
  test.each(cases)("%s", async (_title, ask, answer) => {
    expect(await ask()).toEqual(answer);
  });
});

test.each([
  ["none", ""],
  ["wrong password", basic("station", "wrong")],
  ["unknown user", basic("nobody", "station")],
  ["not Basic", "Bearer token"],
])(
  "credentials %s: 401 with `WWW-Authenticate`, with trailing slash and without",
  async (_, authorization) => {
    const headers = { authorization };
    const bare = fetch(`${tiny.portal.url}/upload/metadata`, { method: "POST", headers });
    for (const asked of [tiny.announce("one", {}, authorization), bare]) {
      const answer = await asked;
      expect(answer.headers.get("www-authenticate")).toBe('Basic realm="Users"');
      expect(await told(asked)).toEqual([401, null, "Unauthorized"]);
    }
  },
);

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
  test.each(order)("%s", async (_, fields, status, message) => {
    expect(await announce(fields, onlyHyytiala)).toEqual([status, lie, expect.stringContaining(message)]);
  });
});

describe("docs/portal/observed.md §1: JSON that cannot be read", () => {
  const asJson = "application/json";
  test.each([
    ["malformed", "{", asJson, 400, "JSON object"],
    ["a string, not an object", '"text"', asJson, 400, "JSON object"],
    ["over 100 kB", changed({ note: "x".repeat(102_400) }), asJson, 413, "larger than 100 kB"],
    ["unknown charset", "{}", `${asJson}; charset=klingon`, 415, "charset"],
    ["a charset that is not of Unicode", "{}", `${asJson}; charset=latin1`, 415, "charset"],
    ["a charset of Unicode that does not exist", "{}", `${asJson}; charset=utf-99`, 415, "charset"],
  ])("%s", async (_, body, contentType, status, message) => {
    expect(await post(body, contentType)).toEqual([status, lie, expect.stringContaining(message)]);
  });
});

describe("docs/portal/observed.md §1: what an announcement does to records", () => {
  const record = async (content: string): Promise<Record<string, unknown> | undefined> => {
    const response = await tiny.get(`/upload/metadata/${md5(content)}`);
    return response.status === 200 ? ((await response.json()) as Record<string, unknown>) : undefined;
  };
  const names = async (): Promise<unknown[]> => {
    const raw: { filename: string }[] = await tiny.json("/api/raw-files?dateFrom=2024-05-07");
    return raw.map(({ filename }) => filename);
  };

  test("a filename with a path is recorded under its last part, a date-time under its date", async () => {
    await announce({ filename: "data/2024/a.nc", measurementDate: "2024-05-07T23:00:00Z" });
    expect(await record("one")).toMatchObject({ filename: "a.nc", measurementDate: "2024-05-07" });
  });
  test("the announced record is a created Upload with its fields and tags", async () => {
    await announce({ ...lidar, tags: ["cross", "co"] });
    expect(await record("one")).toMatchObject({
      status: "created",
      size: "0",
      tags: ["co", "cross"],
      instrumentPid: lidarPid,
      instrumentId: "halo-doppler-lidar",
      createdAt: "2024-05-10T12:00:00.000Z",
    });
  });
  test("the same again before its content arrived: the record stays", async () => {
    await announce();
    const before = await record("one");
    tiny.advance(1000);
    expect(await announce()).toEqual(ok);
    expect(await record("one")).toEqual(before);
  });
  test("announcing a changed file keeps the uuid, replaces the checksum, sets the status back to `created`", async () => {
    await sentBefore();
    const before = await record("one");
    tiny.advance(1000);
    expect(await told(tiny.announce("two"))).toEqual(ok);
    expect(await record("two")).toMatchObject({
      uuid: before?.uuid,
      status: "created",
      createdAt: before?.createdAt,
    });
    expect(await record("one")).toBeUndefined();
    expect(await told(tiny.send("one"))).toEqual([400, lie, "No metadata matches this hash"]);
  });
  test("announcing bytes that another record has announced but not sent silently replaces that record", async () => {
    await announce();
    expect(await announce({ filename: "other.LV1" })).toEqual(ok);
    expect(await names()).toEqual(["other.LV1"]);
  });
  test("concurrent identical announcements can give 500", async () => {
    const body = JSON.stringify(announcement("one"));
    const request = [
      "POST /upload/metadata HTTP/1.1",
      "host: portal",
      `authorization: ${everywhere}`,
      "content-type: application/json",
      `content-length: ${body.length}`,
      "",
      body,
    ].join("\r\n");
    const socket = connect(Number(new URL(tiny.portal.url).port), "127.0.0.1");
    // Both arrive in one piece, so that the portal has the second one before it has written the first.
    socket.write(request + request);
    let answered = "";
    for await (const piece of socket) {
      answered += piece;
      if (answered.split("HTTP/1.1 ").length === 3 && answered.endsWith("duplicate key")) break;
    }
    expect([...answered.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(["200", "500"]);
    expect(await names()).toHaveLength(1);
    expect(await announce()).toEqual(ok);
  });
  test("record identity is (site, measurementDate, filename, instrument PID, sorted tags)", async () => {
    await tiny.announce("co", { ...lidar, tags: ["co"] });
    await tiny.announce("cross", { ...lidar, tags: ["cross"] });
    const [co, cross] = [await record("co"), await record("cross")];
    expect(co?.filename).toBe(cross?.filename);
    expect(co?.uuid).not.toBe(cross?.uuid);
    await tiny.announce("both", { ...lidar, tags: ["co", "cross"] });
    await tiny.announce("changed", { ...lidar, tags: ["cross", "co"] });
    expect(await record("both")).toBeUndefined();
    expect(await names()).toHaveLength(3);
  });
});
