import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { dateOf } from "../dates.ts";
import { sendErrors } from "../errors.ts";
import { type PortalContext, presenterFor } from "../portal-context.ts";
import * as resources from "../resources.ts";
import type { ModelFile, ProductFile } from "../store/records.ts";
import { isRefused } from "./known-values.ts";
import { sendJson, sendList } from "./list-answer.ts";
import { fileQuery, modelFileQuery } from "./query-parameters.ts";
import { type Condition, commonConditions, isOneOf, newestFirst, readRow, selectRows } from "./selection.ts";

/** `GET /api/files`, `/api/files/<uuid>` and `/api/model-files` (portal-api.md, rules 1 to 5, 7, 8). */
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
      if (isRefused(reply, catalogue, query)) return;
      const rows = selectRows(store, "files", fileConditions(query, context), newestFirst, query.limit);
      const present = presenterFor(context, request);
      return sendList(reply, rows, (row) => {
        const stored = readRow<ProductFile>(store, "files", row);
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
      if (isRefused(reply, catalogue, query)) return;
      const conditions = [
        { sql: "is_current = 1", values: [] },
        ...commonConditions(query),
        ...isOneOf("model_id", query.model),
      ];
      const rows = selectRows(store, "model_files", conditions, newestFirst);
      const stored = rows.flatMap((row) => readRow<ModelFile>(store, "model_files", row) ?? []);
      const ordered = byOptimumOrder(stored, (id) => catalogue.models.get(id)?.optimumOrder ?? 0);
      const isOptimumOnly = !query.allModels && query.model === undefined;
      const chosen = isOptimumOnly ? firstOfEachDay(ordered) : ordered;
      const present = presenterFor(context, request);
      return sendList(reply, chosen.slice(0, Number(query.limit ?? chosen.length)), present.modelFile);
    },
  );
}

/** Any version of a product file or model file. */
export function fileByUuid({ store }: PortalContext, uuid: string): ProductFile | ModelFile | undefined {
  return (
    store.record<ProductFile>("SELECT record FROM files WHERE id = ?", uuid) ??
    store.record<ModelFile>("SELECT record FROM model_files WHERE id = ?", uuid)
  );
}

type FileQuery = Pick<z.output<typeof fileQuery>, "product" | "allVersions"> &
  Parameters<typeof commonConditions>[0];

/** Demands of `GET /api/files`: current versions unless all are wanted, and nothing from the future after `dateFrom`. */
export function fileConditions(query: FileQuery, { clock }: PortalContext): Condition[] {
  const isOpenEnded = query.dateFrom !== undefined && query.dateTo === undefined;
  const bounded = isOpenEnded ? { ...query, dateTo: dateOf(clock.nowMs()) } : query;
  return [
    ...(query.allVersions ? [] : [{ sql: "is_current = 1", values: [] }]),
    ...commonConditions(bounded),
    ...isOneOf("product_id", query.product),
  ];
}

/** Newest day first; within a day the better model first. */
function byOptimumOrder(files: ModelFile[], orderOf: (modelId: string) => number): ModelFile[] {
  return files.toSorted(
    (one, other) =>
      other.measurementDate.localeCompare(one.measurementDate) ||
      orderOf(one.modelId) - orderOf(other.modelId),
  );
}

function firstOfEachDay(files: ModelFile[]): ModelFile[] {
  const days = new Set<string>();
  return files.filter(({ siteId, measurementDate }) => {
    const day = `${siteId} ${measurementDate}`;
    if (days.has(day)) return false;
    days.add(day);
    return true;
  });
}
