import type { FastifyInstance, FastifyReply } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { sendErrors } from "#mock-portal/error-answers.ts";
import { type PortalContext, presenterFor } from "#mock-portal/portal-context.ts";
import * as resources from "#mock-portal/resources.ts";
import type { ModelUpload, StoredUpload } from "#mock-portal/store/records.ts";
import { isOneOf, newestFirstSql, rawConditions, readRow, selectRows } from "./conditions.ts";
import { isRefused } from "./known-values.ts";
import { sendList } from "./list-answer.ts";
import { type RawQuery, rawFileQuery, rawModelFileQuery } from "./query-parameters.ts";

/** `GET /api/raw-files` and `/api/raw-model-files` (docs/portal/api.md, rule 6; docs/portal/observed.md §3). */
export function rawRoutes(plain: FastifyInstance, context: PortalContext): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { store, shape } = context;
  const errors = { 400: resources.errorAnswer, ...(shape === "live" && { 500: resources.errorAnswer }) };
  /** The live portal does not hear of a limit here. */
  const limitOf = ({ limit }: RawQuery): string | undefined => (shape === "live" ? undefined : limit);

  /** A single status with a day or a span of days is more than the live portal can take: 500. Says whether it was. */
  function isTooMuch(reply: FastifyReply, { status, date, dateFrom, dateTo }: RawQuery): boolean {
    const isTooMuch = shape === "live" && status?.length === 1 && (date ?? dateFrom ?? dateTo) !== undefined;
    if (isTooMuch) sendErrors(reply, 500, ["Internal server error"]);
    return isTooMuch;
  }

  app.get(
    "/api/raw-files",
    {
      schema: {
        summary: "Raw instrument files",
        querystring: rawFileQuery,
        response: { 200: z.array(resources.upload), ...errors },
      },
    },
    (request, reply) => {
      const { query } = request;
      if (isRefused(reply, context, query) || isTooMuch(reply, query)) return;
      const conditions = [
        ...rawConditions(query),
        ...isOneOf("instrument_id", query.instrument),
        ...isOneOf("instrument_pid", query.instrumentPid),
      ];
      const rows = selectRows(store, "uploads", conditions, newestFirstSql, limitOf(query));
      const present = presenterFor(context, request);
      return sendList(reply, rows, (row) => {
        const stored = readRow<StoredUpload>(store, "uploads", row);
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
        response: { 200: z.array(resources.modelUpload), ...errors },
      },
    },
    (request, reply) => {
      const { query } = request;
      if (isRefused(reply, context, query) || isTooMuch(reply, query)) return;
      const conditions = [...rawConditions(query), ...isOneOf("model_id", query.model)];
      const rows = selectRows(store, "model_uploads", conditions, newestFirstSql, limitOf(query));
      const present = presenterFor(context, request);
      return sendList(reply, rows, (row) => {
        const stored = readRow<ModelUpload>(store, "model_uploads", row);
        return stored && present.modelUpload(stored);
      });
    },
  );
}
