import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { closedAfterTest } from "#test/support/builders/closed-after-test.ts";
import {
  answering,
  bytesBody,
  md5,
  never,
  portalFor,
  someMetadata,
} from "#test/support/portals/portal-under-test.ts";
import { type Scripted, startScriptedPortal } from "#test/support/portals/scripted-portal.ts";

/** Answers by which a portal, or somebody between, may do harm. Downloads and their names: `hostile-names.test.ts`. */

const pair = (answer: Scripted) =>
  answering(answer, { connectMs: 20_000, answerMs: 20_000, stallMs: 20_000, wholeAnswerMs: 50_000 });

const json = (text: string): Scripted => ({
  status: 200,
  headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
  body: gzipSync(text),
});

const small = Buffer.from("content");
const large = Buffer.alloc(600_000, 1);

test.each([301, 302, 303, 307, 308])(
  "a redirect (%i) to another origin is never followed, with or without the password",
  async (status) => {
    const elsewhere = await startScriptedPortal(() => ({ status: 200, body: "[]" }));
    closedAfterTest(elsewhere);
    const { portal, server } = await pair({
      status,
      headers: { Location: `${elsewhere.url}/upload/metadata` },
    });
    await portal.announce(someMetadata, never());
    for (const bytes of [small, large]) await portal.send(md5(bytes), bytesBody(bytes), never(), () => {});
    await portal.sites(never());
    expect(server.seen.map(({ method }) => method)).toEqual(["POST", "PUT", "PUT", "GET"]);
    expect(elsewhere.seen).toEqual([]);
  },
);

test.each([
  ["objects", `[${"{},".repeat(6_000_000)}{}]`],
  ["lists in lists", "[".repeat(9_000_000) + "]".repeat(9_000_000)],
  ["numbers", `[${"1,".repeat(9_000_000)}1]`],
])("20 kB that unpack to millions of %s are refused unread", async (_what, text) => {
  const { portal } = await pair(json(text));
  expect(await portal.sites(never())).toMatchObject({
    kind: "failed",
    failure: {
      cause: "portal-error",
      message: expect.stringMatching(/has too many parts/),
    },
  });
});

test("names that mean something to the language are names", async () => {
  const site =
    '{"id":"a","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"humanReadableName":"A"}';
  const { portal } = await pair(json(`[${site}]`));
  const answer = await portal.sites(never());
  expect(answer).toMatchObject({ kind: "found", value: [{ id: "a", humanReadableName: "A" }] });
  expect(JSON.stringify(answer)).not.toContain("isAdmin");
  expect(Reflect.get({}, "isAdmin")).toBeUndefined();
});

test.each([
  '{"id":"a"}',
  '"text"',
  "null",
  '[{"id":{"$ne":null}}]',
  '[{"id":["a"]}]',
  `[${"[".repeat(5_000)}${"]".repeat(5_000)}]`,
])(
  "a record, a text, nothing, wrong types, deep nesting in place of a list (%#) is one clear failure",
  async (text) => {
    const { portal } = await pair(json(text));
    expect(await portal.sites(never())).toMatchObject({
      kind: "failed",
      failure: { message: expect.stringMatching(/is not in the documented format/) },
    });
  },
);

test("a refusal that is nested a thousand times is a refusal", async () => {
  const { portal } = await pair({
    status: 400,
    body: `{"errors":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
  });
  expect(await portal.announce(someMetadata, never())).toHaveProperty("kind");
});

test("names of files cannot add a header or a second request", async () => {
  const { portal, server } = await pair({ status: 200, body: "OK" });
  const evil = "20240501.nc\r\nX-Evil: 1\r\n\r\nPUT /upload/data/0 HTTP/1.1\r\n";
  await portal.announce({ ...someMetadata, filename: evil, site: `hyytiala\r\n${evil}` }, never());
  expect(server.seen).toHaveLength(1);
  expect(server.seen[0]?.headers["x-evil"]).toBeUndefined();
  expect(JSON.parse(String(server.seen[0]?.body))).toMatchObject({ filename: evil });
  await portal.recordOf(`../../x\r\nX-Evil: 1`, never());
  await portal.file("../../upload/data?x=1#y", never());
  expect(server.seen.slice(1).map(({ path }) => path)).toEqual([
    "/upload/metadata/..%2F..%2Fx%0D%0AX-Evil%3A%201",
    "/api/files/..%2F..%2Fupload%2Fdata%3Fx%3D1%23y",
  ]);
  for (const { headers } of server.seen) expect(headers["x-evil"]).toBeUndefined();
});

test("a portal that shows the password back is quoted without it", async () => {
  const basic = Buffer.from("station:s3cret-word").toString("base64");
  for (const status of [400, 401, 422, 500]) {
    const { portal } = await pair({
      status,
      body: `Authorization: Basic ${basic}; s3cret-word; s3cret%2Dword`,
    });
    const outcome = JSON.stringify(await portal.announce(someMetadata, never()));
    expect(outcome).toContain("***");
    expect(outcome).not.toMatch(new RegExp(`s3cret-word|${basic}`));
  }
});

test("a password that is an everyday word changes no other answer", async () => {
  const server = await startScriptedPortal(() => ({ status: 422, body: "Site is not known" }));
  const portal = portalFor(server, { credentials: async () => ({ username: "a", password: "The" }) });
  const outcome = JSON.stringify(await portal.announce(someMetadata, never()));
  expect(outcome).toContain("Site is not known");
  expect(outcome).not.toContain("***");
});
