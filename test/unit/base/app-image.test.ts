import { expect, test } from "vitest";
import { forgetForeignAppImage } from "#base/app-image.ts";

const image = { APPIMAGE: "/home/a/Skyferry-x86_64.AppImage", APPDIR: "/tmp/.mount_SkyferAbc" };

test.each([
  ["the program of that image", image, "/tmp/.mount_SkyferAbc/skyferry-desktop", true],
  ["a program that another image has started", image, "/opt/Skyferry/skyferry-desktop", false],
  ["a folder with a longer name", image, "/tmp/.mount_SkyferAbcd/skyferry-desktop", false],
  ["no mounted folder", { APPIMAGE: image.APPIMAGE }, "/opt/Skyferry/skyferry-desktop", false],
  ["an empty one", { ...image, APPDIR: "" }, "/opt/Skyferry/skyferry-desktop", false],
])("APPIMAGE counts for %s alone", (_, given, execPath, isKept) => {
  const env: NodeJS.ProcessEnv = { ...given, HOME: "/home/a" };
  forgetForeignAppImage(env, execPath);
  expect(env).toEqual(isKept ? { ...given, HOME: "/home/a" } : { HOME: "/home/a" });
});
