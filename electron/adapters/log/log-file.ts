import { appendFileSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { EOL } from "node:os";
import path from "node:path";
import { makeFolder } from "#adapters/owner-only.ts";
import { codeOrEmpty } from "#adapters/settings/json-file.ts";
import { oneLine } from "#base/text.ts";
import type { Log } from "#engine/ports/host.ts";
import { createRedactor } from "./redact.ts";

/** The log of a host. */
export interface FileLog extends Log {
  /** The file that is written to now; older ones are beside it as `skyferry.1.log` and so on. */
  readonly path: string;
  /** From now on this secret is in no line, in none of its usual spellings. */
  registerSecret(secret: string, username?: string): void;
  /** The text as a line of this log would show it. */
  redact(text: string): string;
  /** From now on all files together take at most this much; the oldest go at once where they take more. */
  limit(bytes: number): void;
  /** Bytes of all files. */
  size(): Promise<number>;
}

export interface LogOptions {
  /** `logs` in the data folder. Created where it is missing. */
  readonly folder: string;
  /** The least important level that is written; `info`. */
  readonly level?: "info" | "warn" | "error";
  /** Size at which a new file begins; 5 MB. */
  readonly maxFileBytes?: number;
  /** How many files are kept, the current one included; 5. */
  readonly maxFiles?: number;
}

const longestLine = 16_000;
const severities = ["info", "warn", "error"];

/**
 * Creates a log with one line an entry: time (UTC), level, message, facts as JSON; no line holds a secret. Writes at
 * once, so that the last line before a crash is there. A log that cannot be written (disk full, folder gone) is silent and
 * never stops its caller.
 */
export function createLog(options: LogOptions): FileLog {
  const { folder, level = "info", maxFileBytes = 5_000_000, maxFiles = 5 } = options;
  const current = path.join(path.resolve(folder), "skyferry.log");
  const redactor = createRedactor();
  const least = severities.indexOf(level);
  let mostBytes = maxFileBytes;
  remakeFolder(path.dirname(current));
  append(current, "");

  const write = (severity: "info" | "warn" | "error", message: string, facts: unknown) => {
    if (severities.indexOf(severity) < least) return;
    const entry =
      facts === undefined ? message : `${message} ${JSON.stringify(plainFacts(facts, redactor.redact))}`;
    const time = new Date().toISOString();
    const line = oneLine(redactor.redact(entry));
    if (sizeOf(current) > mostBytes) rotate(current, maxFiles);
    append(current, `${time} ${severity.padEnd(5)} ${line.slice(0, longestLine)}${EOL}`);
  };

  return {
    path: current,
    registerSecret: redactor.registerSecret,
    redact: redactor.redact,
    limit(most) {
      mostBytes = Math.floor(most / maxFiles);
      removeOldest(current, maxFiles, most);
    },
    size: async () => sizesOf(current, maxFiles).reduce((sum, { bytes }) => sum + bytes, 0),
    info: (message, facts) => write("info", message, facts),
    warn: (message, facts) => write("warn", message, facts),
    error: (message, facts) => write("error", message, facts),
  };
}

/** A file of the log: age 0 is the one that is written to, `skyferry.1.log` the one before it, and so on. */
export function nth(current: string, age: number): string {
  const { dir, name, ext } = path.parse(current);
  return age === 0 ? current : path.join(dir, `${name}.${age}${ext}`);
}

/** The files that are there, newest first. */
function sizesOf(current: string, maxFiles: number): readonly { path: string; bytes: number }[] {
  return Array.from({ length: maxFiles }, (_, age) => nth(current, age)).flatMap((one) => {
    try {
      return [{ path: one, bytes: statSync(one).size }];
    } catch {
      // It is not there, or may not be looked at.
      return [];
    }
  });
}

function removeOldest(current: string, maxFiles: number, most: number): void {
  let bytes = 0;
  for (const one of sizesOf(current, maxFiles)) {
    bytes += one.bytes;
    if (bytes <= most || one.path === current) continue;
    try {
      rmSync(one.path, { force: true });
    } catch {
      // Held open by somebody: it goes with the next rotations.
    }
  }
}

function append(file: string, text: string): void {
  try {
    // The name of a station and the names of its files are its own affair.
    appendFileSync(file, text, { mode: 0o600 });
  } catch {
    // The line is lost; the next one may find its folder again.
    remakeFolder(path.dirname(file));
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

/** skyferry.log becomes skyferry.1.log, that skyferry.2.log and so on; the oldest is overwritten. */
function rotate(current: string, maxFiles: number): void {
  for (let age = maxFiles - 2; age >= 0; age -= 1) {
    try {
      renameSync(nth(current, age), nth(current, age + 1));
    } catch (error) {
      // A log that somebody holds open on Windows cannot be moved; its size is what must stay bounded.
      if (age === 0 || codeOrEmpty(error) !== "ENOENT") clear(current);
    }
  }
  if (maxFiles < 2) clear(current);
}

function clear(file: string): void {
  try {
    truncateSync(file);
  } catch {
    // It is not there, or cannot be written at all.
  }
}

function remakeFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch {
    // The next line tries again.
  }
}

const secretName = /(passw(or)?d|pwd|secret|token|authorization|credentials|api[-_]?key)$/i;
const deepest = 6;

/**
 * Facts as plain JSON data: errors with their causes, bytes as a length, no cycles, nothing under a key that names a
 * secret. `clean` is put over every text. Never throws.
 */
export function plainFacts(value: unknown, clean: (text: string) => string): unknown {
  return plain(value, clean, []);
}

function plain(value: unknown, clean: (text: string) => string, above: readonly unknown[]): unknown {
  switch (typeof value) {
    case "string":
      return clean(value);
    case "bigint":
    case "symbol":
      return clean(String(value));
    case "function":
      return "[function]";
    case "object":
      break;
    default:
      return value;
  }
  if (value === null) return null;
  if (above.includes(value)) return "[circular]";
  if (above.length >= deepest) return "[deeper]";
  try {
    return plainObject(value, clean, [...above, value]);
  } catch {
    return "[unreadable]";
  }
}

function plainObject(value: object, clean: (text: string) => string, above: readonly unknown[]): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[no date]" : value.toISOString();
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof URL) return clean(value.href);
  if (Array.isArray(value)) return value.map((one) => plain(one, clean, above));
  if (value instanceof Set) return [...value].map((one) => plain(one, clean, above));
  const own =
    value instanceof Map
      ? [...value].map(([key, one]) => [String(key), one] as const)
      : Object.entries(value);
  const ofError: readonly (readonly [string, unknown])[] =
    value instanceof Error
      ? [
          ["name", value.name],
          ["message", value.message],
          ["stack", value.stack],
          ["cause", value.cause],
        ]
      : [];
  const entries = [...ofError.filter(([, one]) => one !== undefined), ...own];
  return Object.fromEntries(
    entries.map(([key, one]) => [clean(key), secretName.test(key) ? "***" : plain(one, clean, above)]),
  );
}
