import { oneLine } from "#base/text.ts";
import { openStation, type Station, type StationOptions } from "#compose/station.ts";
import { absolutePath, required, type Surroundings, UsageError } from "./command.ts";
import { builtPages } from "./pages.ts";

/** Flags by which every command finds the data folder, the settings and the password. */
export const stationFlags = {
  data: { type: "string" },
  settings: { type: "string" },
  "password-file": { type: "string" },
} as const;

interface StationFlags {
  readonly data?: string | undefined;
  readonly settings?: string | undefined;
  readonly "password-file"?: string | undefined;
}

export const stationHelp = `  --data DIR            data folder: settings, record of uploads, logs (created when missing)
  --settings FILE       settings; default: settings.json in the data folder
  --password-file FILE  the portal's password; else SKYFERRY_PASSWORD, else the keychain
`;

/** Absolute path of the data folder of `--data`. */
export function dataFolderOf(flags: StationFlags, around: Surroundings): string {
  return absolutePath(required(flags.data, "--data DIR"), around);
}

/**
 * Opens the station of the flags and says what is wrong in its settings; where there are none yet and there are pages
 * to make them with, that is left to the caller. `more`: what no flag says.
 */
export async function openFromFlags(
  flags: StationFlags,
  around: Surroundings,
  more: Pick<StationOptions, "demo" | "needsSettings"> = {},
): Promise<Station> {
  const station = await openStation({
    dataFolder: dataFolderOf(flags, around),
    settingsFile: flags.settings === undefined ? null : absolutePath(flags.settings, around),
    passwordFile: flags["password-file"] === undefined ? null : absolutePath(flags["password-file"], around),
    env: around.env,
    version: around.version,
    pagesFolder: builtPages(),
    ...more,
  });
  if ("message" in station) throw new UsageError(station.message);
  const problems = station.isFirstStart && builtPages() !== null ? [] : station.problems;
  for (const problem of problems) around.stderr.write(`skyferry: ${oneLine(problem)}\n`);
  if (station.ledgerMessage !== null) around.stderr.write(`skyferry: ${oneLine(station.ledgerMessage)}\n`);
  return station;
}
