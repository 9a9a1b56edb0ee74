import { lchown, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type CliOptions, runCli } from "./cli-run.ts";

/** A user whom a folder's mode can keep out, which root is not. */
export interface OrdinaryUser {
  readonly options: CliOptions;
  /** Gives this user a folder with all that lies in it. */
  own(folder: string): Promise<void>;
}

const nobody = 65_534;

/** The user of the tests, or `nobody` where that is root; else why there is none. */
export async function ordinaryUser(): Promise<OrdinaryUser | string> {
  if (process.platform === "win32") return "Windows keeps out by rights, not by modes";
  if (process.getuid?.() !== 0) return { options: {}, own: async () => {} };
  const options = { uid: nobody };
  const probe = await runCli(["--version"], options).catch(() => null);
  if (probe?.code !== 0) return "run by root in a folder that others cannot read";
  return {
    options,
    async own(folder) {
      await lchown(folder, nobody, nobody);
      // Links are given, what they lead to is not.
      for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
        await lchown(join(entry.parentPath, entry.name), nobody, nobody);
    },
  };
}
