import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { lateModules } from "#adapters/late-modules.ts";
import { encodingError, readNamedText, readNamedTextSync } from "#adapters/named-file.ts";
import { type OwnerOnly, ownerOnly } from "#adapters/owner-only.ts";
import { writeWhole } from "#adapters/whole-file.ts";
import type { Log, StateStore } from "#engine/ports/host.ts";
import { aloneWith } from "./write-lock.ts";

/** Content of a JSON file, or why it cannot be read; `message` is a sentence that names the file. */
export type JsonRead =
  | { readonly kind: "read"; readonly value: unknown; readonly text: string }
  | { readonly kind: "missing"; readonly message: string }
  | { readonly kind: "unreadable"; readonly message: string };

export type JsonWrite = { readonly kind: "written" } | { readonly kind: "failed"; readonly message: string };

/** `conflict`: the file was another one by then, and nothing was written. */
export type JsonReplace = JsonWrite | { readonly kind: "conflict" };

/** Reads a JSON file (`readNamedText`). Never writes. */
export async function readJsonFile(file: string): Promise<JsonRead> {
  let text: string;
  try {
    text = await withTimeout(() => readNamedText(file));
  } catch (error) {
    if (codeOrEmpty(error) === "ENOENT") return { kind: "missing", message: `${file} does not exist.` };
    return { kind: "unreadable", message: `${file} cannot be read: ${plainReason(error)}.` };
  }
  return jsonIn(text, file);
}

/** As `readJsonFile`, of a text that was read. */
export function jsonIn(text: string, file: string): JsonRead {
  const encoding = encodingError(text);
  if (encoding !== null) return { kind: "unreadable", message: `${file} cannot be read: ${encoding}.` };
  try {
    return { kind: "read", value: JSON.parse(text), text };
  } catch (error) {
    return { kind: "unreadable", message: `${file} is not valid JSON: ${syntaxReason(text, error)}.` };
  }
}

/** SHA-256 of the text; "" for a file that is missing, the reason for one that cannot be read. */
export function revisionOf(read: JsonRead): string {
  if (read.kind === "missing") return "";
  return textHash(read.kind === "read" ? read.text : `unreadable ${read.message}`);
}

/** SHA-256 in hex. */
export function textHash(text: string): string {
  return lateModules.crypto().createHash("sha256").update(text).digest("hex");
}

/** Settings may hold the address of a webhook, which is a secret. */
const ownMode = 0o600;

/**
 * Replaces a JSON file as a whole, in the format of conf and electron-store (tabs, no line end). A virus scanner that holds the
 * file makes the write fail with EBUSY or EPERM; it is tried again for about two seconds.
 * A file that is there and is no JSON is left as it is, and the write fails.
 */
export async function writeJsonFile(
  file: string,
  value: Record<string, unknown>,
  mode: number = ownMode,
  writeOnce: WriteOnce = writeOver,
): Promise<JsonWrite> {
  try {
    await withTimeout(() => writeOnce(file, value, mode));
    return { kind: "written" };
  } catch (error) {
    if (error instanceof SyntaxError) {
      return {
        kind: "failed",
        message: `${file} is not valid JSON and is left unchanged: correct it first.`,
      };
    }
    return { kind: "failed", message: `${file} cannot be written: ${plainReason(error)}.` };
  }
}

/**
 * As `writeJsonFile`, where the file still has this revision. It is looked at right before it is replaced: another
 * process may have changed it since its writer read it.
 */
export async function replaceJsonFile(
  file: string,
  value: Record<string, unknown>,
  revision: string,
): Promise<JsonReplace> {
  let isOther = false;
  const written = await aloneWith(file, () =>
    writeJsonFile(file, value, ownMode, (...what) => {
      isOther = revisionNow(file) !== revision;
      if (!isOther) sealedBy(ownerOnly)(...what);
    }),
  );
  return isOther ? { kind: "conflict" } : written;
}

