import { shownPath } from "#domain/folder-paths.ts";
import { type KnownIssue, knownVersions } from "#domain/known-issue.ts";
import { progressOf } from "#domain/sending-progress.ts";
import type { Upload } from "#domain/upload.ts";
import { hasFailed } from "#engine/delivery/attempt-result.ts";
import { type Amount, createSentMeter, minus, noFiles, plus } from "#engine/delivery/sent-meter.ts";
import type { RunScan } from "#engine/discovery/scanner-parts.ts";
import type { UnsettledFile } from "#engine/discovery/unsettled.ts";
import type { Pipeline, PipelineEvents } from "#engine/pipeline.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { DateSpan, FoundVersion } from "#engine/ports/ledger.ts";
import type { QuestionableFile, RunProgress, RunReport } from "./report.ts";

/** Facts for the report that the pipeline does not know. */
interface ReportRest extends Pick<RunReport, "requests" | "bytesSent" | "seconds" | "clock"> {
  readonly planned: readonly FoundVersion[];
  /** Uploads that are not on the portal; null where the ledger could not say. */
  readonly left: readonly Upload[] | null;
  /** Problems that persons have marked as known. */
  readonly known: readonly KnownIssue[];
  /** Delivered files whose content looks wrong. */
  readonly questionable: readonly QuestionableFile[];
}

/** Keeps the counts of one run. */
export interface RunCount {
  /** Counts what happens in this pipeline; `onProgress` is called after each change. */
  follow(pipeline: PipelineEvents, onProgress: () => void): void;
  /** So much was in the queue when the run began. */
  toSend(more: Amount): void;
  readonly runOnce: RunScan & { readonly dates: readonly DateSpan[] | null };
  deliveredSoFar(): number;
  /** Ids of the uploads that were delivered. */
  readonly deliveredIds: ReadonlySet<string>;
  progress(pipeline: Pipeline): RunProgress;
  report(pipeline: Pipeline, rest: ReportRest): RunReport;
}

/** Findings of one run so far. */
interface Tally {
  readonly counts: { delivered: number; known: number; twins: number; superseded: number; failed: number };
  /** By path. */
  readonly selected: Set<string>;
  /** Reasons by path; a file that another instrument takes is not skipped. */
  readonly skipped: Map<string, string>;
  readonly unreadable: Map<string, string>;
  readonly conflicts: Map<string, string>;
  /** Files that the ledger held before the run looked; and those whose upload came to an end in it. */
  readonly heldBefore: Set<string>;
  readonly ended: Set<string>;
}

/** Counts of one run over `dates`. */
export function createRunCount(
  dates: readonly DateSpan[] | null,
  clock: Pick<Clock, "monotonicMs">,
): RunCount {
  const tally: Tally = {
    counts: { delivered: 0, known: 0, twins: 0, superseded: 0, failed: 0 },
    selected: new Set(),
    skipped: new Map(),
    unreadable: new Map(),
    conflicts: new Map(),
    heldBefore: new Set(),
    ended: new Set(),
  };
  const { counts, selected, skipped, unreadable, conflicts, heldBefore, ended } = tally;
  const deliveredIds = new Set<string>();
  const meter = createSentMeter(clock);
  let all = noFiles;
  const deliveredSoFar = () => counts.delivered + counts.known + counts.twins;

  return {
    follow(pipeline, onProgress) {
      pipeline.onQueued((uploads) => {
        for (const { size } of uploads) all = plus(all, { files: 1, bytes: size });
        onProgress();
      });
      pipeline.onProgress(({ id, sentBytes }) => {
        meter.note(id, sentBytes);
        onProgress();
      });
      pipeline.onAttemptEnd(({ upload, result }) => {
        meter.ended({ upload, result });
        ended.add(keyOf(upload));
        if (result.kind === "delivered") {
          deliveredIds.add(upload.id);
          const kind = { stored: "delivered", replaced: "delivered", known: "known", twin: "twins" } as const;
          counts[kind[result.receipt.kind]] += 1;
        } else if (result.kind === "changed" && result.by === "file") {
          counts.superseded += 1;
          all = minus(all, { files: 1, bytes: upload.size });
        } else if (hasFailed(result)) {
          counts.failed += 1;
        }
        onProgress();
      });
    },
    runOnce: {
      dates,
      wants: (date) => isWithin(date, dates),
      onSeen({ instrument }, file, selection) {
        const path = shownPath(instrument.folder, file.relPath);
        if (selection.kind === "selected") selected.add(path);
        // A marker is no file that was left out.
        else if (selection.rule !== "not-sentinel" && !skipped.has(path)) skipped.set(path, selection.reason);
      },
      onSkipped({ instrument }, relPath, reason) {
        skipped.set(shownPath(instrument.folder, relPath), reason);
      },
      onUnreadable({ instrument }, relPath, reason) {
        unreadable.set(shownPath(instrument.folder, relPath), reason);
      },
      onConflict({ instrument }, relPath, reason) {
        conflicts.set(shownPath(instrument.folder, relPath), reason);
      },
      onHeld({ instrument: { name } }, files) {
        for (const { relPath } of files) heldBefore.add(keyOf({ instrument: name, relPath }));
      },
    },
    deliveredSoFar,
    deliveredIds,
    toSend(more) {
      all = plus(all, more);
    },
    progress: (pipeline) => ({
      ...progressOf(meter.done(), minus(all, meter.done()), meter.rate()),
      found: finishedCount(selected, unsettledIn(pipeline)),
      failed: counts.failed,
      growing: pipeline.unsettled.all().filter(({ isAhead }) => !isAhead).length,
      inFlight: [...pipeline.scheduler.inFlight().values()]
        .map((upload) => ({ upload, sentBytes: meter.sentOf(upload.id) }))
        .sort((one, other) => other.upload.size - one.upload.size),
    }),
    report: (pipeline, rest) => reportOf(tally, pipeline, rest),
  };
}

