/** Event streams that are open. */
export interface LimitedStreams {
  /** A place for one more, which ends when a newer one needs it. `leave` gives it back. */
  enter(): { readonly ended: AbortSignal; leave(): void };
}

/** A page that has lost its stream opens another; a program that opens them without end closes its own. */
const mostStreams = 64;

/** Keeps at most 64 streams open: the oldest makes room for a new one. */
export function limitedStreams(): LimitedStreams {
  const open = new Set<AbortController>();
  return {
    enter() {
      const place = new AbortController();
      open.add(place);
      const [oldest] = open;
      if (open.size > mostStreams && oldest !== undefined) {
        open.delete(oldest);
        oldest.abort();
      }
      return { ended: place.signal, leave: () => void open.delete(place) };
    },
  };
}
