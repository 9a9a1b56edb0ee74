import { realpath } from "node:fs/promises";
import path from "node:path";
import { createFolderCalls, type FolderCalls } from "#adapters/files/folder-call-queue.ts";
import { createNodeClock } from "#adapters/node-clock.ts";

/** The end of a path: inside one of the folders, elsewhere or nowhere, or on a drive that does not answer. */
export type InsideOf = (
  asked: string,
  folders: readonly string[],
) => Promise<{ readonly path: string } | "outside" | "silent">;

/** Follows links. A drive that hangs keeps one thread of this process, however often it is asked. */
export function createInsideOf(
  calls: Pick<FolderCalls, "ask"> = createFolderCalls(createNodeClock()),
): InsideOf {
  const follow = (drive: string, asked: string) =>
    calls.ask(drive, () =>
      realpath(asked).then(
        (real) => ({ real }),
        () => ({ real: null }),
      ),
    );
  return async (asked, folders) => {
    if (!path.isAbsolute(asked)) return "outside";
    const named = folders.find((folder) => liesIn(folder, asked));
    const found = await follow(named ?? path.dirname(asked), asked);
    if (found === null) return "silent";
    if (found.real === null) return "outside";
    let isSilent = false;
    for (const folder of named === undefined ? folders : [named, ...folders]) {
      const top = await follow(folder, folder);
      if (top === null) isSilent = true;
      else if (top.real !== null && liesIn(top.real, found.real)) return { path: found.real };
    }
    return isSilent ? "silent" : "outside";
  };
}

function liesIn(folder: string, asked: string): boolean {
  const way = path.relative(folder, asked);
  return way === "" || (way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}
