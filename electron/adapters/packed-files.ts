import type { SeenFile } from "#domain/file-version.ts";

/**
 * Files in columns: a thousand cross between threads as two texts and one array of numbers, at a tenth of the cost of
 * objects. JSON would keep every short text, so each file's id, in V8's table of names: 16 MB after 100,000.
 */
export interface PackedFiles {
  /** Relative paths joined by NUL, the one character besides `/` that no name holds. */
  readonly relPaths: string;
  /** In the same order, joined alike. */
  readonly fileIds: string;
  /** Size in bytes, modification time and change time in microseconds, in turn. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

const numbersOfFile = 3;

export function packFiles(files: readonly SeenFile[]): PackedFiles {
  return {
    relPaths: files.map(({ relPath }) => relPath).join("\0"),
    fileIds: files.map(({ fileId }) => fileId).join("\0"),
    numbers: Float64Array.from(files.flatMap(({ size, mtimeUs, ctimeUs }) => [size, mtimeUs, ctimeUs])),
  };
}

export function unpackFiles({ relPaths, fileIds, numbers }: PackedFiles): SeenFile[] {
  if (numbers.length === 0) return [];
  const ids = fileIds.split("\0");
  return relPaths.split("\0").map((relPath, i) => ({
    relPath,
    size: numbers[numbersOfFile * i] ?? 0,
    mtimeUs: numbers[numbersOfFile * i + 1] ?? 0,
    ctimeUs: numbers[numbersOfFile * i + 2] ?? 0,
    fileId: ids[i] ?? "",
  }));
}