function revisionNow(file: string): string {
  try {
    return textHash(readNamedTextSync(file));
  } catch (error) {
    if (codeOrEmpty(error) === "ENOENT") return "";
    throw error;
  }
}

type WriteOnce = (file: string, value: Record<string, unknown>, mode: number) => void;

function writeOver(
  file: string,
  value: Record<string, unknown>,
  mode: number,
  seal?: (draft: string) => void,
): void {
  // Throws SyntaxError where the file is no JSON.
  if (existsSync(file)) JSON.parse(readNamedTextSync(file));
  writeWhole(file, JSON.stringify(value, null, "\t"), mode, seal);
}

/** As `writeJsonFile` does it, for a file with a secret: on Windows, too, nobody else may read it. */
export function sealedBy(owner: OwnerOnly): WriteOnce {
  return (file, value, mode) => writeOver(file, value, mode, (draft) => void owner.protect(draft, "file"));
}

const pausesMs = [50, 200, 600, 1_200];

async function withTimeout<T>(attempt: () => T | Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!["EBUSY", "EPERM"].includes(codeOrEmpty(error))) throw error;
      await sleep(pauseMs);
    }
  }
  return await attempt();
}

/** The code of a system error, "" where there is none. */
export function codeOrEmpty(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user has no permission",
  EPERM: "the system does not allow it",
  EBUSY: "another program has it open",
  EISDIR: "it is a folder",
  ENOTFILE: "it is a pipe, socket or device, not a file",
  EFBIG: "it is larger than 4 MB",
  ENOTDIR: "a part of its path is not a folder",
  ENOENT: "it does not exist",
  ENOSPC: "the disk is full",
  EROFS: "the disk is read-only",
  EIO: "the disk reports an error",
};

/** Why a file operation failed, as the end of a sentence. */
export function plainReason(error: unknown): string {
  const code = codeOrEmpty(error);
  return reasons[code] ?? (code === "" ? String(error) : code);
}

/** Gives the place and the reason of a fault; quotes nothing of the text, which may hold what its writer would not show. */
function syntaxReason(text: string, error: unknown): string {
  if (text.trim() === "") return "it is empty";
  const before = text.slice(0, faultAt(text));
  const line = before.split("\n").length;
  const column = before.length - before.lastIndexOf("\n");
  const place = `line ${line}, column ${column}`;
  if (before.length >= text.trimEnd().length) {
    return `it ends in line ${line} before it is complete; a bracket, brace or quote is not closed`;
  }
  if (String(error).includes("escaped character")) {
    return `${place}: write every backslash of a path twice ("D:\\\\Data") or write "/"`;
  }
  return `${place}: look there for a missing or extra comma, quote or brace`;
}

/** Index of the first character that no JSON can hold there. JSON.parse does not always tell. */
function faultAt(text: string): number {
  let good = 0;
  let bad = text.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (couldGoOn(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/** True when the text is the beginning of some JSON. */
function couldGoOn(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const message = String(error);
    const position = /at position (\d+)/.exec(message)?.[1];
    return (
      message.includes("Unexpected end") ||
      Number(position) >= beginning.length ||
      /Unterminated string/.test(message)
    );
  }
}

/**
 * A state store in one JSON file; created with the first write, and only its owner may read it. A damaged file is replaced; what
 * cannot be written leaves the file as it was.
 */
export function createJsonStore(file: string, log: Log): StateStore {
  let isFailing = false;
  const write = (value: object) => writeJsonFile(file, { ...value }, 0o600);
  return {
    async read() {
      const read = await readJsonFile(file);
      return read.kind === "read" ? read.value : null;
    },
    async write(value) {
      let written = await write(value);
      // On a full disk the older note is better than none.
      if (written.kind === "failed" && (await readJsonFile(file)).kind === "unreadable") {
        await rm(file, { force: true }).catch(() => undefined);
        written = await write(value);
      }
      if (written.kind === "failed" && !isFailing)
        log.warn("a note for the next start cannot be saved", { message: written.message });
      isFailing = written.kind === "failed";
    },
  };
}
