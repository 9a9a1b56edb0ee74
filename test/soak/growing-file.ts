import { appendFile, mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { InstrumentFolder } from "./instrument-folder.ts";

/** Parts that a growing file needs. */
export interface GrowingFileParts {
  readonly folder: InstrumentFolder;
  /** Absolute, in that folder. */
  readonly path: string;
  /** A file that stands still for this long counts as finished; milliseconds. */
  readonly settleMs: number;
  /** Every state counts as finished, because it is sent as it grows. */
  readonly isSentGrowing: boolean;
  /** It had these bytes for so long that it may be taken for finished. */
  stood(bytes: Uint8Array): void;
  /** It is finished, and its folder is there. */
  finished(): Promise<void>;
}

/** A file that an instrument writes piece by piece. */
export class GrowingFile {
  readonly #parts: GrowingFileParts;
  readonly #pieces: Uint8Array[] = [];
  #changedAt = performance.now();

  constructor(parts: GrowingFileParts) {
    this.#parts = parts;
  }

  async append(piece: Uint8Array): Promise<void> {
    const { folder, path, isSentGrowing } = this.#parts;
    await folder.during(async () => {
      const stoodFrom = this.#changedAt;
      this.#changedAt = performance.now();
      await mkdir(dirname(path), { recursive: true });
      // Before it is there: it may be taken at once.
      if (isSentGrowing) this.#parts.stood(Buffer.concat([...this.#pieces, piece]));
      await appendFile(path, piece);
      this.#noteStood(performance.now() - stoodFrom);
      this.#pieces.push(piece);
    });
  }

  async finish(): Promise<void> {
    if (this.#pieces.length === 0) return;
    await this.#parts.folder.during(async () => {
      this.#parts.stood(Buffer.concat(this.#pieces));
      await this.#parts.finished();
    });
  }

  /**
   * On a busy machine, or while its folder is away, a short pause becomes a long one; then all could see it finished.
   * Counted from before the last write to after this one: nobody can have seen it stand for longer.
   */
  #noteStood(stoodMs: number): void {
    if (this.#pieces.length > 0 && stoodMs >= this.#parts.settleMs * 0.9)
      this.#parts.stood(Buffer.concat(this.#pieces));
  }
}
