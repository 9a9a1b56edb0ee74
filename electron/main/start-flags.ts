import path from "node:path";
import { parseArgs } from "node:util";

/** Flags that the command line of the desktop program may have. */
export interface StartFlags {
  /** `--data DIR`, absolute; null: the usual place of this user. */
  readonly dataFolder: string | null;
  /** `--hidden`, or `--updated` from the installer of an update: no window at the start, only the tray. */
  readonly isHidden: boolean;
  /** `--restarts=N`: how often in succession it was restarted after a mistake of its own. */
  readonly restarts: number;
}

/** Reads `--data DIR`, `--hidden` and `--updated`; everything else belongs to Electron and Chromium. `cwd` completes a path. */
export function readStartFlags(argv: readonly string[], cwd: string): StartFlags {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      data: { type: "string" },
      hidden: { type: "boolean" },
      updated: { type: "boolean" },
      restarts: { type: "string" },
    },
    strict: false,
    allowPositionals: true,
  });
  const data = typeof values.data === "string" && values.data !== "" ? path.resolve(cwd, values.data) : null;
  const restarts = typeof values.restarts === "string" ? Number.parseInt(values.restarts, 10) : 0;
  return {
    dataFolder: data,
    isHidden: values.hidden === true || values.updated === true,
    restarts: restarts > 0 ? restarts : 0,
  };
}