/** Reasons of these files that are growing or ahead of their time, by path. */
function unsettledIn(
  pipeline: Pipeline,
  isMeant: (file: UnsettledFile) => boolean = () => true,
): ReadonlyMap<string, string> {
  const folders = new Map(pipeline.instruments().map(({ instrument: { name, folder } }) => [name, folder]));
  const files = pipeline.unsettled.all().filter(isMeant);
  return new Map(
    files.map(({ instrument, relPath, reason }) => [
      shownPath(folders.get(instrument) ?? "", relPath),
      reason,
    ]),
  );
}

function keyOf(file: { readonly instrument: string; readonly relPath: string }): string {
  return `${file.instrument}/${file.relPath}`;
}

function finishedCount(selected: ReadonlySet<string>, unsettled: ReadonlyMap<string, string>): number {
  return selected.size - [...unsettled.keys()].filter((path) => selected.has(path)).length;
}

function reportOf(
  tally: Tally,
  pipeline: Pipeline,
  { planned, left: notDelivered, known, questionable, ...metrics }: ReportRest,
): RunReport {
  const { counts, selected, skipped, unreadable, conflicts, heldBefore, ended } = tally;
  const left = (notDelivered ?? []).filter((upload) => upload.state !== "cancelled");
  for (const upload of notDelivered ?? []) heldBefore.delete(keyOf(upload));
  const folders = new Map(pipeline.instruments().map(({ instrument }) => [instrument.name, instrument]));
  const where = (file: { readonly instrument: string; readonly relPath: string }) => {
    const instrument = folders.get(file.instrument);
    return instrument === undefined ? file.relPath : shownPath(instrument.folder, file.relPath);
  };
  const holds = pipeline.holds.list().map(({ cause, message }) => ({ cause, message }));
  const queued = holds[0]?.message ?? "in the queue, not sent yet";
  const unsettled = unsettledIn(pipeline);
  const held = unsettledIn(pipeline, ({ isAhead }) => isAhead);
  const folderTroubles = pipeline.instruments().flatMap(({ instrument }) => {
    const { folderTrouble } = pipeline.folderStates.of(instrument.name);
    if (folderTrouble === null) return [];
    const message = `${instrument.name}: ${folderTrouble.message}`;
    return [{ cause: "folder-unreachable" as const, message }];
  });
  return {
    found: finishedCount(selected, unsettled),
    delivered: counts.delivered,
    known: counts.known,
    twins: counts.twins,
    superseded: counts.superseded,
    deliveredBefore: notDelivered === null ? 0 : heldBefore.difference(ended).size,
    blocked: [
      ...left
        .filter((upload) => upload.state === "blocked")
        .map((upload) => ({
          path: where(upload),
          cause: upload.failure?.cause ?? ("refused" as const),
          message: said(upload),
        })),
      ...[...conflicts].map(([path, reason]) => ({
        path,
        cause: "claimed-twice" as const,
        message: `${reason.replace(/^the/, "The")}.`,
      })),
    ],
    waiting: left
      .filter((upload) => upload.state !== "blocked")
      .map((upload) => ({
        path: where(upload),
        reason: upload.failure === null ? queued : said(upload),
      })),
    questionable: questionable.map((file) => ({ path: where(file), reason: file.reason })),
    planned: planned.map((file) => ({ path: where(file), measurementDate: file.measurementDate })),
    held: [...held].map(([path, reason]) => ({ path, reason })),
    heldInstruments: pipeline
      .instruments()
      .flatMap(({ instrument: { name } }) =>
        pipeline.unsettled.aheadOf(name, knownVersions(known, "future-date", name))?.isAll ? [name] : [],
      ),
    skipped: [
      ...[...unsettled].flatMap(([path, reason]) =>
        selected.has(path) && !held.has(path) ? [{ path, reason: `not finished yet: ${reason}` }] : [],
      ),
      ...[...skipped].flatMap(([path, reason]) =>
        selected.has(path) || held.has(path) ? [] : [{ path, reason }],
      ),
    ],
    unreadable: [...unreadable].map(([path, reason]) => ({ path, reason })),
    holds: [...holds, ...folderTroubles],
    ...metrics,
  };
}

function said({ failure }: Upload): string {
  if (failure === null) return "";
  return failure.portalMessage === null
    ? failure.message
    : `${failure.message} The portal said: ${failure.portalMessage}`;
}

/** True when the date lies in one of the spans, or every date is meant. */
export function isWithin(date: string, dates: readonly DateSpan[] | null): boolean {
  return dates === null || dates.some(({ from, to }) => from <= date && date <= to);
}
