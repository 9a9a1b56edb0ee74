import type { FileError } from "#engine/ports/host.ts";

/** File or folder that a system error is about, for the message. */
export interface FailedPath {
  readonly kind: "file" | "folder";
  readonly path: string;
}

type Row = readonly [error: FileError["error"], said: (what: string) => string];

const missing: Row = ["vanished", (what) => `${what} does not exist`];
const denied: Row = ["unreadable", (what) => `${what} cannot be read: this user has no permission`];
const silent: Row = [
  "unreadable",
  (what) => `${what} cannot be reached: the drive or network share does not answer`,
];
const crowded: Row = ["unreadable", (what) => `${what} cannot be opened: too many files are open on this PC`];
const held: Row = ["locked", (what) => `${what} is locked by another program`];

/**
 * Every system error that reading can meet, on Windows too: libuv gives EBUSY for a sharing or lock violation,
 * EPERM for "access denied", and ENOENT, EHOSTUNREACH, EIO or UNKNOWN for a share that went away.
 */
const rows: Readonly<Record<string, Row>> = {
  ENOENT: missing,
  ENOTDIR: missing,
  EBUSY: held,
  ETXTBSY: held,
  EAGAIN: held,
  EPERM: denied,
  EACCES: denied,
  ENXIO: ["not-a-file", (what) => `${what} is a device or socket`],
  EISDIR: ["not-a-file", (what) => `${what} is a folder`],
  ELOOP: ["not-a-file", (what) => `${what} is a symbolic link, and links are not followed`],
  ENAMETOOLONG: ["unreadable", (what) => `${what} has a path that is too long for this system`],
  EMFILE: crowded,
  ENFILE: crowded,
  ENOMEM: crowded,
  EIO: silent,
  ESTALE: silent,
  ENODEV: silent,
  ENETDOWN: silent,
  ENETUNREACH: silent,
  EHOSTDOWN: silent,
  EHOSTUNREACH: silent,
  ECONNRESET: silent,
  ECONNABORTED: silent,
  ENOTCONN: silent,
  ETIMEDOUT: silent,
};

const folderAdvice = "Check that the drive or share is connected and that the path in Settings is right";

/** A system error code in plain words. Total: a code that is not in the table is `unreadable`. */
export function errorOf(code: string, subject: FailedPath): FileError {
  const [error, said] = Object.hasOwn(rows, code) ? (rows[code] ?? unforeseen) : unforeseen;
  const what = `${subject.kind === "folder" ? "The folder" : "The file"} ${quoted(subject.path)}`;
  const advice = subject.kind === "folder" && error !== "not-a-file" ? ` ${folderAdvice}.` : "";
  // An error of a folder is read by operators, who are told what to do instead of a code.
  const named = advice === "" || said === unforeseen[1] ? ` (${code})` : "";
  return { error, message: `${said(what)}${named}.${advice}` };
}

const unforeseen: Row = ["unreadable", (what) => `${what} cannot be read`];

/** A folder whose drive or share keeps a call forever. */
export function noAnswer(folder: string): FileError {
  const message = `The folder ${quoted(folder)} does not answer: its drive or network share hangs. Check the connection. Skyferry continues automatically when it answers.`;
  return { error: "no-answer", message };
}

/** The code of a system error. Anything else is a bug and is thrown on. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") return error.code;
  throw error;
}

/** A path for a message, on one line: control characters are written as `\x0a`. */
export function quoted(path: string): string {
  const legible = path.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to show
    /[\u0000-\u001f\u007f]/g,
    (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return `"${legible}"`;
}
