import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { createGzip, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

const smallestBytes = 1024;
const options = { level: 4 };
const gzipped = promisify<Buffer, { level: number }, Buffer>(gzip);

/** Compresses JSON and text with gzip for clients that ask for it (docs/portal/api.md, "What the service does"). */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const type = String(reply.getHeader("content-type") ?? "");
    if (!/json|^text\//.test(type) || reply.hasHeader("content-encoding")) return payload;
    reply.header("vary", "accept-encoding");
    if (!isGzipAccepted(request.headers["accept-encoding"])) return payload;
    if (payload instanceof Readable) {
      reply.removeHeader("content-length");
      reply.header("content-encoding", "gzip");
      return pipeline(payload, createGzip(options), () => undefined);
    }
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return payload;
    if (Buffer.byteLength(payload) < smallestBytes) return payload;
    reply.removeHeader("content-length");
    reply.header("content-encoding", "gzip");
    return await gzipped(Buffer.from(payload as string), options);
  });
}

function isGzipAccepted(acceptEncoding: string | string[] | undefined): boolean {
  const offers = String(acceptEncoding ?? "")
    .split(",")
    .map((offer) =>
      offer
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    );
  const gzipOffer = offers.find(([coding]) => coding === "gzip") ?? offers.find(([coding]) => coding === "*");
  return gzipOffer !== undefined && !gzipOffer.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}
