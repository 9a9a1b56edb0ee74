import { expect, test } from "vitest";
import { openingOf } from "#cli/open-pages.ts";

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
