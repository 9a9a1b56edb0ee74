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

const keyring = "@napi-rs/keyring-win32-x64-msvc/keyring.win32-x64-msvc.node";
const keytar = "keytar/build/Release/keytar.node";

async function withLibrary(file: string, name: string): Promise<void> {
  const place = path.join(folder, "resources/app.asar.unpacked/node_modules", file);
  await mkdir(path.dirname(place), { recursive: true });
  await copyFile(nativeLibrary(name), place);
}

test.each([
  ["both", [], "keytar"],
  ["keytar", [keyring], "keytar"],
  ["@napi-rs/keyring", [keytar], "@napi-rs/keyring"],
] as const)("a package without the native modules of %s is refused", async (_, has, missing) => {
  for (const file of has) await withLibrary(file, "win32-x64-msvc");
  await expect(afterPack(packed())).rejects.toThrow(
    `The native module of ${missing} for win32 is not installed here`,
  );
});

test("a package with both passes", async () => {
  for (const file of [keyring, keytar]) await withLibrary(file, "win32-x64-msvc");
  await expect(afterPack(packed())).resolves.toBeUndefined();
});

test("a package with one for another processor is refused", async () => {
  await withLibrary(keyring, "win32-arm64-msvc");
  await withLibrary(keytar, "win32-x64-msvc");
  await expect(afterPack(packed())).rejects.toThrow("is for win32-arm64, not for win32-x64");
});
