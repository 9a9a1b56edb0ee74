import { close, open } from "node:fs";

/** What `isHeldForWriting` needs of the system; given from outside so that Windows can be tried anywhere. */
export interface WriteProbe {
  readonly platform: NodeJS.Platform;
  /** Opens and closes at once; gives null, or the code of the error. */
  readonly tryOpen: (path: string, flags: "r+") => Promise<string | null>;
}

/**
 * True when another program holds the file and shares it with nobody who wants to write: on Windows a writer
 * that opened it the usual way. The file is opened for read and write with everything shared and closed at once;
 * nothing is written, and size and times stay. A sharing violation (EBUSY) is the proof; "access denied" (EPERM,
 * EACCES: a read-only file or share) proves nothing, and a writer that shares writing cannot be told at all.
 *
 * An exclusive open would find those writers too, and is not used: while it lasts, the instrument's own open
 * would fail. Even this one, for its moment, fails an open that shares no writing; so it is asked once per file
 * version, after the file has settled. Other systems have no such holds: false, without touching the file.
 */
export async function isHeldForWriting(probe: WriteProbe, path: string): Promise<boolean> {
  if (probe.platform !== "win32") return false;
  return (await probe.tryOpen(path, "r+")) === "EBUSY";
}

/** The system's own open. */
export function systemProbe(platform: NodeJS.Platform): WriteProbe {
  return {
    platform,
    tryOpen: (path, flags) =>
      new Promise((resolve) => {
        open(path, flags, (error, descriptor) => {
          if (error !== null) return resolve(error.code ?? "UNKNOWN");
          close(descriptor, () => resolve(null));
        });
      }),
  };
}
