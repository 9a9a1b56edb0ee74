import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { electronRuntime } from "#cli/electron-runtime.ts";
import type { FetchMessage } from "#cli/fetch-runtime.ts";

/**
 * Fetches the Electron runtime into the folder of the Electron package that is the one argument, as Electron's own
 * `install.js` does: from its mirror, through its cache, checked against the checksums in the package. Unlike that it
 * unpacks beside the place and moves the whole runtime in at the end, so that nobody ever starts a half one.
 * Tells its parent how far it is; ends when the parent does, which removes `fetch-PID` after it.
 */
const home = path.resolve(process.argv[2] ?? "");
const part = path.join(home, `fetch-${process.pid}`);
const tell = (message: FetchMessage): void => void process.send?.(message);

for (const event of ["disconnect", "SIGINT", "SIGTERM"] as const) process.once(event, giveUp);
try {
  await fetchRuntime();
} catch (error) {
  tell({ kind: "failed", reason: reasonOf(error) });
  process.exitCode = 1;
} finally {
  // Only this keeps the process alive.
  process.off("disconnect", giveUp);
}

/** The part of `@electron/get` that is used; Electron brings the version that it needs. */
interface Getter {
  initializeProxy(): void;
  /** Gives the path of the file in the cache. */
  downloadArtifact(request: {
    readonly version: string;
    readonly artifactName: "electron";
    readonly platform: string;
    readonly arch: string;
    readonly checksums?: Readonly<Record<string, string>>;
    readonly cacheRoot?: string;
    readonly tempDirectory: string;
    readonly downloadOptions: {
      readonly quiet: true;
      readonly getProgressCallback: (at: {
        readonly transferred: number;
        readonly total: number | null;
      }) => void;
    };
  }): Promise<string>;
}

interface Unzip {
  extract(zip: string, options: { readonly dir: string }): Promise<void>;
}

async function fetchRuntime(): Promise<void> {
  removeLeftParts();
  mkdirSync(part);
  const get = await ofElectron<Getter>("@electron/get");
  const { env, platform, arch } = process;
  if ([env.HTTPS_PROXY, env.https_proxy, env.HTTP_PROXY, env.http_proxy].some(Boolean)) get.initializeProxy();
  const readJson = (name: string) => JSON.parse(readFileSync(path.join(home, name), "utf8"));
  tell({ kind: "download", bytes: 0, totalBytes: null });
  const ownChecksums = !env.electron_use_remote_checksums && !env.npm_config_electron_use_remote_checksums;
  const zip = await get.downloadArtifact({
    version: readJson("package.json").version,
    artifactName: "electron",
    platform,
    arch,
    ...(ownChecksums ? { checksums: readJson("checksums.json") } : {}),
    ...(env.electron_config_cache ? { cacheRoot: env.electron_config_cache } : {}),
    tempDirectory: part,
    downloadOptions: {
      quiet: true,
      // A complete download is still checked and put into the cache.
      getProgressCallback: ({ transferred, total }) =>
        tell(
          transferred === total
            ? { kind: "unpack", bytes: 0 }
            : { kind: "download", bytes: transferred, totalBytes: total },
        ),
    },
  });
  const { extract } = await ofElectron<Unzip>("@electron-internal/extract-zip");
  const told = setInterval(async () => tell({ kind: "unpack", bytes: await bytesIn(part) }), 500);
  try {
    await extract(zip, { dir: path.join(part, "dist") });
  } finally {
    clearInterval(told);
  }
  await moveIn();
}

/** The package as Electron itself would load it. */
async function ofElectron<T>(name: string): Promise<T> {
  const file = createRequire(path.join(home, "install.js")).resolve(name);
  return (await import(pathToFileURL(file).href)) as T;
}

/**
 * Puts the whole runtime where Electron's own packages look for it. The runtime of another start that was quicker stays:
 * a window may already run on it.
 */
async function moveIn(): Promise<void> {
  const place = path.join(home, "dist");
  const program = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" } as const;
  const name = process.platform in program ? program[process.platform as keyof typeof program] : "electron";
  if (!existsSync(path.join(part, "dist", name))) throw new Error(`the archive contains no ${name}`);
  if (electronRuntime(home) !== null) return;
  // Half unpacked by Electron's own installer.
  if (existsSync(place)) renameSync(place, path.join(part, "former"));
  writeFileSync(path.join(part, "path.txt"), name);
  renameSync(path.join(part, "path.txt"), path.join(home, "path.txt"));
  for (let tries = 10; electronRuntime(home) === null; tries -= 1)
    try {
      renameSync(path.join(part, "dist"), place);
    } catch (error) {
      if (tries === 0) throw error;
      // A virus scanner holds what is new for a while.
      await sleep(500);
    }
}

/** Removes what a fetch left behind that was killed. */
function removeLeftParts(): void {
  for (const name of readdirSync(home)) {
    const pid = /^fetch-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(path.join(home, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = names.map(async (name) => (await stat(path.join(folder, name)).catch(() => null))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function giveUp(): void {
  try {
    rmSync(part, { recursive: true, force: true });
  } catch {
    // The unpacking still writes there: the next fetch removes it.
  }
  process.exit(130);
}

/** The deepest cause in a few words, for the middle of a sentence. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, response } = error as NodeJS.ErrnoException & { readonly response?: Response };
  if (response !== undefined) return `${new URL(response.url).host} answered ${response.status}`;
  if (code === "ENOSPC") return "there is no room on the disk";
  if (/did not match expected checksum/.test(error.message))
    return "what came is not the published runtime (its checksum differs)";
  if (/No checksum found/.test(error.message))
    return `there is no runtime for ${process.platform}-${process.arch}`;
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return `the download failed (${error.message || code || error.name})`;
}
