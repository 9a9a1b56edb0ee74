import type { BigIntStats, Dirent } from "node:fs";
import { compilePattern, type Pattern } from "#domain/pattern/pattern.ts";
import { isOfSystem, temporaryReason } from "#domain/selection.ts";
import type { FileError, WalkRequest } from "#engine/ports/host.ts";
import { codeOf, errorOf } from "./file-errors.ts";
import { type FilePaths, filePathsOf } from "./file-paths.ts";
import { seenFileOf } from "./file-stat.ts";
import { type PackedBatch, WalkBatchBuilder } from "./walk-batch.ts";

interface WalkTask {
  /** Absolute path. */
  readonly folder: string;
  readonly pattern: Pattern | null;
  readonly alsoSuffixes: readonly string[];
  readonly platform: NodeJS.Platform;
}

export type WalkStep = PackedBatch | FileError;

/**
 * Questions of a walk to the system, by absolute paths. The answers are `Dirent[]`, the names alone as `Buffer[]`, or, of
 * each of a few entries itself, `BigIntStats` or why there are none. Instead of entries or names null ends the walk before that folder.
 */
export type SystemCall =
  | { readonly call: "entries" | "names"; readonly path: string }
  | { readonly call: "stats"; readonly paths: readonly string[] };

export type Stats = BigIntStats | { readonly error: unknown };

/** Entries that are asked for at once: one at a time costs the pool half as much again, more than four save nothing. */
const mostStats = 4;

export type WalkSteps = Generator<WalkStep | SystemCall, void, unknown>;

/**
 * Walks a folder in steps of at most 1000 files or about 50 ms; a step may be empty. It asks nothing of the system itself.
 * Symbolic links are not followed, but the folder itself may be one. An open folder is held for one system call
 * only, so a walk that waits never blocks a rename. Ends with an error when the folder itself cannot
 * be read, at the start or after something in it could not be. `folders` in it are walked; at the end those that are left.
 */
export function walkSteps(request: WalkRequest, platform: NodeJS.Platform, folders: string[]): WalkSteps {
  const { folder, alsoSuffixes } = request;
  if (request.pattern === null) return walkTree({ folder, pattern: null, alsoSuffixes, platform }, folders);
  const compiled = compilePattern(request.pattern);
  if (compiled.kind === "pattern")
    return walkTree({ folder, pattern: compiled.pattern, alsoSuffixes, platform }, folders);
  const message = `The pattern "${request.pattern}" cannot be used: ${compiled.reason}. Correct it in Settings.`;
  return justError({ error: "unreadable", message });
}

function* justError(error: FileError): WalkSteps {
  yield error;
}

function* walkTree(task: WalkTask, folders: string[]): WalkSteps {
  const walk = new Walk(task, folders);
  for (let relFolder = folders.pop(); relFolder !== undefined; relFolder = folders.pop()) {
    let entries: readonly Entry[] | null;
    try {
      entries = yield* list(walk, relFolder);
    } catch (error) {
      const failed = walk.failed("folder", relFolder, error);
      if (relFolder === "") return void (yield failed);
      yield* leaveOut(walk, relFolder, failed);
      continue;
    }
    if (entries === null) {
      folders.push(relFolder);
      break;
    }
    let met: string[] = [];
    for (const [n, entry] of entries.entries()) {
      if (walk.load.isFull()) yield walk.load.take();
      const relPath = walk.meet(relFolder, entry);
      if (relPath !== null) met.push(relPath);
      if (met.length < mostStats && n < entries.length - 1) continue;
      if (met.length === 0) continue;
      walk.look(met, (yield { call: "stats", paths: met.map((one) => walk.pathOf(one)) }) as Stats[]);
      met = [];
    }
  }
  yield walk.load.take();
  if (!walk.hasFailed) return;
  // A share that vanished must not look like an empty one.
  try {
    yield { call: "names", path: walk.pathOf("") };
  } catch (error) {
    yield walk.failed("folder", "", error);
  }
}

type Entry = Pick<Dirent, "name" | "isFile" | "isDirectory" | "isSymbolicLink">;

/** Entries of a folder; null where the walk ends before it. */
function* list(walk: Walk, relFolder: string): Generator<SystemCall, readonly Entry[] | null, unknown> {
  const path = walk.pathOf(relFolder);
  const readNames = { call: "names", path } as const;
  try {
    const entries = (yield { call: "entries", path }) as Dirent[] | null;
    const hasForeign = entries?.some(({ name }) => mayBeForeign(name));
    const names = hasForeign ? ((yield readNames) as Buffer[] | null) : [];
    if (names === null) return null;
    walk.enter(names);
    return entries;
  } catch (error) {
    if (!isAboutOneEntry(error)) throw error;
  }
  const names = (yield readNames) as Buffer[] | null;
  if (names === null) return null;
  walk.enter(names);
  const entries: Entry[] = [];
  for (let first = 0; first < names.length; first += mostStats) {
    const some = names.slice(first, first + mostStats).map((name) => name.toString("utf8"));
    const relPaths = some.map((name) => walk.within(relFolder, name));
    const all = (yield { call: "stats", paths: relPaths.map((one) => walk.pathOf(one)) }) as Stats[];
    for (const [n, stats] of all.entries()) {
      const name = some[n] ?? "";
      if (!("error" in stats)) entries.push(Object.assign(stats, { name }));
      else if (mayBeForeign(name)) entries.push({ ...ofNoKind, name });
      else walk.noteUnreadable(relPaths[n] ?? "", stats.error);
    }
  }
  return entries;
}

