import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { sendErrors } from "#mock-portal/error-answers.ts";
import { type PortalContext, presenterFor } from "#mock-portal/portal-context.ts";
import * as resources from "#mock-portal/resources.ts";
import type { StoredModelFile, StoredPlotImage, StoredProductFile } from "#mock-portal/store/records.ts";
import { type Condition, readRows } from "./conditions.ts";
import { fileByUuid, fileConditions, isNoUuid } from "./file-routes.ts";
import { isRefused } from "./known-values.ts";
import { sendJson, sendList } from "./list-answer.ts";
import { visualizationQuery } from "./query-parameters.ts";

/** `GET /api/visualizations` and `/api/visualizations/<uuid>` (docs/portal/api.md, "Visualization"). */
export function visualizationRoutes(plain: FastifyInstance, context: PortalContext): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { store } = context;
  const errors = { 400: resources.errorAnswer, 404: resources.errorAnswer };

  app.get(
    "/api/visualizations",
    {
      schema: {
        summary: "Plots of files",
        querystring: visualizationQuery,
        response: { 200: z.array(resources.listedVisualization), ...errors },
      },
    },
    (request, reply) => {
      const { query } = request;
      if (isRefused(reply, context, query)) return;
      const variables = query.variable && new Set(query.variable);
      const present = presenterFor(context, request);
      const sources = (["files", "model_files"] as const)
        .flatMap((table) =>
          readRows<StoredProductFile | StoredModelFile>(store, table, [
            ...fileConditions(query, context, table),
            hasPlots(query.variable),
          ]),
        )
        .toSorted(newestOfBothFirst);
      return sendList(reply, sources.slice(0, Number(query.limit ?? sources.length)), (source) =>
        present.listedVisualization(
          source,
          plotsOf(context, source.uuid).filter((plot) => variables?.has(plot.variableId) ?? true),
        ),
      );
    },
  );

  app.get(
    "/api/visualizations/:uuid",
    {
      schema: {
        summary: "Plots of one file",
        params: z.object({ uuid: z.string() }),
        response: { 200: resources.visualization, ...errors },
      },
    },
    (request, reply) => {
      if (isNoUuid(reply, request.params.uuid)) return;
      const source = fileByUuid(context, request.params.uuid);
      if (!source) return sendErrors(reply, 404, ["No files match the query"]);
      const present = presenterFor(context, request);
      return sendJson(reply, present.visualization(source, plotsOf(context, source.uuid)));
    },
  );
}

function plotsOf({ store }: PortalContext, fileUuid: string): StoredPlotImage[] {
  return store.records<StoredPlotImage>("SELECT record FROM plots WHERE file_id = ?", fileUuid);
}

/** Files without plots have no visualization; with `variable` given, nor have those without a plot of it. */
function hasPlots(variables: string[] | undefined): Condition {
  if (variables === undefined) return { sql: "id IN (SELECT file_id FROM plots)", values: [] };
  return {
    sql: "id IN (SELECT file_id FROM plots WHERE variable_id IN (SELECT value FROM json_each(?)))",
    values: [JSON.stringify(variables)],
  };
}

function newestOfBothFirst(
  one: StoredProductFile | StoredModelFile,
  other: StoredProductFile | StoredModelFile,
): number {
  const day = other.measurementDate.localeCompare(one.measurementDate);
  return day || other.updatedAt.localeCompare(one.updatedAt);
}
