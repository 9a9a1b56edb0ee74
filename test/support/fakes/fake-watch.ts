import type { Watch, WatchListener } from "#engine/ports/host.ts";

type Folders = Parameters<Watch["start"]>[0];

const deaf: WatchListener = { onHint() {}, onError() {}, onBack() {} };

/** A watch that says what the test tells it to; silent by default, as a watch that loses everything. */
export class FakeWatch implements Watch {
  /** Folders of the last start, also after a stop. */
  folders: Folders = [];
  /** Folders that were to be watched again, in order. */
  readonly renewed: string[] = [];
  isRunning = false;
  starts = 0;
  #listener = deaf;

  async start(folders: Folders, listener: WatchListener): Promise<void> {
    this.folders = folders;
    this.#listener = listener;
    this.isRunning = true;
    this.starts++;
  }

  renew(folder: string): void {
    this.renewed.push(folder);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
  }

  hint(folder: string, relPath: string): void {
    if (this.isRunning) this.#listener.onHint({ folder, relPath });
  }

  error(folder: string, message: string): void {
    if (this.isRunning) this.#listener.onError({ folder, message });
  }

  back(folder: string): void {
    if (this.isRunning) this.#listener.onBack(folder);
  }
}
