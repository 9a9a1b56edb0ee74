import type { Clock } from "#engine/ports/host.ts";
import type { DiskUse } from "#engine/ports/settings.ts";
import type { Coverage } from "#station/coverage/coverage.ts";
import type { DayGaps } from "#station/coverage/day-gaps.ts";
import type { SendingState } from "#station/heartbeat/timed-sending.ts";
import type { Station } from "#station/station-api.ts";
import type { Counters } from "./counters.ts";
import { gauge, metricsText } from "./families.ts";
import { diskFamilies, processFamilies } from "./process-families.ts";
import { stationFamilies } from "./station.ts";

export interface MetricsParts {
  readonly station: Pick<Station, "metrics">;
  readonly counters: Pick<Counters, "families">;
  readonly diskUse: () => Promise<DiskUse>;
  /** Heartbeat and station report, with the last of each; null where none is sent. Left out: there is neither. */
  readonly signs?: () => Readonly<Record<"heartbeat" | "report", SendingState | null>>;
  /** Left out: what became of the data is not known. */
  readonly coverage?: Pick<Coverage, "gaps"> | undefined;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly startedAtMs: number;
}

/** The figures of a station as one text. */
export interface MetricsPage {
  page(): Promise<string>;
}

/** However often somebody asks, the ledger and the disk are looked at once in this time. */
const freshMs = 1_000;

/** Pages that are asked for at the same time, or within a second, are one. */
export function createMetrics(parts: MetricsParts): MetricsPage {
  const { station, counters, diskUse, clock, version, startedAtMs } = parts;
  let latest: { readonly madeAt: number; readonly page: Promise<string> } | null = null;

  const make = async (): Promise<string> => {
    const beganAt = clock.monotonicMs();
    const [metrics, disk, ofProcess] = await Promise.all([
      station.metrics(),
      diskUse(),
      processFamilies(version, startedAtMs),
    ]);
    return metricsText([
      ...stationFamilies(metrics),
      ...signFamilies(parts.signs?.() ?? {}),
      gapFamily(parts.coverage?.gaps() ?? null),
      ...counters.families(metrics),
      ...diskFamilies(disk),
      ...ofProcess,
      {
        kind: "gauge",
        name: "skyferry_metrics_collect_seconds",
        help: "Time taken to collect these metrics.",
        samples: [{ labels: {}, value: (clock.monotonicMs() - beganAt) / 1000 }],
      },
    ]);
  };

  return {
    page() {
      const now = clock.monotonicMs();
      if (latest !== null && now - latest.madeAt < freshMs) return latest.page;
      const page = make();
      const own = { madeAt: now, page };
      latest = own;
      page.catch(() => {
        if (latest === own) latest = null;
      });
      return page;
    },
  };
}

function signFamilies(signs: Readonly<Record<string, SendingState | null>>) {
  const sent = Object.entries(signs).flatMap(([sign, state]) => (state === null ? [] : [{ sign, state }]));
  return [
    gauge(
      "skyferry_sign_of_life_failed",
      "1 while the last heartbeat or station report was not accepted, else 0; no value where none is sent.",
      sent.map(({ sign, state }) => ({ labels: { sign }, value: state.message === null ? 0 : 1 })),
    ),
    gauge(
      "skyferry_sign_of_life_age_seconds",
      "Time since a heartbeat or station report was accepted, or since the settings ask for it.",
      sent.map(({ sign, state }) => ({ labels: { sign }, value: state.ageMs / 1000 })),
    ),
  ];
}

function gapFamily(gaps: readonly DayGaps[] | null) {
  return gauge(
    "skyferry_day_gaps",
    "Days of the last 62 on which this layer (measured, accepted, processed, published) is overdue; no value before the portal's lists were read.",
    (gaps ?? []).map(({ instrument, layer, days }) => ({ labels: { instrument, layer }, value: days })),
  );
}
