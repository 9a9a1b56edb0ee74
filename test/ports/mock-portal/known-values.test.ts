import type { FastifyReply } from "fastify";
import { describe, expect, test } from "vitest";
import { isRefused } from "#mock-portal/read-routes/known-values.ts";
import type { Catalogue } from "#mock-portal/store/catalogue.ts";
import { sent } from "./sent-answer.ts";

describe("values that do not exist", () => {
  const known = new Map([["known", {}]]);
  const catalogue = {
    sites: known,
    products: known,
    instruments: known,
    models: known,
  } as unknown as Catalogue;
  const context = { catalogue, shape: "contract" } as const;
  const refusal = (query: Parameters<typeof isRefused>[2], shape: "contract" | "live" = "contract") =>
    sent((reply) => {
      if (!isRefused(reply, { catalogue, shape }, query)) reply.send("passed");
    });

  test("all that exist pass, as does nothing", async () => {
    const all = ["known"];
    const query = { site: all, product: all, instrument: all, model: all };
    expect((await refusal({ ...query, status: ["created", "uploaded", "processed", "invalid"] })).body).toBe(
      "passed",
    );
    expect((await refusal({}, "live")).body).toBe("passed");
  });

  test("says whether it has refused", () => {
    const reply = { code: () => reply, type: () => reply, send: () => reply } as unknown as FastifyReply;
    expect(isRefused(reply, context, { product: ["x"] })).toBe(true);
    expect(isRefused(reply, context, { site: ["x"] })).toBe(true);
    expect(isRefused(reply, context, { site: ["known"] })).toBe(false);
  });

  test("an unknown product is 404 before all else", async () => {
    expect(await refusal({ product: ["known", "x"], site: ["x"] })).toMatchObject({
      status: 404,
      body: '{"status":404,"errors":["One or more of the specified products were not found"]}',
    });
  });

  test("in the live shape an unknown product is 400", async () => {
    const answer = await refusal({ product: ["known", "x"] }, "live");
    expect(answer).toMatchObject({ status: 400, body: '{"status":400,"errors":["Invalid product: x"]}' });
  });

  test.each([
    [{ site: ["known", "x"] }, ["Invalid site: x"]],
    [{ site: ["x", "known", "y"] }, ["Invalid sites: x, y"]],
    [{ instrument: ["x", "y"] }, ["Invalid instruments: x, y"]],
    [{ model: ["x"] }, ["Invalid model: x"]],
    [{ status: ["x"] }, ["Invalid status: x"]],
    [{ status: ["x", "created", "y"] }, ["Invalid statuses: x, y"]],
    [{ site: ["x"], status: ["y"] }, ["Invalid site: x", "Invalid status: y"]],
  ])("%j is 400", async (query, errors) => {
    const answer = await refusal(query);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toEqual({ status: 400, errors });
  });
});
