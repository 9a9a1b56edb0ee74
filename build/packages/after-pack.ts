import { readdir } from "node:fs/promises";
import path from "node:path";
import { type AfterPackContext, Arch } from "electron-builder";
import { nativeProblem } from "./native-modules.ts";

/** Set in the environment while a package is put together only to look at it. */
export const standInMark = "SKYFERRY_STAND_IN_PACKAGE";

/** The libraries of the keychain: whether a password that one of them keeps is found must not depend on who built the package. */
const keychains: Readonly<Record<string, RegExp>> = {
  keytar: /^node_modules\/keytar\//,
  "@napi-rs/keyring": /^node_modules\/@napi-rs\/keyring-/,
};

/**
 * Called by electron-builder with each package. A package without the native modules of the keychain would ask for the
 * password at every start, or again after an update. It must not leave the house. npm installs these modules only for the
 * system it runs on, and one that is optional may fail without a word.
 */
export async function afterPack(context: AfterPackContext): Promise<void> {
  const { appOutDir, electronPlatformName, packager } = context;
  if (process.env[standInMark] !== undefined) return;
  const unpacked = path.join(packager.getResourcesDir(appOutDir), "app.asar.unpacked");
  const files = await readdir(unpacked, { recursive: true }).catch(() => []);
  const natives = files.filter((name) => name.endsWith(".node"));
  for (const [library, pattern] of Object.entries(keychains))
    if (!natives.some((name) => pattern.test(name.split(path.sep).join("/"))))
      throw new Error(
        `The native module of ${library} for ${electronPlatformName} is not installed here: build this package on ${electronPlatformName}, after npm ci with its install scripts.`,
      );
  for (const name of natives) {
    const problem = await nativeProblem(path.join(unpacked, name), electronPlatformName, Arch[context.arch]);
    if (problem !== null) throw new Error(problem);
  }
}
