import { type ChildProcess, fork } from "node:child_process";
import { rm } from "node:fs/promises";
import path from "node:path";
import { bytesText, oneLine, spanText } from "#base/text.ts";
import type { TextOutput } from "./command.ts";
import { electronHome, electronRuntime, hasDisplay } from "./electron-runtime.ts";

/** How far a fetch is. */
type FetchProgress =
  | { readonly kind: "download"; readonly bytes: number; readonly totalBytes: number | null }
  | { readonly kind: "unpack"; readonly bytes: number };

/** A message of `build/fetch-electron.ts`: how far it is, or why it ended. */
export type FetchMessage = FetchProgress | { readonly kind: "failed"; readonly reason: string };

/** How the search for a runtime ended. */
export type RuntimeFound =
  | { readonly kind: "found"; readonly program: string }
  /** `reason` stands in the middle of a sentence; null where nobody expects a window. */
  | { readonly kind: "none"; readonly reason: string | null }
  /** The operator ended it. */
  | { readonly kind: "stopped" };

export interface FetchPlace {
  readonly env: NodeJS.ProcessEnv;
  /** Output that shows the progress. */
  readonly output: TextOutput;
  readonly stopping: AbortSignal;
  /** Folder of the Electron package; null where there is none. Left out: that of this checkout. */
  readonly home?: string | null;
  /** Left out: `patience`. */
  readonly patience?: Patience;
  /** Left out: of this process. */
  readonly platform?: NodeJS.Platform;
  readonly isRoot?: boolean;
}

/** When a fetch counts as stuck. */
interface Patience {
  /** The download has to bring `leastBytes` within this. */
  readonly downloadMs: number;
  readonly leastBytes: number;
  /** The unpacking has to write anything within this: a virus scanner looks at every file. */
  readonly unpackMs: number;
}

const patience: Patience = { downloadMs: 10_000, leastBytes: 250_000, unpackMs: 60_000 };

/**
 * The Electron program of this checkout, fetched first where there is none: since version 42 the package brings none.
 * Not tried in CI, without a display, or by root, for whom Electron does not start.
 */
export async function findRuntime(place: FetchPlace): Promise<RuntimeFound> {
  const { env, home = electronHome(), platform = process.platform } = place;
  const { isRoot = process.getuid?.() === 0 } = place;
  if (home === null || !hasDisplay(platform, env)) return { kind: "none", reason: null };
  if (isRoot && platform === "linux")
    return { kind: "none", reason: "Electron does not run as root; start Skyferry as another user" };
  const program = electronRuntime(home);
  if (program !== null) return { kind: "found", program };
  if (env.CI !== undefined && !["", "0", "false"].includes(env.CI)) return { kind: "none", reason: null };
  return await fetched(home, place);
}

async function fetched(home: string, place: FetchPlace): Promise<RuntimeFound> {
  const { output, stopping } = place;
  if (stopping.aborted) return { kind: "stopped" };
  const child = startFetch(home, place.env);
  const progress = showProgress(output);
  const watch = watchProgress(place.patience ?? patience);
  let reason: string | null = null;
  const end = (why: string): void => {
    reason ??= why;
    child.kill();
  };
  const stop = (): void => void child.kill();
  stopping.addEventListener("abort", stop);
  child.on("message", (message: FetchMessage) => {
    if (message.kind === "failed") reason ??= message.reason;
    else {
      watch.heard(message);
      progress.show(message);
    }
  });
  const exit = Promise.withResolvers<number | null>();
  child.once("error", (error) => {
    reason ??= error.message;
    exit.resolve(null);
  });
  child.once("exit", (code) => exit.resolve(code));
  watch.start(end);
  const code = await exit.promise;
  watch.stop();
  progress.end();
  stopping.removeEventListener("abort", stop);
  await rm(path.join(home, `fetch-${child.pid}`), { recursive: true, force: true }).catch(() => {});
  const program = electronRuntime(home);
  if (program !== null) return { kind: "found", program };
  if (stopping.aborted) return { kind: "stopped" };
  return { kind: "none", reason: oneLine(reason ?? `the download ended with code ${code}`) };
}

/** npm's own proxy and certificate count as well: who could install the packages can fetch the runtime. */
function startFetch(home: string, env: NodeJS.ProcessEnv): ChildProcess {
  const { SKYFERRY_PASSWORD: _, NODE_OPTIONS: __, ...own } = env;
  const proxy = env.npm_config_https_proxy ?? env.npm_config_proxy;
  const hasProxy = [env.HTTPS_PROXY, env.https_proxy, env.HTTP_PROXY, env.http_proxy].some(Boolean);
  const script = path.join(import.meta.dirname, "../../build/fetch-electron.ts");
  return fork(script, [home], {
    env: {
      ...own,
      ...(proxy === undefined || hasProxy ? {} : { HTTPS_PROXY: proxy, HTTP_PROXY: proxy }),
      ...(env.npm_config_noproxy === undefined ? {} : { NO_PROXY: env.NO_PROXY ?? env.npm_config_noproxy }),
      ...(env.npm_config_cafile === undefined
        ? {}
        : { NODE_EXTRA_CA_CERTS: env.NODE_EXTRA_CA_CERTS ?? env.npm_config_cafile }),
    },
    execArgv: ["--use-system-ca"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

/** Calls `onStuck` with the reason when a whole window has brought too little. */
function watchProgress({ downloadMs, leastBytes, unpackMs }: Patience) {
  let onStuck: (reason: string) => void = () => {};
  let timer: NodeJS.Timeout | undefined;
  // The first word of the download begins its window: a slow PC may take seconds to start a process.
  let at: FetchProgress = { kind: "unpack", bytes: 0 };
  const arm = (): void => {
    const before = at.bytes;
    clearTimeout(timer);
    timer = setTimeout(() => look(at.bytes - before), at.kind === "unpack" ? unpackMs : downloadMs);
  };
  function look(gained: number): void {
    if (gained >= (at.kind === "unpack" ? 1 : leastBytes)) arm();
    else if (at.kind === "unpack") onStuck("the archive cannot be unpacked");
    else if (at.bytes === 0) onStuck(`nothing arrived within ${spanText(downloadMs)}`);
    else onStuck(`the download is stuck or too slow (${bytesText(gained)} in ${spanText(downloadMs)})`);
  }
  return {
    start(stuck: (reason: string) => void): void {
      onStuck = stuck;
      arm();
    },
    heard(message: FetchProgress): void {
      const isNewStep = message.kind !== at.kind;
      at = message;
      if (isNewStep) arm();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Writes a line over and over on a terminal; elsewhere one that says what takes so long. */
function showProgress(output: TextOutput) {
  const startedAt = performance.now();
  const about = "Downloading the Electron runtime, once for this checkout";
  const isTerminal = output.isTTY === true;
  const width = (output.columns ?? 80) - 1;
  output.write(isTerminal ? `${about} …` : `${about}.\n`);
  return {
    show(message: FetchProgress): void {
      if (!isTerminal) return;
      output.write(
        `\r\x1b[K${`${about}: ${farness(message, performance.now() - startedAt)}`.slice(0, width)}`,
      );
    },
    end(): void {
      if (isTerminal) output.write("\r\x1b[K");
    },
  };
}

function farness(message: FetchProgress, afterMs: number): string {
  if (message.kind !== "download") return "unpacking …";
  const { bytes, totalBytes } = message;
  if (totalBytes === null || bytes === 0) return bytesText(bytes);
  const leftMs = (afterMs / bytes) * (totalBytes - bytes);
  return `${bytesText(bytes)} of ${bytesText(totalBytes)}, ${spanText(leftMs)} left`;
}
