import path from "node:path";
import { expect, test } from "vitest";
import { electronRuntime, hasDisplay } from "#cli/electron-runtime.ts";
import { openingOf } from "#cli/open-pages.ts";
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

test.each([
  [[], { dataFolder: null, isHidden: false }],
  [["--hidden"], { dataFolder: null, isHidden: true }],
  [["--updated"], { dataFolder: null, isHidden: true }],
  [["--data", "here"], { dataFolder: path.resolve("/cwd/here"), isHidden: false }],
  [["--data=/there", "--hidden"], { dataFolder: path.resolve("/there"), isHidden: true }],
  [["--data"], { dataFolder: null, isHidden: false }],
  [["--restarts=3", "--hidden"], { dataFolder: null, isHidden: true, restarts: 3 }],
  [["--restarts=many"], { dataFolder: null, isHidden: false }],
  [[".", "--enable-logging", "--lang=fi", "--hidden", "file.nc"], { dataFolder: null, isHidden: true }],
])("%j starts the desktop with %j", (argv, flags) => {
  expect(readStartFlags(argv, "/cwd")).toEqual({ restarts: 0, ...flags });
});

const ui = "http://127.0.0.1:4000/#token=abc";

test("a runtime and a display open the desktop's window on the folder of the host that runs", () => {
  const facts = { platform: "linux", env: { DISPLAY: ":0" }, runtime: "/opt/electron" } as const;
  const opening = openingOf(ui, "/data", facts);
  expect(opening).toMatchObject({ kind: "window", program: "/opt/electron" });
  expect("args" in opening && opening.args.slice(-2)).toEqual(["--data", "/data"]);
});

test.each([
  ["linux", "xdg-open", [ui]],
  ["darwin", "open", [ui]],
  ["win32", "cmd", ["/c", "start", '""', ui]],
] as const)("without a runtime the browser of %s is opened", (platform, program, args) => {
  const facts = { platform, env: { WAYLAND_DISPLAY: "wayland-0" }, runtime: null };
  expect(openingOf(ui, "/data", facts)).toEqual({ kind: "browser", program, args });
});

test("without a screen nothing is opened, runtime or not", () => {
  for (const runtime of [null, "/opt/electron"])
    expect(openingOf(ui, "/data", { platform: "linux", env: {}, runtime })).toEqual({ kind: "none" });
});
