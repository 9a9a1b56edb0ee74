import { z } from "zod";
import { noInput } from "./values.ts";

export const metricsMethods = {
  /** The state of the metrics server, which `metrics` of the settings asks for. */
  "metrics.server": {
    input: noInput,
    output: z.strictObject({
      /** `http://127.0.0.1:9464/metrics`; null while no port is open. */
      address: z.string().nullable(),
      /** Why the wanted port is not open, and what happens; null when nothing is wrong. */
      message: z.string().nullable(),
    }),
  },
};
