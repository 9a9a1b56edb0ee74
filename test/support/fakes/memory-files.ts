import type { FileStat } from "#domain/file-version.ts";
import { compilePattern, type Pattern } from "#domain/pattern/pattern.ts";
import { shapeOfPath } from "#domain/pattern/suggest.ts";
import { isOfSystem, temporaryReason } from "#domain/selection.ts";
import type {
  Drive,
  FileError,
  Files,
  OpenFile,
  SkippedEntry,
  WalkBatch,
  WalkRequest,
} from "#engine/ports/host.ts";
import { type MemoryEntry, MemoryOpenFile, statOfEntry } from "./memory-open-file.ts";

type Error = FileError["error"];
/** A walk gives it, names it as one that the pattern does not take, or passes over it. */
type Fate = "wanted" | "unmatched" | "passed";

/** A folder tree in memory, with the troubles of a real one at the test's command. */
export class MemoryFiles implements Files {
  /** Files opened so far. */
  opened = 0;
  /** Files that are open now. */
  openNow = 0;
  /** FAT has none: the modification time replaces them. For what is written from now on. */
  hasChangeTimes = true;
  readonly #folders = new Map<string, Map<string, MemoryEntry>>();
  readonly #folderTroubles = new Map<string, Error>();
  readonly #fileErrors = new Map<string, Error>();
  readonly #held = new Set<string>();
  readonly #drives = new Map<string, Drive | FileError>();
  readonly #skipped = new Map<string, SkippedEntry & { readonly folder: string }>();
  /** Fates of paths that were met, by the request: days of a station ask for the same again and again. */
  readonly #fates = new Map<string, Map<string, Fate>>();
  #lastUs = Date.UTC(2024, 0, 1) * 1000;
  #lastId = 0;

