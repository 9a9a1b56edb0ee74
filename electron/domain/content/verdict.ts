/** Result of the check of a file's content by its ends alone. */
export type ContentVerdict =
  | { readonly kind: "sound" }
  /** Cut off or overwritten. `reason` follows "the file": one clause, without a full stop. */
  | { readonly kind: "damaged"; readonly reason: string }
  /** Whole perhaps, but not what this instrument writes. `reason` as above. */
  | { readonly kind: "foreign"; readonly reason: string }
  | { readonly kind: "unknown" };

/** Finding against a file, as the ledger keeps it. */
export interface ContentFinding {
  readonly kind: "damaged" | "foreign";
  /** A clause behind "the file", without a full stop. */
  readonly reason: string;
  /** A person has said that it is to be sent all the same. */
  readonly isAllowed: boolean;
}

/** The ends of a file. They may overlap; each is the whole file where that is shorter. */
export interface ContentSample {
  /** The first 64 KiB. */
  readonly head: Uint8Array;
  /** The last 64 KiB. */
  readonly tail: Uint8Array;
  /** Bytes of the whole file. */
  readonly size: number;
}

/** How many bytes of each end are looked at. */
export const sampleBytes = 65_536;

/** The ends of a file that is in memory as a whole. */
export function sampleOf(bytes: Uint8Array): ContentSample {
  const { length } = bytes;
  return {
    head: bytes.subarray(0, sampleBytes),
    tail: bytes.subarray(Math.max(0, length - sampleBytes)),
    size: length,
  };
}

/** A file format: how its files begin, and what else can be said of them. */
export interface Format {
  /** As in "the file is a PDF document". */
  readonly title: string;
  recognises(sample: ContentSample): boolean;
  /** Only for a sample that it recognises. */
  judge(sample: ContentSample): ContentVerdict;
}

export const sound: ContentVerdict = { kind: "sound" };
export const unknown: ContentVerdict = { kind: "unknown" };

export function damaged(reason: string): ContentVerdict {
  return { kind: "damaged", reason };
}

/** Judges a file by the bytes that its own header says it has. */
export function judgeLength(needed: number, size: number): ContentVerdict {
  if (needed <= size) return sound;
  return damaged(`is cut off: its header says ${needed} bytes, it has ${size}`);
}

export function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The word of four bytes, little-endian, at this place. */
export function wordAt(bytes: DataView, at: number): number {
  return bytes.getUint32(at, true);
}

/** Shared by all, as making one costs more than most of what it reads. */
const decoder = new TextDecoder("latin1");

/** Bytes as text, one character a byte. */
export function latin1(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
