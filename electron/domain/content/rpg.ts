import { phrase } from "#base/phrase.ts";
import {
  type ContentSample,
  type ContentVerdict,
  damaged,
  type Format,
  judgeLength,
  sound,
  unknown,
  view,
  wordAt,
} from "./verdict.ts";

/** RPG-FMCW cloud radar, spectra (LV0) and moments (LV1): the sizes of the header and of each sample are in the file. */
export const rpgRadar: Format = {
  title: phrase("a file of an RPG cloud radar"),
  recognises: ({ head }) => radarCodes.has(codeOf(head)),
  judge(sample) {
    const { head, tail, size } = sample;
    if (head.length < 8) return damaged(`is cut off in its header, after ${size} bytes`);
    const samplesAt = 8 + wordAt(view(head), 4);
    if (samplesAt + 4 > size) return judgeLength(samplesAt + 4, size);
    if (samplesAt + 8 > head.length) return unknown;
    const walked = walkSamples(sample, samplesAt);
    if (walked !== null) return walked;
    if (samplesAt + 12 > head.length) return unknown;
    const firstTime = wordAt(view(head), samplesAt + 8);
    if (endsWithSample(tail, firstTime)) return sound;
    return endsInSample(tail, firstTime) ? cutInSample(size) : unknown;
  },
};

/** Spectra and moments in their three versions. */
const radarCodes = new Set([789_346, 789_347, 789_348, 889_346, 889_347, 889_348]);

function cutInSample(size: number): ContentVerdict {
  return damaged(`is cut off in the middle of a sample, after ${size} bytes`);
}

/**
 * Steps from sample to sample, each of which begins with the number of bytes that follow; sizes change with the weather.
 * Null where a sample begins between the ends that were read.
 */
function walkSamples({ head, tail, size }: ContentSample, samplesAt: number): ContentVerdict | null {
  const samples = wordAt(view(head), samplesAt);
  const tailAt = size - tail.length;
  let at = samplesAt + 4;
  for (let walked = 0; walked < samples; walked++) {
    if (at === size) return sound;
    if (at + 4 > size) return cutInSample(size);
    if (at + 4 > head.length && at < tailAt) return null;
    const bytes = at + 4 > head.length ? wordAt(view(tail), at - tailAt) : wordAt(view(head), at);
    at += 4 + bytes;
    if (at > size) return walked === 0 ? judgeLength(at, size) : cutInSample(size);
  }
  return sound;
}

/**
 * True where a sample ends with the file: its number of bytes stands as far from the end. The time behind it tells it from
 * other numbers: it is not before that of the first sample.
 */
function endsWithSample(tail: Uint8Array, firstTime: number): boolean {
  const words = view(tail);
  for (let at = tail.length - 4 - leastSampleBytes; at >= 0; at -= 1)
    if (wordAt(words, at) === tail.length - at - 4 && isLater(wordAt(words, at + 4), firstTime)) return true;
  return false;
}

function isLater(time: number, than: number): boolean {
  return time >= than && time - than <= mostSeconds;
}

/** True where several samples follow each other, in the order of their times, and the file ends within the last of them. */
function endsInSample(tail: Uint8Array, firstTime: number): boolean {
  const words = view(tail);
  for (let from = 0; from + 8 <= tail.length; from += 1) {
    let [at, links, time] = [from, 0, firstTime];
    while (at + 8 <= tail.length) {
      const [bytes, nextTime] = [wordAt(words, at), wordAt(words, at + 4)];
      if (bytes < leastSampleBytes || !isLater(nextTime, time)) break;
      [at, links, time] = [at + 4 + bytes, links + 1, nextTime];
    }
    if (links >= leastLinks && at + 8 > tail.length && at !== tail.length) return true;
  }
  return false;
}

const leastSampleBytes = 64;
const leastLinks = 3;
/** Within one file. */
const mostSeconds = 2 * 86_400;

/** Lengths and time reference of a microwave radiometer's file. Lengths in bytes. */
interface MicrowaveFile {
  readonly headerBytes: number;
  readonly recordBytes: number;
  /** 1: UTC, 0: local time; null where it cannot be told. */
  readonly timeReference: number | null;
}

/** Given the words of the header; null where it is cut off. */
type HeaderReader = (header: DataView) => MicrowaveFile | null;

