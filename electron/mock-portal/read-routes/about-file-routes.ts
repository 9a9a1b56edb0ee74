import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { sendErrors } from "#mock-portal/error-answers.ts";
import type { PortalContext } from "#mock-portal/portal-context.ts";
import * as resources from "#mock-portal/resources.ts";
import type { StoredModelFile, StoredProductFile } from "#mock-portal/store/records.ts";
import { fileByUuid, isNoUuid } from "./file-routes.ts";
import { sendJson } from "./list-answer.ts";

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

  function versionsOf(file: StoredProductFile | StoredModelFile): z.output<typeof resources.fileVersion>[] {
    const { siteId, measurementDate, productId } = file;
    const [table, source, value] =
      "modelId" in file
        ? ["model_files", "model_id", file.modelId]
        : ["files", "instrument_uuid", file.instrumentUuid];
    return context.store
      .records<StoredProductFile | StoredModelFile>(
        `SELECT record FROM ${table} WHERE site_id = ? AND measurement_date = ? AND product_id = ? AND ${source} IS ? ORDER BY record ->> '$.createdAt' DESC, id`,
        siteId,
        measurementDate,
        productId,
        value ?? null,
      )
      .map(({ uuid, createdAt }) => ({ uuid, createdAt }));
  }
}

type Report = z.output<typeof resources.qualityReport>;
type Test = Report["testReports"][number];

const checks: readonly Pick<Test, "testId" | "name" | "description">[] = [
  {
    testId: "TestDataCoverage",
    name: "Data coverage",
    description: "Test that the file has data for the whole day.",
  },
  {
    testId: "TestValueRange",
    name: "Value range",
    description: "Test that the values lie in the range that is usual for each variable.",
  },
  {
    testId: "TestUnits",
    name: "Units",
    description: "Test that the variables have the units that are expected of them.",
  },
  {
    testId: "TestGlobalAttributes",
    name: "Global attributes",
    description: "Test that no global attribute is missing.",
  },
];

const worstFirst = ["error", "warning", "info", "pass"];

/** The report behind the level of a product file; undefined for one that was never tested. */
function qualityReport({
  uuid,
  errorLevel,
  coverage,
  productId,
  updatedAt,
}: StoredProductFile): Report | undefined {
  if (errorLevel === null) return undefined;
  const isFull = coverage === null || coverage >= 1;
  const failing = errorLevel === "pass" ? undefined : isFull ? "TestValueRange" : "TestDataCoverage";
  // The live portal's tests of variables compare, and say no sentence.
  const exception = isFull
    ? { variable: productId, expected: "values in the usual range", received: "values outside of it" }
    : { message: `The data cover ${Math.round((coverage ?? 0) * 1000) / 10} % of the day.` };
  const testReports = checks
    .map(
      (check): Test =>
        check.testId === failing
          ? { ...check, result: errorLevel, exceptions: [{ result: errorLevel, ...exception }] }
          : { ...check, result: "pass", exceptions: [] },
    )
    .toSorted((one, other) => worstFirst.indexOf(one.result) - worstFirst.indexOf(other.result));
  const count = (level: string): number => testReports.filter(({ result }) => result === level).length;
  return {
    uuid,
    errorLevel,
    qcVersion: "1.31.0",
    timestamp: updatedAt,
    tests: testReports.length,
    errors: count("error"),
    warnings: count("warning"),
    info: count("info"),
    testReports,
  };
}
