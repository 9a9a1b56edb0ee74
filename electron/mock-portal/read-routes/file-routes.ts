import type { FastifyInstance, FastifyReply } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { sendErrors } from "#mock-portal/error-answers.ts";
import { utcDateOf } from "#mock-portal/portal-clock.ts";
import { type PortalContext, presenterFor } from "#mock-portal/portal-context.ts";
import * as resources from "#mock-portal/resources.ts";
import type { Catalogue } from "#mock-portal/store/catalogue.ts";
import type { StoredModelFile, StoredProductFile } from "#mock-portal/store/records.ts";
import {
  type Condition,
  commonConditions,
  isOneOf,
  newestFirstSql,
  readRow,
  readRows,
  selectRows,
} from "./conditions.ts";
import { isRefused } from "./known-values.ts";
import { sendJson, sendList } from "./list-answer.ts";
import { fileQuery, modelFileQuery, type ProductQuery } from "./query-parameters.ts";

/** `GET /api/files`, `/api/files/<uuid>` and `/api/model-files` (docs/portal/api.md, rules 1 to 5, 7, 8). */
export function fileRoutes(plain: FastifyInstance, context: PortalContext): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { store, catalogue } = context;
  const errors = { 400: resources.errorAnswer, 404: resources.errorAnswer };

  app.get(
    "/api/files",
    {
      schema: {
        summary: "Product files",
        querystring: fileQuery,
        response: { 200: z.array(resources.listedFile), ...errors },
      },
    },
    (request, reply) => {
      const { query } = request;
      if (isRefused(reply, context, query)) return;
      const rows = selectRows(
        store,
        "files",
        fileConditions(query, context, "files"),
        newestFirstSql,
        query.limit,
      );
      const present = presenterFor(context, request);
      return sendList(reply, rows, (row) => {
        const stored = readRow<StoredProductFile>(store, "files", row);
        return stored && present.listedFile(stored);
      });
    },
  );

  app.get(
    "/api/files/:uuid",
    {
      schema: {
        summary: "One product or model file",
        params: z.object({ uuid: z.string() }),
        response: { 200: z.union([resources.file, resources.modelFile]), ...errors },
      },
    },
    (request, reply) => {
      const present = presenterFor(context, request);
      if (isNoUuid(reply, request.params.uuid)) return;
      const found = fileByUuid(context, request.params.uuid);
      if (!found) return sendErrors(reply, 404, ["No files match this UUID"]);
      return sendJson(reply, "modelId" in found ? present.modelFile(found) : present.file(found));
    },
  );

  app.get(
    "/api/model-files",
    {
      schema: {
        summary: "Model files",
        querystring: modelFileQuery,
        response: { 200: z.array(resources.modelFile), ...errors },
      },
    },
    (request, reply) => {
      const { query } = request;
      if (isRefused(reply, context, query)) return;
      const conditions = [
        { sql: "is_current = 1", values: [] },
        ...commonConditions(query),
        ...isOneOf("model_id", query.model),
      ];
      const stored = readRows<StoredModelFile>(store, "model_files", conditions);
      const isOptimumOnly = !query.allModels && query.model === undefined;
      const chosen = isOptimumOnly ? optimumOfEachDay(stored, catalogue) : byOptimumOrder(stored, catalogue);
      const present = presenterFor(context, request);
      return sendList(reply, chosen.slice(0, Number(query.limit ?? chosen.length)), present.modelFile);
    },
  );
}

/** Any version of a product file or model file. */
export function fileByUuid(
  { store }: PortalContext,
  uuid: string,
): StoredProductFile | StoredModelFile | undefined {
  return (
    store.record<StoredProductFile>("SELECT record FROM files WHERE id = ?", uuid) ??
    store.record<StoredModelFile>("SELECT record FROM model_files WHERE id = ?", uuid)
  );
}

/** Refuses what is no UUID, and says whether it did. */
export function isNoUuid(reply: FastifyReply, given: string): boolean {
  const isUuid = z.guid().safeParse(given).success;
  if (!isUuid) sendErrors(reply, 404, ["Not found: invalid UUID"]);
  return !isUuid;
}

/**
 * Demands of a search for products: current versions unless all are wanted, and nothing from the future after `dateFrom`.
 * Model files have no instrument, product files no model: a demand for what a table does not have leaves the files out
 * of the former and is not heard by the latter, as on the live portal.
 */
export function fileConditions(
  query: ProductQuery,
  { clock, catalogue }: PortalContext,
  table: "files" | "model_files",
): Condition[] {
  const isOpenEnded = query.dateFrom !== undefined && query.dateTo === undefined;
  const bounded = isOpenEnded ? { ...query, dateTo: utcDateOf(clock.nowMs()) } : query;
  const { instrument, instrumentPid } = query;
  const isVolatile = query.volatile === undefined ? undefined : query.volatile.toLowerCase() === "true";
  const instruments =
    instrument || instrumentPid
      ? [...catalogue.instrumentRecords.values()]
          .filter(({ instrumentId }) => instrument?.includes(instrumentId) ?? true)
          .filter(({ pid }) => instrumentPid?.includes(pid) ?? true)
          .map(({ uuid }) => uuid)
      : undefined;
  return [
    ...(query.allVersions ? [] : [{ sql: "is_current = 1", values: [] }]),
    ...commonConditions(bounded),
    ...isOneOf("product_id", query.product),
    ...isOneOf("record ->> '$.filename'", query.filename),
    ...isOneOf("record ->> '$.volatile'", isVolatile === undefined ? undefined : [Number(isVolatile)]),
    ...isOneOf(table === "files" ? "instrument_uuid" : "NULL", instruments),
    ...(table === "files" ? [] : isOneOf("model_id", query.model)),
  ];
}

/** Newest day first; within a day the better model first. */
function byOptimumOrder(files: StoredModelFile[], { models }: Catalogue): StoredModelFile[] {
  const orderOf = (modelId: string): number => models.get(modelId)?.optimumOrder ?? 0;
  return files.toSorted(
    (one, other) =>
      other.measurementDate.localeCompare(one.measurementDate) ||
      orderOf(one.modelId) - orderOf(other.modelId),
  );
}

/** The file of the best model of each site and day, the newest day first. */
export function optimumOfEachDay(files: StoredModelFile[], catalogue: Catalogue): StoredModelFile[] {
  const days = new Set<string>();
  return byOptimumOrder(files, catalogue).filter(({ siteId, measurementDate }) => {
    const day = `${siteId} ${measurementDate}`;
    if (days.has(day)) return false;
    days.add(day);
    return true;
  });
}
