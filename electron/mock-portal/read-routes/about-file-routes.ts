import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { sendErrors } from "#mock-portal/errors.ts";
import type { PortalContext } from "#mock-portal/portal-context.ts";
import * as resources from "#mock-portal/resources.ts";
import type { ModelFile, ProductFile } from "#mock-portal/store/records.ts";
import { fileByUuid, isNoUuid } from "./file-routes.ts";
import { sendJson } from "./list-answer.ts";
import { qualityReport } from "./quality-report.ts";

const noFile = ["No files match this UUID"];

/** `GET /api/files/<uuid>/versions` and `GET /api/quality/<uuid>` (docs/portal/observed.md §5). */
export function aboutFileRoutes(plain: FastifyInstance, context: PortalContext): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const params = z.object({ uuid: z.string() });

  app.get(
    "/api/files/:uuid/versions",
    {
      schema: {
        summary: "Versions of a file, the newest first",
        params,
        response: { 200: z.array(resources.fileVersion), 404: resources.errorAnswer },
      },
    },
    (request, reply) => {
      const { uuid } = request.params;
      if (isNoUuid(reply, uuid)) return;
      const file = fileByUuid(context, uuid);
      return file ? sendJson(reply, versionsOf(file)) : sendErrors(reply, 404, noFile);
    },
  );

  app.get(
    "/api/quality/:uuid",
    {
      schema: {
        summary: "Why a product has its quality",
        params,
        response: { 200: resources.qualityReport, 404: resources.errorAnswer },
      },
    },
    (request, reply) => {
      const { uuid } = request.params;
      if (isNoUuid(reply, uuid)) return;
      const file = fileByUuid(context, uuid);
      const report = file && "software" in file ? qualityReport(file) : undefined;
      return report ? sendJson(reply, report) : sendErrors(reply, 404, noFile);
    },
  );

  function versionsOf(file: ProductFile | ModelFile): z.output<typeof resources.fileVersion>[] {
    const { siteId, measurementDate, productId } = file;
    const [table, source, value] =
      "modelId" in file
        ? ["model_files", "model_id", file.modelId]
        : ["files", "instrument_uuid", file.instrumentUuid];
    return context.store
      .records<ProductFile | ModelFile>(
        `SELECT record FROM ${table} WHERE site_id = ? AND measurement_date = ? AND product_id = ? AND ${source} IS ? ORDER BY record ->> '$.createdAt' DESC, id`,
        siteId,
        measurementDate,
        productId,
        value ?? null,
      )
      .map(({ uuid, createdAt }) => ({ uuid, createdAt }));
  }
}
