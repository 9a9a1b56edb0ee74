import type { MessageHead, Stretch } from "./message-meter.ts";

export type Direction = "request" | "answer";

/** Place at which a message breaks off: before this byte of it is handed on. */
export type CutPlace = "byte 0" | "byte 1" | "half" | "last byte";

/**
 * Fate of a connection whose message breaks off. `reset`: both ends get RST. `fin`: the uploader's end is closed
 * in good form, and what still comes from there is read and thrown away. `silence`: nothing moves any more, forever.
 */
export type CutWay = "reset" | "fin" | "silence";

/** Breaks off messages: `POST`, `PUT` or any request, or what answers it. */
export interface Cut {
  readonly kind: "cut";
  readonly way: CutWay;
  readonly direction: Direction;
  readonly method: "POST" | "PUT" | null;
  readonly place: CutPlace;
  /** From the first one on, every request is met with silence. */
  readonly isForGood?: boolean;
  /** Bytes of the body of a request to this path, where its head does not tell: for `half`. */
  readonly bodyBytes?: (path: string) => number;
}

/** Fault of the line. */
export type LinkFault =
  | { readonly kind: "none" }
  /** Every connection is reset, and no new one is taken. */
  | { readonly kind: "refuse" }
  /** Nothing moves either way; what is under way goes on when it is over, as after a short loss of radio contact. */
  | { readonly kind: "freeze" }
  /** The portal's end reads no faster: a line that is slow, not dead. */
  | { readonly kind: "slow"; readonly bytesPerSecond: number }
  /** Every byte takes this long, in each direction. */
  | { readonly kind: "late"; readonly oneWayMs: number }
  | Cut;

/** A black hole: whatever is asked, nothing comes back. */
export const allSilent: Cut = {
  kind: "cut",
  way: "silence",
  direction: "request",
  method: null,
  place: "byte 0",
};

/** The request that a connection carries, or whose answer it carries. */
export interface Asked {
  readonly method: string;
  readonly path: string;
}

export function askedIn({ firstLine }: MessageHead): Asked {
  const [method = "", path = ""] = firstLine.split(" ");
  return { method, path };
}

/** How many bytes of a stretch still pass before the cut; null when the cut is not in it. */
export function passingBytes(cut: Cut, direction: Direction, asked: Asked, stretch: Stretch): number | null {
  const { head, bytes, from, isEnd } = stretch;
  // `100 Continue` is no answer yet.
  if (cut.direction !== direction || head.firstLine.startsWith("HTTP/1.1 1")) return null;
  if (cut.method !== null && cut.method !== asked.method) return null;
  if (cut.place === "last byte") return isEnd ? bytes.length - 1 : null;
  const at = placeOf(cut, asked, head) - from;
  return at >= 0 && at < bytes.length ? at : null;
}

function placeOf(cut: Cut, asked: Asked, { headBytes, bodyBytes }: MessageHead): number {
  if (cut.place === "byte 0") return 0;
  if (cut.place === "byte 1") return 1;
  const body = bodyBytes ?? cut.bodyBytes?.(asked.path) ?? 0;
  return body === 0 ? Math.floor(headBytes / 2) : headBytes + Math.floor(body / 2);
}
