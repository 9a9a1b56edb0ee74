import { fail, ok } from "#api/dispatch.ts";
import type { Handlers } from "#contract/methods.ts";
import type { figuresMethods } from "#contract/metrics.ts";

/** Reports the state of the metrics server. */
export interface FiguresPort {
  /** Null while no port is open. */
  address(): string | null;
  /** Why the wanted port is not open; null when nothing is wrong. */
  trouble(): string | null;
}

/** `figures.*`; `null` where a host serves none. */
export function figuresHandlers(port: FiguresPort | null): Pick<Handlers, keyof typeof figuresMethods> {
  return {
    "figures.port": async () => {
      if (port === null) return fail("not-offered", "This host serves no metrics.");
      return ok({ address: port.address(), message: port.trouble() });
    },
  };
}
