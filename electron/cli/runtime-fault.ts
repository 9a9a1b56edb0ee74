import { execFile } from "node:child_process";
import path from "node:path";

/** Libraries that come with the runtime; the others are the system's. */
const ownLibraries = ["libffmpeg.so", "libEGL.so", "libGLESv2.so", "libvulkan.so.1", "libvk_swiftshader.so"];

/** Errors that say something of the system, not of the program. */
const ofTheSystem = ["EACCES", "EPERM", "ENOENT", "ETXTBSY", "EAGAIN", "EMFILE", "ENFILE", "ENOMEM"];

const longestMs = 20_000;

/**
 * Why the Electron program of a checkout cannot run at all, and what to do, for the middle of a sentence; null where it
 * can, or where something else is in its way. It is run as Node, which needs neither display nor sandbox.
 */
export async function runtimeFault(program: string): Promise<string | null> {
  const { NODE_OPTIONS: _, SKYFERRY_PASSWORD: __, ...own } = process.env;
  const env = { ...own, ELECTRON_RUN_AS_NODE: "1" };
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const judge = (error: unknown, stderr: string): void => {
    const { code, killed: isTooSlow } = error as { readonly code?: unknown; readonly killed?: boolean };
    resolve(ofTheSystem.includes(String(code)) || isTooSlow === true ? null : wordsOf(program, stderr));
  };
  try {
    const options = { env, timeout: longestMs, killSignal: "SIGKILL" } as const;
    execFile(program, ["-p", "process.version"], options, (error, stdout, stderr) => {
      if (stdout.startsWith("v")) resolve(null);
      else judge(error ?? {}, stderr);
    });
  } catch (error) {
    judge(error, "");
  }
  return await promise;
}

function wordsOf(program: string, stderr: string): string {
  const library = path.basename(/loading shared libraries: ([^:\s]+):/.exec(stderr)?.[1] ?? "");
  if (library !== "" && !ownLibraries.includes(library))
    return `Electron needs ${library}, which this PC lacks; install the package that contains it`;
  const [folder = ""] = /^.*[\\/]dist(?=[\\/])/.exec(program) ?? [path.dirname(program)];
  return `the Electron runtime is damaged; delete the folder ${folder}, and the next start downloads it again`;
}