const ofNoKind = { isFile: () => false, isDirectory: () => false, isSymbolicLink: () => false };

/**
 * A file system may tell no kinds with its names (NFS, FUSE): Node asks about each name then, and fails as a whole at the
 * first that it cannot look at, such as a file that has just gone, or a name that is not UTF-8.
 */
function isAboutOneEntry(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && error.syscall === "lstat";
}

/** A folder that is there and of which the system says that it is not when it is listed: its drive is not mounted. */
function* leaveOut(
  walk: Walk,
  relFolder: string,
  { error, message }: FileError,
): Generator<SystemCall, void, unknown> {
  if (error === "vanished") {
    const [stats] = (yield { call: "stats", paths: [walk.pathOf(relFolder)] }) as Stats[];
    if (stats === undefined || "error" in stats) return;
  }
  walk.load.skip(relFolder, "unreadable-folder", message);
}

class Walk {
  readonly load = new WalkBatchBuilder();
  hasFailed = false;
  readonly #task: WalkTask;
  readonly #folders: string[];
  readonly #paths: FilePaths;
  #foreign = new Map<string, string[]>();

  constructor(task: WalkTask, folders: string[]) {
    this.#task = task;
    this.#folders = folders;
    this.#paths = filePathsOf(task.platform);
  }

  pathOf(relPath: string): string {
    return this.#paths.absolute(this.#task.folder, relPath);
  }

  within(relFolder: string, name: string): string {
    return relFolder === "" ? name : `${relFolder}/${name}`;
  }

  /** Before the entries of a folder: all its names, where some may not be UTF-8. */
  enter(names: readonly Buffer[]): void {
    this.#foreign = foreignNames(names);
  }

  /** The path of a file that is to be looked at; null where there is none. */
  meet(relFolder: string, entry: Entry): string | null {
    const relPath = this.within(relFolder, entry.name);
    const legible = this.#foreign.get(entry.name)?.pop();
    if (legible !== undefined) {
      if (this.#isWanted(relPath) || this.#mayHold(relPath))
        this.load.skip(
          this.within(relFolder, legible),
          "foreign-name",
          "Its name is not valid UTF-8, so it cannot be opened.",
        );
    } else if (entry.isDirectory()) {
      if (this.#mayHold(relPath)) this.#folders.push(relPath);
    } else if (entry.isSymbolicLink()) {
      if (this.#isWanted(relPath) || this.#mayHold(relPath))
        this.load.skip(relPath, "link", "It is a symbolic link, and links are not followed.");
    } else if (this.#isWanted(relPath)) {
      if (entry.isFile()) return relPath;
      this.load.skip(relPath, "not-a-file", "It is a device, socket or pipe, not a file.");
    } else if (entry.isFile() && !isOfSystem(relPath) && temporaryReason(relPath, "") === null)
      this.load.leave(relPath);
    return null;
  }

  /** Takes the system's answers about files that were met. */
  look(relPaths: readonly string[], all: readonly Stats[]): void {
    for (const [n, stats] of all.entries()) {
      const relPath = relPaths[n] ?? "";
      if ("error" in stats) this.noteUnreadable(relPath, stats.error);
      else if (stats.isFile()) this.load.add(seenFileOf(relPath, stats));
    }
  }

  /** An entry that could not be looked at: a file, or a folder where its name fits no file. */
  noteUnreadable(relPath: string, error: unknown): void {
    const isFolder = !this.#isWanted(relPath);
    const failed = this.failed(isFolder ? "folder" : "file", relPath, error);
    if (failed.error === "vanished" || (isFolder && !this.#mayHold(relPath))) return;
    this.load.skip(relPath, isFolder ? "unreadable-folder" : "unreadable-file", failed.message);
  }

  failed(kind: "file" | "folder", relPath: string, error: unknown): FileError {
    this.hasFailed = true;
    return errorOf(codeOf(error), { kind, path: this.#paths.shown(this.#task.folder, relPath) });
  }

  #isWanted(relPath: string): boolean {
    const { pattern, alsoSuffixes } = this.#task;
    const caseInsensitive = this.#paths.isCaseInsensitive;
    if (pattern === null || pattern.dateOf(relPath, { caseInsensitive }) !== null) return true;
    const path = caseInsensitive ? relPath.toLowerCase() : relPath;
    return alsoSuffixes.some((suffix) => path.endsWith(caseInsensitive ? suffix.toLowerCase() : suffix));
  }

  #mayHold(relFolder: string): boolean {
    if (isOfSystem(relFolder)) return false;
    const caseInsensitive = this.#paths.isCaseInsensitive;
    return this.#task.pattern?.couldEnter(relFolder, { caseInsensitive }) ?? true;
  }
}

const replacement = "\uFFFD";

/** True when the name could stand for bytes that are not UTF-8: reading such bytes puts U+FFFD in their place. */
function mayBeForeign(name: string): boolean {
  return name.includes(replacement);
}

/**
 * The names of a folder that are not UTF-8, as Node reads them and as an operator can read them:
 * `M�nchen.nc` gives `M\xfcnchen.nc`, and more where several read alike. A name that truly holds U+FFFD is not among them.
 */
function foreignNames(all: readonly Buffer[]): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const bytes of all) {
    const read = bytes.toString("utf8");
    if (!mayBeForeign(read) || Buffer.from(read, "utf8").equals(bytes)) continue;
    names.set(read, [...(names.get(read) ?? []), legible(bytes)]);
  }
  return names;
}

/** ASCII as it is, every other byte as `\xe4`. */
function legible(bytes: Buffer): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`,
  ).join("");
}
