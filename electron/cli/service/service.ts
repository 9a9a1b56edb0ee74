import { setTimeout as sleep } from "node:timers/promises";
import { connectToHost } from "#api/loopback/client.ts";
import { readHostFile } from "#api/loopback/host-file.ts";
import { absolutePath, type Surroundings, UsageError } from "#cli/command.ts";
import type { Run } from "#cli/table.ts";
import type { serviceTable } from "#cli/tables/sending-tables.ts";
import { jsonLine, printed } from "#cli/words.ts";
import { markIn } from "#compose/installed-service.ts";
import { installService } from "./install.ts";
import { launchdManager } from "./launchd.ts";
import type { Manager } from "./manager.ts";
import { systemdManager } from "./systemd.ts";
import { taskScheduler } from "./task-scheduler.ts";
import { type System, thisSystem } from "./this-system.ts";

export const service: Run<typeof serviceTable> = async ({ flags, action }, around) => {
  const system = thisSystem(around.env);
  const manager = managerOf(system);
  const path = (given: string | undefined) => (given === undefined ? undefined : absolutePath(given, around));
  if (action === "install") {
    const wish = {
      user: flags.user,
      data: path(flags.data),
      passwordFile: path(flags["password-file"]),
      uiPort: flags["ui-port"],
    };
    return await install(system, manager, wish, around, flags.json);
  }
  if (action === "remove") return removeService(system, manager, around, flags.json);
  return await status(system, manager, around, flags.json);
};

function managerOf(system: System): Manager {
  if (system.platform === "win32") return taskScheduler(system);
  return system.platform === "darwin" ? launchdManager(system) : systemdManager(system);
}

async function install(
  system: System,
  manager: Manager,
  wish: Parameters<typeof installService>[2],
  { stdout, stderr }: Surroundings,
  isJson: boolean,
): Promise<number> {
  const { plan, how } = await installService(system, manager, wish);
  const done = {
    new: "is installed and runs",
    renewed: "was updated and runs again",
    same: "was already installed and runs",
  };
  const { user, dataFolder } = plan;
  if (!isJson) stdout.write(printed([`The service ${done[how]}, as ${user} with ${dataFolder}.`]));
  const found = await running(dataFolder);
  if (isJson)
    stdout.write(jsonLine({ installed: how, running: found !== null, user, dataFolder, host: found }));
  if (found === null) {
    stderr.write(
      printed([
        "skyferry service: The service has not answered within 30 s: check it with skyferry service status.",
      ]),
    );
    return 1;
  }
  if (!isJson) stdout.write(printed([`${found.truth} Pages: ${found.pages}`]));
  if (found.password === null) return 0;
  stderr.write(printed([`skyferry service: ${found.password}`]));
  return 1;
}

/** Removes the service and tells it. Throws a UsageError where there is none, or it is not this account's. */
export function removeService(
  system: System,
  manager: Manager,
  { stdout }: Pick<Surroundings, "stdout">,
  isJson: boolean,
): number {
  const found = system.service();
  if (found?.isPackaged === true)
    throw new UsageError(
      "The service belongs to the package: remove it with apt-get remove skyferry-station.",
    );
  const refusal = manager.refusal();
  if (refusal !== null) throw new UsageError(refusal);
  const text = manager.installed();
  if (text === null)
    throw new UsageError("The service is not installed for this account: nothing was removed.");
  const error = manager.remove();
  if (error !== null) throw new UsageError(error);
  const folder = markIn(text)?.dataFolder;
  const words = `The service is removed.${folder === undefined ? "" : ` ${folder} is kept.`}`;
  stdout.write(isJson ? jsonLine({ removed: true, dataFolder: folder ?? null }) : printed([words]));
  return 0;
}

async function status(
  system: System,
  manager: Manager,
  { stdout }: Surroundings,
  isJson: boolean,
): Promise<number> {
  const text = manager.installed();
  const mine = text === null ? null : markIn(text);
  const found = mine ?? system.service();
  const host = found === null ? null : await hostOf(found.dataFolder);
  const isRunning = found !== null && (host?.runsAs === "service" || manager.isRunning());
  if (isJson) {
    const dataFolder = found?.dataFolder ?? null;
    stdout.write(
      jsonLine({
        installed: found !== null,
        running: isRunning,
        user: found?.user ?? null,
        dataFolder,
        host,
      }),
    );
  } else if (found === null) stdout.write("The service is not installed.\n");
  else
    stdout.write(
      printed([
        `The service is installed, as ${found.user} with ${found.dataFolder}. It ${isRunning ? "runs" : "does not run"}.`,
        ...(host === null ? [] : [host.message ?? `${host.truth} Pages: ${host.pages}`]),
        ...(host !== null && host.runsAs !== null && host.runsAs !== "service"
          ? [`The ${host.runsAs} sends the files, not the service: quit the ${host.runsAs}.`]
          : []),
      ]),
    );
  return isRunning ? 0 : 1;
}

interface HostSeen {
  readonly runsAs: string | null;
  readonly truth: string | null;
  /** Address with the token: only who may read the data folder gets it. */
  readonly pages: string | null;
  /** Why it has no password; null where it has one, or where nothing is set up yet. */
  readonly password: string | null;
  /** Why it cannot be asked. */
  readonly message: string | null;
}

/** Gives the host that runs on the data folder; null where none does. */
async function hostOf(dataFolder: string): Promise<HostSeen | null> {
  const found = await connectToHost(dataFolder);
  if (found.kind === "no-host") return null;
  const nothing = { runsAs: null, truth: null, pages: null, password: null };
  if (found.kind === "error") return { ...nothing, message: found.message };
  try {
    const host = await found.transport.call("host", {});
    const status = await found.transport.call("status", {});
    const settings = await found.transport.call("settings.read", {});
    const file = await readHostFile(dataFolder);
    if (!host.ok || !status.ok || file.kind !== "read")
      return { ...nothing, message: "Skyferry is running but does not answer." };
    const isSetUp =
      settings.ok && settings.value.password.message !== null && status.value.instruments.length > 0;
    return {
      runsAs: host.value.runsAs,
      truth: `${status.value.truth.sentence}.`,
      pages: `${file.record.address}/#token=${file.record.token}`,
      password: isSetUp ? settings.value.password.message : null,
      message: null,
    };
  } finally {
    await found.close();
  }
}

/** The host of a service that was just started; null where it does not answer in time. */
async function running(dataFolder: string): Promise<HostSeen | null> {
  const until = performance.now() + 30_000;
  do {
    const host = await hostOf(dataFolder);
    if (host !== null && host.message === null && host.runsAs === "service") return host;
    await sleep(500);
  } while (performance.now() < until);
  return null;
}
