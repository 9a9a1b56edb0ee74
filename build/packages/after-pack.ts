import { readdir } from "node:fs/promises";
import path from "node:path";
import { type AfterPackContext, Arch } from "electron-builder";
import { nativeProblem } from "./native-modules.ts";

/** Set in the environment while a package is put together only to look at it. */
export const standInMark = "SKYFERRY_STAND_IN_PACKAGE";

/**
 * Called by electron-builder with each package. One without the keychain's native module would ask for the password at
 * every start, and npm installs that module only for the system it runs on: such a package must not leave the house.
 */
export async function afterPack(context: AfterPackContext): Promise<void> {
  const { appOutDir, electronPlatformName, packager } = context;
  if (process.env[standInMark] !== undefined) return;
  const unpacked = path.join(packager.getResourcesDir(appOutDir), "app.asar.unpacked");
  const files = await readdir(unpacked, { recursive: true }).catch(() => []);
  const natives = files.filter((name) => name.endsWith(".node"));
  if (natives.length === 0)
    throw new Error(
      `The keychain's native module for ${electronPlatformName} is not installed here: build this package on ${electronPlatformName}.`,
    );
  for (const name of natives) {
    const problem = await nativeProblem(path.join(unpacked, name), electronPlatformName, Arch[context.arch]);
    if (problem !== null) throw new Error(problem);
  }
}
