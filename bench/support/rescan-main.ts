import { setTimeout as sleep } from "node:timers/promises";
import { peakMBOf } from "./process-facts.ts";
import { openRescan } from "./rescan.ts";
import { spreadPattern } from "./stations.ts";

/**
 * Rescans the folder of the first argument by the real scanner, walker and ledger; the ledger is in the data folder of the second
 * one. Prints what the rescan took, and the largest memory of the process after it.
 */
const [folder = "", data = ""] = process.argv.slice(2);
const rescan = await openRescan(folder, data, spreadPattern);
await sleep(100);
const before = process.cpuUsage();
const startedAt = performance.now();
await rescan.run();
const seconds = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(before);
const peakMB = peakMBOf(process.pid);
await rescan.close();
const { queued } = rescan.counts;
process.stdout.write(`${JSON.stringify({ queued, seconds, cpuSeconds: (user + system) / 1e6, peakMB })}\n`);
