import { z } from "zod";
import { trayStates } from "#domain/headline.ts";
import { issueKinds } from "#domain/notification-settings.ts";
import { reportedStates } from "#domain/reported-station.ts";
import { shape } from "./shape.ts";
import { noInput, utcTime } from "./values.ts";

/**
 * The station report: the state of a station for those who look after many, in one signed document. A later version of the
 * layout only adds. All numbers are whole, so that every JSON library writes the same canonical form.
 */

const moment = z.iso.datetime();
const amount = z.int().min(0);

const reportedCause = z.strictObject({
  cause: z.string().meta({ description: "Id of the cause, such as refused or folder-unreachable" }),
  title: z.string(),
  kind: z.enum(issueKinds).meta({ description: "needsYou: a person has to do something" }),
  instrument: z.string().nullable().meta({ description: "null: the whole station, or several" }),
  count: amount.meta({ description: "Files concerned" }),
  since: moment.nullable(),
  snoozed: z.boolean(),
  sample: z.string().optional().meta({ description: "Path of one of the files; only with report.withNames" }),
});

const reportedInstrument = z.strictObject({
  name: z.string(),
  site: z.string(),
  pid: z.string(),
  state: z.enum(reportedStates).meta({ description: "The first that fits" }),
  lastFileAt: moment.nullable(),
  delivered: z
    .strictObject({ today: amount, yesterday: amount, last30Days: amount })
    .meta({ description: "Files that the portal confirmed, by days of UTC" }),
  queue: z.strictObject({
    unsent: amount,
    waiting: amount.meta({ description: "Those of unsent that are tried again after a failure" }),
    needsYou: amount.meta({ description: "Not among unsent: they wait for a person" }),
  }),
  gaps: z
    .strictObject({ measured: amount, accepted: amount, processed: amount, published: amount })
    .nullable()
    .meta({ description: "Days of the last 62 on which it is late; null: not known" }),
  verdicts: z
    .strictObject({ notUsable: amount, notProcessed: amount, poorProducts: amount })
    .nullable()
    .meta({ description: "The portal's, of the last 7 days; null: not known" }),
  folder: z.string().optional().meta({ description: "Only with report.withNames" }),
});

const reportedDisk = z.strictObject({
  freeBytes: amount,
  bytes: amount,
  hasRecords: z.boolean().meta({ description: "The data folder of Skyferry is on it" }),
  fullInDays: amount.nullable(),
  disk: z.string().optional().meta({ description: "Only with report.withNames" }),
});

const stationReport = z.strictObject({
  version: z.literal(1),
  id: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: "SHA-256 of the public key in DER, the same for good" }),
  station: z.string().meta({ description: "Sites of its instruments" }),
  computer: z.string(),
  skyferry: z.string().meta({ description: "Version of Skyferry" }),
  at: moment,
  everySeconds: amount
    .nullable()
    .meta({ description: "The next report follows after so long; null: none is sent" }),
  running: z.boolean().meta({ description: "false: the record was read by a command, and nothing sends" }),
  state: z.enum(trayStates),
  headline: z.string(),
  causes: z.array(reportedCause).readonly().meta({ description: "The gravest first" }),
  files: z
    .strictObject({ delivered: amount, queued: amount, waiting: amount, blocked: amount })
    .meta({ description: "All files of the station" }),
  oldestUnsentAt: moment.nullable(),
  lastDeliveredAt: moment.nullable(),
  instruments: z.array(reportedInstrument).readonly(),
  disks: z.array(reportedDisk).readonly(),
  clockAheadSeconds: z.int().nullable(),
  truncated: z
    .strictObject({ causes: amount, instruments: amount, disks: amount })
    .nullable()
    .meta({ description: "How many were left out, as a report has 20 kB at most; null: none" }),
});

const signedReport = z.strictObject({
  report: stationReport,
  publicKey: z.string().meta({ description: "Ed25519, PEM" }),
  signature: z.string().meta({ description: "Ed25519 over the canonical form (RFC 8785) of report, base64" }),
});

const lastSent = shape({ lastSentAt: utcTime.nullable(), message: z.string().nullable() });

export const stationReportMethods = {
  /** The station report as of now, as it is sent. Makes the key of the station where there is none. */
  stationReport: { input: noInput, output: signedReport },
  /** Last report that was accepted; `message` says why the last one was not. Null: none was sent since the start. */
  "stationReport.sent": { input: noInput, output: lastSent },
  /** The same of the heartbeat. */
  "heartbeat.sent": { input: noInput, output: lastSent },
};

/** The document as JSON Schema (2020-12): docs/fleet/station-report.schema.json. */
export function stationReportJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(signedReport, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.readOnly;
      if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return { title: "Station report of Skyferry", ...schema };
}
