import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { timestampOf } from "../dates.ts";
import { sendText } from "../errors.ts";
import { noteChecksum } from "../faults/request-log.ts";
import type { PortalContext } from "../portal-context.ts";
import type { ReceivedContent } from "../store/contents.ts";
import { maySendFor } from "../users.ts";
import { bodyOf, closeBehind } from "./request-body.ts";

const noMetadata = "No metadata matches this hash";
const mismatch = "Checksum does not match file contents";

/** `PUT /upload/data/<md5>`: the table of portal-observed.md, section 2, from top to bottom. */
export function uploadDataRoute(app: FastifyInstance, context: PortalContext): void {
  const { uploads, users, contents, clock } = context;

  /** Puts received content in its place and records it, with nothing in between that another request could see. */
  function accept(checksum: string, received: ReceivedContent): { status: number; message: string } {
    const known = uploads.byChecksum(checksum);
    if (!known) return { status: 400, message: noMetadata };
    if (known.upload.status !== "created") return { status: 200, message: "OK" };
    const nowMs = clock.nowMs();
    received.keep("raw", known.upload.uuid);
    uploads.accept(
      { ...known.upload, size: received.size, status: "uploaded", updatedAt: timestampOf(nowMs) },
      nowMs + context.processingDelayMs,
    );
    context.onAccepted(received.size);
    return known.wasReceived ? { status: 200, message: "OK" } : { status: 201, message: "Created" };
  }

  async function receive(
    checksum: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    let received: ReceivedContent | undefined;
    try {
      received = await contents.receive(
        bodyOf(request, reply, context.stalledBodyMs, request.faultPlan?.requestBody),
      );
      if (received.md5 !== checksum) return sendText(reply, 400, mismatch);
      const { status, message } = accept(checksum, received);
      return sendText(reply, status, message);
    } catch (error) {
      // The client went away, or its body stood still: the record stays `created` and nobody is there to answer.
      if (request.raw.socket.destroyed) return reply.hijack();
      if (!request.raw.complete) closeBehind(reply);
      const reason = error instanceof Error ? error.message : String(error);
      return sendText(reply, 500, `Internal server error: ${reason}`);
    } finally {
      await received?.discard();
    }
  }

  app.put(
    "/upload/data/:md5",
    {
      schema: {
        summary: "Sends the content of an announced raw file",
        params: z.object({ md5: z.string() }),
        security: [{ station: [] }],
        response: { 200: z.literal("OK"), 201: z.literal("Created"), 400: z.string(), 401: z.string() },
      },
    },
    (request, reply) => {
      const { md5 } = request.params as { md5: string };
      noteChecksum(request, md5);
      if (!/^[0-9a-f]{32}$/.test(md5)) return sendText(closeBehind(reply), 400, "");
      const user = users.authenticate(request.headers.authorization);
      if (!user) {
        closeBehind(reply).header("www-authenticate", 'Basic realm="Users"');
        return sendText(reply, 401, "Unauthorized");
      }
      const known = uploads.byChecksum(md5)?.upload;
      if (!known) return sendText(closeBehind(reply), 400, noMetadata);
      if (!maySendFor(user, known.siteId)) return sendText(closeBehind(reply), 401, "Missing permission");
      if (known.status !== "created") return sendText(closeBehind(reply), 200, "OK");
      // The live portal takes such a body for an empty one.
      if (request.headers["content-type"]?.startsWith("application/octet-stream"))
        return sendText(closeBehind(reply), 400, mismatch);
      return receive(md5, request, reply);
    },
  );
}
