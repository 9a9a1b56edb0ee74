import type { Watch } from "#engine/ports/host.ts";

/** Words of a watch so far, and ways to wait for them. */
export class WatchRecord {
  readonly hints: { folder: string; relPath: string }[] = [];
  readonly errors: { folder: string; message: string }[] = [];
  /** Folders that were watched again. */
  readonly backs: string[] = [];
  #waiting: (() => void)[] = [];

  async start(watch: Watch, folders: Parameters<Watch["start"]>[0]): Promise<void> {
    await watch.start(folders, {
      onHint: (hint) => this.#note(() => this.hints.push(hint)),
      onError: (error) => this.#note(() => this.errors.push(error)),
      onBack: (folder) => this.#note(() => this.backs.push(folder)),
    });
  }

  /** Resolves once this path was hinted. */
  async hinted(relPath: string): Promise<void> {
    await this.#until(() => this.hints.some((hint) => hint.relPath === relPath));
  }

  async troubled(count = 1): Promise<void> {
    await this.#until(() => this.errors.length >= count);
  }

  async wasBack(count = 1): Promise<void> {
    await this.#until(() => this.backs.length >= count);
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
  }

  #note(add: () => void): void {
    add();
    for (const tell of this.#waiting.splice(0)) tell();
  }
}
