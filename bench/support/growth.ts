import { rmSync } from "node:fs";
import { join } from "node:path";
import { run, startSink } from "./children.ts";
import { cpuSecondsOfEnded } from "./process-facts.ts";
import { spreadPattern, writeStationSettings } from "./stations.ts";

const rescanProgram = new URL("./rescan-main.ts", import.meta.url).pathname;
const skyferry = new URL("../../electron/cli/skyferry.ts", import.meta.url).pathname;

/** Kinds that are compared; in this order, as each one but the first finds the ledger that the one before it left. */
export const kinds = ["first rescan", "rescan, nothing new", "submit"] as const;
export type Kind = (typeof kinds)[number];

/** Cost of one process. */
export interface Taken {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMB: number;
}

/** Does one kind of work in a process of its own, over `count` files and with a station's data folder beside them. */
export async function cost(kind: Kind, folder: string, data: string, count: number): Promise<Taken> {
  if (kind === "submit") return await submitted(folder, data, count);
  if (kind === "first rescan") rmSync(data, { recursive: true, force: true });
  const { stdout } = await run(process.execPath, [rescanProgram, folder, data]);
  const { queued, ...taken } = JSON.parse(stdout) as Taken & { readonly queued: number };
  const expected = kind === "first rescan" ? count : 0;
  if (queued !== expected) throw new Error(`${kind}: ${queued} of ${expected} files were queued`);
  return taken;
}

/** `submit` of what is in the queue: finds nothing new, and carries all. */
async function submitted(folder: string, data: string, count: number): Promise<Taken> {
  const sink = await startSink();
  writeStationSettings(data, { url: sink.url }, [{ name: "Bench", folder, pattern: spreadPattern }]);
  const before = cpuSecondsOfEnded();
  const env = { ...process.env, SKYFERRY_PASSWORD: "station" };
  const ran = await run(process.execPath, [skyferry, "submit", "--data", data, "--json"], env);
  const cpuSeconds = cpuSecondsOfEnded() - before;
  await sink.stop();
  rmSync(join(data, "settings.json"));
  const report = JSON.parse(ran.stdout) as { delivered: number; seconds: number };
  if (report.delivered !== count) throw new Error(`not all delivered: ${ran.stdout.slice(0, 1000)}`);
  return { seconds: report.seconds, cpuSeconds, peakMB: ran.peakMB };
}
