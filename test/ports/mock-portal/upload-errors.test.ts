import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openPut } from "./asked-put.ts";
import { nowMs } from "./tiny-catalogue.ts";
import { everywhere, md5, portalOfEachTest, said } from "./tiny-portal.ts";

const tiny = portalOfEachTest({ processingDelaySeconds: 600 });

/** Gives the folder of contents under temporary names. */
function incoming(): string {
  return join(tiny.dataFolder, "incoming");
}

describe("docs/portal/observed.md §2: storage trouble", () => {
  // Without the folder of temporary names every write fails, for root as well.
  beforeEach(async () => {
    await tiny.announce("one");
    await rm(incoming(), { recursive: true });
  });

  test("a body that has arrived is answered 500 with the reason; the connection lives, a retry works", async () => {
    const put = openPut(tiny, md5("one"));
    await put.asked;
    put.finish("one");
    const { status, headers, text } = await put.answer;
    expect([status, headers["content-type"]]).toEqual([500, "text/html; charset=utf-8"]);
    expect(text).toContain("Internal server error: ENOENT: no such file or directory");
    expect(headers.connection).toBe("keep-alive");
    expect(await tiny.statusOf("one")).toBe("created");
    await mkdir(incoming());
    expect(await said(tiny.send("one"))).toEqual([201, "Created"]);
  });

  test("a body that is still arriving is answered 500, and the connection closes behind it", async () => {
    const put = openPut(tiny, md5("one"));
    await put.asked;
    // The content goes to disk in one piece: the portal has read it all when writing fails.
    put.write(Buffer.alloc(1 << 20));
    const { status, headers } = await put.answer;
    expect([status, headers.connection]).toEqual([500, "close"]);
    expect(await tiny.statusOf("one")).toBe("created");
  });
});

test("content that does not match leaves nothing behind", async () => {
  await tiny.announce("one");
  expect((await tiny.send("two", md5("one"))).status).toBe(400);
  await expect.poll(() => readdir(incoming())).toEqual([]);
});

describe("processing", () => {
  test("is due a delay after the content has come", async () => {
    await tiny.announce("one");
    tiny.advance(1000);
    await tiny.send("one");
    await tiny.portal.processDue(nowMs + 600_999);
    expect(await tiny.statusOf("one")).toBe("uploaded");
    await tiny.portal.processDue(nowMs + 601_000);
    expect(await tiny.statusOf("one")).toBe("processed");
  });
});

test("the log of requests says which checksum they are about", async () => {
  await tiny.announce("one");
  await tiny.send("one");
  await tiny.send("two");
  expect(tiny.portal.requests().map(({ method, checksum }) => [method, checksum])).toEqual([
    ["POST", md5("one")],
    ["PUT", md5("one")],
    ["PUT", md5("two")],
  ]);
});

test("a request that was cut has no status in the log", async () => {
  await tiny.announce("one");
  const cut = new AbortController();
  const put = fetch(`${tiny.portal.url}/upload/data/${md5("one")}`, {
    method: "PUT",
    headers: { authorization: everywhere },
    body: new ReadableStream({
      start: (body) => body.enqueue(Buffer.from("on")),
    }),
    duplex: "half",
    signal: cut.signal,
  } as RequestInit);
  await expect.poll(() => tiny.portal.requests().length).toBe(2);
  cut.abort();
  await expect(put).rejects.toThrow();
  expect((await tiny.send("one")).status).toBe(201);
  expect(tiny.portal.requests().map(({ status }) => status)).toEqual([200, null, 201]);
});
