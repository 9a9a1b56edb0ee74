import { z } from "zod";
import { noInput } from "./values.ts";

/**
 * Trying Skyferry with the built-in portal: a second host beside this one, with a portal, instruments and a record of
 * its own. Nothing of it leaves this PC, and nothing of the station's own files or record takes part in it.
 */

const demoState = z.strictObject({
  /** `inside`: this host is itself the try-out. `none`: not offered here. */
  kind: z.enum(["none", "offered", "running", "inside"]),
  /** Address of the try-out's pages while it runs beside this host; null else. */
  ui: z.string().nullable(),
  /** Address of the station's own pages, for `inside`; null where there is no way back. */
  backTo: z.string().nullable(),
  /** Folder that the simulated instruments write to, for `inside`; null else. */
  instrumentFolder: z.string().nullable(),
});

export type DemoState = z.output<typeof demoState>;

export const demoMethods = {
  "demo.state": { input: noInput, output: demoState },
  /** Starts it, or finds it running. Takes some seconds the first time: 62 days of data are made. */
  "demo.start": { input: noInput, output: z.strictObject({ ui: z.string() }) },
  /** Ends it and removes all it wrote. Gives the way back, as `demo.state` does. */
  "demo.end": { input: noInput, output: z.strictObject({ backTo: z.string().nullable() }) },
};
