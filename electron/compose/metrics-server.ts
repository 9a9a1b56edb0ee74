import type { StageEnd } from "#adapters/portal/metered-portal.ts";
import { createDiskUse } from "#adapters/support/disk-use.ts";
import { createCounters } from "#api/metrics/counters.ts";
import { createMetrics, type MetricsPage, type MetricsParts } from "#api/metrics/metrics.ts";
import { type MetricsPort, openMetricsPort } from "#api/metrics/server.ts";
import { createInTurn } from "#base/async.ts";
import type { MetricsSettings } from "#domain/settings.ts";
import type { Clock, Log } from "#engine/ports/host.ts";
import type { Coverage } from "#station/coverage/coverage.ts";
import type { Station } from "#station/station-api.ts";

export interface MetricsServerParts {
  readonly station: Pick<Station, "metrics" | "onAttemptEnd">;
  readonly coverage?: Pick<Coverage, "gaps"> | undefined;
  readonly signs?: MetricsParts["signs"];
  readonly clock: Clock;
  readonly log: Log;
  readonly dataFolder: string;
  readonly version: string;
}

/** The figures of a host, and the port of their own where one is wanted. */
export interface MetricsServer {
  readonly metrics: MetricsPage;
  onStageEnd(end: StageEnd): void;
  /**
   * Opens, moves or closes the port of the metrics; null is none. A port that is taken is said in the log and tried again
   * every minute: the host goes on without it. Resolves when the first try is over.
   */
  serve(wanted: MetricsSettings | null): Promise<void>;
  /** `http://127.0.0.1:9464/metrics`; null while the port is not open. */
  address(): string | null;
  /** Why the wanted port is not open, one sentence; null when nothing is wrong. */
  error(): string | null;
  close(): Promise<void>;
}

const tryAgainMs = 60_000;

/** Counts from now on. */
export function createMetricsServer(parts: MetricsServerParts): MetricsServer {
  const { station, clock, log, dataFolder, version } = parts;
  const counters = createCounters();
  const endCounting = station.onAttemptEnd(counters.onAttemptEnd);
  const metrics = createMetrics({
    station,
    counters,
    coverage: parts.coverage,
    ...(parts.signs && { signs: parts.signs }),
    diskUse: createDiskUse(dataFolder, clock),
    clock,
    version,
    startedAtMs: clock.nowMs(),
  });
  let wanted: MetricsSettings | null = null;
  let open: MetricsPort | null = null;
  let error: string | null = null;
  let waiting: AbortController | null = null;
  // Changes take turns: settings may change while a port is being opened.
  const inTurn = createInTurn();

  const shut = async (): Promise<void> => {
    waiting?.abort();
    waiting = null;
    error = null;
    const before = open;
    open = null;
    await before?.close();
  };
  const attempt = async (at: MetricsSettings): Promise<void> => {
    const onBug = (error: unknown) =>
      log.error("the metrics could not be collected", { error: String(error) });
    const opened = await openMetricsPort({ metrics, port: at.port, host: at.host, onBug });
    if (!("message" in opened)) {
      open = opened;
      error = null;
      log.info("the metrics are served", { address: opened.address });
      return;
    }
    if (error === null) log.warn("the metrics are not served; Skyferry retries", { message: opened.message });
    error = `${opened.message} Files are still delivered. Skyferry retries every minute.`;
    const sleeping = new AbortController();
    waiting = sleeping;
    void clock.sleep(tryAgainMs, sleeping.signal).then(() => {
      if (!sleeping.signal.aborted)
        void inTurn(async () => wanted !== null && !sleeping.signal.aborted && attempt(wanted));
    });
  };
  return {
    metrics,
    onStageEnd: counters.onStageEnd,
    async serve(next) {
      await inTurn(async () => {
        if (next?.port === wanted?.port && next?.host === wanted?.host) return;
        await shut();
        wanted = next;
        if (next !== null) await attempt(next);
      });
    },
    address: () => open?.address ?? null,
    error: () => error,
    async close() {
      endCounting();
      await inTurn(async () => {
        wanted = null;
        await shut();
      });
    },
  };
}
