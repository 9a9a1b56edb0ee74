import type { z } from "zod";
import { activityMethods } from "./activity.ts";
import { addedMethods } from "./added.ts";
import { backupMethods } from "./backups.ts";
import { channelMethods } from "./channels.ts";
import { cleanupMethods } from "./cleanup-advice.ts";
import { coverageMethods } from "./coverage.ts";
import { demoMethods } from "./demo.ts";
import { diagnosticsMethods } from "./diagnostics.ts";
import { downloadMethods } from "./downloads.ts";
import { journalMethods } from "./journal.ts";
import { knownMethods } from "./known.ts";
import { logMethods } from "./log.ts";
import { metricsMethods } from "./metrics.ts";
import { reportMethods } from "./monthly-report.ts";
import { netcdfMethods } from "./netcdf.ts";
import { notificationMethods } from "./notifications.ts";
import { portalMethods } from "./portal.ts";
import { previewMethods } from "./preview.ts";
import { tokenMethods } from "./program-tokens.ts";
import { queueMethods } from "./queue.ts";
import { receiptMethods } from "./receipts.ts";
import type { Reply } from "./reply.ts";
import { retentionMethods } from "./retention.ts";
import { planMethods } from "./send-plans.ts";
import { settingsMethods } from "./settings.ts";
import { shellMethods } from "./shell.ts";
import { stationReportMethods } from "./station-report.ts";
import { statusMethods } from "./status.ts";
import { uploadMethods } from "./uploads.ts";
import { verifyMethods } from "./verify.ts";

/** Everything that a user interface may ask of a host: method to input and output. */
export const methods = {
  ...statusMethods,
  ...knownMethods,
  ...uploadMethods,
  ...addedMethods,
  ...journalMethods,
  ...logMethods,
  ...queueMethods,
  ...receiptMethods,
  ...reportMethods,
  ...stationReportMethods,
  ...verifyMethods,
  ...activityMethods,
  ...coverageMethods,
  ...cleanupMethods,
  ...portalMethods,
  ...downloadMethods,
  ...netcdfMethods,
  ...settingsMethods,
  ...previewMethods,
  ...planMethods,
  ...diagnosticsMethods,
  ...notificationMethods,
  ...channelMethods,
  ...tokenMethods,
  ...retentionMethods,
  ...backupMethods,
  ...metricsMethods,
  ...shellMethods,
  ...demoMethods,
};

type Methods = typeof methods;

export type MethodName = keyof Methods;

/** Input as a caller writes it; fields with a default may be left out. */
export type Input<M extends MethodName> = z.input<Methods[M]["input"]>;

/** The input after the check, defaults filled in. */
export type CheckedInput<M extends MethodName> = z.output<Methods[M]["input"]>;

/** The answer as a caller gets it. */
export type Output<M extends MethodName> = z.input<Methods[M]["output"]>;

/** The answer as the host gives it, with moments as epoch milliseconds; `z.encode` makes the `Output` of it. */
export type Answer<M extends MethodName> = z.output<Methods[M]["output"]>;

/** A function for each method; a missing one does not compile. `signal` aborts when the caller goes away. */
export type Handlers = {
  readonly [M in MethodName]: (input: CheckedInput<M>, signal: AbortSignal) => Promise<Reply<Answer<M>>>;
};

interface FormerName {
  readonly name: MethodName;
  /** Day (UTC) of the release with the new name. */
  readonly since: string;
}

/** Former names of methods; a client that still asks by these names is answered for one more minor version. */
const formerNames: Readonly<Record<string, FormerName>> = {
  "figures.port": { name: "metrics.server", since: "2026-11-27" },
  "keeping.read": { name: "retention.read", since: "2026-11-27" },
  notices: { name: "notifications", since: "2026-11-27" },
  sweep: { name: "rescan", since: "2026-11-27" },
  "upload.story": { name: "upload.history", since: "2026-11-27" },
};

/** The present name of a method that had this one; null for any other name. */
export function formerNameOf(name: string): FormerName | null {
  return Object.hasOwn(formerNames, name) ? (formerNames[name] ?? null) : null;
}

/** The method of this name or former name; null for anything else, also for what objects inherit. */
export function methodNamed(name: string): MethodName | null {
  return Object.hasOwn(methods, name) ? (name as MethodName) : (formerNameOf(name)?.name ?? null);
}
