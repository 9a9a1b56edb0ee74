import type { Watch } from "../../electron/engine/ports.ts";

type Listeners = Parameters<Watch["start"]>;

/** A watch that says what the test tells it to; silent by default, as a watch that loses everything. */
export class FakeWatch implements Watch {
  /** Folders of the last start, also after a stop. */
  folders: Listeners[0] = [];
  isRunning = false;
  starts = 0;
  #onHint: Listeners[1] = () => {};
  #onTrouble: Listeners[2] = () => {};

  async start(...[folders, onHint, onTrouble]: Listeners): Promise<void> {
    this.folders = folders;
    this.#onHint = onHint;
    this.#onTrouble = onTrouble;
    this.isRunning = true;
    this.starts++;
  }

  async stop(): Promise<void> {
    this.isRunning = false;
  }

  hint(folder: string, relPath: string): void {
    if (this.isRunning) this.#onHint({ folder, relPath });
  }

  trouble(folder: string, message: string): void {
    if (this.isRunning) this.#onTrouble({ folder, message });
  }
}
