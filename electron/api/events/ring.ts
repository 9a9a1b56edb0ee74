import type { UploadChanged } from "#contract/events.ts";

/** The newest events, each under a position that only grows; older ones are forgotten. */
export interface EventRing {
  /** Number of the newest event, or of the journal line before the first. */
  readonly lastSeq: number;
  /** Position behind the newest event. */
  readonly end: number;
  /** An event that is not newer than the last one is passed over. */
  push(event: UploadChanged): void;
  /** Position of the first event after `seq`; null when some of them are forgotten or `seq` is not known yet. */
  positionAfter(seq: number): number | null;
  /** Up to `limit` events from a position on; null when some of them are forgotten. */
  read(position: number, limit: number): readonly UploadChanged[] | null;
}

/** A ring of at most `size` events that come after journal line `startSeq`. */
export function createEventRing(size: number, startSeq: number): EventRing {
  const slots: UploadChanged[] = [];
  let end = 0;
  /** Nothing after this line is forgotten. */
  let forgottenSeq = startSeq;
  let lastSeq = startSeq;

  const first = () => Math.max(0, end - size);
  const at = (position: number) => slots[position % size];

  return {
    get lastSeq() {
      return lastSeq;
    },
    get end() {
      return end;
    },
    push(event) {
      if (event.seq <= lastSeq) return;
      if (end >= size) forgottenSeq = at(end)?.seq ?? forgottenSeq;
      slots[end % size] = event;
      end += 1;
      lastSeq = event.seq;
    },
    positionAfter(seq) {
      if (seq < forgottenSeq || seq > lastSeq) return null;
      let low = first();
      let high = end;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if ((at(middle)?.seq ?? Number.POSITIVE_INFINITY) <= seq) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    read(position, limit) {
      if (position < first()) return null;
      const events: UploadChanged[] = [];
      for (let next = position; next < end && events.length < limit; next++) {
        const event = at(next);
        if (event !== undefined) events.push(event);
      }
      return events;
    },
  };
}
