import type { FileStat } from "#domain/file-version.ts";
import type { FileError, OpenFile } from "#engine/ports/host.ts";
import { MemoryFiles } from "./memory-files.ts";

type Call = "stat" | "open" | "read" | "close";

/** A tree of which single folders stop answering, as a hard-mounted share does whose server is gone. */
export class HangingFiles extends MemoryFiles {
  /** Calls that have not returned. */
  hanging = 0;
  readonly #hung = new Map<string, { readonly calls: readonly Call[]; readonly over: Promise<void> }>();
  readonly #answer = new Map<string, () => void>();

  /** These calls on the folder do not return until `answer`. */
  hang(folder: string, calls: readonly Call[]): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#hung.set(folder, { calls, over: promise });
    this.#answer.set(folder, resolve);
  }

  answer(folder: string): void {
    this.#hung.delete(folder);
    this.#answer.get(folder)?.();
  }

  override async stat(folder: string, relPath: string): Promise<FileStat | FileError> {
    await this.#returns(folder, "stat");
    return await super.stat(folder, relPath);
  }

  override async open(folder: string, relPath: string): Promise<OpenFile | FileError> {
    await this.#returns(folder, "open");
    const opened = await super.open(folder, relPath);
    if ("error" in opened) return opened;
    const returns = (call: Call) => this.#returns(folder, call);
    return {
      stat: opened.stat,
      get readError() {
        return opened.readError;
      },
      sample: () => returns("read").then(() => opened.sample()),
      readWhole: (size) => returns("read").then(() => opened.readWhole(size)),
      checksum: (size, signal) => returns("read").then(() => opened.checksum(size, signal)),
      quietChecksum: (size, signal) => returns("read").then(() => opened.quietChecksum(size, signal)),
      async *chunks(size) {
        for await (const piece of opened.chunks(size)) {
          await returns("read");
          yield piece;
        }
      },
      statAgain: () => returns("stat").then(() => opened.statAgain()),
      close: () => returns("close").then(() => opened.close()),
    };
  }

  async close(): Promise<void> {}

  async #returns(folder: string, call: Call): Promise<void> {
    const hung = this.#hung.get(folder);
    if (!hung?.calls.includes(call)) return;
    this.hanging += 1;
    await hung.over;
    this.hanging -= 1;
  }
}
