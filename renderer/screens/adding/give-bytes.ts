import { addedPieceBytes } from "#contract/added.ts";
import type { Transport } from "#contract/transport.ts";
import { ask } from "#renderer/store/host.tsx";
import { addingText } from "#renderer/text/adding.tsx";

/**
 * Gives a file to the host, one piece after another, so that no more than one is in memory. Gives its id; rejects with a
 * sentence, or where `signal` aborts: then the host has nothing of it.
 */
export async function giveBytes(
  transport: Transport,
  { path, file }: { readonly path: string; readonly file: File },
  signal: AbortSignal,
  onReceived: (bytes: number) => void,
): Promise<string> {
  const { id } = await ask(transport, "added.begin", { path, size: file.size });
  try {
    for (let offset = 0; offset < file.size; ) {
      const bytes = await base64Of(file.slice(offset, offset + addedPieceBytes));
      signal.throwIfAborted();
      const { received } = await ask(transport, "added.append", { id, offset, bytes });
      offset = received;
      onReceived(received);
    }
    signal.throwIfAborted();
    return id;
  } catch (error) {
    void transport.call("added.discard", { ids: [id] });
    throw error;
  }
}

/** The browser's own way, which does not keep the page waiting. */
function base64Of(piece: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const text = String(reader.result);
      resolve(text.slice(text.indexOf(",") + 1));
    };
    reader.onerror = () => reject(new Error(addingText.unreadable));
    reader.readAsDataURL(piece);
  });
}
