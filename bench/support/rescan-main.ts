import { setTimeout as sleep } from "node:timers/promises";
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
import { peakMBOf } from "./process-facts.ts";
import { spreadPattern } from "./stations.ts";

/**
 * One rescan by the real scanner, walker and ledger over the folder of the first argument, with the ledger of the data
 * folder of the second one. Prints what the rescan took, and the largest memory of the process after it.
 */
const [folder = "", data = ""] = process.argv.slice(2);
const files = createNodeFiles();
const clock = createNodeClock();
const ledger = await opened(data);
const compiled = compilePattern(spreadPattern);
if (compiled.kind === "refused") throw new Error(compiled.reason);
const instrument: Instrument = {
  name: "Bench",
  site: "hyytiala",
  instrument: "chm15k",
  pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
  folder,
  pattern: spreadPattern,
  tags: [],
  finish: { policy: "settle", seconds: 60 },
  since: null,
  network: false,
  expectEveryMinutes: null,
};
const configured = { instrument, pattern: compiled.pattern };
let queued = 0;
const scanner = createScanner({
  clock,
  files,
  ledger,
  unsettled: createUnsettled(clock),
  facts: createFolderStates(clock),
  empty: createEmptyFileWatch(clock),
  drives: createDrives(files, null),
  pathStyle: "posix",
  instruments: () => [configured],
  onQueued: (uploads) => {
    queued += uploads.length;
  },
  onDoubted: () => {},
  onChanged: () => {},
  runOnce: null,
});
await sleep(100);
const before = process.cpuUsage();
const startedAt = performance.now();
await scanner.rescan(configured, new AbortController().signal);
const seconds = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(before);
const peakMB = peakMBOf(process.pid);
await Promise.all([files.close(), ledger.close()]);
process.stdout.write(`${JSON.stringify({ queued, seconds, cpuSeconds: (user + system) / 1e6, peakMB })}\n`);
