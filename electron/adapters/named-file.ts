import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** More than any settings, certificates or configuration take. */
const mostBytes = 4 * 1024 * 1024;

/** A pipe, a terminal or a device that somebody named as a file must not keep the reader forever. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a file that a person named or wrote. Rejects with what the system says, with the code `ENOTFILE` where it
 * is a pipe, socket or device, and with `EFBIG` where it is larger than 4 MB.
 */
export async function readNamedBytes(file: string): Promise<Buffer> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file, flags);
    const bytes = Buffer.alloc(roomFor(await handle.stat()));
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = (await handle.read(bytes, length, bytes.length - length)).bytesRead;
    return bytes.subarray(0, length);
  } catch (error) {
    throw plain(error);
  } finally {
    await handle?.close();
  }
}

/** As `readNamedBytes`, on this thread. */
export function readNamedBytesSync(file: string): Buffer {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, flags);
    const bytes = Buffer.alloc(roomFor(fstatSync(descriptor)));
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = readSync(descriptor, bytes, length, bytes.length - length, null);
    return bytes.subarray(0, length);
  } catch (error) {
    throw plain(error);
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/**
 * The text of such a file without its byte order mark. UTF-8, and UTF-16 where a mark says so: Notepad and PowerShell
 * of Windows write it.
 */
export async function readNamedText(file: string): Promise<string> {
  return textOfBytes(await readNamedBytes(file));
}

/** As `readNamedText`, on this thread. */
export function readNamedTextSync(file: string): string {
  return textOfBytes(readNamedBytesSync(file));
}

/** Said instead of what a parser finds first, where a text is UTF-16 and no mark says so, or of one byte a letter; else null. */
export function encodingError(text: string): string | null {
  return text.includes("\0") || text.includes("\uFFFD") ? "it is not in UTF-8: save it as UTF-8" : null;
}

/** The text of bytes that were read, as `readNamedText`. */
export function textOfBytes(bytes: Buffer): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** Gives the number of bytes that it holds now; those written behind them while it is read are not waited for. */
function roomFor(stats: Stats): number {
  if (stats.isDirectory()) throw coded("EISDIR");
  if (!stats.isFile()) throw coded("ENOTFILE");
  if (stats.size > mostBytes) throw coded("EFBIG");
  return stats.size;
}

/** A socket cannot be opened at all. */
function plain(error: unknown): unknown {
  const isSocket = error instanceof Error && "code" in error && error.code === "ENXIO";
  return isSocket ? coded("ENOTFILE") : error;
}

function coded(code: "EISDIR" | "ENOTFILE" | "EFBIG"): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code, syscall: "open" });
}
