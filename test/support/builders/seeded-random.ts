/** Numbers that look random and come again with the same seed. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Whole number, both ends included. */
  int(from: number, to: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  bytes(size: number): Uint8Array;
  shuffled<T>(items: readonly T[]): T[];
}

/** A fixed sequence for a seed (FNV-1a of the text, then mulberry32). */
export function seededRandom(seed: string | number): Random {
  let state = 0x811c9dc5;
  for (const character of String(seed))
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  const word = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = (): number => word() / 4294967296;
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    pick: (choices) => choices[int(0, choices.length - 1)] ?? choices[0],
    bytes(size) {
      const words = new Uint32Array(Math.ceil(size / 4));
      for (let i = 0; i < words.length; i++) words[i] = word();
      return new Uint8Array(words.buffer, 0, size);
    },
    shuffled(items) {
      const left = [...items];
      for (let i = left.length - 1; i > 0; i--) left.push(...left.splice(int(0, i), 1));
      return left;
    },
  };
}
