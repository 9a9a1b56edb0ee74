import path from "node:path";
import { readJsonFile, writeJsonFile } from "#adapters/settings/json-file.ts";

/** Remembers which backend holds the secret of an account; holds no secret. */
export interface SecretPlaces {
  /** Name of the backend; null where nothing is known. */
  read(account: string): Promise<string | null>;
  /** Null forgets. Answers null, or a sentence why it could not be written. */
  write(account: string, backend: string | null): Promise<string | null>;
}

/** `secret-place.json` in the data folder. A damaged one is the same as none: the places are then searched again. */
export function secretPlaces(dataFolder: string): SecretPlaces {
  const file = path.join(dataFolder, "secret-place.json");
  const readAll = async (): Promise<Map<string, unknown>> => {
    const read = await readJsonFile(file);
    const isObject = read.kind === "read" && typeof read.value === "object" && read.value !== null;
    return new Map(isObject ? Object.entries(read.value ?? {}) : []);
  };
  return {
    async read(account) {
      const backend = (await readAll()).get(account);
      return typeof backend === "string" ? backend : null;
    },
    async write(account, backend) {
      const all = await readAll();
      if ((all.get(account) ?? null) === backend) return null;
      if (backend === null) all.delete(account);
      else all.set(account, backend);
      const written = await writeJsonFile(file, Object.fromEntries(all));
      return written.kind === "written" ? null : written.message;
    },
  };
}
