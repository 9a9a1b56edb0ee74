import swagger from "@fastify/swagger";
import Fastify, { type FastifyInstance } from "fastify";
import { jsonSchemaTransform, jsonSchemaTransformObject, validatorCompiler } from "fastify-type-provider-zod";
import { compressAnswers } from "./compression.ts";
import { downloadRoutes } from "./download-routes.ts";
import { answerErrors, refuseUnreadable, sendRefusal } from "./error-answers.ts";
import { type Controlled, controlRoutes } from "./faults/control-routes.ts";
import { contentFaults, transportFaults } from "./faults/fault-hooks.ts";
import type { Faults } from "./faults/faults.ts";
import { type RequestLog, requestLog } from "./faults/request-log.ts";
import { tampering } from "./faults/tampering.ts";
import type { PortalContext } from "./portal-context.ts";
import { aboutFileRoutes } from "./read-routes/about-file-routes.ts";
import { availabilityRoutes } from "./read-routes/availability-routes.ts";
import { catalogueRoutes } from "./read-routes/catalogue-routes.ts";
import { fileRoutes } from "./read-routes/file-routes.ts";
import { parseQuery } from "./read-routes/query-parameters.ts";
import { rawRoutes } from "./read-routes/raw-routes.ts";
import { recordRoutes } from "./read-routes/record-routes.ts";
import { visualizationRoutes } from "./read-routes/visualization-routes.ts";
import { uploadDataRoutes } from "./uploads/upload-data.ts";
import { uploadMetadataRoutes } from "./uploads/upload-metadata.ts";

/** Idle connections are closed after this (docs/portal/observed.md §2). */
const keepAliveMs = 5_000;

/** Wires routes, faults, log and OpenAPI document into one server that does not listen yet. */
export async function buildServer(
  context: PortalContext,
  faults: Faults,
  processAll: Controlled["processAll"],
): Promise<{ app: FastifyInstance; log: RequestLog }> {
  const app = Fastify({
    keepAliveTimeout: keepAliveMs,
    forceCloseConnections: true,
    frameworkErrors: (error, request, reply) => sendRefusal(error, request, reply),
    clientErrorHandler: refuseUnreadable,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4_096, querystringParser: parseQuery },
  });
  app.server.keepAliveTimeoutBuffer = 0;
  // Routes say `100 Continue` themselves, when they want the body.
  app.server.on("checkContinue", (request, response) => app.server.emit("request", request, response));
  // An expectation that nobody knows is none: the empty 417 of the platform says nothing.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  // Bodies of any kind stay streams: who wants one reads it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.setValidatorCompiler(validatorCompiler);
  // Every answer is sent as text or as a stream; the response schemas are there for the OpenAPI document.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));

  const log = requestLog(app, context.clock);
  contentFaults(app, faults, context.clock, context.stalledBodyMs);
  compressAnswers(app);
  transportFaults(app);
  answerErrors(app, context.shape);

  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Mock data portal",
        version: "1.0.0",
        description:
          "Metadata and submission API of an atmospheric data portal, as docs/portal/api.md describes it.",
      },
      components: { securitySchemes: { station: { type: "http", scheme: "basic" } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  catalogueRoutes(app, context);
  fileRoutes(app, context);
  visualizationRoutes(app, context);
  rawRoutes(app, context);
  recordRoutes(app, context);
  availabilityRoutes(app, context);
  aboutFileRoutes(app, context);
  downloadRoutes(app, context);
  uploadMetadataRoutes(app, context);
  uploadDataRoutes(app, context);
  const { uploads } = context;
  controlRoutes(app, { faults, log, uploads, tampering: tampering(context), processAll });
  app.get("/openapi.json", { schema: { hide: true } }, () => app.swagger());
  return { app, log };
}
