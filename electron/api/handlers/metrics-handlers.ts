import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { metricsMethods } from "#contract/metrics.ts";

/** Reports the state of the metrics server. */
export interface MetricsEndpoint {
  /** Null while no port is open. */
  address(): string | null;
  /** Why the wanted port is not open; null when nothing is wrong. */
  error(): string | null;
}

/** `metrics.*`; `null` where a host serves none. */
export function metricsHandlers(port: MetricsEndpoint | null): Pick<Handlers, keyof typeof metricsMethods> {
  return {
    "metrics.server": async () => {
      if (port === null) return fail("not-offered", "This host serves no metrics.");
      return ok({ address: port.address(), message: port.error() });
    },
  };
}
