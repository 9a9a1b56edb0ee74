import { dispatch } from "#api/dispatch.ts";
import { endWithParent, openBenchStation, startBenchHost } from "./bench-host.ts";

/**
 * A host on the data folder of the first argument that serves the pages of the second one and sends nothing.
 * Prints its address as one JSON line when it is ready, as the daemon does; ends with its parent.
 */
const [dataFolder = "", pagesFolder = ""] = process.argv.slice(2);
const station = await openBenchStation(dataFolder, { pagesFolder });
await dispatch(await station.handlers(), "pause", { until: null });
const host = await startBenchHost(station);
process.stdout.write(`${JSON.stringify({ ui: host.ui })}\n`);
endWithParent(async () => {
  await host.stop();
  await station.close();
});
