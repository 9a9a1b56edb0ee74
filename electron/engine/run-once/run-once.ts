import { isDispute } from "#domain/cause.ts";
import { type ClockSeen, farOffMs } from "#domain/clock-drift.ts";
import { failedStates, type Upload, unsentStates } from "#domain/upload.ts";
import { lookAtClock } from "#engine/clock-watch.ts";
import { type Amount, noFiles, plus } from "#engine/delivery/sent-meter.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import { createKnownIssues } from "#engine/known-issues.ts";
import { type Configuration, createPipeline, type Pipeline } from "#engine/pipeline.ts";
import type { StateStore } from "#engine/ports/host.ts";
import type { DateSpan, FoundVersion, Ledger } from "#engine/ports/ledger.ts";
import { createSettingsTaker } from "#engine/take-settings.ts";
import { clockFinding } from "./clock-finding.ts";
import { onlyPlanning } from "./dry-run.ts";
import type { QuestionableFile, RunProgress, RunReport } from "./report.ts";
import { createRunCount, isWithin, type RunCount } from "./run-count.ts";

interface RunPorts extends EnginePorts {
  /** Keeps what is marked as known; left out: nothing is. */
  readonly knownStore?: StateStore;
}

export interface RunRequest {
  /** Measurement dates; null is every date. */
  readonly dates: readonly DateSpan[] | null;
  /** Longest wait for files that are too young to be called finished; null takes the instruments' settle times. */
  readonly waitMs: number | null;
  /** Finds and reports; queues and sends nothing. */
  readonly isDryRun: boolean;
  /** Ends the run early; what is in flight is given back. */
  readonly signal: AbortSignal;
  /** Something changed; `progress` counts at each call. */
  onProgress(progress: () => RunProgress): void;
}

/** Rounds without a delivery in which a temporary failure is waited for before the run reports what is left. */
const patientRounds = 3;
const longestRoundMs = 20_000;
const waitSlackMs = 500;

/**
 * Makes one run: find, deliver, report, end (the command `submit`). Files that it cannot deliver stay in the ledger,
 * and the next run or the daemon takes them up.
 */
export async function runOnce(
  ports: RunPorts,
  configuration: Configuration,
  request: RunRequest,
): Promise<RunReport> {
  const startedAt = ports.clock.monotonicMs();
  const before = ports.portal.requests();
  const planned: FoundVersion[] = [];
  const ledger = request.isDryRun ? onlyPlanning(ports.ledger, planned) : ports.ledger;
  const known = createKnownIssues({ ...ports, store: ports.knownStore ?? null });
  const count = createRunCount(request.dates, ports.clock);
  const pipeline = createPipeline({ ...ports, ledger }, configuration, count.runOnce);
  count.follow(pipeline, () => request.onProgress(() => count.progress(pipeline)));
  const stop = () => void pipeline.scheduler.stop();
  request.signal.addEventListener("abort", stop, { once: true });

  if (!request.isDryRun) {
    await pipeline.confirmation.begin();
    await createSettingsTaker({ ...ports, known }, pipeline, null).first();
    await pipeline.runSafely(async () => {
      for (const { cause } of await ledger.causes()) {
        if (isDispute(cause) || cause === "no-instrument") continue;
        await ledger.applyAll({ states: failedStates, cause }, { type: "retried" }, ports.clock.nowMs());
      }
      count.toSend(await toSend(ledger, pipeline, request));
    });
    pipeline.scheduler.wake();
  }
  for (const configured of pipeline.instruments()) {
    if (request.signal.aborted) break;
    await pipeline.runSafely(() => pipeline.scanner.rescan(configured, request.signal));
  }
  // A rewritten file may be too young to be called finished, as any other.
  await pipeline.rechecks.idle();
  await waitForYoung(pipeline, ports, request);
  await pipeline.rechecks.idle();
  if (!request.isDryRun) await deliver(pipeline, ports, request, count);
  const seen = request.isDryRun ? null : await clockOf(pipeline, ports, request, count);
  await pipeline.stop();
  request.signal.removeEventListener("abort", stop);

  let left: readonly Upload[] | null = null;
  let questionable: readonly QuestionableFile[] = [];
  await pipeline.runSafely(async () => {
    left = await unsent(ports.ledger, pipeline, request);
    questionable = await questionableIn(ports.ledger, count.deliveredIds);
  });
  const after = ports.portal.requests();
  const report = count.report(pipeline, {
    planned,
    left,
    known: await known.list(),
    questionable,
    requests: {
      post: after.post - before.post,
      put: after.put - before.put,
      get: after.get - before.get,
    },
    bytesSent: after.sentBytes - before.sentBytes,
    clock: seen === null ? null : clockFinding(seen),
    seconds: Math.round(ports.clock.monotonicMs() - startedAt) / 1000,
  });
  // A run that a mistake cut short must never look like one that had nothing to do.
  const mistakes = pipeline.mistakes().map((said) => ({
    cause: "program-error" as const,
    message: `Internal error: files may have been missed (${said}). Please report it with the log.`,
  }));
  return { ...report, holds: [...report.holds, ...mistakes] };
}

