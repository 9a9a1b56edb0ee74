import { type ConnectionLimit, createConnectionLimit } from "./connection-limit.ts";

/** Until the portal has judged one announcement, one upload talks: a wrong password costs one request. */
export interface ProvenLink {
  readonly slots: ConnectionLimit;
  /** The portal took an announcement or knew it: link and credentials are good. */
  prove(): void;
  /** Settings changed, or every upload waits. */
  doubt(): void;
}

/** `concurrency`: how many uploads may talk at the same time once it is proven. */
export function createProvenLink(concurrency: () => number): ProvenLink {
  let isProven = false;
  const slots = createConnectionLimit(() => (isProven ? concurrency() : 1));
  return {
    slots,
    prove() {
      if (isProven) return;
      isProven = true;
      slots.admit();
    },
    doubt() {
      isProven = false;
    },
  };
}
