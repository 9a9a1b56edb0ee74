import type { OfferedEntry } from "#renderer/store/adding.ts";

/** A file with its folders, as far as they came along, `/` between parts. */
export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

export interface DropRead {
  readonly files: readonly DroppedFile[];
  /** There are more than were taken. */
  readonly isCut: boolean;
  /** Names of folders that cannot be read. */
  readonly unreadable: readonly string[];
  /** Folders without a file. */
  readonly isEmpty: boolean;
}

/** Every file of what was dropped, also those in folders; `most` of them at most. */
export async function readEntries(offered: readonly OfferedEntry[], most: number): Promise<DropRead> {
  const files: DroppedFile[] = [];
  const unreadable: string[] = [];
  let isCut = false;
  const take = (path: string, file: File) => {
    if (files.length < most) files.push({ path, file });
    else isCut = true;
  };
  const read = async (entry: FileSystemEntry, path: string): Promise<void> => {
    if (isCut) return;
    try {
      if (isFile(entry))
        take(path, await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
      else if (isFolder(entry))
        for await (const one of entriesIn(entry)) await read(one, `${path}/${one.name}`);
    } catch {
      unreadable.push(path);
    }
  };
  for (const one of offered) {
    if (one.kind === "file") take(one.file.webkitRelativePath || one.file.name, one.file);
    else await read(one.entry, one.entry.name);
  }
  const isEmpty = offered.length > 0 && files.length === 0 && unreadable.length === 0;
  return { files, isCut, unreadable, isEmpty };
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** A browser gives some at a time. */
async function* entriesIn(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    yield* some;
  }
}
