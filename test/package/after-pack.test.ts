import { copyFile, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { type AfterPackContext, Arch } from "electron-builder";
import { afterEach, beforeEach, expect, test } from "vitest";
import { afterPack } from "#build/packages/after-pack.ts";
import { nativeLibrary } from "#test/support/builders/native-library.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let folder: string;
beforeEach(async () => {
  folder = await makeScratch("skyferry-packed-");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const packed = (): AfterPackContext => {
  const packager = { getResourcesDir: (place: string) => path.join(place, "resources") };
  return {
    appOutDir: folder,
    electronPlatformName: "win32",
    arch: Arch.x64,
    packager,
  } as unknown as AfterPackContext;
};

test("a package without the keychain's native module is refused", async () => {
  await expect(afterPack(packed())).rejects.toThrow("for win32 is not installed here");
});

async function withLibrary(name: string): Promise<void> {
  const module = path.join(
    folder,
    "resources/app.asar.unpacked/node_modules/@napi-rs/keyring-win32-x64-msvc",
  );
  await mkdir(module, { recursive: true });
  await copyFile(nativeLibrary(name), path.join(module, "keyring.win32-x64-msvc.node"));
}

test("a package with it passes", async () => {
  await withLibrary("win32-x64-msvc");
  await expect(afterPack(packed())).resolves.toBeUndefined();
});

test("a package with one for another processor is refused", async () => {
  await withLibrary("win32-arm64-msvc");
  await expect(afterPack(packed())).rejects.toThrow("is for win32-arm64, not for win32-x64");
});
