import { fileURLToPath } from "node:url";

/** Scripts in the place of the keychain's own: one that answers with what it was told, one that ends, one that hangs. */
export function scriptOf(kind: "echo" | "end" | "hang"): string {
  return fileURLToPath(new URL(`./keychain-scripts/${kind}.js`, import.meta.url));
}
