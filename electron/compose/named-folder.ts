import { makeFolder, ownerOnly } from "#adapters/owner-only.ts";

/**
 * Makes a folder that a person has named, with those above it; one that is there keeps its rights. Throws what the system
 * says, which names the folder that cannot be made.
 */
export function makeNamedFolder(folder: string, readableBy: "owner" | "usual"): void {
  makeFolder(folder, readableBy === "owner" ? ownerOnly : null);
}
