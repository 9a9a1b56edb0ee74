import { once } from "node:events";
import { STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PortalClock } from "#mock-portal/portal-clock.ts";
import { bodyOf, closeBehind } from "#mock-portal/uploads/request-body.ts";
import { type FaultPlan, type PlannedAnswer, planOf } from "./fault-plan.ts";
import type { Faults } from "./faults.ts";

/** Waits that keep no process alive. */
const unheld = { ref: false };

declare module "fastify" {
  interface FastifyRequest {
    /** Plan that the fault rules have for this request. */
    faultPlan: FaultPlan | undefined;
  }
}

/** Puts the faults between the portal and its clients. Registered before the compression, so that JSON is cut as JSON. */
export function contentFaults(
  app: FastifyInstance,
  faults: Faults,
  clock: PortalClock,
  stalledBodyMs: number,
): void {
  app.decorateRequest("faultPlan", undefined);

  app.addHook("onRequest", async (request, reply) => {
    const path = pathOf(request);
    if (path.startsWith("/__control")) return;
    const effects = faults.effectsOn(request.method, path, Object(request.query));
    if (effects.length === 0) return;
    const plan = planOf(effects, clock.nowMs());
    request.faultPlan = plan;
    if (plan.latencyMs > 0) await delay(plan.latencyMs, undefined, unheld);
    if (plan.isResetAtOnce) {
      request.raw.socket.resetAndDestroy();
      return reply.hijack();
    }
    if (plan.isIgnored) return reply.hijack();
    if (!plan.answer || plan.answer.when === "after-commit") return;
    if (plan.answer.when === "after-body") {
      for await (const _ of bodyOf(request, reply, stalledBodyMs, plan.requestBody));
    } else if (mayHaveBody(request)) closeBehind(reply);
    return reply.code(plan.answer.status).headers(plan.answer.headers).send(payloadOf(plan.answer));
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const plan = request.faultPlan;
    if (!plan) return payload;
    if (plan.afterCommit === "never") return new Promise(() => undefined);
    if (plan.informational) return informing(request, plan.informational);
    if (plan.afterCommit === "reset") request.raw.socket.resetAndDestroy();
    if (plan.afterCommit === "close") request.raw.socket.destroy();
    let sent = payload;
    if (plan.answer?.when === "after-commit") {
      for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
      reply.code(plan.answer.status).headers(plan.answer.headers);
      sent = payloadOf(plan.answer);
    }
    if (plan.contentType === null) reply.removeHeader("content-type");
    else if (plan.contentType !== undefined) reply.header("content-type", plan.contentType);
    return plan.truncateAtByte === undefined ? sent : truncated(reply, sent, plan.truncateAtByte);
  });
}

/** Gives signs of life and no answer, until the client has had enough. */
async function informing(
  { raw: { socket } }: FastifyRequest,
  { status, everyMs }: NonNullable<FaultPlan["informational"]>,
): Promise<never> {
  while (!socket.destroyed) {
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n\r\n`);
    await delay(everyMs, undefined, unheld);
  }
  return new Promise(() => undefined);
}

/** Puts the faults into the bytes of the answer on their way out. Registered after the compression. */
export function transportFaults(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const plan = request.faultPlan;
    const isTouched =
      plan?.downloadBytesPerSecond ?? plan?.resetResponseAtByte ?? plan?.stallResponseAtByte ?? undefined;
    if (!plan || isTouched === undefined) return payload;
    if (typeof payload === "string" || Buffer.isBuffer(payload))
      reply.header("content-length", Buffer.byteLength(payload));
    return Readable.from(slowed(request, reply, bytesOf(payload), plan), { objectMode: false });
  });
}

async function* slowed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: AsyncIterable<Buffer>,
  plan: FaultPlan,
): AsyncGenerator<Buffer> {
  const bytesPerSecond = plan.downloadBytesPerSecond ?? Number.POSITIVE_INFINITY;
  // A tenth of a second at a time.
  const step = Math.max(1, Math.min(65_536, Math.floor(bytesPerSecond / 10)));
  let left = plan.resetResponseAtByte ?? plan.stallResponseAtByte ?? Number.POSITIVE_INFINITY;
  for await (const bytes of body) {
    for (let at = 0; at < bytes.length && left > 0; at += step) {
      const slice = bytes.subarray(at, Math.min(at + step, at + left));
      left -= slice.length;
      yield slice;
      await delay((slice.length / bytesPerSecond) * 1000, undefined, unheld);
    }
    if (left <= 0) break;
  }
  if (left > 0) return;
  const { socket } = request.raw;
  while (reply.raw.writableLength > 0 && !socket.destroyed) await delay(1);
  if (plan.resetResponseAtByte === undefined) await once(socket, "close");
  else socket.resetAndDestroy();
}

async function truncated(reply: FastifyReply, payload: unknown, atByte: number): Promise<Buffer> {
  reply.removeHeader("content-length");
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const bytes of bytesOf(payload)) {
    pieces.push(bytes);
    size += bytes.length;
    if (size >= atByte) break;
  }
  return Buffer.concat(pieces).subarray(0, atByte);
}

async function* bytesOf(payload: unknown): AsyncGenerator<Buffer> {
  if (typeof payload === "string" || payload instanceof Uint8Array) yield Buffer.from(payload as string);
  else if (payload instanceof Readable) for await (const bytes of payload) yield Buffer.from(bytes);
}

function payloadOf({ body }: PlannedAnswer): string | Readable {
  return typeof body === "string" ? body : Readable.from(hugeList(body.hugeListBytes), { objectMode: false });
}

function* hugeList(bytes: number): Generator<Buffer> {
  const element = JSON.stringify({
    uuid: "00000000-0000-4000-8000-000000000000",
    filler: "x".repeat(65_536),
  });
  const piece = Buffer.from(`${element},`);
  yield Buffer.from("[");
  for (let sent = 0; sent + piece.length < bytes; sent += piece.length) yield piece;
  yield Buffer.from(`${element}]`);
}

function mayHaveBody(request: FastifyRequest): boolean {
  return request.method !== "GET" && request.method !== "HEAD";
}

function pathOf(request: FastifyRequest): string {
  return request.url.split("?")[0] ?? "";
}
