import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { closeServer, listen, portOf } from "#api/loopback/listen.ts";
import { startLoopback } from "#api/loopback/server.ts";
import { addedPieceBytes } from "#contract/added.ts";
import { httpCallOf } from "#contract/http-call.ts";
import { type MethodName, methods } from "#contract/methods.ts";
import { callCases } from "#test/support/builders/call-cases.ts";
import { ask, type LoopbackHost, startLoopbackHost } from "#test/support/hosts/loopback-host.ts";

let host: LoopbackHost;
beforeAll(async () => {
  host = await startLoopbackHost();
  host.engine.find("radar/a.nc");
});
afterAll(() => host.close());

const refused = (code: string) => ({ ok: false, error: { code, message: expect.any(String) } });
const names = Object.keys(methods) as MethodName[];

describe("calls", () => {
  it.each(names)("%s answers a right input and refuses a wrong one", async (name) => {
    const asked = async (input: unknown) => {
      const { path, contentType, body } = httpCallOf(name, Object(input));
      const text = input instanceof Object ? (body as Buffer) : JSON.stringify(input);
      return await ask(host, path, { headers: { "content-type": contentType }, body: text });
    };
    const good = await asked(callCases[name].good);
    expect(good.status).toBe(200);
    expect(JSON.parse(good.text)).toMatchObject({ ok: true });
    for (const [input, named] of callCases[name].bad) {
      const bad = await asked(input);
      expect(bad.status).toBe(400);
      expect(JSON.parse(bad.text).error.message).toContain(named);
    }
  });

  it.each([
    ["/api/nothing", {}, 404, "unknown-method"],
    ["/api/__proto__", {}, 404, "unknown-method"],
    ["/api/status/more", { method: "GET" }, 404, "not-found"],
    ["/api/status", { method: "GET" }, 405, "wrong-verb"],
    ["/api/status", { method: "OPTIONS" }, 405, "wrong-verb"],
    ["/events", { method: "POST" }, 405, "wrong-verb"],
    ["/", { method: "DELETE" }, 405, "wrong-verb"],
    ["/api/status", { headers: { "content-type": "text/plain" } }, 415, "not-json"],
    ["/api/status", { headers: { "content-type": undefined } }, 415, "not-json"],
    ["/api/status", { body: '{"a":' }, 400, "bad-input"],
    ["/api/status", { body: "[]" }, 400, "bad-input"],
    ["/events?since=x", { method: "GET" }, 400, "bad-input"],
    ["/events?since=-1", { method: "GET" }, 400, "bad-input"],
    ["/api/upload", { body: `{"id":"00000000-0000-7000-8000-0000000000ff"}` }, 404, "not-found"],
  ])("%s with %j is answered with %i %s as JSON", async (path, options, status, code) => {
    const answer = await ask(host, path, options);
    expect(answer.status).toBe(status);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(JSON.parse(answer.text)).toEqual(refused(code));
  });

  it("takes an empty body as no input, and a megabyte of it", async () => {
    expect((await ask(host, "/api/status", { body: "" })).status).toBe(200);
    expect((await ask(host, "/api/status", { body: "{}".padEnd(1_048_576) })).status).toBe(200);
  });

  it.each([false, true])("refuses more than a megabyte, chunked: %s", async (chunked) => {
    for (const size of [1_048_577, 5_000_000]) {
      const asked = ask(host, "/api/status", { body: Buffer.alloc(size, " "), chunked });
      const answer = await asked.catch((error: NodeJS.ErrnoException) => error.code ?? "");
      // Windows drops an answer that was not read yet when the line is closed on a body that still comes.
      if (process.platform === "win32" && answer === "ECONNRESET") continue;
      if (typeof answer === "string") throw new Error(answer);
      expect(answer.status).toBe(413);
      expect(JSON.parse(answer.text)).toEqual(refused("too-large"));
    }
  });

  it("takes a piece of a file as it is, up to its most bytes", async () => {
    const { id } = callCases["added.append"].good;
    const give = (size: number, query = JSON.stringify({ id, offset: 0 })) =>
      ask(host, `/api/added.append?input=${encodeURIComponent(query)}`, {
        headers: { "content-type": "application/octet-stream" },
        body: Buffer.alloc(size),
      });
    expect((await give(addedPieceBytes)).status).toBe(200);
    expect((await give(1, "[")).status).toBe(400);
    expect(JSON.parse((await give(1, "")).text).error.message).toContain('"id"');
    if (process.platform !== "win32") expect((await give(addedPieceBytes + 1)).status).toBe(413);
  });

  it("hides what went wrong inside from the caller and tells the log", async () => {
    host.engine.fault = new Error("hunter2");
    const answer = await ask(host, "/api/status");
    host.engine.fault = null;
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("hunter2");
    expect(host.logged.join()).toContain("hunter2");
    expect(host.logged.join()).not.toContain(host.loopback.token);
  });
});

