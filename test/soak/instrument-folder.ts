import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";

/** The folder of an instrument, which can be gone for a while. Its instrument waits for it. */
export interface InstrumentFolder {
  /** Absolute. */
  readonly path: string;
  pathOf(relPath: string): string;
  /** Does one piece of work in it while it is there. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Takes it away, as a drive that is unplugged, once nobody writes. Gives what brings it back. */
  takeAway(): Promise<() => Promise<void>>;
}

/** Makes the folder. */
export async function makeInstrumentFolder(path: string): Promise<InstrumentFolder> {
  await mkdir(path, { recursive: true });
  const working = new Set<Promise<unknown>>();
  let away: Promise<void> | null = null;
  return {
    path,
    pathOf: (relPath) => join(path, relPath),
    async during(work) {
      while (away !== null) await away;
      const doing = work();
      const ended = doing.then(
        () => undefined,
        () => undefined,
      );
      working.add(ended);
      try {
        return await doing;
      } finally {
        working.delete(ended);
      }
    },
    async takeAway() {
      const { promise, resolve } = Promise.withResolvers<void>();
      away = promise;
      await Promise.all(working);
      await rename(path, `${path}.away`);
      return async () => {
        await rename(`${path}.away`, path);
        away = null;
        resolve();
      };
    },
  };
}
