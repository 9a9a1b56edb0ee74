import { afterAll, beforeAll, describe, expect, it } from "vitest";
import apiDocument from "#api/openapi.json" with { type: "json" };
import { httpCallOf } from "#contract/http-call.ts";
import { type MethodName, methods } from "#contract/methods.ts";
import { accessOf } from "#contract/scopes.ts";
import { isEnough, tokenScopes } from "#domain/stored-token.ts";
import { callCases } from "#test/support/builders/call-cases.ts";
import { fakeTokens } from "#test/support/fakes/fake-tokens.ts";
import { ask, type LoopbackHost, startLoopbackHost } from "#test/support/hosts/loopback-host.ts";

let host: LoopbackHost;
beforeAll(async () => {
  host = await startLoopbackHost({ metrics: { page: async () => "up 1\n" } });
  host.engine.find("radar/a.nc");
});
afterAll(() => host.close());

const names = Object.keys(methods) as MethodName[];
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
const call = (path: string, token: string, body = "{}") =>
  ask(host, path, { headers: withToken(token), body });

/** Methods that *read* may call: a new one is added here by hand, after a look at each field of its answer. */
const readable = [
  "activity",
  "cleanup.files",
  "cleanup.read",
  "coverage.day",
  "coverage.days",
  "coverage.gone",
  "coverage.places",
  "explain",
  "host",
  "journal",
  "journal.export",
  "journal.page",
  "known.list",
  "log.days",
  "log.events",
  "log.since",
  "metrics.server",
  "notifications",
  "portal.address",
  "portal.file",
  "portal.files",
  "portal.instrumentRecords",
  "portal.instrumentTypes",
  "portal.modelFiles",
  "portal.models",
  "portal.productVariables",
  "portal.products",
  "portal.rawFiles",
  "portal.rawModelFiles",
  "portal.sites",
  "portal.visualization",
  "portal.visualizations",
  "queue",
  "queue.counts",
  "queue.windows",
  "receipts",
  "report",
  "retention.read",
  "stationReport",
  "status",
  "tray",
  "unsent",
  "upload",
  "upload.history",
  "uploads",
  "verify.read",
];

/** Methods that *operate* may call besides. */
const operable = [
  "backlog.pause",
  "backlog.resume",
  "cancel",
  "cleanup.start",
  "cleanup.stop",
  "coverage.sendMissing",
  "folder.check",
  "known.end",
  "known.mark",
  "pause",
  "rescan",
  "resume",
  "retry",
  "sendAgain",
  "snooze",
  "snooze.end",
  "tryNow",
  "verify.start",
  "verify.stop",
];

describe("scopes", () => {
  it("are as this list says, and all else needs the host's own token", () => {
    const of = (scope: string) => names.filter((name) => accessOf(name).scope === scope).toSorted();
    expect(of("read")).toEqual(readable);
    expect(of("operate")).toEqual(operable);
    expect(of("host")).toHaveLength(names.length - readable.length - operable.length);
  });

  it.each(names.flatMap((name) => tokenScopes.map((has) => [name, has] as const)))(
    "%s with a token that may %s",
    async (name, has) => {
      const { scope } = accessOf(name);
      for (const base of ["/api/", "/api/v1/"]) {
        const { path, contentType, body } = httpCallOf(name, callCases[name].good);
        const headers = { ...withToken(fakeTokens[has]), "content-type": contentType };
        const good = await ask(host, path.replace("/api/", base), { headers, body: body as Buffer });
        const isThere = base === "/api/" || accessOf(name).isStable;
        if (isEnough(has, scope)) {
          expect(good.status).toBe(isThere ? 200 : 404);
          continue;
        }
        const answers = [good];
        // The scope is judged before the input: wrong, unknown, no JSON, of another type, too large.
        for (const wrong of ['{"unknown":1}', '{"a":', "[]", "null", " ".repeat(2_000_000)])
          answers.push(await call(base + name, fakeTokens[has], wrong));
        answers.push(
          await ask(host, base + name, {
            headers: { ...withToken(fakeTokens[has]), "content-type": "text/plain" },
          }),
        );
        for (const { status, text, headers: answered } of answers) {
          expect(status).toBe(403);
          const { error } = JSON.parse(text);
          expect(error.code).toBe("forbidden");
          expect(error.message).toContain(name);
          expect(error.message).toContain(`this token has the scope ${has}`);
          expect(error.message).toContain(
            scope === "host" ? "needs the host's own token" : `needs a token with the scope ${scope}`,
          );
          expect(answered["www-authenticate"]).toContain("insufficient_scope");
        }
      }
    },
  );

  it("let any token follow the events, and read the metrics and the API's document", async () => {
    for (const token of Object.values(fakeTokens)) {
      const document = await ask(host, "/api/openapi.json", { method: "GET", headers: withToken(token) });
      expect([document.status, JSON.parse(document.text)]).toEqual([200, apiDocument]);
      const answer = await ask(host, "/metrics", { method: "GET", headers: withToken(token) });
      expect([answer.status, answer.text]).toEqual([200, "up 1\n"]);
      const events = await fetch(`${host.loopback.address}/events`, { headers: withToken(token) });
      expect(events.status).toBe(200);
      await events.body?.cancel();
    }
  });
});

describe("/api/v1", () => {
  it.each(names)("%s", async (name) => {
    const { path, contentType, body } = httpCallOf(name, callCases[name].good);
    const answer = await ask(host, path.replace("/api/", "/api/v1/"), {
      headers: { "content-type": contentType },
      body: body as Buffer,
    });
    if (accessOf(name).isStable) expect(answer.status).not.toBe(404);
    else
      expect(JSON.parse(answer.text).error).toEqual({
        code: "unknown-method",
        message: expect.stringContaining("pages"),
      });
  });

  it("answers as the address of the pages does", async () => {
    const { token } = host.loopback;
    for (const body of ["{}", '{"limit":0}']) {
      const [stable, ofPages] = await Promise.all(
        ["/api/v1/queue", "/api/queue"].map((path) => call(path, token, body)),
      );
      expect([stable?.status, stable?.text]).toEqual([ofPages?.status, ofPages?.text]);
    }
    expect((await call("/api/v1/nothing", token)).status).toBe(404);
  });

  it.each(["/api/", "/api/v1/"])("%s answers a former name, and says what it is called now", async (base) => {
    const answer = await call(`${base}notices`, host.loopback.token);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      deprecation: `@${Date.UTC(2026, 10, 27) / 1000}`,
      link: '</api/v1/notifications>; rel="successor-version"',
    });
    expect((await call(`${base}notifications`, host.loopback.token)).headers).not.toHaveProperty(
      "deprecation",
    );
    expect((await call(`${base}sweep`, fakeTokens.read)).status).toBe(403);
  });
});

describe("a revoked token", () => {
  it("is refused at once, and its events end", async () => {
    const headers = { authorization: "Bearer short" };
    await host.tokens.create({ name: "short", scope: "read", days: null });
    expect((await ask(host, "/api/status", { headers })).status).toBe(200);
    const events = await fetch(`${host.loopback.address}/events`, { headers });
    await host.tokens.revoke("short");
    expect((await ask(host, "/api/status", { headers })).status).toBe(401);
    expect((await ask(host, "/metrics", { method: "GET", headers })).status).toBe(401);
    expect((await ask(host, "/api/openapi.json", { method: "GET", headers })).status).toBe(401);
    await events.text();
  });
});
