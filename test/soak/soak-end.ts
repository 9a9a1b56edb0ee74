import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { portalProbe } from "#test/support/portals/portal-probe.ts";
import { claimsOf } from "./drain.ts";
import { flatnessOf } from "./flatness.ts";
import type { Sample } from "./samples.ts";
import type { SoakGround } from "./soak-ground.ts";
import { complaintsOf, type SoakResult } from "./soak-result.ts";

/**
 * Requests that one fault or one rewritten file may waste: four are in flight at once, each may be asked again, and the
 * line is probed.
 */
const putsAFault = 16;

/** How the run went, from its beginning to the empty queue. */
export type Course = Pick<SoakResult, "lastedMs" | "endedBy" | "drainedAfterMs" | "rewritten"> & {
  readonly samples: readonly Sample[];
  /** Breaks on the way, in words. */
  readonly trouble: readonly string[];
};

/** Ends the daemon, checks everything and counts it together. */
export async function endOf(ground: SoakGround, course: Course): Promise<SoakResult> {
  const { plan, station, tally, oracle, record, folders, counts } = ground;
  const { trouble, samples, ...went } = course;
  const violations = [...trouble];
  const claims = await claimsOf(station, folders);
  if (claims === null) violations.push("I5 the daemon does not answer");
  const exitCode = await station.daemon().end();
  if (exitCode !== 0) violations.push(`the daemon ended with ${exitCode}: ${station.daemon().stderr()}`);
  violations.push(...(await oracle.check(claims)));
  violations.push(...(await record.changesIn([...folders.values()].map(({ path }) => path))));

  await tally.read(station.portal().url);
  const accepted = (await portalProbe(station.wire.url).acceptances(0)).length;
  const faults = Object.values(counts).reduce((sum, { times }) => sum + times, 0);
  const left = await leftBehind(station.dataFolder);
  const largest = (figureOf: (sample: Sample) => number) => Math.max(0, ...samples.map(figureOf));
  const result = {
    ...went,
    at: new Date(ground.startedAtMs).toISOString(),
    node: process.version,
    plan,
    faults: counts,
    written: record.totals(),
    delivered: claims?.totals.delivered ?? 0,
    requests: {
      byMethod: tally.byMethod(),
      byStatus: tally.byStatus(),
      repeatedPuts: Math.max(0, (tally.byMethod().PUT ?? 0) - accepted),
      mostRepeatedPuts: putsAFault * (faults + course.rewritten),
    },
    ledger: { ...left.ledger, largestWalBytes: largest(({ walBytes }) => walBytes) },
    logs: {
      ...left.logs,
      largestBytes: Math.max(
        left.logs.bytes,
        largest(({ logBytes }) => logBytes),
      ),
    },
    flatness: flatnessOf(samples, plan),
    samples,
  };
  return { ...result, violations: [...violations, ...complaintsOf(result)] };
}

/** Remains of a run in the data folder. */
interface LeftBehind {
  readonly ledger: { readonly bytes: number; readonly uploads: number; readonly journalLines: number };
  readonly logs: { readonly bytes: number; readonly limitBytes: number; readonly errors: readonly string[] };
}

/** Five files of 5 MB (log-file.ts), and the line with which each is full. */
const logLimitBytes = 5 * 5_000_000 + 5 * 16_100;
const mostErrors = 20;

/** Reads the data folder of a daemon that has ended. */
async function leftBehind(dataFolder: string): Promise<LeftBehind> {
  const file = join(dataFolder, "ledger.sqlite");
  const db = new DatabaseSync(file, { readOnly: true });
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0);
  const uploads = count("uploads");
  const journalLines = count("journal");
  db.close();
  const folder = join(dataFolder, "logs");
  let bytes = 0;
  const errors: string[] = [];
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), "utf8");
    bytes += Buffer.byteLength(text);
    for (const line of text.split("\n")) if (/^\S+ error /.test(line)) errors.push(line.slice(0, 500));
  }
  const ledgerBytes = (await stat(file)).size;
  return {
    ledger: { bytes: ledgerBytes, uploads, journalLines },
    logs: { bytes, limitBytes: logLimitBytes, errors: errors.slice(0, mostErrors) },
  };
}
