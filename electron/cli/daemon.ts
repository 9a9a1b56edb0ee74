import { once } from "node:events";
import { createDemoDoor } from "../demo/demo-door.ts";
import { type Command, readFlags, type Surroundings, UsageError, wholeNumber } from "./command.ts";
import { builtPages } from "./pages.ts";
import { dataFolderOf, openFromFlags, stationFlags, stationHelp } from "./station.ts";

export const daemon: Command = {
  name: "daemon",
  summary: "watches and delivers until stopped",
  help: `skyferry daemon: watches the instruments' folders and delivers until stopped.

Usage: skyferry daemon --data DIR [--settings FILE] [--ui-port N]

${stationHelp}  --ui-port N           port of the pages on 127.0.0.1; default: any free one

Prints one JSON line {"ui":"http://127.0.0.1:N/#token=…"} when ready. SIGTERM ends it within 5 seconds; nothing is lost.
`,
  async run(argv, around) {
    const { flags } = readFlags(argv, { ...stationFlags, "ui-port": { type: "string" } });
    const uiPort = wholeNumber(flags["ui-port"], "--ui-port", { from: 0, to: 65_535, otherwise: 0 });
    let ui: string | null = null;
    const demo = createDemoDoor({
      dataFolder: dataFolderOf(flags),
      version: around.version,
      env: around.env,
      pagesFolder: builtPages(),
      backTo: () => ui,
    });
    const station = await openFromFlags(flags, around, demo);
    try {
      const host = await station.startHost(uiPort);
      if ("message" in host) throw new UsageError(host.message);
      ui = host.ui;
      around.stdout.write(`${JSON.stringify({ ui: host.ui })}\n`);
      await stopped(around);
      await demo.close();
      await host.stop();
      return 0;
    } finally {
      await station.close();
    }
  },
};

async function stopped({ stopping }: Surroundings): Promise<void> {
  if (stopping.aborted) return;
  // A timer keeps the process alive while every socket and watcher may be unreferenced.
  const alive = setInterval(() => {}, 3_600_000);
  await once(stopping, "abort");
  clearInterval(alive);
}
