import { statSync } from "node:fs";
import { homedir } from "node:os";
import { oneLine } from "#base/text.ts";
import { dataFolderOfUser } from "#compose/user-data-folder.ts";
import { absolutePath, type Surroundings, UsageError } from "./command.ts";

export interface StationFlags {
  readonly data?: string | undefined;
  readonly settings?: string | undefined;
  readonly "password-file"?: string | undefined;
}

/** Absolute path of the data folder of `--data`; without it, of the one of this account. */
export function dataFolderOf(
  { data }: Pick<StationFlags, "data">,
  around: Surroundings,
  isService = false,
): string {
  if (data !== undefined) return absolutePath(data, around);
  const { folder, others } = dataFolderOfUser(process.platform, around.env, homedir(), { isService });
  for (const other of others)
    around.stderr.write(
      `skyferry: This account has two stations: ${oneLine(folder)} is used, ${oneLine(other)} is not. Choose one with --data DIR.\n`,
    );
  return folder;
}

/** Refuses files that the flags name and that do not exist. Other faults of these files are told by the code that reads them. */
export function checkFiles(
  flags: Pick<StationFlags, "settings" | "password-file">,
  around: Surroundings,
): void {
  for (const name of ["settings", "password-file"] as const) {
    const file = flags[name];
    if (file !== undefined && isAbsent(absolutePath(file, around)))
      throw new UsageError(`--${name} ${file} does not exist: correct the path, or leave the flag out.`);
  }
}

/** False where the system does not tell. */
function isAbsent(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
