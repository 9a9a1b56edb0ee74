import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { sendErrors } from "./error-answers.ts";
import type { PortalContext } from "./portal-context.ts";
import { fileByUuid } from "./read-routes/file-routes.ts";
import type { ContentKind } from "./store/contents.ts";
import type { ModelUpload, StoredPlotImage, StoredUpload } from "./store/records.ts";

const pathOfFile = z.object({ uuid: z.string(), filename: z.string() });

/** `GET /api/download/{product,raw,image}/...` (docs/portal/observed.md §3). No Range, no ETag. */
export function downloadRoutes(app: FastifyInstance, context: PortalContext): void {
  const { store, contents } = context;

  async function send(
    reply: FastifyReply,
    kind: ContentKind,
    name: string,
    statedSize: number | undefined,
  ): Promise<FastifyReply> {
    const path = contents.path(kind, name);
    const onDisk = await stat(path).catch(() => undefined);
    const size = statedSize ?? onDisk?.size ?? 0;
    reply.type(kind === "image" ? "image/png" : "application/octet-stream").header("content-length", size);
    // A stored object that is missing or cut gives 200 with a short body.
    if (onDisk?.size !== size) reply.header("connection", "close");
    return reply.send(onDisk ? createReadStream(path) : Readable.from([]));
  }

  function notFound(reply: FastifyReply): FastifyReply {
    sendErrors(reply, 404, ["File not found"]);
    return reply;
  }

  app.get(
    "/api/download/product/:uuid/:filename",
    { schema: { summary: "Content of a product or model file", params: pathOfFile } },
    (request, reply) => {
      const { uuid, filename } = request.params as z.output<typeof pathOfFile>;
      const file = fileByUuid(context, uuid);
      return file?.filename === filename ? send(reply, "product", uuid, file.size) : notFound(reply);
    },
  );

  app.get(
    "/api/download/raw/:uuid/:filename",
    { schema: { summary: "Content of a raw file", params: pathOfFile } },
    (request, reply) => {
      const { uuid, filename } = request.params as z.output<typeof pathOfFile>;
      const upload =
        context.uploads.byUuid(uuid)?.upload ??
        store.record<StoredUpload | ModelUpload>("SELECT record FROM model_uploads WHERE id = ?", uuid);
      const isThere = upload?.filename === filename && upload.status !== "created";
      return isThere ? send(reply, "raw", uuid, upload.size) : notFound(reply);
    },
  );

  app.get(
    "/api/download/image/*",
    { schema: { summary: "PNG of a plot", params: z.object({ "*": z.string() }) } },
    async (request, reply) => {
      const { "*": s3key } = request.params as { "*": string };
      const plot = store.record<StoredPlotImage>("SELECT record FROM plots WHERE id = ?", s3key);
      if (!plot) return notFound(reply);
      if (existsSync(contents.path("image", s3key))) return send(reply, "image", s3key, undefined);
      const drawn = await context.drawImage(s3key);
      return drawn ? reply.type("image/png").send(drawn) : send(reply, "image", s3key, undefined);
    },
  );
}
