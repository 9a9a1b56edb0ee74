import { phrase } from "#base/phrase.ts";
import { HeaderEnds, NotAHeader, readClassicHeader } from "./classic-header.ts";
import {
  type ContentSample,
  type ContentVerdict,
  damaged,
  type Format,
  judgeLength,
  sampleBytes,
  startsWith,
  unknown,
} from "./verdict.ts";

/**
 * Classic NetCDF (CDF-1, CDF-2, CDF-5): the header names the place and the size of every variable, and the number of
 * records.
 */
export const netcdfClassic: Format = {
  title: phrase("a NetCDF file"),
  recognises: ({ head }) => startsWith(head, [0x43, 0x44, 0x46]) && [1, 2, 5].includes(head[3] ?? 0),
  judge(sample) {
    try {
      const needed = neededBytes(sample.head);
      return Number.isSafeInteger(needed) ? judgeLength(needed, sample.size) : unknown;
    } catch (error) {
      if (error instanceof HeaderEnds) return headerEnds(sample);
      if (error instanceof NotAHeader) return unknown;
      throw error;
    }
  },
};

function headerEnds({ size }: ContentSample): ContentVerdict {
  return size <= sampleBytes ? damaged(`is cut off in its header, after ${size} bytes`) : unknown;
}

/** NaN while the file is still being written, as its header does not say then. */
function neededBytes(head: Uint8Array): number {
  const { records, variables, stride, bytes: headerBytes } = readClassicHeader(head);
  if (records === null) return Number.NaN;
  const ends = variables.map(({ isRecord, begin, bytes }) => {
    if (!isRecord) return begin + bytes;
    return records === 0 ? 0 : begin + (records - 1) * stride + bytes;
  });
  return Math.max(headerBytes, ...ends);
}
