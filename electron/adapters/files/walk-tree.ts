import { type Dirent, lstatSync, readdirSync } from "node:fs";
import type { Pattern } from "#domain/pattern/pattern.ts";
import type { FileError } from "#engine/ports/host.ts";
import { codeOf, errorOf } from "./file-errors.ts";
import { type FilePaths, filePathsOf } from "./file-paths.ts";
import { seenFileOf } from "./file-stat.ts";
import { type PackedBatch, WalkBatchBuilder } from "./walk-batch.ts";

export interface WalkTask {
  /** Absolute path. */
  readonly folder: string;
  readonly pattern: Pattern | null;
  readonly alsoSuffixes: readonly string[];
  readonly platform: NodeJS.Platform;
}

export type WalkStep = PackedBatch | FileError;

/**
 * Walks a folder, synchronously, in steps of at most 1000 files or about 50 ms; a step may be empty.
 * Symbolic links are not followed, but the folder itself may be one. An open folder is held for one system call
 * only, so a walk that waits never blocks a rename. Ends with an error when the folder itself cannot
 * be read, at the start or after something in it could not be.
 */
export function* walkTree(task: WalkTask): Generator<WalkStep> {
  const walk = new Walk(task);
  for (let relFolder = walk.next(); relFolder !== undefined; relFolder = walk.next()) {
    const entries = walk.list(relFolder);
    if ("error" in entries) return yield entries;
    for (const entry of entries) {
      if (walk.load.isFull()) yield walk.load.take();
      walk.meet(relFolder, entry);
    }
  }
  yield walk.load.take();
  const error = walk.recheck();
  if (error !== null) yield error;
}

class Walk {
  readonly load = new WalkBatchBuilder();
  readonly #task: WalkTask;
  readonly #paths: FilePaths;
  readonly #folders = [""];
  #foreign = new Map<string, string[]>();
  #hasFailed = false;

  constructor(task: WalkTask) {
    this.#task = task;
    this.#paths = filePathsOf(task.platform);
  }

  next(): string | undefined {
    return this.#folders.pop();
  }

  /** The entries of a folder; an error only where it is the instrument's own. */
  list(relFolder: string): readonly Dirent[] | FileError {
    const path = this.#paths.absolute(this.#task.folder, relFolder);
    try {
      const entries = readdirSync(path, { withFileTypes: true });
      this.#foreign = entries.some((entry) => mayBeForeign(entry.name)) ? foreignNames(path) : new Map();
      return entries;
    } catch (error) {
      const failed = this.#errorWith("folder", relFolder, error);
      if (relFolder === "") return failed;
      if (failed.error !== "vanished") this.load.skip(relFolder, "unreadable-folder", failed.message);
      return [];
    }
  }

  meet(relFolder: string, entry: Dirent): void {
    const prefix = relFolder === "" ? "" : `${relFolder}/`;
    const relPath = prefix + entry.name;
    const legible = this.#foreign.get(entry.name)?.pop();
    if (legible !== undefined) {
      if (this.#isWanted(relPath) || this.#mayHold(relPath))
        this.load.skip(
          prefix + legible,
          "foreign-name",
          "Its name is not valid UTF-8, so it cannot be opened.",
        );
    } else if (entry.isDirectory()) {
      if (this.#mayHold(relPath)) this.#folders.push(relPath);
    } else if (entry.isSymbolicLink()) {
      if (this.#isWanted(relPath) || this.#mayHold(relPath))
        this.load.skip(relPath, "link", "It is a symbolic link, and links are not followed.");
    } else if (this.#isWanted(relPath)) {
      if (entry.isFile()) this.#look(relPath);
      else this.load.skip(relPath, "not-a-file", "It is a device, socket or pipe, not a file.");
    }
  }

  /** After a failure inside, whether the whole folder is gone: a share that vanished must not look like an empty one. */
  recheck(): FileError | null {
    if (!this.#hasFailed) return null;
    try {
      readdirSync(this.#paths.absolute(this.#task.folder, ""));
      return null;
    } catch (error) {
      return this.#errorWith("folder", "", error);
    }
  }

  #look(relPath: string): void {
    try {
      const stats = lstatSync(this.#paths.absolute(this.#task.folder, relPath), { bigint: true });
      if (stats.isFile()) this.load.add(seenFileOf(relPath, stats));
    } catch (error) {
      const failed = this.#errorWith("file", relPath, error);
      if (failed.error !== "vanished") this.load.skip(relPath, "unreadable-file", failed.message);
    }
  }

  #isWanted(relPath: string): boolean {
    const { pattern, alsoSuffixes } = this.#task;
    const caseInsensitive = this.#paths.isCaseInsensitive;
    if (pattern === null || pattern.dateOf(relPath, { caseInsensitive }) !== null) return true;
    const path = caseInsensitive ? relPath.toLowerCase() : relPath;
    return alsoSuffixes.some((suffix) => path.endsWith(caseInsensitive ? suffix.toLowerCase() : suffix));
  }

  #mayHold(relFolder: string): boolean {
    const caseInsensitive = this.#paths.isCaseInsensitive;
    return this.#task.pattern?.couldEnter(relFolder, { caseInsensitive }) ?? true;
  }

  #errorWith(kind: "file" | "folder", relPath: string, error: unknown): FileError {
    this.#hasFailed = true;
    return errorOf(codeOf(error), { kind, path: this.#paths.shown(this.#task.folder, relPath) });
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
function foreignNames(folder: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const bytes of readdirSync(folder, { encoding: "buffer" })) {
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
