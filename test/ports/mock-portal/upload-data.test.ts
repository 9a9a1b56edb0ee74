import { request as open } from "node:http";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openPut, type PutAnswer } from "./asked-put.ts";
import { inTurn } from "./in-turn.ts";
import {
  basic,
  everywhere,
  md5,
  onlyHyytiala,
  portalOfEachTest,
  startTinyPortal,
  type Told,
  told,
} from "./tiny-portal.ts";

/**
 * docs/portal/api.md, PUT /upload/data/<md5>, and every row of docs/portal/observed.md §2: the case, status, type and
 * text. Storage failures are in upload-errors.test.ts.
 */

const tiny = portalOfEachTest();
beforeEach(() => tiny.announce("one"));

const text = "text/plain; charset=utf-8";
const lie = "text/html; charset=utf-8";

const send = (content: string, checksum = md5("one"), authorization = everywhere): Promise<Told> =>
  told(tiny.send(content, checksum, authorization));
const sendOne = () => send("one");
const announceTwo = () => tiny.announce("two");

const created: Told = [201, text, "Created"];
const ok: Told = [200, text, "OK"];
const unknown: Told = [400, lie, "No metadata matches this hash"];
const mismatch: Told = [400, lie, "Checksum does not match file contents"];

type Row = [title: string, ask: () => Promise<Told>, answer: Told];
const rows: Row[] = [
  ["content stored for the first time: 201 `Created`", sendOne, created],
  [
    "already received (a repeat with wrong bytes also answers this): 200 `OK`",
    inTurn(sendOne, () => send("wrong")),
    ok,
  ],
  [
    "replacing a changed file: 200 `OK`",
    inTurn(inTurn(sendOne, announceTwo), () => send("two", md5("two"))),
    ok,
  ],
  ["no metadata announced for this checksum: 400", () => send("none", md5("none")), unknown],
  ["no metadata announced (or it was replaced): 400", inTurn(announceTwo, sendOne), unknown],
  ...["ABC", "abc", md5("one").toUpperCase(), `${md5("one")}0`].map(
    (path): Row => [
      `path is not a lower-case MD5 (checked before credentials): 400: ${path}`,
      () => send("one", path, ""),
      [400, null, "Checksum is not an MD5 hash"],
    ],
  ),
  [
    "credentials without permission for the site: 401",
    inTurn(
      () => tiny.announce("one", { site: "bare" }),
      () => send("one", md5("one"), onlyHyytiala),
    ),
    [401, lie, "Missing permission"],
  ],
];
describe("docs/portal/observed.md §2", () => {
  test.each(rows)("%s", async (_, ask, answer) => {
    expect(await ask()).toEqual(answer);
  });
  test("no credentials: 401 with `WWW-Authenticate`", async () => {
    const answer = await tiny.send("one", md5("one"), "");
    expect(answer.headers.get("www-authenticate")).toBe('Basic realm="Users"');
    expect(await told(Promise.resolve(answer))).toEqual([401, null, "Unauthorized"]);
  });
  test.each([
    ["wrong", "two"],
    ["short", "on"],
    ["empty", ""],
  ])("bytes do not match (%s): 400, the record stays `created`, a retry works", async (_, bytes) => {
    expect(await send(bytes)).toEqual(mismatch);
    expect(await tiny.statusOf("one")).toBe("created");
    expect(await sendOne()).toEqual(created);
  });
  test("a repeat is accepted once, and of a changed file the new bytes are given out", async () => {
    await sendOne();
    await send("wrong");
    expect(tiny.portal.acceptances()).toHaveLength(1);
    await tiny.announce("two!");
    const path = "/api/raw-files?date=2024-05-08";
    const [waiting]: { downloadUrl: string }[] = await tiny.json(path);
    expect((await fetch(String(waiting?.downloadUrl))).status).toBe(404);
    await send("two!", md5("two!"));
    const [raw]: { downloadUrl: string; size: string }[] = await tiny.json(path);
    expect(raw?.size).toBe("4");
    expect(await (await fetch(String(raw?.downloadUrl))).text()).toBe("two!");
  });
});

describe("docs/portal/observed.md §2: early answers come before the body is read, then the socket closes", () => {
  const early = ({ status, headers, text: said }: PutAnswer) => [status, headers.connection, said];
  const answers: [string, () => Promise<string>, string, unknown[]][] = [
    ["401", async () => md5("one"), basic("nobody", "what"), [401, "close", "Unauthorized"]],
    ["400", async () => md5("none"), everywhere, [400, "close", "No metadata matches this hash"]],
    ["200-already", inTurn(sendOne, async () => md5("one")), everywhere, [200, "close", "OK"]],
  ];
  test.each(answers)("%s: the content is never asked for", async (_, prepare, authorization, answer) => {
    const put = openPut(tiny, await prepare(), { authorization });
    let isAsked = false;
    put.asked.then(() => {
      isAsked = true;
    });
    expect(early(await put.answer)).toEqual(answer);
    expect(isAsked).toBe(false);
  });
});

