import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MetricsPort, openMetricsPort } from "#api/metrics/server.ts";
import { ask, type LoopbackHost, startLoopbackHost } from "#test/support/hosts/loopback-host.ts";

const page = "# HELP skyferry_up It is.\n# TYPE skyferry_up gauge\nskyferry_up 1\n";
let bugs: unknown[] = [];
let isFailing = false;
const metrics = {
  page: async () => {
    if (isFailing) throw new Error("hunter2");
    return page;
  },
};

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function get(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
      const type = String(answer.headers["content-type"]);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, type, text }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

async function opened(host: string): Promise<{ readonly own: MetricsPort; readonly port: number }> {
  const own = await openMetricsPort({ metrics, port: 0, host, onBug: (error) => bugs.push(error) });
  if ("message" in own) throw new Error(own.message);
  ports.push(own);
  return { own, port: Number(new URL(own.address).port) };
}

let ports: MetricsPort[] = [];
beforeEach(() => {
  bugs = [];
  isFailing = false;
  ports = [];
});
afterEach(async () => {
  for (const own of ports) await own.close();
});

describe("a port of its own", () => {
  it("answers GET /metrics and nothing else", async () => {
    const { own, port } = await opened("127.0.0.1");
    expect(own.address).toBe(`http://127.0.0.1:${port}/metrics`);
    const type = "text/plain; version=0.0.4; charset=utf-8";
    expect(await get(port, "/metrics")).toEqual({ status: 200, type, text: page });
    expect(await get(port, "/metrics?x=1")).toMatchObject({ status: 200 });
    expect(await get(port, "/metrics", {}, "HEAD")).toMatchObject({ status: 200, text: "" });
    for (const path of ["/", "/metrics/", "/api/status", "/events", "/../metrics", "/host.json"])
      expect([path, (await get(port, path)).status]).toEqual([path, 404]);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
      expect([method, (await get(port, "/metrics", {}, method)).status]).toEqual([method, 405]);
  });

  it("is, on a loopback address, for this PC's own names alone (DNS rebinding)", async () => {
    const { port } = await opened("127.0.0.1");
    for (const host of ["evil.example", `evil.example:${port}`, `127.0.0.1:${port + 1}`])
      expect([host, (await get(port, "/metrics", { host })).status]).toEqual([host, 403]);
    for (const host of [`localhost:${port}`, `[::1]:${port}`])
      expect((await get(port, "/metrics", { host })).status).toBe(200);
  });

  it("has any name where it was opened to the network, and answers no page of another site", async () => {
    const { port } = await opened("0.0.0.0");
    expect((await get(port, "/metrics", { host: "station-a.example:9464" })).status).toBe(200);
    for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }])
      expect((await get(port, "/metrics", headers as Record<string, string>)).status).toBe(403);
  });

  it("hides what went wrong inside and tells the host", async () => {
    const { port } = await opened("127.0.0.1");
    isFailing = true;
    const answer = await get(port, "/metrics");
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("hunter2");
    expect(String(bugs[0])).toContain("hunter2");
  });

  it("says in one sentence why it cannot be opened", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const taken = other.address();
    const port = typeof taken === "object" ? (taken?.port ?? 0) : 0;
    const onBug = () => {};
    expect(await openMetricsPort({ metrics, port, host: "127.0.0.1", onBug })).toEqual({
      message: `Port ${port} of this PC is used by another program: choose another port.`,
    });
    other.close();
    expect(await openMetricsPort({ metrics, port: 0, host: "203.0.113.7", onBug })).toEqual({
      message: "203.0.113.7 is not an address of this PC: choose one that it has.",
    });
  });
});

describe("the port of the pages", () => {
  let host: LoopbackHost;
  beforeEach(async () => {
    host = await startLoopbackHost({ metrics });
  });
  afterEach(() => host.close());

  it("gives the metrics for the token, as all else", async () => {
    const { token } = host.loopback;
    expect(await ask(host, "/metrics", { method: "GET" })).toMatchObject({ status: 200, text: page });
    for (const authorization of [undefined, "", token, `Bearer ${token}x`, `Basic ${token}`]) {
      const answer = await ask(host, "/metrics", { method: "GET", headers: { authorization } });
      expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
      expect(answer.text).not.toContain("skyferry_up");
    }
    expect((await ask(host, "/metrics")).status).toBe(405);
  });

  it("gives them to no other name and no other site", async () => {
    for (const name of ["evil.example", `evil.example:${host.port}`])
      expect((await ask(host, "/metrics", { method: "GET", headers: { host: name } })).status).toBe(403);
    const foreign = { origin: "https://evil.example" };
    expect((await ask(host, "/metrics", { method: "GET", headers: foreign })).status).toBe(403);
    const site = { "sec-fetch-site": "cross-site" };
    expect((await ask(host, "/metrics", { method: "GET", headers: site })).status).toBe(403);
  });
});
