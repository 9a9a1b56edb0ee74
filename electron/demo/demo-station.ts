import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoControl } from "#api/handlers/demo-handlers.ts";
import { timers } from "#base/async.ts";
import { type DataFolder, openDataFolder } from "#compose/data-folder.ts";
import type { RunningHost } from "#compose/host.ts";
import { makeNamedFolder } from "#compose/named-folder.ts";
import { beginWithPast } from "#compose/past.ts";
import { MockPortalRefusal, startMockPortal } from "#mock-portal/portal.ts";
import { demoEvents, demoPast } from "./demo-past.ts";
import { demoSettings } from "./demo-settings.ts";
import { type Simulation, startSimulation } from "./simulation.ts";

export interface DemoOptions {
  /** Absolute; holds the portal, the station's record and what the instruments write. */
  readonly folder: string;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  readonly pagesFolder: string | null;
  /** Address of the station's own pages; null where there is no way back. */
  readonly backTo: string | null;
  /** Called when the folder can be used, before the portal is filled with its data. */
  readonly onOpened?: () => void;
  /** Called when the pages ask for the end. */
  readonly onEnd: () => void;
}

/** A portal, a station and its instruments that run in this process. */
export interface DemoStation {
  readonly station: DataFolder;
  readonly host: RunningHost;
  readonly portalUrl: string;
  /** The station's own: settings, record, logs. */
  readonly dataFolder: string;
  readonly instrumentFolder: string;
  /** Lets the instruments begin to write. */
  startInstruments(): Simulation;
  /** Ends instruments, host and portal; the folder stays. */
  close(): Promise<void>;
}

/** Starts the built-in portal with 62 days of data, and a station that delivers to it. Or one sentence why not. */
export async function openDemo(options: DemoOptions): Promise<DemoStation | { readonly message: string }> {
  const { folder, version, env, pagesFolder, backTo, onEnd } = options;
  await using ends = new AsyncDisposableStack();
  const instrumentFolder = join(folder, "instruments");
  try {
    const portal = await startMockPortal({
      dataFolder: join(folder, "portal"),
      seed: "demo",
      onOpened: options.onOpened,
      processingDelaySeconds: 5,
      mostRawBytes: 2e9,
    });
    ends.defer(() => portal.close());
    const dataFolder = join(folder, "station");
    const settingsFile = await writeSettings(dataFolder, portal.url, instrumentFolder);
    const past = await demoPast(portal.url, instrumentFolder);
    const nowMs = Date.now();
    const message = await beginWithPast(dataFolder, past, demoEvents(nowMs), nowMs);
    if (message !== null) return { message };
    const control: DemoControl = {
      state: () => ({ kind: "inside", ui: null, backTo, instrumentFolder }),
      start: async () => ({ message: "This is already the built-in portal." }),
      end: async () => onEnd(),
    };
    const station = await openDataFolder({
      dataFolder,
      settingsFile,
      passwordFile: null,
      // The files of an administrator are for the station of this PC.
      env: { ...env, SKYFERRY_PASSWORD: "station", SKYFERRY_SETTINGS_D: "" },
      version,
      pagesFolder,
      demo: control,
      runsAs: "daemon",
    });
    if ("message" in station) return station;
    ends.defer(() => station.close());
    const host = await station.startHost();
    if ("message" in host) return host;
    ends.defer(() => host.stop());
    const opened = ends.move();
    return {
      station,
      host,
      portalUrl: portal.url,
      dataFolder,
      instrumentFolder,
      startInstruments() {
        const simulation = startSimulation(instrumentFolder, { ...timers, nowMs: Date.now });
        opened.defer(() => simulation.finish());
        return simulation;
      },
      close: () => opened.disposeAsync(),
    };
  } catch (error) {
    if (error instanceof MockPortalRefusal) return { message: error.message };
    throw error;
  }
}

/** The portal's port is another at each start, so the former one is replaced. */
async function writeSettings(
  dataFolder: string,
  portalUrl: string,
  instrumentFolder: string,
): Promise<string> {
  const settings = demoSettings(portalUrl, instrumentFolder);
  for (const { folder } of settings.instruments) makeNamedFolder(folder, "usual");
  makeNamedFolder(dataFolder, "usual");
  const settingsFile = join(dataFolder, "settings.json");
  await writeFile(settingsFile, JSON.stringify(settings, null, 2));
  return settingsFile;
}
