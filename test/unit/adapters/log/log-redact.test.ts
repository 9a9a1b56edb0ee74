import { describe, expect, test } from "vitest";
import { plainFacts } from "#adapters/log/log-file.ts";
import { createRedactor } from "#adapters/log/redact.ts";
import { fc } from "#test/support/fixed-cases.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("what looks like a secret goes, though nobody registered it", () => {
  const { redact } = createRedactor();
  test.each([
    [`Authorization: Basic ${base64("station:hunter2")}`, base64("station:hunter2")],
    [`sent basic ${base64("u:p")}, got 401`, base64("u:p")],
    ["Bearer 0123456789abcdef0123", "0123456789abcdef0123"],
    ["authorization: Digest abc123", "abc123"],
    ["GET https://station:hunter2@portal.example/upload", "hunter2"],
    ["proxy http://a:p@ss:w@proxy:3128", "p@ss:w"],
    ["http://127.0.0.1:8080/#token=abc123", "abc123"],
    ["?x=1&token=abc123&y=2", "abc123"],
    ['{"password":"hunter2"}', "hunter2"],
    ["{'api_key': 'hunter2'}", "hunter2"],
  ])("%s", (text, secret) => {
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).toContain("***");
  });

  test.each([
    "Basic authentication is asked for",
    "The password: enter it again.",
    "2 basic settings of https://portal.example/upload/metadata/",
    "bearer of news",
    "3 files <name@host.example>",
  ])("prose stays: %s", (text) => {
    expect(redact(text)).toBe(text);
  });

  test("the rest of the line stays", () => {
    expect(redact("GET https://a:b@portal.example/x?token=1&n=2 failed")).toBe(
      "GET https://***portal.example/x?token=***&n=2 failed",
    );
  });
});

test("a registered secret goes in every spelling, the longest first", () => {
  const { redact, registerSecret } = createRedactor();
  const secret = 'p"ä\\ß&/x';
  registerSecret("p", "");
  registerSecret(secret, "station");
  const once = JSON.stringify({ k: secret });
  const twice = JSON.stringify({ body: once });
  const spellings = [
    secret,
    once,
    twice,
    encodeURIComponent(secret),
    base64(`station:${secret}`),
    base64(secret),
  ];
  for (const spelling of spellings) expect(redact(`a ${spelling} z`)).not.toMatch(/ß|%C3|x"/);
  expect(redact(base64(`station:${secret}`))).toBe("***");
});

test("Basic credentials go for every user, also inside other text", () => {
  const { redact, registerSecret } = createRedactor();
  registerSecret("correct horse");
  for (const user of ["a", "ab", "abc", "station"]) {
    const pair = base64(`${user}:correct horse`);
    const clean = redact(`x ${pair} x`);
    expect(clean).toMatch(/^x [\w+/=*]{4,} x$/);
    const left = Buffer.from(clean.slice(2, -2).replace("***", ""), "base64").toString("latin1");
    for (const piece of ["cor", "rec", "hor", "rse"]) expect(left).not.toContain(piece);
  }
});

test("an empty secret redacts nothing", () => {
  const { redact, registerSecret } = createRedactor();
  registerSecret("");
  expect(redact("abc")).toBe("abc");
});

describe("facts", () => {
  const same = (text: string) => text;

  test("errors with their causes, dates, bytes, maps, big numbers", () => {
    const cause = Object.assign(new Error("inner"), { code: "ECONNRESET" });
    const facts = plainFacts(
      {
        error: new TypeError("outer", { cause }),
        at: new Date(0),
        never: new Date(Number.NaN),
        bytes: new Uint8Array(3),
        map: new Map([["a", new Set([1])]]),
        url: new URL("http://x/"),
        big: 1n,
        run: () => 1,
      },
      same,
    );
    expect(facts).toMatchObject({
      error: { name: "TypeError", message: "outer", cause: { message: "inner", code: "ECONNRESET" } },
      at: "1970-01-01T00:00:00.000Z",
      never: "[no date]",
      bytes: "[3 bytes]",
      map: { a: [1] },
      url: "http://x/",
      big: "1",
      run: "[function]",
    });
  });

  test("keys that name a secret lose their value, keys that tell of one do not", () => {
    expect(
      plainFacts({ password: 1, apiToken: "x", authorization: "y", secretPlace: "keychain" }, same),
    ).toEqual({
      password: "***",
      apiToken: "***",
      authorization: "***",
      secretPlace: "keychain",
    });
  });

  test("cycles, depth and getters that throw", () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(plainFacts(loop, same)).toEqual({ self: "[circular]" });
    const throwing = Object.defineProperty({}, "x", { enumerable: true, get: () => expect.fail() });
    expect(plainFacts({ throwing }, same)).toEqual({ throwing: "[unreadable]" });
  });

  test("whatever is given becomes JSON", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true }),
        (facts) => {
          expect(() => JSON.stringify(plainFacts(facts, same))).not.toThrow();
        },
      ),
    );
  });
});
