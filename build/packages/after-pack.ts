import { readdir } from "node:fs/promises";
import path from "node:path";
import type { AfterPackContext } from "electron-builder";

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
  if (!files.some((name) => name.endsWith(".node")))
    throw new Error(
      `The keychain's native module for ${electronPlatformName} is not installed here: build this package on ${electronPlatformName}.`,
    );
}
