import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { sendText } from "#mock-portal/error-answers.ts";
import { noteChecksum } from "#mock-portal/faults/request-log.ts";
import { timestampOf } from "#mock-portal/portal-clock.ts";
import { type PortalContext, presenterFor } from "#mock-portal/portal-context.ts";
import { sendJson } from "#mock-portal/read-routes/list-answer.ts";
import * as resources from "#mock-portal/resources.ts";
import type { ModelUpload, StoredUpload } from "#mock-portal/store/records.ts";
import {
  type AnnouncementRefusal,
  announcementBody,
  type Circumstances,
  checkAnnouncement,
  checkModelAnnouncement,
  modelAnnouncementBody,
  type Said,
} from "./announcement.ts";
import { bodyOf, closeBehind, isAwaitingContinue, readWhole } from "./request-body.ts";
import { instrumentUploads, modelUploads, sendUnauthorized, type UploadKind } from "./upload-kind.ts";

type Announced<Raw extends StoredUpload | ModelUpload> = {
  kind: UploadKind<Raw>;
  check(json: object, circumstances: Circumstances): Said<Raw> | AnnouncementRefusal;
  summary: string;
  body: z.ZodType;
  failure: z.ZodType;
};

/** The live portal's JSON reader, of a body that it cannot read. */
const unreadable = z.looseObject({ status: z.int(), type: z.string() });

/** `POST /upload/metadata`, `POST /model-upload/metadata` and, outside the contract, `GET /upload/metadata/<md5>`. */
export function uploadMetadataRoutes(app: FastifyInstance, context: PortalContext): void {
  announceRoute<StoredUpload>(app, context, {
    kind: instrumentUploads(context),
    check: checkAnnouncement,
    summary: "Announces a raw file",
    body: announcementBody,
    failure: z.string(),
  });
  announceRoute<ModelUpload>(app, context, {
    kind: modelUploads(context),
    check: checkModelAnnouncement,
    summary: "Announces a model file",
    body: modelAnnouncementBody,
    failure: resources.textError,
  });

  app.get(
    "/upload/metadata/:md5",
    {
      schema: {
        summary: "The record of a checksum",
        params: z.object({ md5: z.string() }),
        response: { 200: z.union([resources.upload, resources.modelUpload]), 404: z.string() },
      },
    },
    (request, reply) => {
      const { md5 } = request.params as { md5: string };
      if (!/^[0-9a-f]{32}$/.test(md5)) return instrumentUploads(context).failPath(reply);
      const present = presenterFor(context, request);
      const upload = context.uploads.byChecksum(md5)?.upload;
      const modelUpload = context.modelUploads.byChecksum(md5)?.upload;
      if (upload) sendJson(reply, present.upload(upload));
      else if (modelUpload) sendJson(reply, present.modelUpload(modelUpload));
      else sendText(reply, 404, "No metadata was found with provided id");
      return reply;
    },
  );
}

