import { once } from "node:events";
import { isIP } from "node:net";
import { oneLine } from "#base/text.ts";
import { createDemoDoor } from "#demo/demo-door.ts";
import {
  type Command,
  readFlags,
  type Surroundings,
  startAgain,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { builtPages } from "./pages.ts";
import { openFromFlags } from "./station.ts";
import { dataFolderOf, stationFlags, stationHelp } from "./station-flags.ts";

export const daemon: Command = {
  name: "daemon",
  summary: "watches folders and delivers files until stopped",
  help: `skyferry daemon: watches the instruments' folders and delivers files until stopped.

Usage: skyferry daemon --data DIR [--settings FILE] [--ui-port N] [--metrics-port N [--metrics-host A]]

${stationHelp}  --ui-port N           port of the pages on 127.0.0.1; default: any free one
  --metrics-port N      serves Prometheus metrics at /metrics on this port, whatever the settings say
  --metrics-host A      the address of that port; default: 127.0.0.1, this PC only; 0.0.0.0 is the network

Prints one JSON line {"ui":"http://127.0.0.1:N/#token=…"} when ready, with "metrics" if a metrics port is set. SIGTERM ends it within 5 seconds; nothing is lost.

Exit codes: 0 stopped as asked; 2 bad usage or settings, a restart does not help; ${startAgain} its record of uploads or its data folder was removed or replaced, restart it (a service manager does).
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, {
      ...stationFlags,
      "ui-port": { type: "string" },
      "metrics-port": { type: "string" },
      "metrics-host": { type: "string" },
    });
    const uiPort = wholeNumber(flags["ui-port"], "--ui-port", { from: 0, to: 65_535, otherwise: 0 });
    const metricsAt = metricsOf(flags["metrics-port"], flags["metrics-host"]);
    let ui: string | null = null;
    const demo = createDemoDoor({
      dataFolder: dataFolderOf(flags, around),
      version: around.version,
      env: around.env,
      pagesFolder: builtPages(),
      backTo: () => ui,
    });
    await using ends = new AsyncDisposableStack();
    const station = await openFromFlags(flags, around, { demo });
    ends.defer(() => station.close());
    const host = await station.startHost(uiPort, metricsAt);
    if ("message" in host) throw new UsageError(host.message);
    ends.defer(() => host.stop());
    ends.defer(() => demo.close());
    ui = host.ui;
    for (const warning of host.warnings) around.stderr.write(`skyferry: ${oneLine(warning)}\n`);
    const metrics = host.metricsPort.address();
    const error = host.metricsPort.error();
    if (error !== null) around.stderr.write(`skyferry: metrics.port: ${oneLine(error)}\n`);
    around.stdout.write(`${JSON.stringify({ ui: host.ui, ...(metrics === null ? {} : { metrics }) })}\n`);
    if (station.isFirstStart && builtPages() !== null)
      around.stderr.write(
        "skyferry daemon: There are no settings yet: open the address above in a browser to set Skyferry up.\n",
      );
    const lost = await ended(around, host.lost);
    if (lost !== null) around.stderr.write(`skyferry daemon: ${oneLine(lost)}\n`);
    return lost === null ? 0 : startAgain;
  },
};

/** Null where the flags say nothing of them. */
function metricsOf(
  port: string | undefined,
  host: string | undefined,
): { readonly port: number; readonly host: string } | null {
  if (port === undefined) {
    if (host !== undefined) throw new UsageError("--metrics-host needs --metrics-port N beside it.");
    return null;
  }
  const number = wholeNumber(port, "--metrics-port", { from: 0, to: 65_535, otherwise: 0 });
  if (host !== undefined && isIP(host) === 0)
    throw new UsageError(
      `--metrics-host must be an IP address of this PC such as 127.0.0.1 or 0.0.0.0, not ${JSON.stringify(host)}.`,
    );
  return { port: number, host: host ?? "127.0.0.1" };
}

/** Null when the process is asked to end; a sentence when it has to. */
async function ended({ stopping }: Surroundings, lost: Promise<string>): Promise<string | null> {
  if (stopping.aborted) return null;
  // A timer keeps the process alive while every socket and watcher may be unreferenced.
  const alive = setInterval(() => {}, 3_600_000);
  const asked = once(stopping, "abort").then(() => null);
  return await Promise.race([asked, lost]).finally(() => clearInterval(alive));
}
