import { raceTimeout, timers } from "#base/async.ts";

/** A large file's place among those that are hashed. */
export interface HashPlace {
  /** A piece of it was read. */
  moved(): void;
  /** Resolves when no file before it moves, at once for the first one; and soon where it is not wanted any more. */
  turn(isWanted: () => boolean): Promise<void>;
  leave(): void;
}

interface Waiter {
  pieces: number;
  /** Its drive gives nothing: the others go on beside it. */
  isStuck: boolean;
  readonly left: PromiseWithResolvers<void>;
}

/** Without a piece for this long, a file no longer keeps the others waiting; milliseconds. */
const timeoutMs = 200;

/**
 * Large files in the order of joining. Hashed one at a time, a file is whole soonest, and is sent while the next one is
 * hashed; but a file on a drive that hangs or is slow holds up nobody.
 */
export function createHashQueue(): { join(): HashPlace } {
  const line: Waiter[] = [];
  return {
    join() {
      const me: Waiter = { pieces: 0, isStuck: false, left: Promise.withResolvers() };
      line.push(me);
      const before = () => line.slice(0, line.indexOf(me)).find(({ isStuck }) => !isStuck);
      return {
        moved() {
          me.pieces += 1;
          me.isStuck = false;
        },
        async turn(isWanted) {
          for (let first = before(); first !== undefined && isWanted(); first = before()) {
            const { pieces } = first;
            await leftOrTimeout(first);
            if (first.pieces === pieces) first.isStuck = true;
          }
        },
        leave() {
          line.splice(line.indexOf(me), 1);
          me.left.resolve();
        },
      };
    },
  };
}

async function leftOrTimeout(first: Waiter): Promise<void> {
  await raceTimeout(() => first.left.promise, { clock: timers, ms: timeoutMs }, undefined);
}
