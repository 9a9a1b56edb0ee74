import { connectToHost } from "#api/loopback/client.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";

/** Asks the daemon that runs on a data folder, over loopback, as the pages do. */
export async function askHost<M extends MethodName>(
  dataFolder: string,
  method: M,
  input: Input<M>,
): Promise<Output<M>> {
  const host = await connectToHost(dataFolder);
  if (host.kind !== "connected") throw new Error(`no daemon answers on ${dataFolder}: ${host.kind}`);
  try {
    const reply = await host.transport.call(method, input);
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value;
  } finally {
    await host.close();
  }
}
