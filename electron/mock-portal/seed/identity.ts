import { createHash } from "node:crypto";
import { v5 as uuidV5 } from "uuid";

const NAMESPACE = "5b0f8f6e-4a3c-4d0e-9d57-6c2f3a1e8b90";

/** The uuid of a thing of the demo seed, by a name that says which thing it is. */
export function uuidOf(name: string): string {
  return uuidV5(name, NAMESPACE);
}

/** A persistent identifier for a file, in the form of those of docs/portal/api.md, "File". */
export function pidOf(fileUuid: string): string {
  return `https://hdl.handle.net/21.12132/1.${hex(fileUuid).slice(0, 16)}`;
}

/** An opaque version token. */
export function versionTokenOf(fileUuid: string): string {
  return hex(uuidOf(`version of ${fileUuid}`));
}

/** SHA-256 (files) or MD5 (raw files) in lower-case hexadecimal. */
export function checksumOf(algorithm: "sha256" | "md5", bytes: Uint8Array): string {
  return createHash(algorithm).update(bytes).digest("hex");
}

function hex(uuid: string): string {
  return uuid.replaceAll("-", "");
}
