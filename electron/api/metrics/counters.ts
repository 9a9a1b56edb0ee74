import type { Outcome, Stage } from "#domain/outcome.ts";
import { type AttemptEnd, type AttemptResult, hasFailed } from "#engine/delivery/attempt-result.ts";
import type { Metrics } from "#station/status/metrics.ts";
import { createCounts, keyOf } from "./counts.ts";
import { counter, type Distribution, type Family, type Labels } from "./families.ts";

/** Observations in seconds by label set; a fixed number of numbers each, however many are observed. */
interface Durations {
  observe(labels: Labels, seconds: number): void;
  distributions(): readonly Distribution[];
  keep(isWanted: (labels: Labels) => boolean): void;
}

/** `bounds`: upper ends of the buckets, seconds, ascending. */
function createDurations(bounds: readonly number[]): Durations {
  const entries = new Map<
    string,
    { readonly labels: Labels; readonly hits: number[]; sum: number; count: number }
  >();
  return {
    observe(labels, seconds) {
      const key = keyOf(labels);
      const entry = entries.get(key) ?? { labels, hits: bounds.map(() => 0), sum: 0, count: 0 };
      entries.set(key, entry);
      const value = Math.max(0, seconds);
      const place = bounds.findIndex((bound) => value <= bound);
      if (place >= 0) entry.hits[place] = (entry.hits[place] ?? 0) + 1;
      entry.sum += value;
      entry.count += 1;
    },
    distributions: () =>
      [...entries.values()].map(({ labels, hits, sum, count }) => {
        let below = 0;
        const buckets = bounds.map((upTo, place) => {
          below += hits[place] ?? 0;
          return { upTo, count: below };
        });
        return { labels, buckets, sum, count };
      }),
    keep(isWanted) {
      for (const [key, { labels }] of entries) if (!isWanted(labels)) entries.delete(key);
    },
  };
}

/** Counts of events since the process began: each is counted as it happens, so that a page costs the same. */
export interface Counters {
  onAttemptEnd(ended: AttemptEnd): void;
  onStageEnd(end: {
    readonly stage: Stage;
    readonly outcome: Outcome["kind"];
    readonly seconds: number;
  }): void;
  /** `metrics`: which instruments there are now; what was counted for others is dropped. */
  families(metrics: Metrics): readonly Family[];
}

const deliveryBounds = [30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400, 259_200];
const stageBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** As the metrics have always called it. */
function labelOf(result: AttemptResult): string {
  if (hasFailed(result)) return "failed";
  return result.kind === "changed" && result.by === "settings" ? "outdated" : result.kind;
}

/** Starts to count. */
export function createCounters(): Counters {
  const files = createCounts();
  const bytes = createCounts();
  const attempts = createCounts();
  const failures = createCounts();
  const answers = createCounts();
  const deliveries = createDurations(deliveryBounds);
  const stages = createDurations(stageBounds);

  return {
    onAttemptEnd({ upload, result }) {
      const { instrument, size, mtimeUs, lane } = upload;
      attempts.add({ instrument, result: labelOf(result) });
      if (hasFailed(result)) failures.add({ cause: result.failure.cause });
      if (result.kind !== "delivered") return;
      const { kind, confirmedAtMs } = result.receipt;
      files.add({ instrument, receipt: kind });
      if (kind === "stored" || kind === "replaced") bytes.add({ instrument }, size);
      if (lane !== "backfill") deliveries.observe({ instrument }, (confirmedAtMs - mtimeUs / 1000) / 1000);
    },
    onStageEnd({ stage, outcome, seconds }) {
      answers.add({ stage, outcome });
      if (outcome !== "abandoned") stages.observe({ stage }, seconds);
    },
    families({ instruments, requests }) {
      const names = new Set(instruments.map(({ name }) => name));
      const isThere = (labels: Labels): boolean => names.has(labels.instrument ?? "");
      for (const kept of [files, bytes, attempts, deliveries]) kept.keep(isThere);
      // A counter that begins with its first event hides that event from a rate.
      for (const instrument of names) {
        files.add({ instrument, receipt: "stored" }, 0);
        bytes.add({ instrument }, 0);
        for (const result of ["delivered", "failed"]) attempts.add({ instrument, result }, 0);
      }
      return [
        counter(
          "skyferry_delivered_files_total",
          "File versions that the portal confirmed, by kind of receipt.",
          files.samples(),
        ),
        counter(
          "skyferry_delivered_bytes_total",
          "Bytes of the files whose content was sent and confirmed.",
          bytes.samples(),
        ),
        counter(
          "skyferry_upload_attempts_total",
          "Attempts to send a file to the portal, by result.",
          attempts.samples(),
        ),
        counter("skyferry_upload_failures_total", "Attempts that failed, by cause.", failures.samples()),
        counter(
          "skyferry_portal_answers_total",
          "Stages of uploads that have ended, by outcome.",
          answers.samples(),
        ),
        counter("skyferry_portal_requests_total", "HTTP requests to the portal for the delivery of files.", [
          { labels: { method: "POST" }, value: requests.post },
          { labels: { method: "PUT" }, value: requests.put },
          { labels: { method: "GET" }, value: requests.get },
        ]),
        counter(
          "skyferry_portal_sent_bytes_total",
          "Bytes of file content sent to the portal, including repeated attempts.",
          [{ labels: {}, value: requests.sentBytes }],
        ),
        {
          kind: "histogram",
          name: "skyferry_delivery_seconds",
          help: "Time from the last change of a file to the portal's confirmation, without backfill.",
          distributions: deliveries.distributions(),
        },
        {
          kind: "histogram",
          name: "skyferry_portal_exchange_seconds",
          help: "One stage of an upload, from the request to the portal's answer.",
          distributions: stages.distributions(),
        },
      ];
    },
  };
}
