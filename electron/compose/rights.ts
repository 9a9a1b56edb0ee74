import { existsSync } from "node:fs";
import { join } from "node:path";
import { type OwnerOnly, ownerOnly } from "#adapters/owner-only.ts";
import { reportKeyName } from "#domain/reported-station.ts";

/** Files of the data folder that hold a secret; `host.json` is protected each time it is written. */
const secretFiles = ["credentials.json", "settings.json", "tokens.json", reportKeyName];

/** Why a file is not for its owner alone where modes mean nothing (Windows), in one sentence; null where it is. */
export function fileRights(file: string, owner: OwnerOnly = ownerOnly): string | null {
  return owner.check(file, "file");
}

/**
 * Sees at the start that other users of this PC can read no secret, and takes it from them where that is Skyferry's to
 * do. Gives what must be told, one sentence each; nothing where modes decide.
 */
export function checkRights(
  { dataFolder, passwordFile }: { readonly dataFolder: string; readonly passwordFile: string | null },
  owner: OwnerOnly = ownerOnly,
): readonly string[] {
  const found = [owner.check(dataFolder, "folder")];
  // A folder that the operator made keeps its rights; what Skyferry keeps in it does not depend on them.
  if (found[0] !== null)
    for (const file of secretFiles.map((name) => join(dataFolder, name)))
      if (existsSync(file)) found.push(owner.protect(file, "file"));
  if (passwordFile !== null && existsSync(passwordFile)) found.push(owner.check(passwordFile, "file"));
  return found.filter((message) => message !== null);
}
