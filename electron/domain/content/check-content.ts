import { phrase } from "#base/phrase.ts";
import { hdf5, isHdf5At } from "./hdf5.ts";
import { netcdfClassic } from "./netcdf-classic.ts";
import { gzip, strangers } from "./other-files.ts";
import { rpgRadar, rpgRadiometer } from "./rpg.ts";
import { ceilometerTelegrams, haloProfiles, parsivelTelegrams, thiesTelegrams } from "./text-files.ts";
import {
  type ContentFinding,
  type ContentSample,
  type ContentVerdict,
  damaged,
  type Format,
  startsWith,
  unknown,
} from "./verdict.ts";

const formats: readonly Format[] = [
  hdf5,
  netcdfClassic,
  rpgRadar,
  rpgRadiometer,
  haloProfiles,
  ceilometerTelegrams,
  parsivelTelegrams,
  thiesTelegrams,
  gzip,
  ...strangers,
];

/** Formats that any instrument may write, as station software converts and compresses. */
const common: readonly Format[] = [hdf5, netcdfClassic, gzip];

const binary: readonly Format[] = [hdf5, netcdfClassic, rpgRadar, rpgRadiometer, gzip, ...strangers];

/** Further formats of each instrument type (docs/instruments.md). Types that are not here are judged by damage alone. */
const ownFormats: ReadonlyMap<string, readonly Format[]> = new Map(
  Object.entries({
    "mira-10": [],
    "mira-35": [],
    "rpg-fmcw-35": [rpgRadar],
    "rpg-fmcw-94": [rpgRadar],
    chm15k: [],
    chm15kx: [],
    cl61d: [],
    ct25k: [ceilometerTelegrams],
    cl31: [ceilometerTelegrams],
    cl51: [ceilometerTelegrams],
    hatpro: [rpgRadiometer],
    lhatpro: [rpgRadiometer],
    lhumpro: [rpgRadiometer],
    "halo-doppler-lidar": [haloProfiles],
    "halo-doppler-lidar-calibrated": [haloProfiles],
    parsivel: [parsivelTelegrams],
    "thies-lnm": [thiesTelegrams],
    wls100s: [],
    wls200s: [],
    wls400s: [],
    wls70: [],
  }),
);

/** The portal's ids of these types. */
export const instrumentTypes: readonly string[] = [...ownFormats.keys()];

/** Gives the finding against a file; null where nothing speaks against it. */
export function findingOf(verdict: ContentVerdict): ContentFinding | null {
  return "reason" in verdict ? { ...verdict, isAllowed: false } : null;
}

/**
 * Judges a finished file by its ends. A file that no rule speaks against is `unknown` or `sound`, never `damaged`. A rule
 * is only used where files of good instruments never break it.
 *
 * @param instrumentId the portal's id of the instrument type, such as `rpg-fmcw-94`; null where it is not known
 * @param name the file's name or path, whose ending promises what it holds; null where it says nothing
 */
export function checkContent(
  sample: ContentSample,
  instrumentId: string | null,
  name: string | null = null,
): ContentVerdict {
  const { head, tail, size } = sample;
  if (size === 0) return damaged(phrase("is empty"));
  if (isZero(head) && isZero(tail)) return damaged("contains only zero bytes where it was read");
  const format = formats.find((one) => one.recognises(sample));
  const isBinary = format !== undefined && binary.includes(format);
  if (textWriters.has(instrumentId ?? "") && !isBinary && [head, tail].some(hasZeroRun))
    return damaged("contains zero bytes in its text, as after a power failure");
  const own = ownFormats.get(instrumentId ?? "");
  if (own !== undefined && format !== undefined && ![...common, ...own].includes(format))
    return { kind: "foreign", reason: `is ${format.title}, which this instrument does not write` };
  if (name !== null && /\.nc$/i.test(name) && !beginsAsNetcdf(head))
    return { kind: own?.length === 0 ? "foreign" : "damaged", reason: noNetcdf };
  return format === undefined ? unknown : format.judge(sample);
}

const noNetcdf = "does not begin like a NetCDF file, although its name ends in .nc";

/** HDF5 may begin behind a block of the author's, whose length is 512 bytes or a doubling of it. */
function beginsAsNetcdf(head: Uint8Array): boolean {
  if (startsWith(head, [0x43, 0x44, 0x46])) return true;
  for (let at = 0; at < head.length; at = at === 0 ? 512 : at * 2)
    if (isHdf5At(head.subarray(at))) return true;
  return false;
}

/** Instruments whose own files are text. */
const textWriters: ReadonlySet<string> = new Set([
  "ct25k",
  "cl31",
  "cl51",
  "halo-doppler-lidar",
  "halo-doppler-lidar-calibrated",
  "parsivel",
  "thies-lnm",
]);

/** A serial line may leave one zero byte or two; a block that was never written has hundreds. */
const zeroRun = 64;

function hasZeroRun(bytes: Uint8Array): boolean {
  let run = 0;
  for (const byte of bytes) {
    run = byte === 0 ? run + 1 : 0;
    if (run === zeroRun) return true;
  }
  return false;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
