import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { NetcdfError } from "./netcdf-view.ts";

/** An open file, read where it is asked for: no more of it is in memory than that. */
export interface FileBytes {
  readonly size: number;
  /** Fills `target` from the byte `at` on; gives how many bytes there were. */
  read(target: Uint8Array, at: number): number;
  close(): void;
}

/**
 * Opens a plain file. A file that is read without an end or waits for a writer (pipe, device, socket) is refused; it is not
 * opened either, as that alone may do something. Blocks this thread while the drive does not answer.
 */
export function openPlainFile(path: string): FileBytes {
  refuseOther(statSync(path));
  // Never waits, should the name be another's by now; Windows has neither pipes nor this flag there.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(descriptor);
    refuseOther(found);
    return {
      size: found.size,
      read(target, at) {
        let filled = 0;
        while (filled < target.length) {
          const bytes = readSync(descriptor, target, filled, target.length - filled, at + filled);
          if (bytes === 0) break;
          filled += bytes;
        }
        return filled;
      },
      close: () => closeSync(descriptor),
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function refuseOther(found: { isFile(): boolean }): void {
  if (!found.isFile()) throw new NetcdfError("{file} is not a plain file, so it is not opened.");
}
