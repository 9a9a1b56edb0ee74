import { open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type HostRecord, hostRecord } from "#contract/host-record.ts";
import type { Clock, Log } from "#engine/ports/host.ts";

export type HostFileRead =
  | { readonly kind: "read"; readonly record: HostRecord }
  /** No file, or one that no host of this kind has written. */
  | { readonly kind: "none" }
  /** `message` is one sentence that names the file. */
  | { readonly kind: "error"; readonly message: string };

/**
 * Tells other programs of this user how to reach the host: `host.json` in the data folder, readable by the user
 * alone. It appears as a whole or not at all, and replaces what a host that died has left. Null, or why it failed.
 */
export async function writeHostFile(
  dataFolder: string,
  record: HostRecord,
  protect: ProtectFile = () => null,
): Promise<string | null> {
  const file = hostFileOf(dataFolder);
  const draft = path.join(dataFolder, `host.${crypto.randomUUID()}.tmp`);
  try {
    // "wx" creates it, so that the mode holds; an older file would keep its own.
    const handle = await open(draft, "wx", 0o600);
    try {
      // Before the token is in it. If it fails, the check at the start tells.
      protect(draft, "file");
      await handle.writeFile(`${JSON.stringify(record, null, 2)}\n`);
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    return null;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    return `${file} cannot be written (${codeOf(error)}): other programs will not find this host.`;
  }
}

/** Keeps a file for this user alone where modes mean nothing. */
type ProtectFile = (path: string, kind: "file") => string | null;

interface HostFileParts {
  readonly clock: Pick<Clock, "sleep">;
  readonly log: Pick<Log, "warn">;
  readonly protect?: ProtectFile;
}

/** Between two tries to write the file, milliseconds. */
const againMs = 10_000;

/**
 * Writes the file; one that cannot be written now (disk full) is tried again until it can. Resolves after the first
 * try. Gives what ends it and removes the file.
 */
export async function keepHostFile(
  dataFolder: string,
  record: HostRecord,
  { clock, log, protect }: HostFileParts,
): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const first = await writeHostFile(dataFolder, record, protect);
  if (first !== null) log.warn(first);
  const writeLater = async (): Promise<void> => {
    for (let error = first; error !== null; error = await writeHostFile(dataFolder, record, protect)) {
      await clock.sleep(againMs, ending.signal);
      if (ending.signal.aborted) return;
    }
  };
  const written = writeLater();
  return async () => {
    ending.abort();
    await written;
    await removeHostFile(dataFolder, record.token);
  };
}

/** Reads the file. Says nothing about whether that host still runs. */
export async function readHostFile(dataFolder: string): Promise<HostFileRead> {
  const file = hostFileOf(dataFolder);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "none" };
    const message = `${file} cannot be read (${code}): run this command as the user that Skyferry runs as.`;
    return { kind: "error", message };
  }
  const record = hostRecord.safeParse(jsonOf(text));
  return record.success ? { kind: "read", record: record.data } : { kind: "none" };
}

/** Removes the file unless another host has written it since. */
export async function removeHostFile(dataFolder: string, token: string): Promise<void> {
  const found = await readHostFile(dataFolder);
  if (found.kind === "read" && found.record.token === token) {
    await rm(hostFileOf(dataFolder), { force: true }).catch(() => undefined);
  }
}

function hostFileOf(dataFolder: string): string {
  return path.join(dataFolder, "host.json");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
