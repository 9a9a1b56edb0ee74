import { errorOf, quoted } from "#adapters/files/file-errors.ts";

/** Codes of a system that has no room for another watch. */
export const watchLimits: ReadonlySet<string> = new Set(["ENOSPC", "EMFILE", "ENFILE"]);

/** Why a folder is not watched, in plain words. Nothing is lost by it: the regular search finds every file. */
export function watchErrorMessage(code: string, path: string): string {
  if (watchLimits.has(code))
    return `The folder ${quoted(path)} is not watched: the limit of watched folders on this PC is reached (${code}). Regular scans still find new files in it. On Linux, raise fs.inotify.max_user_watches and fs.inotify.max_user_instances to find new files at once.`;
  if (code === "ERR_WORKER_OUT_OF_MEMORY" || code === "ERR_WORKER")
    return `Watching the folder ${quoted(path)} stopped (${code}) and restarts automatically. Regular scans still find new files.`;
  return errorOf(code, { kind: "folder", path }).message;
}

/** Lets one message a window through for each folder, and counts the others into the next. */
export class ErrorDigest {
  readonly #windowMs: number;
  readonly #emit: (folder: string, message: string) => void;
  readonly #open = new Map<string, { more: number; message: string; timer: NodeJS.Timeout }>();

  constructor(windowMs: number, emit: (folder: string, message: string) => void) {
    this.#windowMs = windowMs;
    this.#emit = emit;
  }

  add(folder: string, message: string): void {
    const open = this.#open.get(folder);
    if (open === undefined) {
      this.#let(folder, message);
    } else {
      open.more++;
      open.message = message;
    }
  }

  stop(): void {
    for (const { timer } of this.#open.values()) clearTimeout(timer);
    this.#open.clear();
  }

  #let(folder: string, message: string): void {
    const timer = setTimeout(() => this.#end(folder), this.#windowMs).unref();
    this.#open.set(folder, { more: 0, message, timer });
    this.#emit(folder, message);
  }

  #end(folder: string): void {
    const open = this.#open.get(folder);
    this.#open.delete(folder);
    if (open === undefined || open.more === 0) return;
    const counted = open.more === 1 ? open.message : `${open.message} (${open.more} messages like this)`;
    this.#let(folder, counted);
  }
}
