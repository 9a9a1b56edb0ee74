import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { timestampOf } from "#mock-portal/dates.ts";
import { sendText, sendUntyped } from "#mock-portal/errors.ts";
import { noteChecksum } from "#mock-portal/faults/request-log.ts";
import { type PortalContext, presenterFor } from "#mock-portal/portal-context.ts";
import { sendJson } from "#mock-portal/read-routes/list-answer.ts";
import * as resources from "#mock-portal/resources.ts";
import type { ModelUpload, Upload } from "#mock-portal/store/records.ts";
import {
  announcementBody,
  type Circumstances,
  checkAnnouncement,
  checkModelAnnouncement,
  modelAnnouncementBody,
  type Refusal,
  type Said,
} from "./announcement.ts";
import { bodyOf, closeBehind, isAwaitingContinue, readWhole } from "./request-body.ts";
import { instrumentUploads, modelUploads, sendUnauthorized, type UploadKind } from "./upload-kind.ts";

type Announced<Raw extends Upload | ModelUpload> = {
  kind: UploadKind<Raw>;
  check(json: object, circumstances: Circumstances): Said<Raw> | Refusal;
  summary: string;
  body: z.ZodType;
  failure: z.ZodType;
};

/** What the live portal's JSON reader says of a body that it cannot read. */
const unreadable = z.looseObject({ status: z.int(), type: z.string() });

/** `POST /upload/metadata`, `POST /model-upload/metadata` and, outside the contract, `GET /upload/metadata/<md5>`. */
export function uploadMetadataRoutes(app: FastifyInstance, context: PortalContext): void {
  announceRoute<Upload>(app, context, {
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
      if (!/^[0-9a-f]{32}$/.test(md5)) return sendUntyped(reply, 400, "");
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

function announceRoute<Raw extends Upload | ModelUpload>(
  app: FastifyInstance,
  context: PortalContext,
  { kind, check, summary, body, failure }: Announced<Raw>,
): void {
  const { users, catalogue, clock } = context;
  const firstOfTheirBytes = new Set<string>();

  app.post(
    `${kind.path}/metadata`,
    {
      schema: {
        summary,
        body,
        security: [{ station: [] }],
        response: {
          200: z.literal("OK"),
          400: unreadable,
          401: z.string(),
          409: failure,
          413: unreadable,
          415: unreadable,
          422: failure,
          500: z.object({}),
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
        sendJson(reply.code(json.status), json.error);
        return reply;
      }
      const said = json.value
        ? check(json.value, { user, catalogue, nowMs: clock.nowMs() })
        : { status: 500, message: "" };
      if (isRefusal(said) && said.status === 500) {
        sendJson(reply.code(500), {});
        return reply;
      }
      if (isRefusal(said)) return kind.fail(reply, said.status, said.message);
      noteChecksum(request, said.checksum);
      if (kind.table.byChecksum(said.checksum) === undefined) {
        // Of two that find no record, the one written last meets the other's row (docs/portal/observed.md §1).
        if (firstOfTheirBytes.has(said.checksum)) {
          sendJson(reply.code(500), {});
          return reply;
        }
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

function isRefusal(said: object): said is Refusal {
  return "message" in said;
}

/** What the live portal's JSON reader makes of a body: a value, or its own error as it answers it. */
type JsonBody =
  | { ok: true; value: object | undefined }
  | { ok: false; status: 400 | 413 | 415; error: object };

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
  if (!decoder) return refusal(415, "charset.unsupported");
  if (!body) return refusal(413, "entity.too.large");
  const text = decoder.decode(body);
  if (text === "") return { ok: true, value: {} };
  try {
    // Objects and lists alone are taken for JSON.
    if (!/^\s*[{[]/.test(text)) return refusal(400, "entity.parse.failed");
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refusal(400, "entity.parse.failed");
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

function refusal(status: 400 | 413 | 415, type: string): JsonBody {
  return { ok: false, status, error: { expose: true, statusCode: status, status, type } };
}
