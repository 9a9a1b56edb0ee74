import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { timestampOf } from "../dates.ts";
import { sendErrors, sendText } from "../errors.ts";
import { noteChecksum } from "../faults/request-log.ts";
import { type PortalContext, presenterFor } from "../portal-context.ts";
import { sendJson } from "../read-routes/list-answer.ts";
import * as resources from "../resources.ts";
import { type Announcement, announcementBody, checkAnnouncement } from "./announcement.ts";
import { bodyOf, closeBehind, isAwaitingContinue, readWhole } from "./request-body.ts";

/** Larger announcements are answered 413 (portal-observed.md, section 1). */
const announcementLimitBytes = 100 * 1024;

/** `POST /upload/metadata` and, outside the contract, `GET /upload/metadata/<md5>`. */
export function uploadMetadataRoutes(app: FastifyInstance, context: PortalContext): void {
  const { uploads, users, catalogue, clock } = context;

  app.post(
    "/upload/metadata",
    {
      schema: {
        summary: "Announces a raw file",
        body: announcementBody,
        security: [{ station: [] }],
        response: { 200: z.literal("OK"), 401: z.string(), 409: z.string(), 422: z.string() },
      },
      // The checks have an order and texts of their own; the schema above is for the OpenAPI document.
      validatorCompiler: () => (value) => ({ value }),
    },
    async (request, reply) => {
      const user = users.authenticate(request.headers.authorization);
      if (!user) {
        if (isAwaitingContinue(request)) closeBehind(reply);
        return sendText(reply.header("www-authenticate", 'Basic realm="Users"'), 401, "Unauthorized");
      }
      const body = await readWhole(
        bodyOf(request, reply, context.stalledBodyMs, request.faultPlan?.requestBody),
        announcementLimitBytes,
      );
      if (!body) {
        sendErrors(reply, 413, ["request entity too large"]);
        return reply;
      }
      const json = parseJsonBody(body, request.headers["content-type"]);
      if (json instanceof SyntaxError) {
        sendErrors(reply, 400, [json.message]);
        return reply;
      }
      const checked = checkAnnouncement(json, user, catalogue, clock.nowMs());
      if ("status" in checked) return sendText(reply, checked.status, checked.message);
      noteChecksum(request, checked.checksum);
      const isNew = announce(checked);
      return isNew ? sendText(reply, 200, "OK") : sendText(reply, 409, "File already uploaded");
    },
  );

  app.get(
    "/upload/metadata/:md5",
    {
      schema: {
        summary: "The record of a checksum",
        params: z.object({ md5: z.string() }),
        response: { 200: resources.upload, 404: z.string() },
      },
    },
    (request, reply) => {
      const found = uploads.byChecksum((request.params as { md5: string }).md5);
      if (found) sendJson(reply, presenterFor(context, request).upload(found.upload));
      else sendText(reply, 404, "No metadata matches this hash");
    },
  );

  /**
   * Records an announcement; false when these bytes are on the portal already, under whatever name. A changed file
   * keeps its uuid and waits for content again; a record that was announced with the same bytes and never sent goes.
   */
  function announce(announcement: Announcement): boolean {
    const sameBytes = uploads.byChecksum(announcement.checksum);
    if (sameBytes && sameBytes.upload.status !== "created") return false;
    const sameFile = uploads.byIdentity(announcement);
    if (sameBytes && sameBytes.upload.uuid === sameFile?.upload.uuid) return true;
    const now = timestampOf(clock.nowMs());
    context.store.transaction(() => {
      if (sameBytes) uploads.remove(sameBytes.upload.uuid);
      uploads.save({
        uuid: sameFile?.upload.uuid ?? randomUUID(),
        ...announcement,
        size: 0,
        status: "created",
        createdAt: sameFile?.upload.createdAt ?? now,
        updatedAt: now,
      });
    });
    return true;
  }
}

/** The live portal reads JSON only when the request says that it is JSON; without, the body counts as `{}`. */
function parseJsonBody(body: Buffer, contentType: string | undefined): unknown {
  if (!contentType?.toLowerCase().startsWith("application/json")) return {};
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}