describe("docs/portal/observed.md §2: the notes", () => {
  test.each([
    ["application/octet-stream", ""],
    ["application/octet-stream", "one"],
    ["application/octet-stream; x=y", "one"],
  ])("%s makes the portal see an empty body, even of %j: 400 forever", async (type, bytes) => {
    for (const _ of [1, 2]) {
      const put = openPut(tiny, md5("one"), { "content-type": type });
      put.asked.then(() => put.finish(bytes));
      expect(await put.answer).toMatchObject({
        status: 400,
        text: "Checksum does not match file contents",
        headers: { connection: "close" },
      });
    }
    expect(await tiny.statusOf("one")).toBe("created");
  });
  test.each(["application/x-netcdf", "text/plain"])("%s is a body like any other: 201", async (type) => {
    const put = openPut(tiny, md5("one"), { "content-type": type });
    await put.asked;
    put.finish("one");
    expect(await put.answer).toMatchObject({ status: 201, text: "Created" });
  });
  test("a stalled PUT is cut, and the record stays `created`", async () => {
    const impatient = await startTinyPortal({ stalledBodySeconds: 0.05 });
    onTestFinished(impatient.end);
    await impatient.announce("one");
    const put = openPut(impatient, md5("one"));
    await put.asked;
    put.write("on");
    await expect(put.answer).rejects.toThrow();
    expect(await impatient.statusOf("one")).toBe("created");
    expect(await told(impatient.send("one"))).toEqual(created);
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
    expect(await sendOne()).toEqual(created);
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
    expect(await tiny.statusOf(content)).toBe("created");
    await tiny.send(content);
    expect(await tiny.statusOf(content)).toBe("uploaded");
    await tiny.portal.processDue(Number.MAX_SAFE_INTEGER);
    expect(await tiny.statusOf(content)).toBe(last);
  });
  test("`GET /upload/metadata/<md5>` (no credentials) gives the record as JSON or 404", async () => {
    const found = await tiny.get(`/upload/metadata/${md5("one")}`);
    expect([found.status, found.headers.get("content-type")]).toEqual([
      200,
      "application/json; charset=utf-8",
    ]);
    expect(await found.json()).toMatchObject({
      checksum: md5("one"),
      status: "created",
      siteId: "hyytiala",
    });
    const none = await tiny.get(`/upload/metadata/${md5("none")}`);
    expect([none.status, await none.text()]).toEqual([404, "No metadata was found with provided id"]);
    expect((await tiny.get("/upload/metadata/abc")).status).toBe(400);
  });
});

test("chunked content is stored and comes back byte for byte from its downloadUrl", async () => {
  const content = Buffer.from(Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 7919) >> 3));
  await tiny.announce(content);
  const sent = new Promise<number | undefined>((resolve, reject) => {
    const request = open(`${tiny.portal.url}/upload/data/${md5(content)}`, {
      method: "PUT",
      headers: { authorization: everywhere, "transfer-encoding": "chunked" },
    });
    request.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
    for (let at = 0; at < content.length; at += 100_000) request.write(content.subarray(at, at + 100_000));
    request.end();
  });
  expect(await sent).toBe(201);
  const [raw]: { downloadUrl: string; size: string }[] = await tiny.json("/api/raw-files?date=2024-05-08");
  expect(raw?.size).toBe("3000000");
  const back = Buffer.from(await (await fetch(String(raw?.downloadUrl))).arrayBuffer());
  expect(back.equals(content)).toBe(true);
});

describe("uploads side by side", () => {
  test("fifty files at once are all stored, each with its own bytes", async () => {
    const contents = Array.from({ length: 50 }, (_, i) => `content ${i} `.repeat(1 + i * 400));
    const answers = await Promise.all(
      contents.map(async (content, i) => {
        await tiny.announce(content, { filename: `file${i}.LV1` });
        return (await tiny.send(content)).status;
      }),
    );
    expect(new Set(answers)).toEqual(new Set([201]));
    const raw: { checksum: string; downloadUrl: string }[] = await tiny.json(
      "/api/raw-files?filenamePrefix=file",
    );
    expect(raw).toHaveLength(50);
    for (const { checksum, downloadUrl } of raw)
      expect(md5(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()))).toBe(checksum);
  });
  test("the same content sent eight times at once is accepted once", async () => {
    const content = "x".repeat(2_000_000);
    await tiny.announce(content);
    const answers = await Promise.all(Array.from({ length: 8 }, () => tiny.send(content)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(tiny.portal.acceptances()).toHaveLength(1);
  });
  test("content that arrives after its file was announced with another checksum is not accepted", async () => {
    const put = openPut(tiny, md5("one"));
    await put.asked;
    await tiny.announce("two");
    put.finish("one");
    expect(await put.answer).toMatchObject({ status: 400, text: "No metadata matches this hash" });
    expect(tiny.portal.acceptances()).toEqual([]);
  });
  test("of two that were both asked for the same content, the later is told 200 `OK`", async () => {
    const [first, second] = [openPut(tiny, md5("one")), openPut(tiny, md5("one"))];
    await Promise.all([first.asked, second.asked]);
    first.finish("one");
    expect(await first.answer).toMatchObject({ status: 201, text: "Created" });
    second.finish("one");
    expect(await second.answer).toMatchObject({ status: 200, text: "OK" });
    expect(tiny.portal.acceptances()).toHaveLength(1);
  });
});
