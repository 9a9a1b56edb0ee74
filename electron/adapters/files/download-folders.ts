import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { raceTimeout, timers } from "#base/async.ts";
import { normalisePath } from "#domain/folder-paths.ts";
import type { DownloadFolders } from "#engine/ports/portal-reads.ts";

/** A drive that hangs answers nothing for minutes. */
const timeoutMs = 3_000;

/** Looks at folders on this PC. */
export function createDownloadFolders(): DownloadFolders {
  return {
    async look(folder) {
      if (normalisePath(folder, process.platform === "win32" ? "win32" : "posix") === null)
        return { message: `"${folder}" is not a full path. Choose a folder with its full path.` };
      try {
        if (!(await stat(folder)).isDirectory())
          return { message: `${folder} is a file. Choose a folder to download into.` };
        await access(folder, constants.W_OK | constants.X_OK);
        return { realPath: await realpath(folder) };
      } catch (error) {
        return { message: whyNot(folder, error) };
      }
    },
    async realPath(folder) {
      const read = realpath(folder).catch(() => folder);
      return await raceTimeout(() => read, { clock: timers, ms: timeoutMs }, folder);
    },
  };
}

function whyNot(folder: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ENOENT" || code === "ENOTDIR")
    return `The folder ${folder} does not exist. Create it, or choose another.`;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return `The folder ${folder} cannot be written to (${code}). Change its permissions, or choose another.`;
  return `The folder ${folder} cannot be used: ${code ?? String(error)}.`;
}
