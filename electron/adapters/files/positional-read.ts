import { read } from "node:fs";

/** Bytes read at once. */
export const pieceBytes = 1024 * 1024;

/** Fills `target` from a position of the file; gives the part that was filled, empty at the end of the file. */
export function readAt(
  descriptor: number,
  target: Uint8Array<ArrayBuffer>,
  position: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    read(descriptor, target, 0, target.length, position, (error, bytes) => {
      if (error !== null) reject(error);
      else resolve(target.subarray(0, bytes));
    });
  });
}
