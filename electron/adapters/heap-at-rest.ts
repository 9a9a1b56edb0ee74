import v8 from "node:v8";
import { runInNewContext } from "node:vm";

export interface HeapAtRest {
  /** Something is under way: nothing is collected until two looks later at the earliest. */
  busy(): void;
  end(): void;
}

/** How the heap of a thread is seen and emptied; given from outside by tests alone. */
interface Heap {
  /** Bytes that the heap has from the system. */
  size(): number;
  /** Gives back what garbage holds; stops the thread for 30 to 50 ms. */
  collect(): void;
}

const lookEveryMs = 30_000;
/** Less than this is not worth the work; bytes. */
const worthBytes = 3_000_000;

/**
 * A heap that grew during work keeps its size, as V8 collects when something is made, and at rest nothing is. While
 * nothing is under way the heap of this thread is collected once it has grown by 3 MB since the last time.
 */
export function keepHeapSmall(heap: Heap = ownHeap): HeapAtRest {
  let isBusy = false;
  let leastBytes = 0;
  const look = (): void => {
    const wasBusy = isBusy;
    isBusy = false;
    if (wasBusy || heap.size() < leastBytes + worthBytes) return;
    heap.collect();
    leastBytes = heap.size();
  };
  const looking = setInterval(look, lookEveryMs).unref();
  return {
    busy() {
      isBusy = true;
    },
    end: () => clearInterval(looking),
  };
}

const ownHeap: Heap = {
  size: () => v8.getHeapStatistics().total_heap_size,
  collect() {
    // V8 offers no other way from inside; a context that exists does not get the function.
    v8.setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as (how: object) => void;
    // Only the source of functions is kept, 4 to 5 MB less; functions that run again are compiled again.
    v8.setFlagsFromString("--stress-flush-code");
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
    v8.setFlagsFromString("--no-stress-flush-code");
  },
};
