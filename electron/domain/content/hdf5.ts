import { phrase } from "#base/phrase.ts";
import { damaged, type Format, judgeLength, startsWith, unknown, view } from "./verdict.ts";

const signature = [0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a];

/** Offsets of the size of an address, the base address and the end-of-file address, by version of the superblock. */
const places: ReadonlyMap<number, { readonly width: number; readonly base: number; readonly end: number }> =
  new Map([
    [0, { width: 13, base: 24, end: 40 }],
    [1, { width: 13, base: 28, end: 44 }],
    [2, { width: 9, base: 12, end: 28 }],
    [3, { width: 9, base: 12, end: 28 }],
  ]);

/** HDF5, and so NetCDF-4: the superblock names the end of the file (HDF5 File Format Specification, "Superblock"). */
export const hdf5: Format = {
  title: phrase("an HDF5 or NetCDF-4 file"),
  recognises: ({ head }) => isHdf5At(head),
  judge({ head, size }) {
    const version = head[8];
    const place = places.get(version ?? 0);
    if (place === undefined) return unknown;
    if (version === undefined || head.length < place.end + 8)
      return damaged(`is cut off in its header, after ${size} bytes`);
    if (head[place.width] !== 8) return unknown;
    const base = view(head).getBigUint64(place.base, true);
    const end = view(head).getBigUint64(place.end, true);
    if (end === undefinedAddress || base >= end) return unknown;
    return judgeLength(Number(end), size);
  },
};

/** True also for its first bytes alone, four at least. */
export function isHdf5At(bytes: Uint8Array): boolean {
  return startsWith(bytes, signature.slice(0, Math.max(4, bytes.length)));
}

const undefinedAddress = 0xffff_ffff_ffff_ffffn;
