import type { StateStore } from "#engine/ports/host.ts";
import type { Holds } from "./holds.ts";

/** A station that was restored from a backup sends nothing until a person has said that the old one is off. */
export interface Confirmation {
  /** Pauses where it is still to come, the first time. Before anything is claimed or told. */
  begin(): Promise<void>;
  isDue(): boolean;
  /** A person resumed: kept for the starts to come. */
  given(): Promise<void>;
}

const reason =
  "Paused after a restore: make sure that the old station is off, then resume here, or with skyferry resume.";

/** `store` holds what the restore left; null: nothing was restored. */
export function createConfirmation(store: StateStore | null, holds: Pick<Holds, "pause">): Confirmation {
  let isDue = false;
  const read = async (): Promise<object | null> => {
    const stored = (await store?.read()) ?? null;
    return typeof stored === "object" && stored !== null && Reflect.get(stored, "isUnconfirmed") === true
      ? stored
      : null;
  };
  const pause = async (): Promise<void> => {
    isDue = (await read()) !== null;
    if (isDue) holds.pause(null, reason);
  };
  let begun: Promise<void> | null = null;
  return {
    begin: () => (begun ??= pause()),
    isDue: () => isDue,
    async given() {
      const stored = await read();
      if (stored !== null) await store?.write({ ...stored, isUnconfirmed: false });
      isDue = false;
    },
  };
}
