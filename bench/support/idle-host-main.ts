import { setTimeout as sleep } from "node:timers/promises";
import { dispatch } from "#api/dispatch.ts";
import { openBenchStation, startBenchHost } from "./bench-host.ts";

/** Runs a host on the data folder of the first argument, asks for status and a page of the queue, and prints its memory. */
const [dataFolder = ""] = process.argv.slice(2);
const station = await openBenchStation(dataFolder);
const host = await startBenchHost(station);
for (let turn = 0; turn < 5; turn++) {
  await dispatch(await station.handlers(), "status", {});
  await dispatch(await station.handlers(), "uploads", { filter: {}, limit: 200 });
  await sleep(400);
}
(globalThis as { gc?: () => void }).gc?.();
const residentMB = process.memoryUsage().rss / 1e6;
await host.stop();
await station.close();
process.stdout.write(`${JSON.stringify({ residentMB })}\n`);
