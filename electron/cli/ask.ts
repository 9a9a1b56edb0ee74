import { existsSync } from "node:fs";
import { join } from "node:path";
import { dispatch } from "#api/dispatch.ts";
import { connectToHost } from "#api/loopback/client.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { type Surroundings, UsageError } from "./command.ts";
import { dataFolderOf, openFromFlags } from "./station.ts";

/** What shows that a folder is a data folder; the mark outlives a ledger that was lost. */
const traces = ["settings.json", "ledger.sqlite", "ledger.mark.json"];

/**
 * Asks the host that runs on the data folder; where none runs, the record of uploads itself.
 * A refusal is a UsageError with its sentence.
 */
export async function ask<M extends MethodName>(
  flags: Parameters<typeof openFromFlags>[0],
  around: Surroundings,
  method: M,
  input: Input<M>,
): Promise<Output<M>> {
  const dataFolder = dataFolderOf(flags, around);
  if (!existsSync(dataFolder))
    throw new UsageError(`${dataFolder} does not exist: give the data folder of your daemon with --data.`);
  const host = await connectToHost(dataFolder);
  if (host.kind === "error") throw new UsageError(host.message);
  if (host.kind === "connected") {
    try {
      return answerOf(await host.transport.call(method, input));
    } finally {
      await host.close();
    }
  }
  // Who only asks must not begin a record of uploads, least of all in the folder of an instrument.
  if (flags.settings === undefined && !traces.some((name) => existsSync(join(dataFolder, name))))
    throw new UsageError(
      `${dataFolder} contains neither settings nor a record of uploads: give the data folder of your daemon with --data.`,
    );
  const station = await openFromFlags(flags, around);
  try {
    return answerOf((await dispatch(station.handlers, method, input)) as Reply<Output<M>>);
  } finally {
    await station.close();
  }
}

function answerOf<T>(reply: Reply<T>): T {
  if (reply.ok) return reply.value;
  throw new UsageError(reply.error.message);
}
