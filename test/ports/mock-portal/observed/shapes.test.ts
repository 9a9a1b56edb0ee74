import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { radarPid, uuid } from "#test/ports/mock-portal/tiny-catalogue.ts";
import {
  announcement,
  everywhere,
  md5,
  portalOfAllTests,
  type TinyPortal,
} from "#test/ports/mock-portal/tiny-portal.ts";

/**
 * The bundled portal breaks the contract where the live one does, in the live shape alone (docs/portal/observed.md). Each row is
 * asked of a portal of either shape.
 */

const contract = portalOfAllTests();
const live = portalOfAllTests({ shape: "live" });

const lie = "text/html; charset=utf-8";
const json = "application/json; charset=utf-8";

type Asked = {
  path: string;
  method?: string;
  type?: string | undefined;
  body?: string;
};

type Answer = { status: number; type: string | null; body: string };

async function ask(tiny: TinyPortal, { path, method = "GET", type, body }: Asked): Promise<Answer> {
  const headers = new Headers({ authorization: everywhere });
  if (type !== undefined) headers.set("content-type", type);
  const answer = await fetch(tiny.portal.url + path, {
    method,
    headers,
    // A view of bytes brings no type of its own.
    ...(body !== undefined && { body: new TextEncoder().encode(body) }),
  });
  return { status: answer.status, type: answer.headers.get("content-type"), body: await answer.text() };
}

/** How a failure is told: a bare text, the texts of an Error body, one text in JSON, a page, or as the parser of the live portal does. */
type Form = "text" | "untyped" | "Error" | "TextError" | "page" | "parser" | "{}" | "nothing";

function formOf({ status, type, body }: Answer): Form {
  if (body === "") return "nothing";
  if (type === null) return "untyped";
  if (body.startsWith("<!DOCTYPE")) return "page";
  if (!type.includes("json")) return "text";
  const parsed = JSON.parse(body) as Record<string, unknown>;
  if (Object.keys(parsed).length === 0) return "{}";
  if ("type" in parsed) return "parser";
  expect(parsed.status).toBe(status);
  return Array.isArray(parsed.errors) ? "Error" : "TextError";
}

const asJson = "application/json";
const changed = (fields: object): string => JSON.stringify({ ...announcement("one"), ...fields });
const { instrument: _, instrumentPid: __, ...rest } = announcement("one");
const model = (fields: object): string => JSON.stringify({ ...rest, model: "ecmwf", ...fields });
const post = (body: string, type: string | undefined = asJson): Omit<Asked, "path"> => ({
  method: "POST",
  type,
  body,
});

type Told = [status: number, form: Form];
type Row = [title: string, asked: Asked, words: string, contract: Told, live: Told];

/** Failures of the two ways of uploading: only their form and their fields differ. */
const uploading = (room: string, form: Form, good: (fields: object) => string): Row[] => {
  const to = `${room}/metadata`;
  return [
    ["malformed JSON", { path: to, ...post("{") }, "JSON", [400, form], [400, "parser"]],
    ["JSON that is cut", { path: to, ...post(good({}).slice(0, -1)) }, "JSON", [400, form], [400, "parser"]],
    ["a JSON string", { path: to, ...post('"text"') }, "JSON", [400, form], [400, "parser"]],
    ["a JSON number", { path: to, ...post("7") }, "JSON", [400, form], [400, "parser"]],
    [
      "JSON over 100 kB",
      { path: to, ...post(good({ note: "x".repeat(102_400) })) },
      "100 kB",
      [413, form],
      [413, "parser"],
    ],
    [
      "unknown charset",
      { path: to, ...post("{}", `${asJson}; charset=klingon`) },
      "charset",
      [415, form],
      [415, "parser"],
    ],
    ["no JSON type", { path: to, method: "POST", body: good({}) }, asJson, [422, form], [500, "{}"]],
    ["another type", { path: to, ...post(good({}), "text/plain") }, asJson, [422, form], [500, "{}"]],
    ["no body and no type", { path: to, method: "POST" }, asJson, [422, form], [500, "{}"]],
    ...["filename", "checksum", "measurementDate", "site"].flatMap((name): Row[] =>
      [7, ["x"], { a: 1 }, true].map(
        (value): Row => [
          `${name} is ${JSON.stringify(value)}`,
          { path: to, ...post(good({ [name]: value })) },
          name,
          [422, form],
          [500, "{}"],
        ],
      ),
    ),
    ["unknown path", { path: `${room}/nothing` }, `${room}/nothing`, [404, form], [404, "page"]],
    ["wrong verb", { path: to, method: "DELETE" }, "DELETE", [404, form], [404, "page"]],
    [
      "wrong verb at a content",
      { path: `${room}/data/${md5("one")}`, method: "PATCH" },
      "PATCH",
      [404, form],
      [404, "page"],
    ],
    ["an address that is none", { path: `${room}/data/%ZZ` }, "%ZZ", [400, form], [400, form]],
  ];
};

