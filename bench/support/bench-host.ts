import { type DataFolder, openDataFolder } from "#compose/data-folder.ts";
import type { DataFolderOptions } from "#compose/data-folder-parts.ts";
import type { RunningHost } from "#compose/host.ts";

/** The station of a data folder; throws where it cannot be opened. */
export async function openBenchStation(
  dataFolder: string,
  options: Partial<DataFolderOptions> = {},
): Promise<DataFolder> {
  const station = await openDataFolder({
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
  station: DataFolder,
  metricsAt: Parameters<DataFolder["startHost"]>[1] = null,
): Promise<RunningHost> {
  const host = await station.startHost({ port: 0 }, metricsAt);
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
