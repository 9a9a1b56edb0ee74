import type { RunningHost } from "#compose/host.ts";
import type { StationOptions } from "#compose/opened-station.ts";
import { openStation, type Station } from "#compose/station.ts";

/** The station of a data folder; throws where it cannot be opened. */
export async function openBenchStation(
  dataFolder: string,
  options: Partial<StationOptions> = {},
): Promise<Station> {
  const station = await openStation({
    dataFolder,
    settingsFile: null,
    passwordFile: null,
    env: { ...process.env, SKYFERRY_PASSWORD: "station" },
    version: "bench",
    ...options,
  });
  if ("message" in station) throw new Error(station.message);
  return station;
}

/** Its host on a free port; throws where it cannot start. `metricsAt` as in `Station.startHost`. */
export async function startBenchHost(
  station: Station,
  metricsAt: Parameters<Station["startHost"]>[1] = null,
): Promise<RunningHost> {
  const host = await station.startHost(0, metricsAt);
  if ("message" in host) throw new Error(host.message);
  return host;
}

/** Ends this process when its parent does or closes its input; `end` comes before that. */
export function endWithParent(end: () => Promise<unknown>): void {
  process.stdin.resume();
  process.stdin.on("end", async () => {
    await end();
    process.exit(0);
  });
}
