import type { Outcome, Stage } from "#domain/outcome.ts";
import type { Upload } from "#domain/upload.ts";
import type { CarryEnd } from "#engine/delivery/attempt-result.ts";
import type { Figures } from "#engine/status/metrics.ts";
import { counter, type Family } from "./families.ts";
import { createCounts, createDurations } from "./observations.ts";

/** What has happened since the process began: counted as it happens, so that a page costs the same. */
export interface Happenings {
  onCarried(upload: Upload, end: CarryEnd): void;
  onTalk(talk: { readonly stage: Stage; readonly outcome: Outcome["kind"]; readonly seconds: number }): void;
  /** `figures`: which instruments there are now; what was counted for others is dropped. */
  families(figures: Figures): readonly Family[];
}

const deliveryBounds = [30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600, 86_400, 259_200];
const exchangeBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Starts to count. */
export function createHappenings(): Happenings {
  const files = createCounts();
  const bytes = createCounts();
  const attempts = createCounts();
  const failures = createCounts();
  const answers = createCounts();
  const deliveries = createDurations(deliveryBounds);
  const exchanges = createDurations(exchangeBounds);

  return {
    onCarried(upload, end) {
      const { instrument, size, mtimeUs, lane } = upload;
      attempts.add({ instrument, result: end.kind });
      if (end.kind === "failed") failures.add({ cause: end.failure.cause });
      if (end.kind !== "delivered") return;
      const { kind, confirmedAtMs } = end.receipt;
      files.add({ instrument, receipt: kind });
      if (kind === "stored" || kind === "replaced") bytes.add({ instrument }, size);
      if (lane !== "backfill") deliveries.observe({ instrument }, (confirmedAtMs - mtimeUs / 1000) / 1000);
    },
    onTalk({ stage, outcome, seconds }) {
      answers.add({ stage, outcome });
      if (outcome !== "abandoned") exchanges.observe({ stage }, seconds);
    },
    families({ instruments, requests }) {
      const names = new Set(instruments.map(({ name }) => name));
      const isThere = (labels: Readonly<Record<string, string>>): boolean =>
        names.has(labels.instrument ?? "");
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
          "Bytes of contents sent to the portal, repeated ones included.",
          [{ labels: {}, value: requests.sentBytes }],
        ),
        {
          kind: "histogram",
          name: "skyferry_delivery_seconds",
          help: "From the last change of a file to the portal's confirmation; backfill is left out.",
          distributions: deliveries.distributions(),
        },
        {
          kind: "histogram",
          name: "skyferry_portal_exchange_seconds",
          help: "One stage of an upload, from the request to the portal's answer.",
          distributions: exchanges.distributions(),
        },
      ];
    },
  };
}
