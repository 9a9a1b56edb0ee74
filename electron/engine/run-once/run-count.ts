import { shownPath } from "#domain/folder-paths.ts";
import { type KnownIssue, knownVersions } from "#domain/known-issue.ts";
import type { Upload } from "#domain/upload.ts";
import { hasFailed } from "#engine/delivery/attempt-result.ts";
import type { RunScan } from "#engine/discovery/scanner-parts.ts";
import type { Pipeline, PipelineEvents } from "#engine/pipeline.ts";
import type { DateSpan, FoundVersion } from "#engine/ports/ledger.ts";
import type { QuestionableFile, RunProgress, RunReport } from "./report.ts";

/** Keeps the counts of one run. */
export interface RunCount {
  /** Counts what happens in this pipeline; `onProgress` is called after each change. */
  follow(pipeline: PipelineEvents, onProgress: () => void): void;
  readonly runOnce: RunScan & { readonly dates: readonly DateSpan[] | null };
  deliveredSoFar(): number;
  /** Ids of the uploads that were delivered. */
  readonly deliveredIds: ReadonlySet<string>;
  progress(pipeline: Pipeline): RunProgress;
  report(
    pipeline: Pipeline,
    rest: {
      readonly planned: readonly FoundVersion[];
      /** Uploads that are not on the portal; null where the ledger could not say. */
      readonly left: readonly Upload[] | null;
      /** Problems that persons have marked as known. */
      readonly known: readonly KnownIssue[];
      /** Delivered files whose content looks wrong. */
      readonly questionable: readonly QuestionableFile[];
    } & Pick<RunReport, "requests" | "bytesSent" | "seconds" | "clock">,
  ): RunReport;
}

/** Counts of one run over `dates`. */
export function createRunCount(dates: readonly DateSpan[] | null): RunCount {
  const counts = { delivered: 0, known: 0, twins: 0, superseded: 0, failed: 0 };
  const selected = new Set<string>();
  /** By path; a file that another instrument takes is not skipped. */
  const skipped = new Map<string, string>();
  const unreadable = new Map<string, string>();
  const conflicts = new Map<string, string>();
  /** Files that the ledger held before the run looked; and those whose upload came to an end in it. */
  const heldBefore = new Set<string>();
  const ended = new Set<string>();
  const deliveredIds = new Set<string>();
  const keyOf = (file: { readonly instrument: string; readonly relPath: string }) =>
    `${file.instrument}/${file.relPath}`;
  const sentBytes = new Map<string, number>();
  const pathOf = (instrument: { readonly folder: string }, relPath: string) =>
    shownPath(instrument.folder, relPath);
  const deliveredSoFar = () => counts.delivered + counts.known + counts.twins;
  /** Reasons of files that are growing or ahead of their time, by path. */
  const unsettledIn = (pipeline: Pipeline): ReadonlyMap<string, string> => {
    const folders = new Map(pipeline.instruments().map(({ instrument }) => [instrument.name, instrument]));
    return new Map(
      pipeline.unsettled.all().map((file) => {
        const instrument = folders.get(file.instrument) ?? { folder: "" };
        return [pathOf(instrument, file.relPath), file.reason];
      }),
    );
  };
  /** The same for those alone that are ahead of their time. */
  const heldIn = (pipeline: Pipeline): ReadonlyMap<string, string> => {
    const folders = new Map(pipeline.instruments().map(({ instrument }) => [instrument.name, instrument]));
    const held = pipeline.unsettled.all().filter(({ isAhead }) => isAhead);
    return new Map(
      held.map((file) => [pathOf(folders.get(file.instrument) ?? { folder: "" }, file.relPath), file.reason]),
    );
  };
  const finishedCount = (unsettled: ReadonlyMap<string, string>) =>
    selected.size - [...unsettled.keys()].filter((path) => selected.has(path)).length;

  return {
    follow(pipeline, onProgress) {
      pipeline.onQueued(onProgress);
      pipeline.onProgress((progress) => {
        sentBytes.set(progress.id, progress.sentBytes);
        onProgress();
      });
      pipeline.onAttemptEnd(({ upload, result }) => {
        sentBytes.delete(upload.id);
        ended.add(keyOf(upload));
        if (result.kind === "delivered") {
          deliveredIds.add(upload.id);
          const kind = { stored: "delivered", replaced: "delivered", known: "known", twin: "twins" } as const;
          counts[kind[result.receipt.kind]] += 1;
        } else if (result.kind === "changed" && result.by === "file") {
          counts.superseded += 1;
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
        const path = pathOf(instrument, file.relPath);
        if (selection.kind === "selected") selected.add(path);
        // A marker is no file that was left out.
        else if (selection.rule !== "not-sentinel" && !skipped.has(path)) skipped.set(path, selection.reason);
      },
      onSkipped({ instrument }, relPath, reason) {
        skipped.set(pathOf(instrument, relPath), reason);
      },
      onUnreadable({ instrument }, relPath, reason) {
        unreadable.set(pathOf(instrument, relPath), reason);
      },
      onConflict({ instrument }, relPath, reason) {
        conflicts.set(pathOf(instrument, relPath), reason);
      },
      onHeld({ instrument: { name } }, files) {
        for (const { relPath } of files) heldBefore.add(keyOf({ instrument: name, relPath }));
      },
    },
    deliveredSoFar,
    deliveredIds,
    progress: (pipeline) => ({
      found: finishedCount(unsettledIn(pipeline)),
      delivered: deliveredSoFar(),
      failed: counts.failed,
      growing: pipeline.unsettled.all().filter(({ isAhead }) => !isAhead).length,
      inFlight: [...pipeline.scheduler.inFlight().values()].map((upload) => ({
        upload,
        sentBytes: sentBytes.get(upload.id) ?? 0,
      })),
    }),
    report(pipeline, { planned, left: notDelivered, known, questionable, ...metrics }) {
      const left = (notDelivered ?? []).filter((upload) => upload.state !== "cancelled");
      for (const upload of notDelivered ?? []) heldBefore.delete(keyOf(upload));
      const folders = new Map(pipeline.instruments().map(({ instrument }) => [instrument.name, instrument]));
      const where = (file: { readonly instrument: string; readonly relPath: string }) => {
        const instrument = folders.get(file.instrument);
        return instrument === undefined ? file.relPath : pathOf(instrument, file.relPath);
      };
      const holds = pipeline.holds.list().map(({ cause, message }) => ({ cause, message }));
      const queued = holds[0]?.message ?? "in the queue, not sent yet";
      const unsettled = unsettledIn(pipeline);
      const held = heldIn(pipeline);
      const folderTroubles = pipeline.instruments().flatMap(({ instrument }) => {
        const { folderTrouble } = pipeline.facts.of(instrument.name);
        return folderTrouble === null
          ? []
          : [
              {
                cause: "folder-unreachable" as const,
                message: `${instrument.name}: ${folderTrouble.message}`,
              },
            ];
      });
      return {
        found: finishedCount(unsettled),
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
    },
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
