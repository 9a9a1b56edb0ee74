import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { sendErrors } from "#mock-portal/error-answers.ts";
import { mobileSite } from "#mock-portal/live-shape.ts";
import { daysAhead } from "#mock-portal/portal-clock.ts";
import { type PortalContext, presenterFor } from "#mock-portal/portal-context.ts";
import * as resources from "#mock-portal/resources.ts";
import { shownInstrument } from "#mock-portal/shown-records.ts";
import { isNoUuid } from "./file-routes.ts";
import { sendJson } from "./list-answer.ts";

/** Instruments with files of a day younger than this are active, or recent. */
const activeDays = 3;
const recentDays = 7;

/** A record by its id (docs/portal/observed.md §5). */
export function recordRoutes(plain: FastifyInstance, context: PortalContext): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { catalogue, store } = context;
  const params = z.object({ id: z.string() });
  const response = <One extends z.ZodType>(one: One) => ({ 200: one, 404: resources.errorAnswer });

  app.get(
    "/api/sites/:id",
    { schema: { summary: "One measuring station", params, response: response(resources.site) } },
    (request, reply) => {
      const { id } = request.params;
      const site = catalogue.sites.get(id);
      if (site) return sendJson(reply, presenterFor(context, request).site(site));
      if (context.shape === "live" && id === mobileSite.id) return sendJson(reply, mobileSite);
      return sendErrors(reply, 404, ["No site matches this id"]);
    },
  );

  app.get(
    "/api/products/:id",
    { schema: { summary: "One data product", params, response: response(resources.product) } },
    (request, reply) => {
      const product = catalogue.products.get(request.params.id);
      return product ? sendJson(reply, product) : sendErrors(reply, 404, ["No product matches this id"]);
    },
  );

  app.get(
    "/api/instruments/:id",
    { schema: { summary: "One instrument type", params, response: response(resources.instrument) } },
    (request, reply) => {
      const type = catalogue.instruments.get(request.params.id);
      return type
        ? sendJson(reply, shownInstrument(type))
        : sendErrors(reply, 404, ["No instrument match this id"]);
    },
  );

  app.get(
    "/api/instrument-pids/:uuid",
    {
      schema: {
        summary: "One instrument, where it was and whether it is heard of",
        params: z.object({ uuid: z.string() }),
        response: response(resources.oneInstrumentPid),
      },
    },
    (request, reply) => {
      const { uuid } = request.params;
      if (isNoUuid(reply, uuid)) return;
      const record = catalogue.instrumentRecords.get(uuid);
      const type = record && catalogue.instruments.get(record.instrumentId);
      if (!record || !type) return sendErrors(reply, 404, ["No instrument PID match this id"]);
      const { siteId: _, instrumentId: __, ...own } = record;
      const status = heardOf(context, record.pid);
      return sendJson(reply, {
        ...own,
        instrument: shownInstrument(type),
        status,
        locations: locationsOf(uuid),
      });
    },
  );

  /** Gives the origin of its product files: spans of days at one site, the newest first. */
  function locationsOf(uuid: string) {
    const spans: { siteId: string; humanReadableName: string; startDate: string; endDate: string }[] = [];
    const days = store
      .statement(
        "SELECT DISTINCT site_id, measurement_date FROM files WHERE instrument_uuid = ? AND record ->> '$.tombstoneReason' IS NULL ORDER BY measurement_date DESC, site_id",
      )
      .all(uuid);
    for (const day of days) {
      const [siteId, date] = [String(day.site_id), String(day.measurement_date)];
      const last = spans.at(-1);
      if (last?.siteId === siteId) last.startDate = date;
      else {
        const humanReadableName = catalogue.sites.get(siteId)?.humanReadableName ?? siteId;
        spans.push({ siteId, humanReadableName, startDate: date, endDate: date });
      }
    }
    return spans;
  }
}

/** Whether files of an instrument come, by the newest day of its raw files. */
export function heardOf({ store, clock }: PortalContext, pid: string): "active" | "recent" | "inactive" {
  const newest = store
    .statement("SELECT max(measurement_date) AS day FROM uploads WHERE instrument_pid = ?")
    .get(pid)?.day;
  const age = typeof newest === "string" ? -daysAhead(newest, clock.nowMs()) : Number.POSITIVE_INFINITY;
  if (age < activeDays) return "active";
  return age < recentDays ? "recent" : "inactive";
}
