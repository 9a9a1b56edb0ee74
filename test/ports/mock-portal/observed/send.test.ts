import { rm } from "node:fs/promises";
import { request as open } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPut, type PutAnswer } from "#test/ports/mock-portal/asked-put.ts";
import { inTurn } from "#test/ports/mock-portal/in-turn.ts";
import {
  everywhere,
  md5,
  onlyHyytiala,
  startTinyPortal,
  type TinyPortal,
} from "#test/ports/mock-portal/tiny-portal.ts";

/** Every row of docs/portal/observed.md §2: the case, status, type and text. */

let tiny: TinyPortal;
beforeEach(async () => {
  tiny = await startTinyPortal();
  await tiny.announce("one");
});
afterEach(() => tiny.end());

const text = "text/plain; charset=utf-8";
const lie = "text/html; charset=utf-8";

type Told = [status: number, type: string | null, body: unknown];

async function send(content: string, checksum = md5("one"), authorization = everywhere): Promise<Told> {
  const answer = await tiny.send(content, checksum, authorization);
  return [answer.status, answer.headers.get("content-type"), await answer.text()];
}
const status = async (content: string): Promise<unknown> =>
  ((await (await tiny.get(`/upload/metadata/${md5(content)}`)).json()) as { status: unknown }).status;
const mismatch: Told = [400, lie, "Checksum does not match file contents"];
const early = ({ status: code, headers, text: said }: PutAnswer) => [code, headers.connection, said];

type Row = [title: string, ask: () => Promise<Told>, answer: Told];
const rows: Row[] = [
  ["content stored for the first time: 201 `Created`", () => send("one"), [201, text, "Created"]],
  [
    "already received (a repeat with wrong bytes also answers this): 200 `OK`",
    inTurn(
      () => send("one"),
      () => send("wrong"),
    ),
    [200, text, "OK"],
  ],
  [
    "replacing a changed file: 200 `OK`",
    inTurn(
      inTurn(
        () => send("one"),
        () => tiny.announce("two"),
      ),
      () => send("two", md5("two")),
    ),
    [200, text, "OK"],
  ],
  [
    "no metadata announced for this checksum: 400",
    () => send("none", md5("none")),
    [400, lie, "No metadata matches this hash"],
  ],
  [
    "no metadata announced (or it was replaced): 400",
    inTurn(
      () => tiny.announce("two"),
      () => send("one"),
    ),
    [400, lie, "No metadata matches this hash"],
  ],
  ["bytes do not match: wrong: 400", () => send("two"), mismatch],
  ["bytes do not match: short: 400", () => send("on"), mismatch],
  ["bytes do not match: empty: 400", () => send(""), mismatch],
  [
    "the record stays `created`, a retry works",
    inTurn(
      () => send("two"),
      () => send("one"),
    ),
    [201, text, "Created"],
  ],
  [
    "path is not a lower-case MD5 (checked before credentials): 400, empty body",
    () => send("one", "ABC", ""),
    [400, null, ""],
  ],
  ["no credentials: 401", () => send("one", md5("one"), ""), [401, null, "Unauthorized"]],
  [
    "credentials without permission for the site: 401",
    inTurn(
      () => tiny.announce("one", { site: "bare" }),
      () => send("one", md5("one"), onlyHyytiala),
    ),
    [401, lie, "Missing permission"],
  ],
  [
    "storage trouble: 500 `Internal server error: …`",
    inTurn(
      () => rm(join(tiny.dataFolder, "incoming"), { recursive: true }),
      () => send("one"),
    ),
    [500, lie, expect.stringMatching(/^Internal server error: /)],
  ],
];
describe("docs/portal/observed.md §2", () => {
  test.each(rows)("%s", async (_, ask, answer) => {
    expect(await ask()).toEqual(answer);
  });
});

