import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { type PortalContext, presenterFor } from "../portal-context.ts";
import * as resources from "../resources.ts";
import type { ModelUpload, Upload } from "../store/records.ts";
import { isRefused } from "./known-values.ts";
import { sendList } from "./list-answer.ts";
import { rawFileQuery, rawModelFileQuery } from "./query-parameters.ts";
import { isOneOf, newestFirst, rawConditions, readRow, selectRows } from "./selection.ts";

/** `GET /api/raw-files` and `/api/raw-model-files` (portal-api.md, rule 6; portal-observed.md, section 3). */
export function rawRoutes(plain: FastifyInstance, context: PortalContext): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { store, catalogue } = context;

  app.get(
    "/api/raw-files",
    {
      schema: {
        summary: "Raw instrument files",
        querystring: rawFileQuery,
        response: { 200: z.array(resources.upload), 400: resources.errorAnswer },
      },
    },
    (request, reply) => {
      const { query } = request;
      if (isRefused(reply, catalogue, query)) return;
      const conditions = [
        ...rawConditions(query),
        ...isOneOf("instrument_id", query.instrument),
        ...isOneOf("instrument_pid", query.instrumentPid),
      ];
      const rows = selectRows(store, "uploads", conditions, newestFirst, query.limit);
      const present = presenterFor(context, request);
      return sendList(reply, rows, (row) => {
        const stored = readRow<Upload>(store, "uploads", row);
        return stored && present.upload(stored);
      });
    },
  );

  app.get(
    "/api/raw-model-files",
    {
      schema: {
        summary: "Raw model files",
        querystring: rawModelFileQuery,
        response: { 200: z.array(resources.modelUpload), 400: resources.errorAnswer },
      },
    },
    (request, reply) => {
      const { query } = request;
      if (isRefused(reply, catalogue, query)) return;
      const conditions = [...rawConditions(query), ...isOneOf("model_id", query.model)];
      const rows = selectRows(store, "model_uploads", conditions, newestFirst, query.limit);
      const present = presenterFor(context, request);
      return sendList(reply, rows, (row) => {
        const stored = readRow<ModelUpload>(store, "model_uploads", row);
        return stored && present.modelUpload(stored);
      });
    },
  );
}
