import { addedPieceBytes } from "#contract/added.ts";
import type { Transport } from "#contract/transport.ts";
import { addingText } from "#renderer/text/adding.tsx";
import { askHost } from "./host.tsx";

/**
 * Gives a file to the host, one piece after another: the browser reads each from the disk. Gives its id; rejects with a
 * sentence, or where `signal` aborts: then the host has nothing of it.
 */
export async function giveBytes(
  transport: Transport,
  { path, file }: { readonly path: string; readonly file: File },
  signal: AbortSignal,
  onReceived: (bytes: number) => void,
): Promise<string> {
  const { id } = await askHost(transport, "added.begin", { path, size: file.size });
  try {
    for (let offset = 0; offset < file.size; ) {
      const bytes = file.slice(offset, offset + addedPieceBytes);
      const { received } = await askHost(transport, "added.append", { id, offset, bytes });
      offset = received;
      signal.throwIfAborted();
      onReceived(received);
    }
    return id;
  } catch (error) {
    void transport.call("added.discard", { ids: [id] });
    throw signal.aborted || (await isReadable(file)) ? error : new Error(addingText.unreadable);
  }
}

/** False for a file that was changed, moved or deleted since it was chosen. */
async function isReadable(file: File): Promise<boolean> {
  return await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
