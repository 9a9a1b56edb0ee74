import { Readable } from "node:stream";
import Fastify, { type FastifyReply } from "fastify";
import { describe, expect, test } from "vitest";
import { answerErrors, htmlPage, sendErrors, sendText, sendUntyped } from "#mock-portal/error-answers.ts";
import { sendJson, sendList } from "#mock-portal/read-routes/list-answer.ts";
import { sent } from "./sent-answer.ts";

const jsonType = "application/json; charset=utf-8";

describe("answers", () => {
  test("errors are JSON, texts are text, values are JSON", async () => {
    expect(await sent((reply) => sendErrors(reply, 418, ["a", "b"]))).toEqual({
      status: 418,
      type: jsonType,
      body: '{"status":418,"errors":["a","b"]}',
    });
    expect(await sent((reply) => sendText(reply, 201, "Created"))).toEqual({
      status: 201,
      type: "text/plain; charset=utf-8",
      body: "Created",
    });
    expect(await sent((reply) => sendText(reply, 409, "File already uploaded"))).toEqual({
      status: 409,
      type: "text/html; charset=utf-8",
      body: "File already uploaded",
    });
    expect(await sent((reply) => sendUntyped(reply, 401, "Unauthorized"))).toEqual({
      status: 401,
      type: undefined,
      body: "Unauthorized",
    });
    expect(await sent((reply) => sendJson(reply, { a: [1] }))).toEqual({
      status: 200,
      type: jsonType,
      body: '{"a":[1]}',
    });
  });

  test("a page shows text as text", () => {
    expect(htmlPage("Error", "Cannot GET /<a>&amp;<b>")).toBe(
      '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>Cannot GET /&lt;a&gt;&amp;amp;&lt;b&gt;</pre>\n</body>\n</html>\n',
    );
  });

  test.each([0, 1, 249, 250, 251, 500, 501, 1000])("a list of %i is one JSON array", async (count) => {
    const keys = Array.from({ length: count }, (_, at) => at);
    const answer = await sent((reply) => sendList(reply, keys, (key) => ({ key })));
    expect(answer.type).toBe(jsonType);
    expect(JSON.parse(answer.body)).toEqual(keys.map((key) => ({ key })));
  });

  test.each([3, 600])("records that are gone by now are left out of a list of %i", async (count) => {
    const keys = Array.from({ length: count }, (_, at) => at);
    const even = (key: number) => (key % 2 === 0 ? key : undefined);
    expect(JSON.parse((await sent((reply) => sendList(reply, keys, even))).body)).toEqual(
      keys.filter((key) => key % 2 === 0),
    );
    const none = await sent((reply) => sendList(reply, keys, () => undefined));
    expect(none.body).toBe("[]");
    const late = (key: number) => (key < 300 ? undefined : key);
    const rest = await sent((reply) => sendList(reply, keys, late));
    expect(JSON.parse(rest.body)).toEqual(keys.filter((key) => key >= 300));
  });

  test("up to 250 records go out at once, more in pieces that are read when their turn comes", () => {
    const given: unknown[] = [];
    const reply = { type: () => reply, send: (body: unknown) => given.push(body) } as unknown as FastifyReply;
    const reads: number[] = [];
    const read = (key: number) => reads.push(key);
    sendList(reply, Array.from({ length: 250 }), () => 1);
    expect(given[0]).toBeTypeOf("string");
    sendList(
      reply,
      Array.from({ length: 251 }, (_, at) => at),
      read,
    );
    expect(given[1]).toBeInstanceOf(Readable);
    expect(reads).toEqual([]);
    (given[1] as Readable).destroy();
  });
});

describe("what a portal answers on its own", () => {
  const app = Fastify();
  answerErrors(app, "contract");
  app.get("/api/bug", () => {
    throw new Error("a bug");
  });
  app.get("/api/refusal", () => {
    throw Object.assign(new Error("too much"), { statusCode: 413 });
  });
  app.get("/api/query", () => {
    const twice = { message: "Property a is empty" };
    throw Object.assign(new Error("query"), { validation: [twice, twice, {}], statusCode: 422 });
  });

  test("an unknown route: an HTML page that names method and path without the query", async () => {
    const { statusCode, headers, body } = await app.inject({ method: "POST", url: "/no/where?a=1" });
    expect([statusCode, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toBe(htmlPage("Error", "Cannot POST /no/where"));
  });
  test("a bug: 500 that says so; a refusal of the framework: its own words", async () => {
    expect((await app.inject({ url: "/api/bug" })).json()).toEqual({
      status: 500,
      errors: ["Internal Server Error: a bug"],
    });
    expect((await app.inject({ url: "/api/refusal" })).json()).toEqual({ status: 413, errors: ["too much"] });
  });
  test("a query that does not fit: 400 and each complaint once", async () => {
    const answer = await app.inject({ url: "/api/query" });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ status: 400, errors: ["Property a is empty", "Invalid query"] });
  });
});
