import { createHash } from "node:crypto";
import { addedTo } from "#domain/added-files.ts";
import { sampleOf } from "#domain/content/verdict.ts";
import type { AddedFiles, AddingError } from "#engine/ports/received-copies.ts";
import type { MemoryFiles } from "./memory-files.ts";

const unknown: AddingError = { error: "unknown", message: "It is not here." };

/** Added files in memory. As the files of an engine are, those of all folders lie in one of them, `folder`. */
export class MemoryAdded implements AddedFiles {
  readonly dataFolder = "/data/skyferry";
  /** Paths of the copies that were removed. */
  readonly removed: string[] = [];
  readonly #files: MemoryFiles;
  readonly #folder: string;
  readonly #parts = new Map<string, { size: number; bytes: Uint8Array }>();
  readonly #kept = new Set<string>();

  constructor(files: MemoryFiles, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  async begin(size: number): Promise<string> {
    const id = `part ${this.#parts.size + this.#kept.size}`;
    this.#parts.set(id, { size, bytes: new Uint8Array(0) });
    return id;
  }

  async append(id: string, _: number, bytes: Uint8Array): Promise<number | AddingError> {
    const part = this.#parts.get(id);
    if (part === undefined) return unknown;
    part.bytes = Buffer.concat([part.bytes, bytes]);
    return part.bytes.length;
  }

  async received(id: string) {
    const part = this.#parts.get(id);
    if (part === undefined) return unknown;
    const { size, bytes } = part;
    return { size, checksum: createHash("md5").update(bytes).digest("hex"), sample: sampleOf(bytes) };
  }

  async keep(id: string, relPath: string, modifiedAtMs: number): Promise<AddingError | null> {
    const part = this.#parts.get(id);
    if (part === undefined) return unknown;
    this.#parts.delete(id);
    this.#files.replace(this.#folder, relPath, part.bytes, modifiedAtMs * 1000);
    this.#kept.add(relPath);
    return null;
  }

  async discard(id: string): Promise<void> {
    this.#parts.delete(id);
  }

  async list(instrument: string) {
    const own = [...this.#kept].filter((relPath) => relPath.startsWith(addedTo(instrument)));
    const stats = await Promise.all(
      own.map(async (relPath) => ({ relPath, stat: await this.#files.stat(this.#folder, relPath) })),
    );
    return stats.flatMap(({ relPath, stat }) => ("error" in stat ? [] : [{ ...stat, relPath }]));
  }

  async remove(relPath: string): Promise<void> {
    if (!this.#kept.delete(relPath)) return;
    this.removed.push(relPath);
    this.#files.remove(this.#folder, relPath);
  }

  async start(): Promise<void> {}
  async close(): Promise<void> {}
}