const uploads: Row[] = [
  ...uploading("/upload", "text", changed),
  ...["instrument", "instrumentPid"].map(
    (name): Row => [
      `${name} is 7`,
      { path: "/upload/metadata/", ...post(changed({ [name]: 7 })) },
      name,
      [422, "text"],
      [500, "{}"],
    ],
  ),
  ...[md5("one").toUpperCase(), "abc", "0"].map(
    (path): Row => [
      `content of ${path}`,
      { path: `/upload/data/${path}`, method: "PUT", body: "one" },
      "MD5",
      [400, "untyped"],
      [400, "nothing"],
    ],
  ),
  ["record of abc", { path: "/upload/metadata/abc" }, "MD5", [400, "untyped"], [400, "nothing"]],
  ...uploading("/model-upload", "TextError", model),
  [
    "content of abc",
    { path: "/model-upload/data/abc", method: "PUT", body: "one" },
    "MD5",
    [400, "TextError"],
    [400, "TextError"],
  ],
];

const reading: Row[] = [
  ...["/api", "/api/", "/api/nothing", "/api/sites/hyytiala/more", "/api/download/nothing"].map(
    (path): Row => ["unknown path", { path }, path.replace(/(?<=.)\/$/, ""), [404, "Error"], [404, "page"]],
  ),
  ...["POST", "PUT", "DELETE", "PATCH", "OPTIONS"].map(
    (method): Row => [
      "wrong verb",
      { path: "/api/files?site=bare", method },
      method,
      [404, "Error"],
      [404, "page"],
    ],
  ),
  ["an address that is none", { path: "/api/files/%ZZ" }, "%ZZ", [400, "Error"], [400, "Error"]],
  ["a query that does not fit", { path: "/api/files?site=" }, "site", [400, "Error"], [400, "Error"]],
  [
    "a query that does not fit, of a route that is not described",
    { path: `/api/download/raw/${uuid(999)}/x` },
    "File not found",
    [404, "Error"],
    [404, "Error"],
  ],
];

describe.each([
  ["contract", () => contract, 3],
  ["live", () => live, 4],
] as const)("a portal of the %s shape", (_shape, tiny, column) => {
  test.each([...uploads, ...reading].map((row) => ({ title: row[0], path: row[1].path, row })))(
    "$title: $path",
    async ({ row }) => {
      const [, asked, words] = row;
      const [status, form] = row[column];
      const answer = await ask(tiny(), asked);
      expect([answer.status, formOf(answer)]).toEqual([status, form]);
      if (form === "text") expect(answer.type).toBe(lie);
      if (form === "Error" || form === "TextError") expect(answer.type).toBe(json);
      const isWordless = form === "nothing" || form === "{}" || form === "parser";
      if (!isWordless) expect(answer.body).toContain(words);
    },
  );
});

