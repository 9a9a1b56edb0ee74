import { raceTimeout } from "#base/async.ts";
import { knownVersions } from "#domain/known-issue.ts";
import type { Verdicts } from "#domain/verdicts.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import type { DiskRoom } from "#engine/discovery/disks.ts";
import { LedgerError, type LedgerMetrics } from "#engine/ports/ledger.ts";
import type { Portal } from "#engine/ports/portal.ts";
import { cadenceOf, type Learned } from "#station/cadences.ts";
import { pcCauses } from "./pc.ts";
import type { StationPipeline, StationPorts } from "./station-ports.ts";
import { folderCausesOf, isPersonNeeded, settingsProblemsOf } from "./status.ts";
import { verdictCauses } from "./verdicts.ts";

/** Numbers of a running station, for those who watch many. They cost the same however many uploads there are. */
export interface Metrics {
  readonly nowMs: number;
  /** Those of the settings. */
  readonly instruments: readonly InstrumentMetrics[];
  /** Null where the ledger could not be read in time. */
  readonly ledger: LedgerMetrics | null;
  /** It was damaged or lost, and is rebuilt since this start. */
  readonly wasLedgerRebuilt: boolean;
  readonly holds: readonly Hold[];
  readonly inFlight: number;
  readonly settingsProblems: number;
  /** A person has to do something. */
  readonly needsAttention: boolean;
  /** Disks on which instruments write and the records are kept. */
  readonly disks: readonly DiskRoom[];
  readonly requests: ReturnType<Portal["requests"]>;
  /** How far this PC's clock is ahead of the portal's, milliseconds; null while not known. */
  readonly clockAheadMs: number | null;
}

export interface InstrumentMetrics {
  readonly name: string;
  /** The portal's id of the site. */
  readonly site: string;
  /** The portal's id of the instrument. */
  readonly instrument: string;
  /** Files that are not finished yet. */
  readonly unsettled: number;
  /** Newest modification time seen, epoch milliseconds. */
  readonly lastFileAtMs: number | null;
  readonly lastRescanAtMs: number | null;
  readonly isFolderReachable: boolean;
  /** It has written no file for much longer than it usually does or, by the settings, should. */
  readonly isSilent: boolean;
  /** The portal's verdicts on its files; null while no list of the portal is known. */
  readonly verdicts: Verdicts | null;
}

/** A ledger that answers later than this is called unreadable: a disk may stand still for minutes. */
const ledgerTimeoutMs = 4_000;

/** Reads the metrics; never rejects for a ledger that fails. */
export async function metricsOf(pipeline: StationPipeline, ports: StationPorts): Promise<Metrics> {
  const { clock, ledger, portal } = ports;
  const known = (await ports.known?.list()) ?? [];
  const [read, learned, verdicts] = await Promise.all([
    inTime(ledger.metrics(), clock),
    inTime<Learned>(pipeline.cadences.learned(), clock),
    inTime(pipeline.verdicts.current(), clock),
  ]);
  const nowMs = clock.nowMs();
  const recent = new Map(read?.recentMs);
  const names = pipeline.instruments().map(({ instrument }) => instrument.name);
  const problems = settingsProblemsOf(pipeline);
  const holds = pipeline.holds.list();
  const ahead = new Map(
    names.map((name) => [name, pipeline.unsettled.aheadOf(name, knownVersions(known, "future-date", name))]),
  );
  const blocked = read?.counts.filter(({ state }) => state === "blocked") ?? [];
  return {
    nowMs,
    instruments: pipeline.instruments().map(({ instrument: configured }) => {
      const { name, site, instrument } = configured;
      const facts = pipeline.folderStates.of(name);
      const recentMs = recent.get(name) ?? [];
      const judged = cadenceOf(configured, pipeline.folderStates, learned ?? new Map(), recentMs, nowMs);
      return {
        name,
        site,
        instrument,
        unsettled: pipeline.unsettled.countOf(name),
        lastFileAtMs: judged.lastFileAtMs,
        lastRescanAtMs: facts.lastRescanAtMs,
        isFolderReachable: facts.folderTrouble === null,
        isSilent: judged.silentAtMs !== null && nowMs > judged.silentAtMs,
        verdicts: verdicts?.find((one) => one.instrument === name) ?? null,
      };
    }),
    ledger: read,
    wasLedgerRebuilt: ledger.opening.kind === "rebuilt",
    holds,
    inFlight: pipeline.scheduler.inFlight().size,
    settingsProblems: problems.length,
    needsAttention: isPersonNeeded({
      blocked: blocked.reduce((sum, { uploads }) => sum + uploads, 0),
      problems,
      causes: [
        ...(read?.causes ?? []),
        ...names.flatMap((name) => folderCausesOf(pipeline, name, ahead.get(name) ?? null)),
        ...(verdicts ?? []).flatMap((one) => verdictCauses(one, nowMs)),
        ...pcCauses(pipeline, ports),
      ],
      holds,
      ahead: [...ahead.values()],
    }),
    disks: pipeline.disks?.list() ?? [],
    requests: portal.requests(),
    clockAheadMs: portal.clockAheadMs?.() ?? null,
  };
}

/** Null where the ledger fails, or does not answer in time. */
async function inTime<T>(reading: Promise<T>, clock: StationPorts["clock"]): Promise<T | null> {
  const read = reading.catch((error: unknown) => {
    if (error instanceof LedgerError) return null;
    throw error;
  });
  return await raceTimeout(() => read, { clock, ms: ledgerTimeoutMs }, null);
}
