import type { UploadFilter } from "#domain/queue.ts";
import type { Call, LedgerCalls } from "./protocol.ts";

/** What a search found is kept so long: up to 16 MB for a million rows. */
const keptMs = 30_000;

/** Searches for a text, whose pages are asked for one by one and side by side. */
export interface Searches {
  /** Number and time of change of every match, row by row, newest row first, in pieces. */
  places(filter: UploadFilter): Promise<readonly Float64Array[]>;
}

/** Keeps the last search: its other pages are answered from it as long as nothing was committed since it began. */
export function createSearches(call: Call, commits: () => number): Searches {
  let last: { readonly key: string; readonly places: Promise<readonly Float64Array[]> } | null = null;
  let forgetting: ReturnType<typeof setTimeout> | undefined;

  const forget = (): void => {
    last = null;
  };
  return {
    places(filter) {
      const key = JSON.stringify([commits(), filter]);
      if (last?.key === key) return last.places;
      const places = searched(call, filter);
      last = { key, places };
      clearTimeout(forgetting);
      forgetting = setTimeout(forget, keptMs).unref();
      places.catch(forget);
      return places;
    },
  };
}

async function searched(call: Call, filter: UploadFilter): Promise<readonly Float64Array[]> {
  const places: Float64Array[] = [];
  let next: number | null = null;
  do {
    const part: ReturnType<LedgerCalls["matchPart"]> = await call("matchPart", filter, next);
    places.push(part.places);
    next = part.next;
  } while (next !== null);
  return places;
}
