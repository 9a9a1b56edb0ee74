import type { Input, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { Transport } from "#contract/transport.ts";
import { dispatch } from "./dispatch.ts";
import type { ShellHandlers } from "./handlers/shell.ts";

/**
 * A host as the pages of this window see it: `shell.*` is answered by the window's own shell, the rest by the host,
 * whether it runs in this process or in another.
 */
export function withShell(
  host: Transport,
  shell: ShellHandlers,
  onBug: (method: string, error: unknown) => void,
): Transport {
  return {
    async call<M extends MethodName>(method: M, input: Input<M>): Promise<Reply<Output<M>>> {
      if (!Object.hasOwn(shell, method)) return await host.call(method, input);
      // Checked by the same map that types the output.
      return (await dispatch(shell, method, input, { onBug })) as Reply<Output<M>>;
    },
    subscribe: (sinceSeq, onEvent) => host.subscribe(sinceSeq, onEvent),
  };
}
