import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { sendErrors } from "#mock-portal/error-answers.ts";
import { sendJson } from "#mock-portal/read-routes/list-answer.ts";
import { bodyOf, readWhole } from "#mock-portal/uploads/request-body.ts";
import type { UploadTable } from "#mock-portal/uploads/upload-table.ts";
import { parseJson } from "#mock-portal/users.ts";
import { type Faults, parseFaults } from "./faults.ts";
import type { RequestLog } from "./request-log.ts";
import { type Tampering, uploadChange } from "./tampering.ts";

/** Parts of the portal that the control routes reach. */
export type Controlled = {
  faults: Faults;
  log: RequestLog;
  uploads: UploadTable;
  tampering: Tampering;
  /** Processes every waiting raw file now, without regard to the delay. */
  processAll(): Promise<void>;
};

const bodyLimitBytes = 1 << 20;
const stalledBodyMs = 60_000;
const page = z.object({ after: z.coerce.number().default(0), limit: z.coerce.number().default(100_000) });

/**
 * Test-only routes under `/__control`; the portal listens on loopback alone. No fault ever touches them.
 * - `GET /__control/faults` the rules with their counts; `PUT` sets, `POST` adds (a faults file), `DELETE` clears
 * - `GET /__control/counts` requests and statuses by route; `DELETE` starts again
 * - `GET /__control/requests?after=SEQ` the requests one by one
 * - `GET /__control/acceptances?after=SEQ&limit=N` every content that was accepted; survives a restart
 * - `DELETE /__control/uploads/MD5` forgets a record; `PATCH` changes its `checksum`, `filename`, `measurementDate`,
 *   `size` or `status`: 404 when there is none
 * - `POST /__control/process` processes all waiting raw files now
 */
export function controlRoutes(
  app: FastifyInstance,
  { faults, log, uploads, tampering, processAll }: Controlled,
): void {
  const schema = { hide: true };

  app.route({
    method: ["PUT", "POST"],
    url: "/__control/faults",
    schema,
    handler: async (request, reply) => {
      const body = await readWhole(bodyOf(request, reply, stalledBodyMs, undefined), bodyLimitBytes);
      const parsed = parseFaults(body?.toString() ?? "", "faults");
      if (!parsed.ok) {
        sendErrors(reply, 400, [parsed.message]);
        return reply;
      }
      if (request.method === "PUT") faults.set(parsed.value);
      else faults.add(parsed.value);
      sendJson(reply, { rules: faults.list() });
      return reply;
    },
  });
  app.get("/__control/faults", { schema }, (_request, reply) => sendJson(reply, { rules: faults.list() }));
  app.delete("/__control/faults", { schema }, (_request, reply) => {
    faults.set([]);
    sendJson(reply, { rules: [] });
  });
  app.get("/__control/counts", { schema }, (_request, reply) => sendJson(reply, { routes: log.counts() }));
  app.delete("/__control/counts", { schema }, (_request, reply) => {
    log.clear();
    sendJson(reply, { routes: {} });
  });
  app.get("/__control/requests", { schema }, (request, reply) =>
    sendJson(reply, { requests: log.after(page.parse(request.query).after) }),
  );
  app.get("/__control/acceptances", { schema }, (request, reply) => {
    const { after, limit } = page.parse(request.query);
    sendJson(reply, { acceptances: uploads.acceptances(after, limit) });
  });
  app.delete("/__control/uploads/:md5", { schema }, (request, reply) => {
    tell(reply, tampering.forget((request.params as { md5: string }).md5));
  });
  app.patch("/__control/uploads/:md5", { schema }, async (request, reply) => {
    const body = await readWhole(bodyOf(request, reply, stalledBodyMs, undefined), bodyLimitBytes);
    const change = parseJson(uploadChange, body?.toString() ?? "", "change");
    if (change.ok) tell(reply, tampering.alter((request.params as { md5: string }).md5, change.value));
    else sendErrors(reply, 400, [change.message]);
    return reply;
  });
  app.post("/__control/process", { schema }, async (_request, reply) => {
    await processAll();
    sendJson(reply, { done: true });
    return reply;
  });
}

function tell(reply: FastifyReply, isDone: boolean): void {
  if (isDone) sendJson(reply, { done: true });
  else sendErrors(reply, 404, ["No record has this checksum"]);
}