describe("docs/portal/observed.md §2: early answers come before the body is read, then the socket closes", () => {
  const rows: [string, () => Promise<string>, string, unknown[]][] = [
    ["401", async () => md5("one"), basicOf(), [401, "close", "Unauthorized"]],
    ["400", async () => md5("none"), everywhere, [400, "close", "No metadata matches this hash"]],
    [
      "200-already",
      inTurn(
        () => send("one"),
        async () => md5("one"),
      ),
      everywhere,
      [200, "close", "OK"],
    ],
  ];
  test.each(rows)("%s: the content is never asked for", async (_, prepare, authorization, answer) => {
    const put = openPut(tiny, await prepare(), { authorization });
    let isAsked = false;
    put.asked.then(() => {
      isAsked = true;
    });
    expect(early(await put.answer)).toEqual(answer);
    expect(isAsked).toBe(false);
  });
});

function basicOf(): string {
  return "Basic bm9ib2R5OndoYXQ=";
}

describe("docs/portal/observed.md §2: the notes", () => {
  test("`application/octet-stream` makes the live portal read an empty body: 400 checksum mismatch", async () => {
    const put = openPut(tiny, md5("one"), { "content-type": "application/octet-stream" });
    put.asked.then(() => put.finish("one"));
    expect(await put.answer).toMatchObject({ status: 400, text: "Checksum does not match file contents" });
    expect(await status("one")).toBe("created");
  });
  test("a stalled PUT is cut, and the record stays `created`", async () => {
    await tiny.end();
    tiny = await startTinyPortal({ stalledBodySeconds: 0.05 });
    await tiny.announce("one");
    const put = openPut(tiny, md5("one"));
    await put.asked;
    put.write("on");
    await expect(put.answer).rejects.toThrow();
    expect(await status("one")).toBe("created");
    expect(await send("one")).toEqual([201, text, "Created"]);
  });
  test("an aborted PUT leaves the record `created`; retrying is safe", async () => {
    const request = open(`${tiny.portal.url}/upload/data/${md5("one")}`, {
      method: "PUT",
      headers: { authorization: everywhere, "content-length": 3 },
    });
    request.on("error", () => undefined);
    request.write("on");
    await expect.poll(() => tiny.portal.requests().at(-1)?.method).toBe("PUT");
    request.destroy();
    expect(await send("one")).toEqual([201, text, "Created"]);
  });
  test("idle keep-alive sockets are closed after 5 s", async () => {
    expect((await tiny.get("/api/models")).headers.get("keep-alive")).toBe("timeout=5");
  });
  test("maintenance is an HTML page with 503 on every route", async () => {
    tiny.portal.setFaults([{ fault: { maintenance: true } }]);
    for (const path of ["/api/sites", "/upload/metadata/x", "/no/where"]) {
      const answer = await tiny.get(path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([503, lie]);
      expect(await answer.text()).toMatch(/^<!DOCTYPE html>/);
    }
  });
  test.each([
    ["one", "processed"],
    ["invalid content", "invalid"],
  ])("statuses: created, uploaded, then %j is %s", async (content, last) => {
    await tiny.announce(content);
    expect(await status(content)).toBe("created");
    await send(content, md5(content));
    expect(await status(content)).toBe("uploaded");
    await tiny.portal.processDue(Number.MAX_SAFE_INTEGER);
    expect(await status(content)).toBe(last);
  });
  test("`GET /upload/metadata/<md5>` (no credentials) gives the record as JSON or 404", async () => {
    const found = await tiny.get(`/upload/metadata/${md5("one")}`);
    expect([found.status, found.headers.get("content-type")]).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
    expect(await found.json()).toMatchObject({ checksum: md5("one"), status: "created" });
    const none = await tiny.get(`/upload/metadata/${md5("none")}`);
    expect([none.status, await none.text()]).toEqual([404, "No metadata was found with provided id"]);
    expect((await tiny.get("/upload/metadata/abc")).status).toBe(400);
  });
});