describe("what is no HTTP", () => {
  test.each([
    ["400", "GET /api/sites HTTP/9\r\n\r\n", 400],
    ["431", `GET /api/sites HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(80_000)}\r\n\r\n`, 431],
  ])("gets an Error body: %s", async (_title, request, status) => {
    const socket = connect(Number(new URL(contract.portal.url).port), "127.0.0.1");
    let answered = "";
    socket.on("data", (piece) => {
      answered += piece;
    });
    socket.on("error", () => undefined);
    socket.write(request);
    await once(socket, "close");
    expect(answered).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [, body = ""] = answered.split("\r\n\r\n");
    expect(JSON.parse(body)).toEqual({ status, errors: [expect.any(String)] });
  });
  test("an expectation that nobody knows is none", async () => {
    const socket = connect(Number(new URL(contract.portal.url).port), "127.0.0.1");
    socket.write(
      `PUT /upload/data/abc HTTP/1.1\r\nhost: x\r\nexpect: tea\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    );
    const answered = String(Buffer.concat(await socket.toArray()));
    expect(answered).toMatch(/^HTTP\/1\.1 400 /);
    expect(answered).toContain("Checksum is not an MD5 hash");
  });
});

describe("lists", () => {
  type Found = number[] | { status: number; errors: string[] };
  const noSearch = { status: 400, errors: ["No search parameters given"] };
  const tooMuch = { status: 500, errors: ["Internal server error"] };
  const rows: [title: string, path: string, contract: Found, live: Found][] = [
    ["one status and a date", "/api/raw-files?status=created&date=2024-05-02", [302], tooMuch],
    ["one status and a first date", "/api/raw-files?status=uploaded&dateFrom=2024-05-01", [301], tooMuch],
    ["one status and a last date", "/api/raw-files?status=created&dateTo=2024-05-01", [], tooMuch],
    [
      "one status and both",
      "/api/raw-files?status=created&dateFrom=2024-05-01&dateTo=2024-05-03",
      [302],
      tooMuch,
    ],
    ["one status of model files", "/api/raw-model-files?status=processed&date=2024-05-01", [401], tooMuch],
    ["the same status twice", "/api/raw-files?status=created&status=created&date=2024-05-02", [302], [302]],
    ["a status alone", "/api/raw-files?status=created", [302], [302]],
    ["a limit of raw files", "/api/raw-files?dateTo=2025-01-01&limit=1", [302], [302, 301]],
    ["a flag and a filter", "/api/files?allVersions&site=bare", [104], [104]],
    ["a flag with a value", "/api/files?allVersions=true", noSearch, [105, 104, 102, 101, 103]],
    ["a flag alone", "/api/files?allVersions", noSearch, [105, 104, 102, 101, 103]],
    ["two flags", "/api/files?showLegacy&developer", noSearch, [105, 104, 102, 103]],
    ["a flag of models alone", "/api/model-files?allModels", noSearch, [204, 202, 201]],
    ["a flag of raw files alone", "/api/raw-files?developer", noSearch, [302, 301]],
    ["a flag of raw model files alone", "/api/raw-model-files?developer", noSearch, [401]],
  ];
  test.each(rows)("%s: GET %s", async (_title, path, ofContract, ofLive) => {
    const found = async (tiny: TinyPortal): Promise<Found> => {
      const answer = await (await tiny.get(path)).json();
      return Array.isArray(answer)
        ? (answer as { uuid: string }[]).map(({ uuid: id }) => Number(id.slice(-12)))
        : (answer as Found);
    };
    expect([await found(contract), await found(live)]).toEqual([ofContract, ofLive]);
  });
});

describe("keys of the live portal alone", () => {
  type Json = Record<string, unknown>;
  const both = async (path: string): Promise<[Json, Json]> => {
    const [ours, theirs] = (await Promise.all([contract.json(path), live.json(path)])) as (Json | Json[])[];
    return [[ours].flat()[0] as Json, [theirs].flat()[0] as Json];
  };
  const instrumentKeys =
    "addedLater instrumentId model modelUrl name owners pid serialNumber type typeUrl uuid".split(" ");
  test.each(["/api/files?site=hyytiala&date=2024-05-01", `/api/files/${uuid(102)}`])(
    "a product file has `s3key`, `newBucket`, and more about its instrument: %s",
    async (path) => {
      const [ours, theirs] = await both(path);
      expect(Object.keys(theirs)).toEqual(expect.arrayContaining(["s3key", "newBucket"]));
      expect(Object.keys(ours)).not.toEqual(expect.arrayContaining(["s3key"]));
      expect(Object.keys(theirs.instrument as Json).toSorted()).toEqual(instrumentKeys);
      expect(Object.keys(ours.instrument as Json)).not.toContain("instrumentId");
      expect(theirs.instrument).toMatchObject({ pid: radarPid, instrumentId: "rpg-fmcw-94" });
    },
  );
  test("a file without an instrument has none", async () => {
    expect(await live.json(`/api/files/${uuid(103)}`)).toMatchObject({ instrument: null });
  });
  test.each(["/api/raw-files?site=hyytiala", "/api/raw-model-files?dateTo=2025-01-01"])(
    "a raw row has no `site.description`: %s",
    async (path) => {
      const [ours, theirs] = await both(path);
      expect(ours.site).toHaveProperty("description");
      expect(theirs.site).not.toHaveProperty("description");
      expect(theirs.site).toHaveProperty("latitude");
    },
  );
  test("a row of the instruments has `model`, `type`, `owners`, `serialNumber`, `status`", async () => {
    const [ours, theirs] = await both("/api/instrument-pids?includeSite");
    const more = ["model", "type", "owners", "serialNumber", "status"];
    for (const key of more) expect(Object.keys(ours)).not.toContain(key);
    expect(Object.keys(theirs)).toEqual(expect.arrayContaining(more));
    expect(theirs.status).toMatch(/^(active|recent|inactive)$/);
  });
});
