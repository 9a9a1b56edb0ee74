/** Deterministic noise: the same text and coordinates give the same values on every machine and in every run. */

/** FNV-1a hash of a text, 32 bits unsigned. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}

/** A number in [0, 1) that depends on the text alone. */
export function chance(text: string): number {
  return latticeValue(hashText(text), 0, 0);
}

/** Smooth noise over one axis, in [0, 1]; it varies over a distance of 1. */
export function noise1(seed: number, x: number): number {
  const cell = Math.floor(x);
  return mix(latticeValue(seed, cell, 0), latticeValue(seed, cell + 1, 0), ease(x - cell));
}

/** Smooth noise over two axes, in [0, 1]; it varies over a distance of 1. */
export function noise2(seed: number, x: number, y: number): number {
  const cellX = Math.floor(x);
  const cellY = Math.floor(y);
  const alongX = ease(x - cellX);
  const lower = mix(latticeValue(seed, cellX, cellY), latticeValue(seed, cellX + 1, cellY), alongX);
  const upper = mix(latticeValue(seed, cellX, cellY + 1), latticeValue(seed, cellX + 1, cellY + 1), alongX);
  return mix(lower, upper, ease(y - cellY));
}

/** Three octaves of noise1, in [0, 1]. */
export function fractal1(seed: number, x: number): number {
  return (4 * noise1(seed, x) + 2 * noise1(seed + 101, 2.1 * x) + noise1(seed + 202, 4.3 * x)) / 7;
}

/** Two octaves of noise2, in [0, 1]. */
export function fractal2(seed: number, x: number, y: number): number {
  return (2 * noise2(seed, x, y) + noise2(seed + 101, 2.3 * x, 2.3 * y)) / 3;
}

/** Linear from a (at 0) to b (at 1). */
export function mix(a: number, b: number, fraction: number): number {
  return a + (b - a) * fraction;
}

/** 0 below `from`, 1 above `to`, smooth between. */
export function smoothStep(from: number, to: number, x: number): number {
  return ease(Math.min(1, Math.max(0, (x - from) / (to - from))));
}

function ease(x: number): number {
  return x * x * (3 - 2 * x);
}

function latticeValue(seed: number, x: number, y: number): number {
  let hash = (seed ^ Math.imul(x, 0x165667b1) ^ Math.imul(y, 0x27d4eb2f)) | 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296;
}
