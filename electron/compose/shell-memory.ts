import { join } from "node:path";
import { type MemoryFile, openMemoryFile } from "#adapters/settings/memory-file.ts";

/** `shell.json` of the data folder: what a shell remembers beside the station. Throws where it cannot be read. */
export function openShellMemory(dataFolder: string): MemoryFile {
  return openMemoryFile(join(dataFolder, "shell.json"));
}
