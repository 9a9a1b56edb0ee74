import { damaged, type Format, latin1, sound } from "./verdict.ts";

/** HALO Photonics' profiles: each ray is one line, and one line per range gate, numbered from 0. */
export const haloProfiles: Format = {
  title: "a file of a HALO Doppler lidar",
  recognises: ({ head }) => latin1(head.subarray(0, 9)) === "Filename:",
  judge({ head, tail, size }) {
    const header = latin1(head);
    const gates = /^Number of gates:\s*(\d+)/m.exec(header)?.[1];
    if (!/^\*\*\*\*/m.test(header) || gates === undefined)
      return damaged(`is cut off in its header, after ${size} bytes`);
    const end = latin1(tail);
    if (!end.endsWith("\n")) return damaged("ends in the middle of a line");
    const last = end.trimEnd().split("\n").at(-1) ?? "";
    if (last.startsWith("****")) return damaged("has a header and no profile");
    const gate = /^\s*(\d+)\s/.exec(last)?.[1];
    if (Number(gate) === Number(gates) - 1) return sound;
    return damaged(`ends in the middle of a profile of ${gates} range gates`);
  },
};

/**
 * What begins a telegram of a Vaisala ceilometer: SOH, the type, its numbers, STX. Loggers begin a new file at any byte, so
 * it is looked for everywhere; SOH and type alone would be found in binary files by chance.
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
  title: "a file of ceilometer telegrams",
  recognises: ({ head }) => hasTelegram(head),
  judge: () => sound,
};

/** Disdrometers' telegrams are shorter: one has begun by then, wherever the file does. */
const disdrometerBytes = 8192;

/** The type, and then the fields with their numbers in front. */
export const parsivelTelegrams: Format = {
  title: "a file of Parsivel telegrams",
  recognises: ({ head }) =>
    /^TYP OP4A\r?\n01:\d{4}\.\d{3}\r?\n/m.test(latin1(head.subarray(0, disdrometerBytes))),
  judge: () => sound,
};

/** Number of the instrument, its serial number, its version, date and time. */
export const thiesTelegrams: Format = {
  title: "a file of Thies telegrams",
  recognises: ({ head }) =>
    /\d\d;\d{4};\d\.\d\d;\d\d\.\d\d\.\d\d;\d\d:\d\d:\d\d;/.test(latin1(head.subarray(0, disdrometerBytes))),
  judge: () => sound,
};
