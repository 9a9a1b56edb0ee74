import { once } from "node:events";
import { isIP } from "node:net";
import { dispatch } from "#api/dispatch.ts";
import { oneLine } from "#base/text.ts";
import type { RunningHost } from "#compose/host.ts";
import type { UiPlace } from "#compose/pages-place.ts";
import type { Handlers, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { createDemoControl } from "#demo/demo-control.ts";
import type { MetricsSettings } from "#domain/settings.ts";
import { builtPages } from "./built-pages.ts";
import { type Surroundings, startAgain, UsageError } from "./command.ts";
import { connectServiceManager } from "./service-manager.ts";
import { openFromFlags } from "./station.ts";
import { dataFolderOf, type StationFlags } from "./station-flags.ts";
import type { Run } from "./table.ts";
import type { daemonTable } from "./tables/sending-tables.ts";

export const daemon: Run<typeof daemonTable> = async ({ flags }, around) => {
  const metricsAt = metricsOf(flags["metrics-port"], flags["metrics-host"]);
  const isService = flags.service;
  try {
    const port = flags["ui-port"];
    let uiAt: UiPlace = port === undefined ? {} : { port, isKept: true };
    for (let isFirst = true; ; isFirst = false) {
      const end = await deliver(flags, around, { uiAt, metricsAt, isService, isFirst });
      if (typeof end === "number") return end;
      uiAt = end;
    }
  } catch (error) {
    // A command that looks at the record, a drive that is mounted late: what is in the way of a service goes by itself.
    if (!isService || !(error instanceof UsageError)) throw error;
    around.stderr.write(`skyferry daemon: ${oneLine(error.message)}\n`);
    return startAgain;
  }
};

interface Wishes {
  readonly uiAt: UiPlace;
  /** Null where the flags say nothing of them. */
  readonly metricsAt: MetricsSettings | null;
  readonly isService: boolean;
  /** False where this process goes on with a station that it has restored. */
  readonly isFirst: boolean;
}

/**
 * Watches and delivers until the process is asked to end; gives the exit code, or the place of the pages where it goes on with
 * a restored station. Throws a UsageError where it cannot begin.
 */
async function deliver(
  flags: StationFlags,
  around: Surroundings,
  { uiAt, metricsAt, isService, isFirst }: Wishes,
): Promise<number | UiPlace> {
  let ui: string | null = null;
  const demo = createDemoControl({
    dataFolder: dataFolderOf(flags, around, isService),
    version: around.version,
    env: around.env,
    pagesFolder: builtPages(),
    backTo: () => ui,
  });
  await using ends = new AsyncDisposableStack();
  const station = await openFromFlags(flags, around, { demo, runsAs: isService ? "service" : "daemon" });
  ends.defer(() => station.close());
  const host = await station.startHost(uiAt, metricsAt);
  if ("message" in host) throw new UsageError(host.message);
  ends.defer(() => host.stop());
  ends.defer(() => demo.close());
  ui = host.ui;
  for (const warning of host.warnings) around.stderr.write(`skyferry: ${oneLine(warning)}\n`);
  const metrics = host.metricsPort.address();
  const error = host.metricsPort.error();
  if (error !== null) around.stderr.write(`skyferry: metrics.port: ${oneLine(error)}\n`);
  // The output of a service is kept where others may read it.
  if (!isService && isFirst)
    around.stdout.write(`${JSON.stringify({ ui: host.ui, ...(metrics === null ? {} : { metrics }) })}\n`);
  if (station.isFirstStart && builtPages() !== null)
    around.stderr.write(
      `skyferry daemon: There are no settings yet: open the address ${isService ? "that skyferry service status gives" : "above"} in a browser to set Skyferry up.\n`,
    );
  const manager = connectServiceManager({
    env: around.env,
    alive: () => headlineOf(host.handlers),
    onFailed: (message) => around.stderr.write(`skyferry daemon: ${oneLine(message)}\n`),
  });
  await manager.ready();
  const end = await ended(around, host);
  if (end === "restored") {
    manager.pause();
    const { port, hash } = new URL(host.ui);
    return { port: Number(port), token: hash.replace("#token=", "") };
  }
  void manager.stopping();
  if (end !== null) around.stderr.write(`skyferry daemon: ${oneLine(end.lost)}\n`);
  return end === null ? 0 : startAgain;
}

/** The sentence above every page, from the engine and its record: who gives it is alive. */
async function headlineOf(handlers: Handlers): Promise<string> {
  const reply = (await dispatch(handlers, "status", {})) as Reply<Output<"status">>;
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value.truth.sentence;
}

/** Null where the flags say nothing of them. */
function metricsOf(port: number | undefined, host: string | undefined): MetricsSettings | null {
  if (port === undefined) {
    if (host !== undefined) throw new UsageError("--metrics-host also needs --metrics-port N.");
    return null;
  }
  if (host !== undefined && isIP(host) === 0)
    throw new UsageError(
      `--metrics-host must be an IP address of this PC such as 127.0.0.1 or 0.0.0.0, not ${JSON.stringify(host)}.`,
    );
  return { port, host: host ?? "127.0.0.1" };
}

/** Null when the process is asked to end; a sentence when it has to. */
async function ended(
  { stopping }: Surroundings,
  { lost, restored }: Pick<RunningHost, "lost" | "restored">,
): Promise<{ readonly lost: string } | "restored" | null> {
  if (stopping.aborted) return null;
  // A timer keeps the process alive while every socket and watcher may be unreferenced.
  const alive = setInterval(() => {}, 3_600_000);
  const asked = once(stopping, "abort").then(() => null);
  const ways = [asked, lost.then((message) => ({ lost: message })), restored.then(() => "restored" as const)];
  return await Promise.race(ways).finally(() => clearInterval(alive));
}
