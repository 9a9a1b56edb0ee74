import { createNodeFiles } from "#adapters/files/node-files.ts";
import { createNodeClock } from "#adapters/node-clock.ts";
import { compilePattern } from "#domain/pattern/pattern.ts";
import type { Instrument } from "#domain/settings.ts";
import { createDrives } from "#engine/discovery/drives.ts";
import { createEmptyFileWatch } from "#engine/discovery/empty-files.ts";
import { createFolderStates } from "#engine/discovery/folder-state.ts";
import { createScanner } from "#engine/discovery/scanner.ts";
import { createUnsettled } from "#engine/discovery/unsettled.ts";
import { opened } from "./filled-ledger.ts";

/** Rescans of one folder, and what they came upon so far. */
export interface Rescan {
  run(): Promise<void>;
  /** Files queued, doubted (they would be read again) and opened. */
  readonly counts: { readonly queued: number; readonly doubted: number; readonly opened: number };
  close(): Promise<void>;
}

/** The real scanner, walker and ledger over `folder`, with the ledger of a data folder, in which it is "Bench". */
export async function openRescan(folder: string, dataFolder: string, pattern: string): Promise<Rescan> {
  const files = createNodeFiles();
  const clock = createNodeClock();
  const ledger = await opened(dataFolder);
  const compiled = compilePattern(pattern);
  if (compiled.kind === "refused") throw new Error(compiled.reason);
  const instrument: Instrument = {
    name: "Bench",
    site: "hyytiala",
    instrument: "chm15k",
    pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
    folder,
    pattern,
    tags: [],
    finish: { policy: "settle", seconds: 60 },
    since: null,
    network: false,
    expectEveryMinutes: null,
  };
  const configured = { instrument, pattern: compiled.pattern };
  const counts = { queued: 0, doubted: 0, opened: 0 };
  const scanner = createScanner({
    clock,
    files: {
      ...files,
      open(...args) {
        counts.opened += 1;
        return files.open(...args);
      },
    },
    ledger,
    unsettled: createUnsettled(clock),
    folderStates: createFolderStates(clock),
    empty: createEmptyFileWatch(clock),
    drives: createDrives(files, null),
    pathStyle: "posix",
    instruments: () => [configured],
    onQueued: (uploads) => {
      counts.queued += uploads.length;
    },
    onDoubted: (_, doubted) => {
      counts.doubted += doubted.length;
    },
    onChanged: () => {},
    runOnce: null,
  });
  return {
    counts,
    run: async () => void (await scanner.rescan(configured, new AbortController().signal)),
    close: async () => void (await Promise.all([files.close(), ledger.close()])),
  };
}
