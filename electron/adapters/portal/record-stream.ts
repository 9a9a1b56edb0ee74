/** A record of a list is never larger than this, as it is documented about 1,500 bytes long. */
const largestRecordBytes = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
/** White space ends here; a byte order mark has these bytes. */
const space = 0x20;
const orderMark: readonly number[] = [0xef, 0xbb, 0xbf];

/** Fault of a list, in one clause behind "the portal's answer". */
export class NoList extends Error {}

/** The records of a JSON array as its bytes come: one record is in memory at a time. */
export interface RecordSplitter {
  /**
   * The records that end in this piece, null for each element that is none, as it begins; the piece is not kept. Throws
   * NoList where the bytes are no list.
   */
  take(piece: Uint8Array): readonly unknown[];
  /** Throws NoList where the array was not closed. */
  end(): void;
}

export function createRecordSplitter(): RecordSplitter {
  let depth = 0;
  const text: TextAtHand = { isOpen: false, isEscaped: false };
  let isOver = false;
  /** Bytes that came of the record that is not whole yet. */
  let pieces: Buffer[] = [];
  let keptBytes = 0;
  /** Index at which the record that is not whole yet begins in the piece at hand; null between records. */
  let start: number | null = null;
  /** Last thing that was met between records: nothing yet, the end of an element, a comma, or an element that is no record. */
  let last: "begin" | "element" | "comma" | "scalar" = "begin";

  const parsed = (end: Buffer): unknown => {
    const whole = pieces.length === 0 ? end : Buffer.concat([...pieces, end]);
    pieces = [];
    keptBytes = 0;
    try {
      return JSON.parse(whole.toString("utf8"));
    } catch {
      throw new NoList("is not JSON");
    }
  };

  /** An element of the list begins here. */
  const begin = (): void => {
    if (last === "element" || last === "scalar") throw new NoList("is not JSON");
  };

  const open = (isList: boolean): void => {
    if (isOver || (depth === 0 && !isList)) throw new NoList("is not a list");
    if (depth === 1) begin();
    depth += 1;
  };

  const close = (isList: boolean): void => {
    depth -= 1;
    if (depth < 0) throw new NoList("is not JSON");
    if (depth === 1) last = "element";
    if (depth > 0) return;
    // The content of a record is parsed as a whole; the list's own end is looked at here.
    if (!isList || last === "comma") throw new NoList("is not JSON");
    isOver = true;
  };

  /** A byte between the records. */
  const between = (byte: number, found: unknown[]): void => {
    if (byte === comma) {
      if (last !== "element" && last !== "scalar") throw new NoList("is not JSON");
      last = "comma";
    } else if (byte > space) {
      // Only the first byte of a number or word counts.
      if (last === "scalar" && byte !== quote) return;
      begin();
      last = "scalar";
      found.push(null);
    }
  };

  const step = (piece: Buffer, at: number, found: unknown[]): void => {
    const byte = piece[at] ?? 0;
    const isBracket = [openBrace, openBracket, closeBrace, closeBracket].includes(byte);
    if (depth === 1 && !isBracket) between(byte, found);
    if (byte === quote) text.isOpen = true;
    else if (byte === openBrace || byte === openBracket) {
      open(byte === openBracket);
      if (depth === 2) start = at;
    } else if (byte === closeBrace || byte === closeBracket) {
      close(byte === closeBracket);
      if (depth === 1 && start !== null) {
        found.push(parsed(piece.subarray(start, at + 1)));
        start = null;
      }
    }
    if (depth === 0 && isForeign(byte)) throw new NoList("is not a list");
  };

  const keep = (rest: Buffer): void => {
    pieces.push(Buffer.from(rest));
    keptBytes += rest.length;
    if (keptBytes > largestRecordBytes) throw new NoList("has a record that is too large");
  };

  return {
    take(given) {
      const piece = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
      const found: unknown[] = [];
      start = depth >= 2 ? 0 : null;
      for (let at = 0; at < piece.length; ) {
        if (text.isOpen) at = behindText(text, piece, at);
        else step(piece, at++, found);
      }
      if (start !== null) keep(piece.subarray(start));
      return found;
    },
    end() {
      if (!isOver) throw new NoList("is incomplete");
    },
  };
}

/** A text between quotes that the last piece broke off in, or that the next byte is in. */
interface TextAtHand {
  isOpen: boolean;
  /** The next byte belongs to a backslash. */
  isEscaped: boolean;
}

/** The place behind the text that `piece` is in at `from`; sets whether it ended. */
function behindText(text: TextAtHand, piece: Buffer, from: number): number {
  const begin = text.isEscaped ? from + 1 : from;
  text.isEscaped = false;
  for (let at = begin; ; ) {
    const end = piece.indexOf(quote, at);
    const last = end === -1 ? piece.length : end;
    let slashes = 0;
    while (last - slashes > begin && piece[last - slashes - 1] === backslash) slashes += 1;
    const isOdd = slashes % 2 === 1;
    if (end === -1) {
      text.isEscaped = isOdd;
      return piece.length;
    }
    if (!isOdd) {
      text.isOpen = false;
      return end + 1;
    }
    at = end + 1;
  }
}

/** Outside of the list only its end and white space may be. */
function isForeign(byte: number): boolean {
  return byte > space && byte !== closeBracket && byte !== closeBrace && !orderMark.includes(byte);
}
