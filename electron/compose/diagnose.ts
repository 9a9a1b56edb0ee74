import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createNodeClock } from "#adapters/node-clock.ts";
import { type AskKeychain, askInProcess } from "#adapters/secrets/keychain-backends.ts";
import { CheckProblem, examine } from "#adapters/support/examine.ts";
import { folderExaminations, lockHolder } from "#adapters/support/folder-checks.ts";
import { portalExaminations } from "#adapters/support/portal.ts";
import { ownSystem, type SystemFacts, systemExaminations } from "#adapters/support/system-checks.ts";
import { threadExaminations } from "#adapters/support/threads.ts";
import { connectToHost } from "#api/loopback/client.ts";
import type { Diagnosis } from "#domain/diagnosis.ts";
import type { Clock } from "#engine/ports/host.ts";
import { type AskSystemProxy, createProxyFor } from "./system-proxy.ts";

export interface DoctorOptions {
  /** Absolute; need not exist, and is never changed. */
  readonly dataFolder: string;
  readonly settingsFile: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  readonly pagesFolder?: string | null;
  /** Asks the portal whether it answers. */
  readonly network: boolean;
  /** This process has the station of the data folder open. */
  readonly isHost: boolean;
  /** How a shell reaches the keychain, and the system's proxy; left out: plain Node's ways. */
  readonly keychain?: { readonly ask?: AskKeychain };
  readonly systemProxy?: AskSystemProxy;
  readonly clock?: Clock;
  /** In place of what this PC says. */
  readonly system?: Partial<SystemFacts>;
}

/**
 * Looks at everything that Skyferry needs on this PC, all at once and each within seconds. Writes into a temporary folder
 * alone. No answer holds a secret.
 */
export async function diagnose(
  options: DoctorOptions,
  tell?: (diagnosis: Diagnosis) => void,
): Promise<readonly Diagnosis[]> {
  const { dataFolder, settingsFile, env, clock = createNodeClock() } = options;
  const scratch = await mkdtemp(path.join(tmpdir(), "skyferry-doctor-"));
  const system: SystemFacts = {
    ...ownSystem,
    env,
    nowMs: clock.nowMs(),
    poolSize: Number(process.env.UV_THREADPOOL_SIZE) || null,
    isEngine: process.type !== "browser",
    host: async () => (options.isHost ? null : await askHost(dataFolder)),
    ask: options.keychain?.ask ?? askInProcess(env),
    pagesFolder: options.pagesFolder ?? null,
    iconsFolder: fileURLToPath(new URL("../../build/icons/tray/", import.meta.url)),
    ...options.system,
  };
  const place = { dataFolder, settingsFile, env, isOpenHere: options.isHost };
  try {
    return await examine(
      [
        ...systemExaminations(system),
        ...threadExaminations(scratch),
        ...folderExaminations(place, system.nowMs),
        { name: "In use", mostMs: 10_000, look: () => whoRuns(dataFolder, options.isHost) },
        ...portalExaminations({ ...options, clock, proxyFor: createProxyFor(options.systemProxy, env) }),
      ],
      [env.SKYFERRY_PASSWORD ?? ""],
      tell,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true }).catch(() => {});
  }
}

/** Process and threads of the host of a data folder, as it tells them. */
async function askHost(dataFolder: string): ReturnType<SystemFacts["host"]> {
  const found = await connectToHost(dataFolder);
  if (found.kind !== "connected") return null;
  const reply = await found.transport.call("host", {});
  await found.close();
  // A host of an older version does not tell its threads.
  return reply.ok && Number.isInteger(reply.value.poolSize) ? reply.value : null;
}

/** Tells which process works on the data folder. */
async function whoRuns(dataFolder: string, isHost: boolean): Promise<string> {
  if (isHost) return `In use by this process, ${process.pid}.`;
  const host = await connectToHost(dataFolder);
  if (host.kind === "error") throw new CheckProblem(host.message);
  const holder = await lockHolder(dataFolder);
  const pid = typeof holder === "number" ? holder : null;
  if (host.kind === "connected") {
    await host.close();
    return `Skyferry runs and answers${pid === null ? "" : `, process ${pid}`}.`;
  }
  if (pid !== null)
    return `In use by another Skyferry command, process ${pid}: a daemon cannot start until it ends.`;
  return "Skyferry does not run on this data folder.";
}
