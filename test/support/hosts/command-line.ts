import { fileURLToPath } from "node:url";

/** The bundle that `bundle-command-line.ts` has made for this run of the tests. */
const { SKYFERRY_TESTED_BUNDLE } = process.env;

/** The command line that a test starts as a process: the bundle where there is one, as an installed program is; else its source. */
export const commandLine: string =
  SKYFERRY_TESTED_BUNDLE ?? fileURLToPath(new URL("../../../electron/cli/skyferry.ts", import.meta.url));
