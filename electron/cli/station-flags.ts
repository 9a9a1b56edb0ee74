import { absolutePath, required, type Surroundings } from "./command.ts";

/** Flags by which every command finds the data folder, the settings and the password. */
export const stationFlags = {
  data: { type: "string" },
  settings: { type: "string" },
  "password-file": { type: "string" },
} as const;

export interface StationFlags {
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
