import { request as open } from "node:http";
import { describe, expect, test } from "vitest";
import type { FaultRule } from "#mock-portal/faults/faults.ts";
import { announcement, everywhere, md5, portalOfEachTest, said } from "./tiny-portal.ts";

const tiny = portalOfEachTest();

const put = "/upload/data/*";

function rules(...given: FaultRule[]): void {
  tiny.portal.setFaults(given);
}

/** A plain PUT with a body of known length. */
function plainPut(content: string): Promise<Response> {
  return fetch(`${tiny.portal.url}/upload/data/${md5(content)}`, {
    method: "PUT",
    headers: { authorization: everywhere },
    body: content,
  });
}

describe("which requests a rule hits", () => {
  const teapot = { answer: { status: 418 } };
  const hits: [FaultRule["requests"], number[]][] = [
    [3, [200, 200, 418, 200, 200]],
    [{ from: 2, to: 3 }, [200, 418, 418, 200, 200]],
    [{ from: 4 }, [200, 200, 200, 418, 418]],
    [{ everyNth: 2 }, [200, 418, 200, 418, 200]],
    ["every", [418, 418, 418, 418, 418]],
    [undefined, [418, 418, 418, 418, 418]],
  ];
  test.each(hits)("requests %j", async (requests, wanted) => {
    rules({ route: "/api/models", fault: teapot, ...(requests && { requests }) });
    const seen: number[] = [];
    for (const _ of wanted) seen.push((await tiny.get("/api/models")).status);
    expect(seen).toEqual(wanted);
  });
  test("of two rules the first gives the answer, and both are counted", async () => {
    rules({ fault: { answer: { status: 418 } } }, { fault: { maintenance: true } });
    expect((await tiny.get("/api/models")).status).toBe(418);
    rules({ fault: { maintenance: true } }, { fault: { answer: { status: 418 } } });
    expect((await tiny.get("/api/models")).status).toBe(503);
  });
  test("only its method and route; * is one part of a path, ** any", async () => {
    rules(
      { method: "POST", route: "/api/models", fault: teapot },
      { route: "/api/files/*", fault: teapot },
      { route: "/api/visualizations/**", fault: { answer: { status: 419 } } },
    );
    const statuses = ["/api/models", "/api/files/x", "/api/files", "/api/visualizations/x/y"].map(
      async (path) => (await tiny.get(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 418, 400, 419]);
  });

  test("only requests with its parameter", async () => {
    const answer = { status: 200, body: "[]", headers: { "content-type": "application/json" } };
    rules({ route: "/api/raw-files", parameter: "instrumentPid", fault: { answer } });
    await tiny.announce("one");
    const listed = async (query: string) => (await (await tiny.get(`/api/raw-files?${query}`)).json()).length;
    expect(await listed("instrumentPid=https://hdl.handle.net/1")).toBe(0);
    expect(await listed("status=created")).toBeGreaterThan(0);
  });
});

describe("false answers", () => {
  test("any status, body and headers; early: before anything is done", async () => {
    rules({ method: "POST", fault: { answer: { status: 507, body: "full", headers: { "X-Why": "disk" } } } });
    const response = await tiny.announce("one");
    expect([response.status, response.headers.get("x-why"), await response.text()]).toEqual([
      507,
      "disk",
      "full",
    ]);
    expect((await tiny.get(`/upload/metadata/${md5("one")}`)).status).toBe(404);
  });
  test("after-body: the body was read and thrown away", async () => {
    await tiny.announce("one");
    rules({ route: put, requests: 1, fault: { answer: { status: 500, body: "no", when: "after-body" } } });
    expect(await said(plainPut("one"))).toEqual([500, "no"]);
    expect(await tiny.statusOf("one")).toBe("created");
  });
  test("after-commit: the work was done and only the answer is false", async () => {
    await tiny.announce("one");
    rules({ route: put, fault: { answer: { status: 502, body: "<html>", when: "after-commit" } } });
    expect(await said(plainPut("one"))).toEqual([502, "<html>"]);
    expect(await tiny.statusOf("one")).toBe("uploaded");
  });
  const retryAfters: [FaultRule["fault"], string | null][] = [
    [{ answer: { status: 429, retryAfter: { seconds: 30 } } }, "30"],
    [{ answer: { status: 503, retryAfter: { dateInSeconds: 60 } } }, "Fri, 10 May 2024 12:01:00 GMT"],
    [{ answer: { status: 429, retryAfter: { seconds: 999_999_999 } } }, "999999999"],
    [{ answer: { status: 429, retryAfter: { text: "when it suits" } } }, "when it suits"],
    [{ answer: { status: 429 } }, null],
    [{ maintenance: { retryAfter: { seconds: 5 } } }, "5"],
  ];
  test.each(retryAfters)("Retry-After of %j", async (fault, wanted) => {
    rules({ fault });
    expect((await tiny.get("/api/models")).headers.get("retry-after")).toBe(wanted);
  });
  test("maintenance: an HTML page with 503 on every route", async () => {
    rules({ fault: { maintenance: true } });
    for (const path of ["/api/models", "/api/nothing", "/openapi.json"]) {
      const response = await tiny.get(path);
      expect([response.status, response.headers.get("content-type")]).toEqual([
        503,
        "text/html; charset=utf-8",
      ]);
      expect(await response.text()).toContain("maintenance");
    }
    expect((await tiny.announce("one")).status).toBe(503);
  });
  test("redirect and login page", async () => {
    rules(
      { route: "/api/sites", fault: { redirectTo: "https://login.example/" } },
      { route: "/api/models", fault: { loginPage: true } },
    );
    const redirect = await fetch(`${tiny.portal.url}/api/sites`, { redirect: "manual" });
    expect([redirect.status, redirect.headers.get("location")]).toEqual([302, "https://login.example/"]);
    const page = await tiny.get("/api/models");
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<!DOCTYPE html>")]);
  });
  test("truncated JSON: 200, well framed, stops in the middle", async () => {
    rules({ route: "/api/sites", fault: { truncateAtByte: 20 } });
    const response = await tiny.get("/api/sites");
    const text = await response.text();
    expect([response.status, text.length]).toEqual([200, 20]);
    expect(() => JSON.parse(text)).toThrow();
  });
  test("a huge list is one valid JSON array of about that size", async () => {
    rules({ route: "/api/sites", fault: { hugeListBytes: 3_000_000 } });
    const text = await (await tiny.get("/api/sites")).text();
    expect(Math.abs(text.length - 3_000_000)).toBeLessThan(100_000);
    expect(JSON.parse(text)).toBeInstanceOf(Array);
  });
});

describe("broken connections", () => {
  test("reset at byte N of the request: nothing is accepted, the next try works", async () => {
    const content = "x".repeat(300_000);
    await tiny.announce(content);
    rules({ route: put, requests: 1, fault: { resetRequestAtByte: 100_000 } });
    await expect(plainPut(content)).rejects.toThrow();
    expect(await tiny.statusOf(content)).toBe("created");
    expect((await plainPut(content)).status).toBe(201);
  });
  test("reset before anything is read", async () => {
    rules({ route: "/api/models", requests: 1, fault: { resetRequestAtByte: 0 } });
    await expect(tiny.get("/api/models")).rejects.toThrow();
    expect((await tiny.get("/api/models")).status).toBe(200);
  });
  test.each([0, 10])("reset at byte %i of the response", async (resetResponseAtByte) => {
    rules({ route: "/api/sites", fault: { resetResponseAtByte } });
    const read = tiny.get("/api/sites").then((response) => response.text());
    await expect(read).rejects.toThrow();
  });
  test("an answer that begins and then hangs", async () => {
    rules({ route: "/api/sites", fault: { stallResponseAtByte: 1 } });
    const abort = new AbortController();
    const response = await fetch(`${tiny.portal.url}/api/sites`, { signal: abort.signal });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe("[");
    const second = reader?.read();
    await tiny.get("/api/models");
    abort.abort();
    await expect(second).rejects.toThrow("aborted");
  });
  test.each(["reset", "close"] as const)("answer lost after commit (%s)", async (loseAnswer) => {
    await tiny.announce("one");
    rules({ route: put, requests: 1, fault: { loseAnswer } });
    await expect(plainPut("one")).rejects.toThrow();
    expect(await tiny.statusOf("one")).toBe("uploaded");
  });
  test.each([
    ["before", "created"],
    ["after-commit", "uploaded"],
  ] as const)("black hole (%s): never an answer, the record is %s", async (blackHole, status) => {
    await tiny.announce("one");
    rules({ route: put, fault: { blackHole } });
    const abort = new AbortController();
    const unanswered = fetch(`${tiny.portal.url}/upload/data/${md5("one")}`, {
      method: "PUT",
      headers: { authorization: everywhere },
      body: "one",
      signal: abort.signal,
    });
    const seen = new Promise<void>((resolve) => {
      const look = setInterval(() => {
        const isThere = tiny.portal.requests().some(({ method }) => method === "PUT");
        if (!isThere || (blackHole === "after-commit" && tiny.portal.acceptances().length === 0)) return;
        clearInterval(look);
        resolve();
      }, 5);
    });
    await Promise.race([unanswered, seen]);
    abort.abort();
    await expect(unanswered).rejects.toThrow("aborted");
    expect(await tiny.statusOf("one")).toBe(status);
  });
});

describe("slow lines", () => {
  test("latency holds the answer back; other routes are not held", async () => {
    rules({ route: "/api/sites", fault: { latencyMs: 250 } });
    const order: string[] = [];
    const slow = tiny.get("/api/sites").then(() => order.push("slow"));
    await tiny.get("/api/models").then(() => order.push("fast"));
    await slow;
    expect(order).toEqual(["fast", "slow"]);
  });
  test("bandwidth, both ways: everything arrives whole", async () => {
    const content = "y".repeat(200_000);
    await tiny.announce(content);
    rules({ fault: { uploadBytesPerSecond: 1_000_000, downloadBytesPerSecond: 1_000_000 } });
    expect((await plainPut(content)).status).toBe(201);
    const [raw]: { downloadUrl: string }[] = await tiny.json("/api/raw-files?date=2024-05-08");
    expect(await (await fetch(String(raw?.downloadUrl))).text()).toBe(content);
  });
});

describe("answers that lie about themselves", () => {
  test.each([
    [200, undefined, "text/plain; charset=utf-8"],
    [409, undefined, "text/html; charset=utf-8"],
    [409, { "Content-Type": "application/json" }, "application/json; charset=utf-8"],
  ])("a false answer of %i with the headers %j is of type %s", async (status, headers, type) => {
    rules({ fault: { answer: { status, body: "locked", ...(headers && { headers }) } } });
    const answer = await tiny.announce("one");
    expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
      status,
      type,
      "locked",
    ]);
  });
  test.each(["text/plain", null])("the portal's own answers come under the type %j", async (contentType) => {
    rules({ fault: { contentType } });
    const answer = await tiny.announce("one", { site: "atlantis" });
    expect([answer.headers.get("content-type"), await answer.text()]).toEqual([contentType, "Unknown site"]);
    expect((await tiny.get("/api/sites")).headers.get("content-type")).toBe(contentType);
  });
  test("a PUT is answered 201 and nothing is stored", async () => {
    await tiny.announce("one");
    rules({ method: "PUT", fault: { answer: { status: 201, body: "Created", when: "after-body" } } });
    expect(await said(tiny.send("one"))).toEqual([201, "Created"]);
    expect(await tiny.statusOf("one")).toBe("created");
    expect(tiny.portal.acceptances()).toEqual([]);
  });
  test.each([100, 102, 103] as const)(
    "the work is done and %i is said in place of an answer",
    async (status) => {
      rules({ method: "POST", fault: { informational: { status, everyMs: 5 } } });
      const informed: number[] = [];
      const request = open(`${tiny.portal.url}/upload/metadata`, {
        method: "POST",
        headers: { authorization: everywhere, "content-type": "application/json" },
      });
      request.on("information", ({ statusCode }) => informed.push(statusCode));
      request.on("continue", () => informed.push(100));
      request.on("error", () => undefined);
      request.end(JSON.stringify(announcement("one")));
      await expect.poll(() => informed.length).toBeGreaterThan(2);
      expect(new Set(informed)).toEqual(new Set([status]));
      expect(await tiny.statusOf("one")).toBe("created");
      request.destroy();
    },
  );
});
