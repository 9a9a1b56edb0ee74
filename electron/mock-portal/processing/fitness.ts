import { open } from "node:fs/promises";

/** Content that begins with these letters is unfit, for tests that want an invalid file. */
const unfitMark = "invalid";
const hdf5Signature = Buffer.from([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Offset of the end-of-file address in each version of the superblock (HDF5 File Format Specification). */
const endOfFileAt = [40, 44, 28, 28];

/**
 * Whether processing can read a raw file: it is there, holds more than zero bytes where it begins, and an HDF5 file has all
 * bytes that its superblock names. Everything else is fit.
 */
export async function isFit(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.every((byte) => byte === 0) || head.toString("latin1").startsWith(unfitMark)) return false;
    if (!head.subarray(0, 8).equals(hdf5Signature)) return true;
    const at = endOfFileAt[head[8] ?? 0] ?? 0;
    return at + 8 <= bytesRead && head.readBigUInt64LE(at) <= BigInt((await file.stat()).size);
  } finally {
    await file.close();
  }
}
