import { ownerOnly } from "#adapters/owner-only.ts";
import { writeWhole } from "#adapters/whole-file.ts";
import { isLayer, type Layer } from "#domain/settings-layers.ts";
import { readJsonFile } from "./json-file.ts";

/** An administrator's file as it was when it could be used: names and variables replaced, no secret in it. */
export interface KeptFile {
  /** ISO 8601, UTC: since when it is so. */
  readonly readAt: string;
  readonly content: Layer;
}

type KeptFiles = ReadonlyMap<string, KeptFile>;

/** Copy of a folder of an administrator in the data folder, for a start that finds one of its files broken. */
export interface KeptLayers {
  /** By name; empty where there is no copy, or one of another folder. Never rejects. */
  read(folder: string): Promise<KeptFiles>;
  /** Replaces the copy as a whole. False where the disk did not take it. */
  write(folder: string, files: KeptFiles): boolean;
}

export const noneKept: KeptLayers = { read: async () => new Map(), write: () => true };

export function keptLayersIn(file: string): KeptLayers {
  return {
    async read(folder) {
      const read = await readJsonFile(file);
      const copy = read.kind === "read" && isLayer(read.value) ? read.value : {};
      if (copy.folder !== folder || !isLayer(copy.files)) return new Map();
      return new Map(
        Object.entries(copy.files).flatMap(([name, one]) => (isKeptFile(one) ? [[name, one]] : [])),
      );
    },
    write(folder, files) {
      const text = JSON.stringify({ folder, files: Object.fromEntries(files) });
      try {
        // It may name the address of a channel, which is a secret.
        writeWhole(file, text, 0o600, (draft) => void ownerOnly.protect(draft, "file"));
        return true;
      } catch {
        return false;
      }
    },
  };
}

function isKeptFile(value: unknown): value is KeptFile {
  return (
    isLayer(value) &&
    typeof value.readAt === "string" &&
    !Number.isNaN(Date.parse(value.readAt)) &&
    isLayer(value.content)
  );
}
