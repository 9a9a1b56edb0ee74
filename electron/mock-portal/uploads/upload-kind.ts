import type { FastifyReply } from "fastify";
import { sendJsonError, sendText, sendUntyped } from "#mock-portal/error-answers.ts";
import type { PortalContext } from "#mock-portal/portal-context.ts";
import type { ModelUpload, StoredUpload } from "#mock-portal/store/records.ts";
import type { RawTable } from "./upload-table.ts";

/** The two ways of uploading, for instruments' files and for model files: same steps, other tables and failures. */
export type UploadKind<Raw extends StoredUpload | ModelUpload> = {
  /** First part of the paths. */
  path: "/upload" | "/model-upload";
  table: RawTable<Raw>;
  /** Answers with a failure. */
  fail(reply: FastifyReply, status: number, text: string): FastifyReply;
  /** The failure of a path that names no MD5. */
  failPath(reply: FastifyReply): FastifyReply;
};

const noHash = "Checksum is not an MD5 hash";

/** Bare texts that call themselves web pages (docs/portal/observed.md §1). */
export function instrumentUploads({ uploads, shape }: PortalContext): UploadKind<StoredUpload> {
  return {
    path: "/upload",
    table: uploads,
    fail: sendText,
    failPath: (reply) => sendUntyped(reply, 400, shape === "live" ? "" : noHash),
  };
}

/** JSON with one text (docs/portal/observed.md §5). */
export function modelUploads({ modelUploads }: PortalContext): UploadKind<ModelUpload> {
  return {
    path: "/model-upload",
    table: modelUploads,
    fail: sendJsonError,
    failPath: (reply) => sendJsonError(reply, 400, noHash),
  };
}

/** Sends the answer of both ways to credentials that are missing or wrong. */
export function sendUnauthorized(reply: FastifyReply): FastifyReply {
  return sendUntyped(reply.header("www-authenticate", 'Basic realm="Users"'), 401, "Unauthorized");
}
