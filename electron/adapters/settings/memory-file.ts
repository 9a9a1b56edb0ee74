import { readFileSync } from "node:fs";
import { writeWhole } from "#adapters/whole-file.ts";
import { codeOf } from "./json-file.ts";

/** What a shell remembers between two starts, by short names. */
export interface MemoryFile {
  read(name: string): unknown;
  /** Throws what the system says where it cannot be kept. */
  write(name: string, value: unknown): void;
}

/**
 * A memory in one JSON file that only its owner may read, read once. A damaged one is started again: that costs the place
 * of the window, and a password that only the system's protected store has, which is asked for again. Throws where
 * the file is there and cannot be read.
 */
export function openMemoryFile(file: string): MemoryFile {
  const kept = readObject(file);
  return {
    read: (name) => kept[name],
    write(name, value) {
      const next = { ...kept, [name]: value };
      writeWhole(file, JSON.stringify(next, null, "\t"), 0o600);
      kept[name] = value;
    },
  };
}

function readObject(file: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return {};
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : {};
  } catch {
    return {};
  }
}