describe("who may ask", () => {
  const paths = [
    ["/api/status", "POST"],
    ["/api/nothing", "POST"],
    ["/events", "GET"],
  ] as const;

  it.each(paths)("%s needs the token", async (path, method) => {
    const { token } = host.loopback;
    const wrong = [
      undefined,
      "",
      token,
      "Bearer",
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `Basic ${token}`,
    ];
    for (const authorization of wrong) {
      const answer = await ask(host, path, { method, headers: { authorization } });
      expect(answer.status).toBe(401);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
      expect(JSON.parse(answer.text)).toEqual(refused("unauthorized"));
    }
    expect(
      (await ask(host, `${path}?token=${token}`, { method, headers: { authorization: "" } })).status,
    ).toBe(401);
  });

  it.each([...paths, ["/", "GET"] as const])(
    "%s is for this address alone (DNS rebinding)",
    async (path, method) => {
      const foreign = [
        "evil.example",
        `evil.example:${host.port}`,
        "127.0.0.1",
        `127.0.0.1:${host.port + 1}`,
      ];
      for (const name of [...foreign, `127.0.0.1.evil.example:${host.port}`]) {
        const answer = await ask(host, path, { method, headers: { host: name } });
        expect([name, answer.status]).toEqual([name, 403]);
        expect(JSON.parse(answer.text)).toEqual(refused("forbidden"));
      }
    },
  );

  it("may be reached as 127.0.0.1, localhost and [::1]", async () => {
    for (const name of ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]) {
      const answer = await ask(host, "/api/status", { headers: { host: `${name}:${host.port}` } });
      expect(answer.status).toBe(200);
    }
  });

  it("refuses pages of other sites, also of other ports, even with the token", async () => {
    const foreign = ["https://evil.example", "null", "http://127.0.0.1:1", `https://127.0.0.1:${host.port}`];
    for (const origin of foreign) {
      expect((await ask(host, "/api/status", { headers: { origin } })).status).toBe(403);
    }
    for (const site of ["cross-site", "same-site"]) {
      expect((await ask(host, "/api/status", { headers: { "sec-fetch-site": site } })).status).toBe(403);
    }
    const own = { origin: host.loopback.address, "sec-fetch-site": "same-origin" };
    expect((await ask(host, "/api/status", { headers: own })).status).toBe(200);
  });

  it("gives every answer the headers that keep it in place, and none for other sites", async () => {
    const asked = [
      ask(host, "/api/status"),
      ask(host, "/api/nothing"),
      ask(host, "/", { method: "GET" }),
      ask(host, "/x", { method: "GET" }),
      ask(host, "/api/status", { headers: { authorization: "" } }),
    ];
    for (const { headers } of await Promise.all(asked)) {
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "content-security-policy": expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
      });
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

/** As long as a whole request may take: no connection of these tests ends by its time. */
const longMs = 30_000;

describe("a program that opens connections and says nothing", () => {
  const connections = async (count: number, to: LoopbackHost, said = "") => {
    const sockets = Array.from({ length: count }, () => connect(to.port, "127.0.0.1"));
    const closed = sockets.map(
      (socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
    );
    for (const socket of sockets) socket.on("error", () => {}).resume();
    await Promise.all(
      sockets.map((socket) => new Promise<void>((resolve) => socket.once("connect", resolve))),
    );
    for (const socket of sockets) socket.write(said);
    return { sockets, closed };
  };

  it.each([
    ["nothing", ""],
    ["half of a request", "GET /api/status HTTP/1.1\r\nHost: "],
    ["requests without a token", "GET /api/status HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"],
  ])("does not keep the host's own programs away: %s", async (_, said) => {
    const other = await startLoopbackHost({ headersMs: longMs });
    const { sockets } = await connections(250, other, said);
    for (let n = 0; n < 20; n++) expect((await ask(other, "/api/status")).status).toBe(200);
    // While it goes on opening them.
    const more = await connections(100, other, said);
    expect((await ask(other, "/api/status")).status).toBe(200);
    for (const socket of [...sockets, ...more.sockets]) socket.destroy();
    await other.close();
  });

  it("takes the files of this process up to a bound only; the oldest go first", async () => {
    const other = await startLoopbackHost({ headersMs: longMs });
    const { sockets, closed } = await connections(200, other);
    await Promise.all(closed.slice(0, 136));
    await ask(other, "/api/status");
    expect(sockets.filter(({ closed: isClosed }) => !isClosed).length).toBeGreaterThanOrEqual(63);
    for (const socket of sockets) socket.destroy();
    await other.close();
  });

  it("loses them when they stay silent", async () => {
    const other = await startLoopbackHost({ headersMs: 50 });
    const { closed } = await connections(20, other, "GET /api/status HTTP/1.1\r\n");
    await Promise.all(closed);
    await other.close();
  });

  it("does not take the connection of one that has shown the token", async () => {
    const other = await startLoopbackHost({ headersMs: longMs });
    const stream = await openStream(other);
    const { sockets } = await connections(250, other);
    expect(stream.destroyed).toBe(false);
    for (const socket of [stream, ...sockets]) socket.destroy();
    await other.close();
  });

  /** A connection that follows the events. */
  async function openStream(to: LoopbackHost): Promise<Socket> {
    const socket = connect(to.port, "127.0.0.1");
    const head = [
      "GET /events HTTP/1.1",
      `Host: 127.0.0.1:${to.port}`,
      `Authorization: Bearer ${to.loopback.token}`,
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    await new Promise((resolve) => socket.once("data", resolve));
    return socket;
  }
});

describe("the host's address", () => {
  it("carries the token behind #, which is never sent", () => {
    const url = new URL(host.loopback.ui);
    expect(url.hash).toBe(`#token=${host.loopback.token}`);
    expect(url.origin).toBe(host.loopback.address);
    expect(Buffer.from(host.loopback.token, "base64url")).toHaveLength(32);
  });

  it("says which port is taken", async () => {
    const parts = { feed: host.feed, handlers: {} as never, log: { error: () => undefined } };
    const start = await startLoopback({ ...parts, port: host.port, staticFolder: null });
    expect(start).toEqual({ kind: "failed", message: expect.stringContaining(`Port ${host.port}`) });
  });

  it("has another token each time", async () => {
    const other = await startLoopbackHost();
    expect(other.loopback.token).not.toBe(host.loopback.token);
    await other.close();
  });
});

test("an accept that fails costs that connection, not the process", async () => {
  const server = createServer((_, response) => response.end("here"));
  expect(await listen(server, 0, "127.0.0.1")).toBeNull();
  server.emit("error", Object.assign(new Error("accept EMFILE"), { code: "EMFILE" }));
  const answer = await fetch(`http://127.0.0.1:${portOf(server)}/`);
  expect(await answer.text()).toBe("here");
  await closeServer(server);
});

test("a port that is taken is one sentence that names it", async () => {
  const first = createServer();
  await listen(first, 0, "127.0.0.1");
  const port = portOf(first);
  expect(await listen(createServer(), port, "127.0.0.1")).toBe(
    `Port ${port} of this PC is used by another program: choose another port.`,
  );
  await closeServer(first);
});
