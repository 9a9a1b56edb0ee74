import { readdirSync } from "node:fs";

const replacement = "\uFFFD";

/** True when the name could stand for bytes that are not UTF-8: reading such bytes puts U+FFFD in their place. */
export function mayBeForeign(name: string): boolean {
  return name.includes(replacement);
}

/**
 * The names of a folder that are not UTF-8, as Node reads them and as an operator can read them:
 * `M�nchen.nc` gives `M\xfcnchen.nc`, and more where several read alike. A name that truly holds U+FFFD is not among them.
 */
export function foreignNames(folder: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const bytes of readdirSync(folder, { encoding: "buffer" })) {
    const read = bytes.toString("utf8");
    if (!mayBeForeign(read) || Buffer.from(read, "utf8").equals(bytes)) continue;
    names.set(read, [...(names.get(read) ?? []), legible(bytes)]);
  }
  return names;
}

/** ASCII as it is, every other byte as `\xe4`. */
function legible(bytes: Buffer): string {
  return Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`,
  ).join("");
}
