import { request as open } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPut } from "./asked-put.ts";
import { everywhere, md5, onlyHyytiala, said, startTinyPortal, type TinyPortal } from "./tiny-portal.ts";

let tiny: TinyPortal;
beforeEach(async () => {
  tiny = await startTinyPortal();
});
afterEach(() => tiny.end());

async function statusOf(content: string): Promise<unknown> {
  const record: { status: unknown } = await tiny.json(`/upload/metadata/${md5(content)}`);
  return record.status;
}

describe("docs/portal/api.md, PUT /upload/data/<md5>", () => {
  test("the metadata of a file must be uploaded before its content", async () => {
    expect(await said(tiny.send("one"))).toEqual([400, "No metadata matches this hash"]);
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
  test("requires HTTP Basic authentication", async () => {
    await tiny.announce("one");
    const response = await tiny.send("one", md5("one"), "");
    expect([response.status, await response.text()]).toEqual([401, "Unauthorized"]);
    expect(response.headers.get("www-authenticate")).toBe('Basic realm="Users"');
  });
});

describe("docs/portal/observed.md §2: answers", () => {
  test("content stored for the first time: 201 `Created`, and the status becomes `uploaded`", async () => {
    await tiny.announce("one");
    expect(await statusOf("one")).toBe("created");
    expect(await said(tiny.send("one"))).toEqual([201, "Created"]);
    expect(await statusOf("one")).toBe("uploaded");
  });
  test("already received: 200 `OK`, even with wrong bytes, because the body is not read", async () => {
    await tiny.announce("one");
    await tiny.send("one");
    expect(await said(tiny.send("other bytes", md5("one")))).toEqual([200, "OK"]);
    expect(tiny.portal.acceptances()).toHaveLength(1);
  });
  test("replacing a changed file: 200 `OK`, and the new bytes are given out", async () => {
    await tiny.announce("one");
    await tiny.send("one");
    await tiny.announce("two!");
    const path = "/api/raw-files?date=2024-05-08";
    const [waiting]: { downloadUrl: string }[] = await tiny.json(path);
    expect((await fetch(String(waiting?.downloadUrl))).status).toBe(404);
    expect(await said(tiny.send("two!"))).toEqual([200, "OK"]);
    const [raw]: { downloadUrl: string; size: string }[] = await tiny.json(path);
    expect(raw?.size).toBe("4");
    expect(await (await fetch(String(raw?.downloadUrl))).text()).toBe("two!");
  });
  test.each([
    ["wrong", "two"],
    ["short", "on"],
    ["empty", ""],
  ])("bytes that do not match (%s): 400, the record stays `created`, a retry works", async (_, bytes) => {
    await tiny.announce("one");
    expect(await said(tiny.send(bytes, md5("one")))).toEqual([400, "Checksum does not match file contents"]);
    expect(await statusOf("one")).toBe("created");
    expect(await said(tiny.send("one"))).toEqual([201, "Created"]);
  });
  test.each([md5("one").toUpperCase(), "abc", `${md5("one")}0`])(
    "path %s is not a lower-case MD5: 400 with an empty body, before credentials",
    async (path) => {
      expect(await said(tiny.send("one", path, ""))).toEqual([400, ""]);
    },
  );
  test("credentials without permission for the record's site: 401 `Missing permission`", async () => {
    await tiny.announce("one", { site: "bare" });
    expect(await said(tiny.send("one", md5("one"), onlyHyytiala))).toEqual([401, "Missing permission"]);
  });
  test.each([
    ["application/octet-stream", ""],
    ["application/octet-stream", "one"],
    ["application/octet-stream; x=y", "one"],
  ])("%s makes the portal see an empty body, even of %j: 400 forever", async (type, bytes) => {
    await tiny.announce("one");
    for (const _ of [1, 2]) {
      const put = openPut(tiny, md5("one"), { "content-type": type });
      put.asked.then(() => put.finish(bytes));
      expect(await put.answer).toMatchObject({
        status: 400,
        text: "Checksum does not match file contents",
        headers: { connection: "close" },
      });
    }
    expect(await statusOf("one")).toBe("created");
  });
  test.each(["application/x-netcdf", "text/plain"])("%s is a body like any other: 201", async (type) => {
    await tiny.announce("one");
    const put = openPut(tiny, md5("one"), { "content-type": type });
    await put.asked;
    put.finish("one");
    expect(await put.answer).toMatchObject({ status: 201, text: "Created" });
  });
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
      "/api/raw-files?date=2024-05-08",
    );
    expect(raw).toHaveLength(50);
    for (const { checksum, downloadUrl } of raw)
      expect(md5(Buffer.from(await (await fetch(downloadUrl)).arrayBuffer()))).toBe(checksum);
  });
  test("the same content sent eight times at once is accepted once", async () => {
    const content = "x".repeat(2_000_000);
    await tiny.announce(content);
    const answers = await Promise.all(Array.from({ length: 8 }, () => said(tiny.send(content))));
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1);
    expect(tiny.portal.acceptances()).toHaveLength(1);
  });
  test("content that arrives after its file was announced with another checksum is not accepted", async () => {
    await tiny.announce("one");
    const put = openPut(tiny, md5("one"));
    await put.asked;
    await tiny.announce("two");
    put.finish("one");
    expect(await put.answer).toMatchObject({ status: 400, text: "No metadata matches this hash" });
    expect(tiny.portal.acceptances()).toEqual([]);
  });
  test("of two that were both asked for the same content, the later is told 200 `OK`", async () => {
    await tiny.announce("one");
    const [first, second] = [openPut(tiny, md5("one")), openPut(tiny, md5("one"))];
    await Promise.all([first.asked, second.asked]);
    first.finish("one");
    expect(await first.answer).toMatchObject({ status: 201, text: "Created" });
    second.finish("one");
    expect(await second.answer).toMatchObject({ status: 200, text: "OK" });
    expect(tiny.portal.acceptances()).toHaveLength(1);
  });
});
