import { connectToHost } from "#api/loopback/client.ts";
import { addedPieceBytes } from "#contract/added.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { baseName } from "#domain/file-version.ts";

/** A host that takes files as its pages give them. */
export interface AddingHost {
  call<M extends MethodName>(method: M, input: Input<M>): Promise<Reply<Output<M>>>;
  /** The answer; throws where there is none. */
  ask<M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>>;
  /** Gives all bytes of a file, piece by piece; nothing is sent yet. */
  give(path: string, content: string | Uint8Array): Promise<string>;
  close(): Promise<void>;
}

/** The daemon on a data folder, over loopback. */
export async function connectToAdd(dataFolder: string): Promise<AddingHost> {
  const host = await connectToHost(dataFolder);
  if (host.kind !== "connected") throw new Error(`no daemon answers on ${dataFolder}: ${host.kind}`);
  const { call } = host.transport;
  const ask: AddingHost["ask"] = async (method, input) => {
    const reply = await call(method, input);
    if (!reply.ok) throw new Error(`${reply.error.code}: ${reply.error.message}`);
    return reply.value;
  };
  return {
    call,
    ask,
    async give(path, content) {
      const bytes = Buffer.from(content);
      const { id } = await ask("added.begin", { path, size: bytes.length });
      for (let offset = 0; offset < bytes.length; offset += addedPieceBytes)
        await ask("added.append", {
          id,
          offset,
          bytes: bytes.subarray(offset, offset + addedPieceBytes),
        });
      return id;
    },
    close: host.close,
  };
}

/** Gives the description of a file for `added.check` and `added.send`. */
export function targetOf(id: string, path: string, date: string, instrument = "Ceilometer") {
  return { id, name: baseName(path), instrument, date, modifiedAtMs: Date.UTC(2024, 4, 1) };
}
