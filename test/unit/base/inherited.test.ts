import { expect, test } from "vitest";
import { forgetOtherPrograms } from "#base/inherited.ts";

const image = { APPIMAGE: "/home/a/Skyferry-x86_64.AppImage", APPDIR: "/tmp/.mount_SkyferAbc" };

test.each([
  ["the program of that image", image, "/tmp/.mount_SkyferAbc/skyferry-desktop", true],
  ["a program that another image has started", image, "/opt/Skyferry/skyferry-desktop", false],
  ["a folder with a longer name", image, "/tmp/.mount_SkyferAbcd/skyferry-desktop", false],
  ["no mounted folder", { APPIMAGE: image.APPIMAGE }, "/opt/Skyferry/skyferry-desktop", false],
  ["an empty one", { ...image, APPDIR: "" }, "/opt/Skyferry/skyferry-desktop", false],
])("APPIMAGE counts for %s alone, and nobody is run as Node", (_, given, execPath, isKept) => {
  const env: NodeJS.ProcessEnv = { ...given, HOME: "/home/a", ELECTRON_RUN_AS_NODE: "1" };
  forgetOtherPrograms(env, execPath);
  expect(env).toEqual(isKept ? { ...given, HOME: "/home/a" } : { HOME: "/home/a" });
});
