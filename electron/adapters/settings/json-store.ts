import { rm } from "node:fs/promises";
import type { Log, StateStore } from "#engine/ports/host.ts";
import { readJsonFile, writeJsonFile } from "./json-file.ts";

/**
 * A state store in one JSON file; created with the first write, and only its owner may read it. A damaged file is
 * replaced: nothing depends on it but that an operator is not told twice.
 */
export function createJsonStore(file: string, log: Log): StateStore {
  let isFailing = false;
  const write = (value: object) => writeJsonFile(file, { ...value }, 0o600);
  return {
    async read() {
      const read = await readJsonFile(file);
      return read.kind === "read" ? read.value : null;
    },
    async write(value) {
      let written = await write(value);
      if (written.kind === "failed") {
        await rm(file, { force: true }).catch(() => undefined);
        written = await write(value);
      }
      if (written.kind === "failed" && !isFailing)
        log.warn("a note for the next start cannot be saved", { message: written.message });
      isFailing = written.kind === "failed";
    },
  };
}
