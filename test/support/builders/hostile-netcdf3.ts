/** A list of the header that is not there. */
export const absent = [0, 0] as const;

/** Bytes of a classic file: the words behind its first four bytes, big-endian; a text is a name with its length. */
export function classic(words: readonly (number | string)[], rest: Buffer | number = 0): Buffer {
  const parts = words.map((word) => (typeof word === "string" ? nameBytes(word) : wordBytes(word)));
  const more = typeof rest === "number" ? Buffer.alloc(rest) : rest;
  return Buffer.concat([Buffer.from("CDF\u0001", "latin1"), ...parts, more]);
}

function wordBytes(word: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(word);
  return bytes;
}

function nameBytes(name: string): Buffer {
  const bytes = Buffer.from(name);
  return Buffer.concat([wordBytes(bytes.length), bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

/** Repeats the words of one entry. */
export function entries(
  count: number,
  words: (index: number) => readonly (number | string)[],
): (number | string)[] {
  return Array.from({ length: count }, (_, index) => words(index)).flat();
}