function announceRoute<Raw extends StoredUpload | ModelUpload>(
  app: FastifyInstance,
  context: PortalContext,
  { kind, check, summary, body, failure }: Announced<Raw>,
): void {
  const { users, catalogue, clock, shape } = context;
  const isLive = shape === "live";
  const firstOfTheirBytes = new Set<string>();
  const unread = isLive ? unreadable : failure;

  /** A failure that the live portal answers with `{}`. */
  function failSilently(reply: FastifyReply, status: number, message: string): FastifyReply {
    if (!isLive) return kind.fail(reply, status, message);
    sendJson(reply.code(500), {});
    return reply;
  }

  app.post(
    `${kind.path}/metadata`,
    {
      schema: {
        summary,
        body,
        security: [{ station: [] }],
        response: {
          200: z.literal("OK"),
          400: unread,
          401: z.string(),
          409: failure,
          413: unread,
          415: unread,
          422: failure,
          500: isLive ? z.object({}) : failure,
        },
      },
      // The checks have an order and texts of their own; the schema above is for the OpenAPI document.
      validatorCompiler: () => (value) => ({ value }),
    },
    async (request, reply) => {
      const user = users.authenticate(request.headers.authorization);
      if (!user) {
        if (isAwaitingContinue(request)) closeBehind(reply);
        return sendUnauthorized(reply);
      }
      const body = await readWhole(
        bodyOf(request, reply, context.stalledBodyMs, request.faultPlan?.requestBody),
        jsonLimitBytes,
      );
      const json = readJson(body, request.headers["content-type"]);
      if (!json.ok) {
        if (!isLive) return kind.fail(reply, json.status, json.message);
        sendJson(reply.code(json.status), liveError(json));
        return reply;
      }
      if (!json.value) return failSilently(reply, 422, "Content-Type must be application/json");
      const said = check(json.value, { user, catalogue, nowMs: clock.nowMs() });
      if (isRefusal(said)) {
        const { status, message, isWrongType } = said;
        return isWrongType ? failSilently(reply, status, message) : kind.fail(reply, status, message);
      }
      noteChecksum(request, said.checksum);
      if (kind.table.byChecksum(said.checksum) === undefined) {
        // When two find no record, the one written last meets the other's row (docs/portal/observed.md §1).
        if (firstOfTheirBytes.has(said.checksum))
          return failSilently(reply, 500, "Internal server error: duplicate key");
        firstOfTheirBytes.add(said.checksum);
        await nextTurn();
        firstOfTheirBytes.delete(said.checksum);
      }
      return announce(said) ? sendText(reply, 200, "OK") : kind.fail(reply, 409, "File already uploaded");
    },
  );

  /**
   * Records an announcement; false when these bytes are on the portal already, under whatever name. A changed file
   * keeps its uuid and waits for content again; a record that was announced with the same bytes and never sent goes.
   */
  function announce(said: Said<Raw>): boolean {
    const { table } = kind;
    const sameBytes = table.byChecksum(said.checksum);
    if (sameBytes && sameBytes.upload.status !== "created") return false;
    const sameFile = table.byIdentity(said as never);
    if (sameBytes && sameBytes.upload.uuid === sameFile?.upload.uuid) return true;
    const now = timestampOf(clock.nowMs());
    context.store.transaction(() => {
      if (sameBytes) table.remove(sameBytes.upload.uuid);
      table.save({
        uuid: sameFile?.upload.uuid ?? randomUUID(),
        ...said,
        size: 0,
        status: "created",
        createdAt: sameFile?.upload.createdAt ?? now,
        updatedAt: now,
      } as Raw);
    });
    return true;
  }
}

function isRefusal(said: object): said is AnnouncementRefusal {
  return "message" in said;
}

type Unreadable = { ok: false; status: 400 | 413 | 415; type: string; message: string };

/** A body as read: a value, or why there is none. */
type JsonBody = { ok: true; value: object | undefined } | Unreadable;

const malformed: Unreadable = {
  ok: false,
  status: 400,
  type: "entity.parse.failed",
  message: "The request body is not a JSON object",
};
const tooLarge: Unreadable = {
  ok: false,
  status: 413,
  type: "entity.too.large",
  message: "The request body is larger than 100 kB",
};
const unknownCharset: Unreadable = {
  ok: false,
  status: 415,
  type: "charset.unsupported",
  message: "The charset of the request body is not supported",
};

/** Larger bodies are answered 413 (docs/portal/observed.md §1). */
const jsonLimitBytes = 100 * 1024;

/**
 * Reads a body as the live portal does. `body` is undefined when it is larger than `jsonLimitBytes`. The value is
 * undefined when the request does not say that it is JSON: the body is then not looked at.
 */
function readJson(body: Buffer | undefined, contentType: string | undefined): JsonBody {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/json") return { ok: true, value: undefined };
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"\s]*)"?\s*$/.exec(parameter)?.[1])
    .find((name) => name !== undefined);
  const decoder = decoderOf(charset ?? "utf-8");
  if (!decoder) return unknownCharset;
  if (!body) return tooLarge;
  const text = decoder.decode(body);
  if (text === "") return { ok: true, value: {} };
  try {
    // Objects and lists alone are taken for JSON.
    if (!/^\s*[{[]/.test(text)) return malformed;
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return malformed;
  }
}

function decoderOf(charset: string): TextDecoder | undefined {
  if (!charset.startsWith("utf-")) return undefined;
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** The error of the live portal's JSON reader, which is all that it answers. */
function liveError({ status, type }: Unreadable): object {
  return { expose: true, statusCode: status, status, type };
}
