/** Head of one HTTP/1.1 message. */
export interface MessageHead {
  /** `PUT /upload/data/… HTTP/1.1` or `HTTP/1.1 200 OK`. */
  readonly firstLine: string;
  readonly headBytes: number;
  /** From Content-Length; null where only the message's end tells. */
  readonly bodyBytes: number | null;
}

/** A stretch of one message, as it came in. */
export interface Stretch {
  /** The same object in all stretches of one message. */
  readonly head: MessageHead;
  readonly bytes: Buffer;
  /** Place of its first byte in the message, head included. */
  readonly from: number;
  /** It holds the last byte of the message. */
  readonly isEnd: boolean;
}

/** Tells the messages of one direction of a connection apart. A head is given in one stretch. */
export interface MessageMeter {
  take(bytes: Buffer): readonly Stretch[];
}

type BodyMeter = (bytes: Buffer) => { readonly used: number; readonly isEnd: boolean };

/** A meter for one direction. Knows Content-Length and chunked coding; a message with neither has no body. */
export function createMeter(): MessageMeter {
  let kept: Buffer = Buffer.alloc(0);
  let now: { head: MessageHead; from: number; body: BodyMeter } | null = null;

  const beginning = (): Stretch | null => {
    const end = kept.indexOf("\r\n\r\n");
    if (end < 0) return null;
    const bytes = kept.subarray(0, end + 4);
    kept = kept.subarray(end + 4);
    const text = bytes.toString("latin1");
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
    const isChunked = /\r\ntransfer-encoding: *chunked/i.test(text);
    const bodyBytes = isChunked ? null : Number(length ?? 0);
    const head = { firstLine: text.slice(0, text.indexOf("\r\n")), headBytes: bytes.length, bodyBytes };
    const isEnd = bodyBytes === 0;
    const body = bodyBytes === null ? chunkedBody() : plainBody(bodyBytes);
    now = isEnd ? null : { head, from: bytes.length, body };
    return { head, bytes, from: 0, isEnd };
  };

  const going = (message: { head: MessageHead; from: number; body: BodyMeter }): Stretch => {
    const { used, isEnd } = message.body(kept);
    const stretch = { head: message.head, bytes: kept.subarray(0, used), from: message.from, isEnd };
    kept = kept.subarray(used);
    message.from += used;
    if (isEnd) now = null;
    return stretch;
  };

  return {
    take(bytes) {
      kept = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
      const stretches: Stretch[] = [];
      while (kept.length > 0) {
        const stretch = now === null ? beginning() : going(now);
        if (stretch === null) break;
        stretches.push(stretch);
      }
      return stretches;
    },
  };
}

function plainBody(bodyBytes: number): BodyMeter {
  let left = bodyBytes;
  return (bytes) => {
    const used = Math.min(left, bytes.length);
    left -= used;
    return { used, isEnd: left === 0 };
  };
}

/** Chunks without trailers: `hex CRLF bytes CRLF`, and `0 CRLF CRLF` behind the last one. */
function chunkedBody(): BodyMeter {
  let line = "";
  let left = 0;
  let isLast = false;
  return (bytes) => {
    let used = 0;
    while (used < bytes.length) {
      if (left > 0) {
        const skipped = Math.min(left, bytes.length - used);
        left -= skipped;
        used += skipped;
        continue;
      }
      line += String.fromCharCode(bytes[used] ?? 0);
      used += 1;
      if (isLast && line === "\r\n") return { used, isEnd: true };
      if (!/^[\da-f]+\r\n$/i.test(line)) continue;
      const size = Number.parseInt(line, 16);
      isLast = size === 0;
      // The line end behind the bytes belongs to the chunk.
      left = isLast ? 0 : size + 2;
      line = "";
    }
    return { used, isEnd: false };
  };
}