/** Values of a channel list: header and records grow with their number, which stands at `countAt`. */
function withChannels(
  countAt: number,
  timeAt: number,
  fixedBytes: number,
  wordsPerChannel: number,
): HeaderReader {
  return (header) => {
    if (header.byteLength < Math.max(countAt, timeAt) + 4) return null;
    const channels = wordAt(header, countAt);
    return {
      headerBytes: fixedBytes + 4 * wordsPerChannel * channels,
      recordBytes: 9 + 4 * channels,
      timeReference: wordAt(header, timeAt),
    };
  };
}

const brightness = withChannels(12, 8, 16, 3);
const infrared = withChannels(20, 16, 24, 1);

const oneInfrared: HeaderReader = (header) => {
  if (header.byteLength < 20) return null;
  return { headerBytes: 20, recordBytes: 9, timeReference: wordAt(header, 16) };
};

/** Liquid water path and integrated water vapour. */
const column: HeaderReader = (header) => {
  if (header.byteLength < 24) return null;
  return { headerBytes: 24, recordBytes: 13, timeReference: wordAt(header, 16) };
};

/** Housekeeping: each bit of the selection adds values to a record. */
const housekeeping: HeaderReader = (header) => {
  if (header.byteLength < 16) return null;
  const selection = wordAt(header, 12);
  const widths: readonly (readonly [bit: number, bytes: number])[] = [
    [0x1, 8],
    [0x2, 16],
    [0x4, 8],
    [0x8, 4],
    [0x10, 4],
    [0x20, 4],
  ];
  const chosen = widths.filter(([bit]) => (selection & bit) !== 0);
  const recordBytes = chosen.reduce((sum, [, bytes]) => sum + bytes, 5);
  return { headerBytes: 16, recordBytes, timeReference: wordAt(header, 8) };
};

/** Surface weather; `hasExtras`: a byte says which of wind speed, wind direction and rain rate are there, too. */
function weather(hasExtras: boolean): HeaderReader {
  return (header) => {
    if (header.byteLength < 9) return null;
    const extras = hasExtras ? bitCount(header.getUint8(8) & 0x7) : 0;
    const timeAt = 8 + (hasExtras ? 1 : 0) + 8 * (3 + extras);
    const isThere = header.byteLength >= timeAt + 4;
    return {
      headerBytes: timeAt + 4,
      recordBytes: 5 + 4 * (3 + extras),
      timeReference: isThere ? wordAt(header, timeAt) : null,
    };
  };
}

/** By the code in the first four bytes; null: its layout is not known here. */
const microwaveFiles: ReadonlyMap<number, HeaderReader | null> = new Map<number, HeaderReader | null>([
  [666_666, brightness],
  [666_667, brightness],
  [666_000, brightness],
  [667_000, brightness],
  [671_112_495, oneInfrared],
  [671_112_496, infrared],
  [671_112_000, infrared],
  [837_854_832, housekeeping],
  [599_658_943, weather(false)],
  [599_658_944, weather(true)],
  [934_501_978, column],
  [934_501_000, column],
  [594_811_068, column],
  [594_811_000, column],
  [567_845_847, null],
  [567_845_848, null],
]);

/** RPG microwave radiometers (HATPRO and its relatives): the header says how many records follow. */
export const rpgRadiometer: Format = {
  title: phrase("a file of an RPG microwave radiometer"),
  recognises: ({ head }) => microwaveFiles.has(codeOf(head)),
  judge(sample) {
    const reader = microwaveFiles.get(codeOf(sample.head)) ?? null;
    if (reader !== null) return judgeRecords(sample, reader);
    return sample.size <= 4 ? damaged(`is cut off in its header, after ${sample.size} bytes`) : unknown;
  },
};

function judgeRecords({ head, size }: ContentSample, reader: HeaderReader): ContentVerdict {
  const layout = reader(view(head));
  if (layout === null || layout.headerBytes > size)
    return damaged(`is cut off in its header, after ${size} bytes`);
  const records = wordAt(view(head), 4);
  const verdict = judgeLength(layout.headerBytes + records * layout.recordBytes, size);
  if (verdict.kind === "sound" && layout.timeReference === 0)
    return { kind: "foreign", reason: "counts its times in local time; the portal reads UTC only" };
  return verdict;
}

function codeOf(head: Uint8Array): number {
  return head.length < 4 ? 0 : wordAt(view(head), 0);
}

function bitCount(byte: number): number {
  return [1, 2, 4].filter((bit) => (byte & bit) !== 0).length;
}
