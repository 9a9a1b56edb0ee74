import type { Socket } from "node:net";

const timeoutMs = 1000;

/**
 * Lets an answer be read that came before the portal closed the connection. Node.js destroys a socket at the first
 * failed write, and with it the answer that lies unread in the kernel; so a failed write is told a little later.
 * Reading ends the socket by itself as soon as there is nothing left to read.
 */
export function keepAnswerReadable(socket: Socket): void {
  if (Object.hasOwn(socket, "_write")) return;
  type Told = (error?: Error | null) => void;
  const held =
    (tell: Told): Told =>
    (error) => {
      if (!error) return tell();
      const timer = setTimeout(() => socket.off("close", now).destroy(error), timeoutMs);
      const now = () => {
        clearTimeout(timer);
        tell(error);
      };
      socket.once("close", now);
    };
  const write = socket._write;
  socket._write = (chunk, encoding, tell) => write.call(socket, chunk, encoding, held(tell));
  const writev = socket._writev;
  if (writev) socket._writev = (chunks, tell) => writev.call(socket, chunks, held(tell));
}