  makeFolder(folder: string): void {
    if (!this.#folders.has(folder)) this.#folders.set(folder, new Map());
  }

  /** The folder goes with all that is in it. */
  removeFolder(folder: string): void {
    this.#folders.delete(folder);
  }

  /** Writes a file, in place where it exists; `mtimeUs` is a new one each time unless given. */
  put(folder: string, relPath: string, content: Uint8Array | string, mtimeUs?: number): void {
    this.makeFolder(folder);
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    this.#lastUs += 1_000_000;
    const times = this.#times(mtimeUs ?? this.#lastUs);
    const entry = this.#entry(folder, relPath);
    if (entry !== null) Object.assign(entry, { bytes, ...times });
    else this.#folders.get(folder)?.set(relPath, { bytes, ...times, fileId: String(++this.#lastId) });
  }

  /** Puts another file under the name, as a rename into place does. */
  replace(folder: string, relPath: string, content: Uint8Array | string, mtimeUs?: number): void {
    this.remove(folder, relPath);
    this.put(folder, relPath, content, mtimeUs);
  }

  /** The file keeps its identity and its modification time; what was under the other name goes. */
  rename(folder: string, from: string, to: string): void {
    const entry = this.#entry(folder, from);
    if (entry === null) return;
    this.#lastUs += 1_000_000;
    this.remove(folder, from);
    this.#folders.get(folder)?.set(to, { ...entry, ...this.#times(entry.mtimeUs) });
  }

  /** Somebody changes its rights, or what else is in the entry only. */
  touch(folder: string, relPath: string): void {
    const entry = this.#entry(folder, relPath);
    this.#lastUs += 1_000_000;
    if (entry !== null) Object.assign(entry, this.#times(entry.mtimeUs));
  }

  /** Every file gets another id, as on file systems that make them up when they are mounted. */
  newIds(): void {
    for (const files of this.#folders.values())
      for (const entry of files.values()) entry.fileId = String(++this.#lastId);
  }

  /** Every file of a folder with its content. */
  contents(folder: string): ReadonlyMap<string, Uint8Array> {
    return new Map([...(this.#folders.get(folder) ?? [])].map(([relPath, { bytes }]) => [relPath, bytes]));
  }

  remove(folder: string, relPath: string): void {
    this.#folders.get(folder)?.delete(relPath);
  }

  /** All that is asked of the folder meets this trouble until it is null. */
  troubleFolder(folder: string, error: Error | null): void {
    if (error === null) this.#folderTroubles.delete(folder);
    else this.#folderTroubles.set(folder, error);
  }

  /** Opening and reading meet this trouble until it is null. */
  errorFile(folder: string, relPath: string, error: Error | null): void {
    if (error === null) this.#fileErrors.delete(`${folder}/${relPath}`);
    else this.#fileErrors.set(`${folder}/${relPath}`, error);
  }

  /** A walk meets the entry and passes over it, and over what lies in it, until `kind` is null. */
  skip(folder: string, relPath: string, kind: SkippedEntry["kind"] | null): void {
    const key = `${folder}/${relPath}`;
    if (kind === null) this.#skipped.delete(key);
    else this.#skipped.set(key, { folder, relPath, kind, reason: `"${key}" cannot be used.` });
  }

  /** Puts the folder on another drive than the usual one, or one of which nothing can be told. */
  mountOn(folder: string, drive: Drive | FileError): void {
    this.#drives.set(folder, drive);
  }

  async drive(folder: string): Promise<Drive | FileError> {
    if (!this.#folders.has(folder)) return said("vanished", `the folder "${folder}"`);
    return this.#drives.get(folder) ?? { device: "1", root: "/", bytes: 1e12, freeBytes: 5e11 };
  }

  holdForWriting(folder: string, relPath: string, isHeld: boolean): void {
    if (isHeld) this.#held.add(`${folder}/${relPath}`);
    else this.#held.delete(`${folder}/${relPath}`);
  }

  async *walk(request: WalkRequest, signal: AbortSignal): AsyncGenerator<WalkBatch | FileError> {
    const { folder } = request;
    await null;
    if (signal.aborted) return;
    const error = this.#folderTroubles.get(folder);
    const entries = this.#folders.get(folder);
    if (error !== undefined || entries === undefined)
      return yield said(error ?? "vanished", `the folder "${folder}"`);
    const compiled = request.pattern === null ? null : compilePattern(request.pattern);
    if (compiled?.kind === "refused") return yield said("unreadable", `with "${request.pattern}" the folder`);
    const pattern = compiled?.pattern ?? null;
    const skipped = [...this.#skipped.values()].filter((entry) => entry.folder === folder);
    if (skipped.length > 0) yield { files: [], skipped };
    const isBehind = (path: string) => skipped.some(({ relPath }) => path.startsWith(`${relPath}/`));
    const fateOf = this.#fatesFor(request, pattern);
    const files = [...entries]
      .filter(([relPath]) => !isBehind(relPath))
      .filter(([relPath]) => fateOf(relPath) === "wanted")
      .map(([relPath, { bytes, mtimeUs, ctimeUs, fileId }]) => {
        return { relPath, size: bytes.length, mtimeUs, ctimeUs, fileId };
      });
    for (let at = 0; at < files.length && !signal.aborted; at += 1000) {
      yield { files: files.slice(at, at + 1000), skipped: [] };
      await null;
    }
    const left = [...(this.#folders.get(folder)?.keys() ?? [])].filter(
      (path) => fateOf(path) === "unmatched",
    );
    const unmatched = [...Map.groupBy(left, shapeOfPath)];
    if (unmatched.length === 0 || signal.aborted) return;
    const names = unmatched.map(([shape, all]) => ({
      shape,
      count: all.length,
      samplePath: all.at(-1) ?? "",
    }));
    yield { files: [], skipped: [], unmatched: names };
  }

  #fatesFor({ pattern: text, alsoSuffixes }: WalkRequest, pattern: Pattern | null): (path: string) => Fate {
    const request = JSON.stringify([text, alsoSuffixes]);
    const fates = this.#fates.get(request) ?? new Map<string, Fate>();
    this.#fates.set(request, fates);
    return (path) => {
      const known = fates.get(path) ?? fateOfPath(path, pattern, alsoSuffixes);
      fates.set(path, known);
      return known;
    };
  }

  async stat(folder: string, relPath: string): Promise<FileStat | FileError> {
    const error = this.#folderTroubles.get(folder);
    if (error !== undefined) return said(error, `"${folder}/${relPath}"`);
    const entry = this.#entry(folder, relPath);
    if (entry !== null) return statOfEntry(entry);
    if (this.#isFolder(folder, relPath))
      return {
        kind: "folder",
        size: 0,
        mtimeUs: 0,
        ctimeUs: 0,
        fileId: `folder:${relPath}`,
        device: "memory",
      };
    return said("vanished", `"${folder}/${relPath}"`);
  }

  async open(folder: string, relPath: string): Promise<OpenFile | FileError> {
    const path = `${folder}/${relPath}`;
    const entry = this.#entry(folder, relPath);
    const errorNow = () => {
      const error = this.#folderTroubles.get(folder) ?? this.#fileErrors.get(path);
      return error === undefined ? null : said(error, `"${path}"`);
    };
    const error = errorNow();
    if (error !== null) return error;
    if (entry === null) return said(this.#isFolder(folder, relPath) ? "not-a-file" : "vanished", `"${path}"`);
    this.opened++;
    this.openNow++;
    const onClose = () => void this.openNow--;
    return new MemoryOpenFile({
      path,
      entry,
      entryNow: () => this.#entry(folder, relPath),
      errorNow,
      onClose,
    });
  }

  async isHeldForWriting(folder: string, relPath: string): Promise<boolean> {
    return this.#held.has(`${folder}/${relPath}`);
  }

  #times(mtimeUs: number) {
    return { mtimeUs, ctimeUs: this.hasChangeTimes ? this.#lastUs : mtimeUs };
  }

  #entry(folder: string, relPath: string): MemoryEntry | null {
    return this.#folders.get(folder)?.get(relPath) ?? null;
  }

  #isFolder(folder: string, relPath: string): boolean {
    if (relPath === "") return this.#folders.has(folder);
    const names = this.#folders.get(folder)?.keys() ?? [];
    return [...names].some((name) => name.startsWith(`${relPath}/`));
  }
}

function said(error: Error, what: string): FileError {
  return { error, message: `${what} is ${error}.` };
}

/** As a walk finds them: a sentinel in a folder that no file can match in is not met, nor is what lies there unmatched. */
function fateOfPath(relPath: string, pattern: Pattern | null, alsoSuffixes: readonly string[]): Fate {
  if (!isEntered(relPath, pattern)) return "passed";
  if (pattern === null || pattern.dateOf(relPath, { caseInsensitive: false }) !== null) return "wanted";
  if (alsoSuffixes.some((suffix) => relPath.endsWith(suffix))) return "wanted";
  return isOfSystem(relPath) || temporaryReason(relPath, "") !== null ? "passed" : "unmatched";
}

/** A walk comes to where it lies. */
function isEntered(relPath: string, pattern: Pattern | null): boolean {
  const parts = relPath.split("/");
  const folders = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join("/"));
  if (folders.some(isOfSystem)) return false;
  return (
    pattern === null || folders.every((folder) => pattern.couldEnter(folder, { caseInsensitive: false }))
  );
}