/** Asks about the clock only where the portal can be reached, and waits a minute only where files or minutes depend on it. */
async function clockOf(
  pipeline: Pipeline,
  ports: EnginePorts,
  { signal }: RunRequest,
  count: RunCount,
): Promise<ClockSeen | null> {
  const isHeld = pipeline.unsettled.all().some(({ isAhead }) => isAhead);
  // If files were found and none is new or held, nothing hangs on the clock, and the portal is not asked.
  const isNeeded = isHeld || count.progress(pipeline).found === 0;
  const mayAsk = isNeeded && pipeline.holds.list().length === 0;
  const matters = (aheadMs: number) => isHeld || Math.abs(aheadMs) > farOffMs;
  return await lookAtClock(ports, { mayAsk, matters }, signal);
}

/** Files that are young at the start may be finished within the wait; they are sent while others still settle. */
async function waitForYoung(pipeline: Pipeline, ports: EnginePorts, request: RunRequest): Promise<void> {
  const settleMs = pipeline
    .configuration()
    .settings.instruments.map(({ finish, network }) => (finish.seconds + (network ? 1 : 0)) * 1000);
  const deadline = ports.clock.monotonicMs() + (request.waitMs ?? Math.max(0, ...settleMs)) + waitSlackMs;
  while (!request.signal.aborted) {
    const soonestInMs = pipeline.unsettled.nextInMs();
    if (soonestInMs === null || ports.clock.monotonicMs() + soonestInMs > deadline) return;
    await ports.clock.sleep(Math.max(20, soonestInMs), request.signal);
    const due = Map.groupBy(pipeline.unsettled.takeDue(), (file) => file.instrument);
    for (const configured of pipeline.instruments()) {
      const relPaths = due.get(configured.instrument.name)?.map((file) => file.relPath);
      if (relPaths !== undefined) await pipeline.runSafely(() => pipeline.scanner.look(configured, relPaths));
    }
  }
}

/** Until nothing is left that time alone would fix within a few short rounds. */
async function deliver(
  pipeline: Pipeline,
  ports: EnginePorts,
  request: RunRequest,
  count: RunCount,
): Promise<void> {
  let rounds = 0;
  let deliveredBefore = count.deliveredSoFar();
  while (!request.signal.aborted) {
    await pipeline.scheduler.idle();
    // A file that changed while it was sent has a newer version, which belongs to this run.
    await pipeline.lookedAgain();
    await pipeline.rechecks.idle();
    await pipeline.scheduler.idle();
    if (count.deliveredSoFar() > deliveredBefore) rounds = 0;
    deliveredBefore = count.deliveredSoFar();
    const inMs = await nextChanceMs(pipeline, ports);
    if (inMs === null || inMs > longestRoundMs || rounds >= patientRounds) return;
    rounds += 1;
    await ports.clock.sleep(inMs + 20, request.signal);
  }
}

async function nextChanceMs(pipeline: Pipeline, ports: EnginePorts): Promise<number | null> {
  const nowMs = ports.clock.nowMs();
  const [hold] = pipeline.holds.list();
  const nextMs = hold === undefined || hold.cause === "credentials" ? null : hold.nextTryAtMs;
  let dueMs: number | null = null;
  if (hold === undefined || hold.lane === "models")
    await pipeline.runSafely(async () => {
      dueMs = await ports.ledger.nextDueMs();
    });
  const moments = [nextMs, dueMs].filter((ms) => ms !== null);
  return moments.length === 0 ? null : Math.max(0, Math.min(...moments) - nowMs);
}

/** Number and bytes of what the queue has of the selection. */
async function toSend(ledger: Ledger, pipeline: Pipeline, request: RunRequest): Promise<Amount> {
  if (request.dates === null) {
    const names = new Set(pipeline.instruments().map(({ instrument }) => instrument.name));
    const left = await ledger.bytesLeft();
    return left.filter(({ instrument }) => names.has(instrument)).reduce(plus, noFiles);
  }
  const left = (await unsent(ledger, pipeline, request)).filter(
    ({ state }) => state !== "blocked" && state !== "cancelled",
  );
  return { files: left.length, bytes: left.reduce((sum, { size }) => sum + size, 0) };
}

/** Uploads of the selection that are not on the portal. */
async function unsent(ledger: Ledger, pipeline: Pipeline, { dates }: RunRequest): Promise<readonly Upload[]> {
  const names = new Set(pipeline.instruments().map(({ instrument }) => instrument.name));
  const all: Upload[] = [];
  for (let afterId: string | null = null; ; ) {
    const page: readonly Upload[] = await ledger.list(
      { states: [...unsentStates, "cancelled"] },
      1000,
      afterId,
    );
    const mine = page.filter(
      ({ instrument, measurementDate: date }) => names.has(instrument) && isWithin(date, dates),
    );
    all.push(...mine);
    const last = page.at(-1);
    if (last === undefined || page.length < 1000) return all;
    afterId = last.id;
  }
}

/** Gives those of these uploads whose content looks wrong. */
async function questionableIn(
  ledger: Pick<Ledger, "contentFindings">,
  ids: ReadonlySet<string>,
): Promise<readonly QuestionableFile[]> {
  if (ids.size === 0) return [];
  const findings = await ledger.contentFindings(0, Number.MAX_SAFE_INTEGER, []);
  return findings.flatMap(({ instrument, files }) =>
    files.flatMap(({ id, relPath, reason }) => (ids.has(id) ? [{ instrument, relPath, reason }] : [])),
  );
}
