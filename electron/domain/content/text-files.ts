import { phrase } from "#base/phrase.ts";
import { type ContentVerdict, damaged, type Format, latin1, sound, unknown } from "./verdict.ts";

/** HALO Photonics' profiles: each ray is one line, and one line per range gate, numbered from 0. */
export const haloProfiles: Format = {
  title: phrase("a file of a HALO Doppler lidar"),
  recognises: ({ head }) => latin1(head.subarray(0, 9)) === "Filename:",
  judge({ head, tail, size }) {
    const header = latin1(head);
    const gates = /^Number of gates:\s*(\d+)/m.exec(header)?.[1];
    if (!/^\*\*\*\*/m.test(header) || gates === undefined)
      return damaged(`is cut off in its header, after ${size} bytes`);
    const end = latin1(tail);
    const lines = end.trimEnd().split("\n");
    const last = lines.pop() ?? "";
    if (last.startsWith("****")) return damaged("has a header and no profile");
    const isEnded = end.endsWith("\n");
    const gate = /^\s*(\d+)\s/.exec(last)?.[1];
    if (Number(gate) !== Number(gates) - 1)
      return damaged(isEnded ? `ends in the middle of a profile of ${gates} range gates` : inLine);
    return isEnded ? sound : judgeOpenLine(last, lines);
  },
};

const inLine = "ends in the middle of a line";

/** The last line where no line end follows: whole when it has the columns and the decimals that all others have. */
function judgeOpenLine(last: string, before: readonly string[]): ContentVerdict {
  const shapeOf = (line: string) => ({
    columns: line.trim().split(/\s+/).length,
    decimals: /\.\S*$/.exec(line.trimEnd())?.[0].replace(/\d/g, "0").replace("+", "-"),
  });
  const { columns, decimals } = shapeOf(last);
  const others = before.filter((line) => /^\s*\d+\s/.test(line)).map(shapeOf);
  // Lines of a ray have other columns than those of its gates.
  if (others.length === 0 || !others.some((one) => one.columns <= columns)) return damaged(inLine);
  const alike = others.filter((one) => one.columns === columns);
  return decimals !== undefined && alike.length > 0 && alike.every((one) => one.decimals === decimals)
    ? sound
    : unknown;
}

/**
 * Beginning of a telegram of a Vaisala ceilometer: SOH, the type, its numbers, STX. Loggers begin a new file at any byte,
 * so it is looked for everywhere; SOH and type alone would be found in binary files by chance.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the protocol's own bytes
const telegramMark = /^\u0001C[LT][0-9A-Za-z]{4,8}\u0002/;
const markBytes = 12;
const [soh, letterC] = [0x01, 0x43];

function hasTelegram(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(soh); at !== -1; at = bytes.indexOf(soh, at + 1))
    if (bytes[at + 1] === letterC && telegramMark.test(latin1(bytes.subarray(at, at + markBytes))))
      return true;
  return false;
}

export const ceilometerTelegrams: Format = {
  title: phrase("a file of ceilometer telegrams"),
  recognises: ({ head }) => hasTelegram(head),
  judge: () => sound,
};

/** Disdrometers' telegrams are shorter: one has begun by then, wherever the file does. */
const disdrometerBytes = 8192;
const [letterT, letterY, semicolon] = [0x54, 0x59, 0x3b];

/**
 * Looks for a telegram where its bytes may be, as text of those few alone: to make text of all of a binary file costs more
 * than to read and hash a small one. `mayBe`: whether the telegram's first `byte` may be at this place.
 */
function hasMark(
  head: Uint8Array,
  byte: number,
  mark: { readonly from: number; readonly length: number; readonly text: RegExp },
  mayBe: (at: number) => boolean,
): boolean {
  const bytes = head.subarray(0, disdrometerBytes);
  for (let at = bytes.indexOf(byte); at !== -1; at = bytes.indexOf(byte, at + 1)) {
    const from = at + mark.from;
    if (mayBe(at) && from >= 0 && mark.text.test(latin1(bytes.subarray(from, from + mark.length))))
      return true;
  }
  return false;
}

/** The type, and then the fields with their numbers in front. */
export const parsivelTelegrams: Format = {
  title: phrase("a file of Parsivel telegrams"),
  recognises: ({ head }) =>
    hasMark(
      head,
      letterT,
      { from: 0, length: 24, text: /^TYP OP4A\r?\n01:\d{4}\.\d{3}\r?\n/ },
      (at) => head[at + 1] === letterY && (at === 0 || head[at - 1] === 0x0a || head[at - 1] === 0x0d),
    ),
  judge: () => sound,
};

/** Number of the instrument, its serial number, its version, date and time. */
export const thiesTelegrams: Format = {
  title: phrase("a file of Thies telegrams"),
  recognises: ({ head }) =>
    hasMark(
      head,
      semicolon,
      { from: -2, length: 31, text: /^\d\d;\d{4};\d\.\d\d;\d\d\.\d\d\.\d\d;\d\d:\d\d:\d\d;/ },
      (at) => head[at + 5] === semicolon && head[at + 10] === semicolon,
    ),
  judge: () => sound,
};
