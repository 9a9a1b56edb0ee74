import { dispatch } from "#api/dispatch.ts";
import { openStation } from "#compose/station.ts";

/**
 * A host on the data folder of the first argument that serves the pages of the second one and sends nothing.
 * Prints its address as one JSON line when it is ready, as the daemon does; ends with its parent.
 */
const [dataFolder = "", pagesFolder = ""] = process.argv.slice(2);
const station = await openStation({
  dataFolder,
  settingsFile: null,
  passwordFile: null,
  env: { ...process.env, SKYFERRY_PASSWORD: "station" },
  version: "bench",
  pagesFolder,
});
if ("message" in station) throw new Error(station.message);
await dispatch(station.handlers, "pause", { until: null });
const host = await station.startHost(0);
if ("message" in host) throw new Error(host.message);
process.stdout.write(`${JSON.stringify({ ui: host.ui })}\n`);
process.stdin.resume();
process.stdin.on("end", async () => {
  await host.stop();
  await station.close();
  process.exit(0);
});
