import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { sendText } from "#mock-portal/error-answers.ts";
import { noteChecksum } from "#mock-portal/faults/request-log.ts";
import { timestampOf } from "#mock-portal/portal-clock.ts";
import type { PortalContext } from "#mock-portal/portal-context.ts";
import * as resources from "#mock-portal/resources.ts";
import type { ReceivedContent } from "#mock-portal/store/contents.ts";
import type { ModelUpload, StoredUpload } from "#mock-portal/store/records.ts";
import { maySend } from "#mock-portal/users.ts";
import { bodyOf, closeBehind } from "./request-body.ts";
import { instrumentUploads, modelUploads, sendUnauthorized, type UploadKind } from "./upload-kind.ts";

const noMetadata = "No metadata matches this hash";
const mismatch = "Checksum does not match file contents";

/** `PUT /upload/data/<md5>` and `PUT /model-upload/data/<md5>`. */
export function uploadDataRoutes(app: FastifyInstance, context: PortalContext): void {
  const texts = { 400: z.string(), 401: z.string() };
  dataRoute(app, context, instrumentUploads(context), "Sends the content of an announced raw file", texts);
  const errors = { 400: resources.textError, 401: z.string() };
  dataRoute(app, context, modelUploads(context), "Sends the content of an announced model file", errors);
}

/** The table of docs/portal/observed.md §2, from top to bottom. */
function dataRoute<Raw extends StoredUpload | ModelUpload>(
  app: FastifyInstance,
  context: PortalContext,
  kind: UploadKind<Raw>,
  summary: string,
  failures: Record<number, z.ZodType>,
): void {
  const { users, contents, clock } = context;
  const { table, fail } = kind;

  /** Puts received content in its place and records it, with nothing in between that another request could see. */
  function accept(reply: FastifyReply, checksum: string, received: ReceivedContent): FastifyReply {
    const known = table.byChecksum(checksum);
    if (!known) return fail(reply, 400, noMetadata);
    if (known.upload.status !== "created") return sendText(reply, 200, "OK");
    const nowMs = clock.nowMs();
    received.keep("raw", known.upload.uuid);
    table.accept(
      { ...known.upload, size: received.size, status: "uploaded", updatedAt: timestampOf(nowMs) },
      nowMs + context.processingDelayMs,
    );
    context.onAccepted(received.size);
    return known.wasReceived ? sendText(reply, 200, "OK") : sendText(reply, 201, "Created");
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
      if (received.md5 !== checksum) return fail(reply, 400, mismatch);
      return accept(reply, checksum, received);
    } catch (error) {
      // The client went away, or its body stood still: the record stays `created` and nobody is there to answer.
      if (request.raw.socket.destroyed) return reply.hijack();
      if (!request.raw.complete) closeBehind(reply);
      const reason = error instanceof Error ? error.message : String(error);
      return fail(reply, 500, `Internal server error: ${reason}`);
    } finally {
      await received?.discard();
    }
  }

  app.put(
    `${kind.path}/data/:md5`,
    {
      schema: {
        summary,
        params: z.object({ md5: z.string() }),
        security: [{ station: [] }],
        response: { 200: z.literal("OK"), 201: z.literal("Created"), ...failures },
      },
    },
    (request, reply) => {
      const { md5 } = request.params as { md5: string };
      noteChecksum(request, md5);
      if (!/^[0-9a-f]{32}$/.test(md5)) return kind.failPath(closeBehind(reply));
      const user = users.authenticate(request.headers.authorization);
      if (!user) return sendUnauthorized(closeBehind(reply));
      const known = table.byChecksum(md5)?.upload;
      if (!known) return fail(closeBehind(reply), 400, noMetadata);
      if (!maySend(user, known)) return fail(closeBehind(reply), 401, "Missing permission");
      if (known.status !== "created") return sendText(closeBehind(reply), 200, "OK");
      // The live portal takes such a body for an empty one.
      if (request.headers["content-type"]?.startsWith("application/octet-stream"))
        return fail(closeBehind(reply), 400, mismatch);
      return receive(md5, request, reply);
    },
  );
}
