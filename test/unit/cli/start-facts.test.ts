import path from "node:path";
import { expect, test } from "vitest";
import { electronRuntime, hasDisplay, userDataFolder } from "#cli/electron-runtime.ts";
import { readStartFlags } from "#main/start-flags.ts";

test("the runtime of Electron is a program that is there, or none", () => {
  const program = electronRuntime();
  expect(program === null || program.includes("electron")).toBe(true);
});

test.each([
  ["linux", {}, false],
  ["linux", { DISPLAY: "" }, false],
  ["linux", { DISPLAY: ":0" }, true],
  ["linux", { WAYLAND_DISPLAY: "wayland-0" }, true],
  ["win32", {}, true],
  ["darwin", {}, true],
] as const)("%s with %o has a display: %s", (platform, env, has) => {
  expect(hasDisplay(platform, env)).toBe(has);
});

test("the station of the user lies where programs of the system keep theirs", () => {
  const at = path.normalize;
  expect(userDataFolder("linux", {}, "/home/ann")).toBe(at("/home/ann/.config/Skyferry"));
  expect(userDataFolder("linux", { XDG_CONFIG_HOME: "/cfg" }, "/home/ann")).toBe(at("/cfg/Skyferry"));
  expect(userDataFolder("darwin", {}, "/Users/ann")).toBe(
    at("/Users/ann/Library/Application Support/Skyferry"),
  );
  expect(userDataFolder("win32", { APPDATA: "/r" }, "/u")).toBe(at("/r/Skyferry"));
});

test.each([
  [[], { dataFolder: null, isHidden: false }],
  [["--hidden"], { dataFolder: null, isHidden: true }],
  [["--data", "here"], { dataFolder: path.resolve("/cwd/here"), isHidden: false }],
  [["--data=/there", "--hidden"], { dataFolder: path.resolve("/there"), isHidden: true }],
  [["--data"], { dataFolder: null, isHidden: false }],
  [[".", "--enable-logging", "--lang=fi", "--hidden", "file.nc"], { dataFolder: null, isHidden: true }],
])("%j starts the desktop with %j", (argv, flags) => {
  expect(readStartFlags(argv, "/cwd")).toEqual(flags);
});
