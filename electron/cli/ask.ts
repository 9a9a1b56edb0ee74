import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { connectToHost } from "#api/loopback/client.ts";
import type { DataFolder } from "#compose/data-folder.ts";
import type { DataFolderOptions } from "#compose/data-folder-parts.ts";
import type { CheckedInput, Input, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { absolutePath, type Surroundings, UsageError } from "./command.ts";
import { checkFiles, dataFolderOf, type StationFlags } from "./station-flags.ts";

/** Files that show that a folder is a data folder; the mark outlives a ledger that was lost. */
const traces = ["settings.json", "ledger.sqlite", "ledger.mark.json"];

/** Asks one thing: a refusal is a UsageError with its sentence. */
export type Ask = <M extends MethodName>(method: M, input: Input<M> & CheckedInput<M>) => Promise<Output<M>>;

/** How the station is opened where no host runs, and what it does before it answers. */
interface WithoutHost extends Pick<DataFolderOptions, "ledgerHere"> {
  prepare?(station: DataFolder): Promise<void>;
}

/** Asks one thing; see `withAnswers`. */
export async function askStation<M extends MethodName>(
  flags: StationFlags,
  around: Surroundings,
  method: M,
  input: Input<M> & CheckedInput<M>,
  how: Pick<WithoutHost, "prepare"> = {},
): Promise<Output<M>> {
  const withoutHost = { ...how, ledgerHere: "always" } as const;
  return await withAnswers(flags, around, (answers) => answers(method, input), withoutHost);
}

/**
 * Asks the host that runs on the data folder; where none runs, the record of uploads itself, which is open until `use`
 * has ended. `isRunning`: a host runs, which also sends.
 */
export async function withAnswers<T>(
  flags: StationFlags,
  around: Surroundings,
  use: (ask: Ask, isRunning: boolean) => Promise<T>,
  { prepare, ...how }: WithoutHost = {},
): Promise<T> {
  const dataFolder = dataFolderOf(flags, around);
  if (!existsSync(dataFolder))
    throw new UsageError(
      `${dataFolder} does not exist: name the data folder of your station with --data DIR.`,
    );
  checkFiles(flags, around);
  const host = await connectToHost(dataFolder);
  if (host.kind === "error") throw new UsageError(host.message);
  if (host.kind === "connected") {
    const ask: Ask = async (method, input) => answerOf(await host.transport.call(method, input));
    try {
      await checkOfHost(flags, around, ask);
      return await use(ask, true);
    } finally {
      await host.close();
    }
  }
  // Who only asks must not begin a record of uploads, least of all in the folder of an instrument.
  if (flags.settings === undefined && !traces.some((name) => existsSync(join(dataFolder, name))))
    throw new UsageError(
      `${dataFolder} contains neither settings nor a record of uploads: name the data folder of your station with --data DIR.`,
    );
  const { openFromFlags } = await import("./station.ts");
  const station = await openFromFlags(flags, around, how);
  try {
    await prepare?.(station);
    const ask: Ask = async (method, input) => answerOf(await station.answer(method, input, around.stopping));
    return await use(ask, false);
  } finally {
    await station.close();
  }
}

/** A host answers with the settings and the password that it has: what other flags say would be passed over. */
async function checkOfHost(flags: StationFlags, around: Surroundings, ask: Ask): Promise<void> {
  const { settings, "password-file": passwordFile } = flags;
  if (settings === undefined && passwordFile === undefined) return;
  const { file, password } = await ask("settings.read", {});
  if (settings !== undefined && !isSameFile(absolutePath(settings, around), file))
    throw new UsageError(
      `--settings ${settings} does not apply: Skyferry is running on this data folder with ${file}. Leave the flag out, or stop Skyferry.`,
    );
  if (passwordFile !== undefined && absolutePath(passwordFile, around) !== password.backend)
    around.stderr.write(
      "skyferry: --password-file does not apply: Skyferry is running on this data folder and uses its own password.\n",
    );
}

/** Also by way of a link, or in the case that Windows does not tell apart. */
function isSameFile(one: string, other: string): boolean {
  try {
    return one === other || realpathSync.native(one) === realpathSync.native(other);
  } catch {
    return false;
  }
}

/** True where a host runs on the data folder and answers. */
export async function isAnswering(flags: StationFlags, around: Surroundings): Promise<boolean> {
  const host = await connectToHost(dataFolderOf(flags, around));
  if (host.kind !== "connected") return false;
  const reply = await host.transport.call("status", {}).finally(() => host.close());
  return reply.ok;
}

function answerOf<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.value;
  throw new UsageError(reply.error.message);
}
