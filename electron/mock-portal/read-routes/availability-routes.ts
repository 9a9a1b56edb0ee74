import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import type { PortalContext } from "#mock-portal/portal-context.ts";
import * as resources from "#mock-portal/resources.ts";
import { instrumentRecord } from "#mock-portal/shown-records.ts";
import type { StoredModelFile, StoredProductFile } from "#mock-portal/store/records.ts";
import { isOneOf, readRows } from "./conditions.ts";
import { optimumOfEachDay } from "./file-routes.ts";
import { sendJson, sendList } from "./list-answer.ts";

const once = z.union([z.string(), z.array(z.string())]).optional();

/** A year in one request (docs/portal/observed.md §5). Values that these routes do not know find nothing. */
export function availabilityRoutes(plain: FastifyInstance, context: PortalContext): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { store, catalogue } = context;

  app.get(
    "/api/upload-amount",
    {
      schema: {
        summary: "Received raw files of an instrument by day",
        querystring: z.looseObject({ instrumentPid: once }),
        response: { 200: z.array(resources.uploadAmount) },
      },
    },
    (request, reply) => {
      const pids = JSON.stringify([request.query.instrumentPid ?? []].flat());
      const days = store
        .statement(
          "SELECT measurement_date AS date, count(*) AS fileCount, sum(record ->> '$.size') AS totalSize FROM uploads WHERE instrument_pid IN (SELECT value FROM json_each(?)) AND status IN ('uploaded', 'processed') GROUP BY measurement_date ORDER BY measurement_date",
        )
        .all(pids);
      return sendJson(
        reply,
        days.map(({ date, fileCount, totalSize }) => ({ date, fileCount, totalSize })),
      );
    },
  );

  app.get(
    "/api/product-availability",
    {
      schema: {
        summary: "Products by day",
        querystring: z.looseObject({ site: once, instrumentPid: once, includeExperimental: once }),
        response: { 200: z.array(resources.availableProduct) },
      },
    },
    (request, reply) => {
      const { site, instrumentPid, includeExperimental } = request.query;
      const products = [...catalogue.products.values()]
        .filter(({ experimental }) => includeExperimental !== undefined || !experimental)
        .map(({ id }) => id);
      const pids = instrumentPid === undefined ? undefined : [instrumentPid].flat();
      const instruments = pids?.map((pid) => catalogue.instrumentRecordsByPid.get(pid)?.uuid ?? "");
      const current = <Stored extends StoredProductFile | StoredModelFile>(
        table: "files" | "model_files",
      ): Stored[] =>
        readRows(store, table, [
          { sql: "is_current = 1", values: [] },
          ...isOneOf("site_id", site === undefined ? undefined : [site].flat()),
          ...isOneOf("product_id", products),
          ...isOneOf(table === "files" ? "instrument_uuid" : "NULL", instruments),
        ]);
      const found = [
        ...current<StoredProductFile>("files"),
        ...optimumOfEachDay(current<StoredModelFile>("model_files"), catalogue),
      ];
      return sendList(reply, found.toSorted(byDayAndProduct), available);
    },
  );

  function available(
    stored: StoredProductFile | StoredModelFile,
  ): z.output<typeof resources.availableProduct> {
    const { uuid, measurementDate, productId, errorLevel, legacy, siteId } = stored;
    const record =
      "instrumentUuid" in stored ? catalogue.instrumentRecords.get(stored.instrumentUuid ?? "") : undefined;
    return {
      uuid,
      measurementDate,
      productId,
      errorLevel,
      legacy,
      experimental: catalogue.products.get(productId)?.experimental ?? false,
      siteId,
      instrumentPid: record?.pid ?? null,
      instrumentInfo: record ? instrumentRecord(record) : null,
    };
  }
}

function byDayAndProduct(
  one: StoredProductFile | StoredModelFile,
  other: StoredProductFile | StoredModelFile,
): number {
  return (
    other.measurementDate.localeCompare(one.measurementDate) ||
    one.productId.localeCompare(other.productId) ||
    String(one.errorLevel).localeCompare(String(other.errorLevel))
  );
}
