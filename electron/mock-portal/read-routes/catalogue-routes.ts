import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { mobileSite, type Presenter } from "#mock-portal/live-shape.ts";
import { type PortalContext, presenterFor } from "#mock-portal/portal-context.ts";
import * as resources from "#mock-portal/resources.ts";
import { shownInstrument } from "#mock-portal/shown-records.ts";
import { sendJson } from "./list-answer.ts";
import { heardOf } from "./record-routes.ts";

/** The lists without parameters (docs/portal/api.md, "Endpoints") and the instrument picker of the live portal. */
export function catalogueRoutes(app: FastifyInstance, context: PortalContext): void {
  const { catalogue, shape } = context;
  const list = (
    url: string,
    element: z.ZodType,
    summary: string,
    values: (present: Presenter) => unknown[],
  ): void => {
    app.get(url, { schema: { summary, response: { 200: z.array(element) } } }, (request, reply) =>
      sendJson(reply, values(presenterFor(context, request))),
    );
  };
  const variables = [...catalogue.variables.values()];
  list("/api/sites", resources.site, "Measuring stations", (present) => {
    const sites = [...catalogue.sites.values()].map(present.site);
    return shape === "live" ? [...sites, mobileSite] : sites;
  });
  list("/api/products", resources.listedProduct, "Data products", (present) =>
    [...catalogue.products.values()].map((product) => present.listedProduct(product)),
  );
  list(
    "/api/products/variables",
    resources.productVariables,
    "Data products with their variables",
    (present) =>
      [...catalogue.products.values()].map((product) =>
        present.productVariables(
          product,
          variables.filter((variable) => variable.productId === product.id),
        ),
      ),
  );
  list("/api/instruments", resources.instrument, "Supported instrument types", () =>
    [...catalogue.instruments.values()].map(shownInstrument),
  );
  list("/api/models", resources.model, "Model types", () => [...catalogue.models.values()]);

  app.get(
    "/api/instrument-pids",
    {
      schema: {
        summary: "Instruments with their persistent identifiers",
        querystring: z.looseObject({ includeSite: z.unknown().optional() }),
        response: { 200: z.array(resources.instrumentPid) },
      },
    },
    (request, reply) => {
      const isWithSite =
        typeof request.query === "object" && request.query !== null && "includeSite" in request.query;
      const entries = [...catalogue.instrumentRecords.values()].flatMap((record) => {
        const { uuid, pid, name, owners, model, type, serialNumber, instrumentId, siteId } = record;
        const known = catalogue.instruments.get(instrumentId);
        if (!known) return [];
        const drift = { owners, model, type, serialNumber, status: heardOf(context, pid) };
        return [
          {
            uuid,
            pid,
            name,
            instrument: shownInstrument(known),
            ...(isWithSite && { siteId }),
            ...(shape === "live" && drift),
          },
        ];
      });
      return sendJson(reply, entries);
    },
  );
}
