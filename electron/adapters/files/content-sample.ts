import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { type ContentSample, sampleBytes } from "#domain/content/verdict.ts";

/** Reads the ends of a regular file. Throws what the system says, and for what is no file. */
export async function readSample(path: string): Promise<ContentSample> {
  // Not blocked by a pipe that nobody writes to.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw Object.assign(new Error(`${path} is not a file`), { code: "ENXIO" });
    const { size } = stats;
    const head = await readAt(file, 0, Math.min(size, sampleBytes));
    const tail = size <= sampleBytes ? head : await readAt(file, size - sampleBytes, sampleBytes);
    return { head, tail, size };
  } finally {
    await file.close();
  }
}

/** Fewer bytes where the file ends before. */
async function readAt(file: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}
