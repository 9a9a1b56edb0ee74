import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { AfterPackContext } from "electron-builder";
import { afterEach, beforeEach, expect, test } from "vitest";
import { afterPack } from "#build/packages/after-pack.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeScratch("skyferry-packed-");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const packed = (): AfterPackContext => {
  const packager = { getResourcesDir: (place: string) => path.join(place, "resources") };
  return { appOutDir: folder, electronPlatformName: "win32", packager } as unknown as AfterPackContext;
};

test("a package without the keychain's native module is refused", async () => {
  await expect(afterPack(packed())).rejects.toThrow("for win32 is not installed here");
});

test("a package with it passes", async () => {
  const module = path.join(
    folder,
    "resources/app.asar.unpacked/node_modules/@napi-rs/keyring-win32-x64-msvc",
  );
  await mkdir(module, { recursive: true });
  await writeFile(path.join(module, "keyring.win32-x64-msvc.node"), "");
  await expect(afterPack(packed())).resolves.toBeUndefined();
});
