import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

/** The Linux session in which Electron is tried (`.ci/desktop-session`). */
const top = fileURLToPath(new URL("../..", import.meta.url));
const always = ["dbus-run-session", "dbus-send", "gnome-keyring-daemon"];
const isThere = (program: string): boolean =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

describe.each([
  { name: "X11", words: [], programs: ["xvfb-run", "xauth", ...always], type: "x11" },
  { name: "Wayland", words: ["--wayland"], programs: ["weston", ...always], type: "wayland" },
])("a desktop session on $name", ({ words, programs, type }) => {
  const missing = programs.filter((program) => !isThere(program));
  const inSession = (script: string) =>
    spawnSync(
      path.join(top, ".ci/desktop-session"),
      [...words, "bash", "-c", script, "inside", "two words"],
      {
        encoding: "utf8",
        env: { ...process.env, DISPLAY: ":77", WAYLAND_DISPLAY: "elsewhere" },
      },
    );
  if (missing.length > 0)
    process.stdout.write(`Not tried on ${type}: ${missing.join(" and ")} is not here.\n`);

  test.skipIf(missing.length > 0)("has a display, a bus and a keyring of its own, and leaves nothing", () => {
    const { status, stdout, stderr } = inSession(`
      set -e
      echo "$XDG_SESSION_TYPE" "\${DISPLAY:+X}" "\${WAYLAND_DISPLAY:+W}"
      [ -z "\${WAYLAND_DISPLAY-}" ] || [ -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ]
      [ "\${DISPLAY-}" != :77 ]
      dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \\
        org.freedesktop.DBus.Properties.Get string:org.freedesktop.Secret.Service string:Collections >/dev/null
      echo "$1"
      echo "$XDG_RUNTIME_DIR"`);
    const [session, word, folder = ""] = stdout.trim().split("\n");
    expect([status, session?.split(/ +/).filter(Boolean), word], stderr).toEqual([
      0,
      [type, type === "x11" ? "X" : "W"],
      "two words",
    ]);
    expect(existsSync(path.dirname(folder))).toBe(false);
  });

  test.skipIf(missing.length > 0)("ends with the exit code of its command", () => {
    expect(inSession("exit 7").status).toBe(7);
  });
});

test.skipIf(process.platform !== "linux")(
  "a compositor that does not start is told, with its own words",
  () => {
    // Nothing in it but what the script itself needs.
    const { status, stderr } = spawnSync(
      "bash",
      [
        "-c",
        `weston() { for word; do case "$word" in --log=*) echo no backend >"\${word#--log=}";; esac; done; return 1; }
      export -f weston; exec .ci/desktop-session --wayland true`,
      ],
      { cwd: top, encoding: "utf8" },
    );
    expect(status).toBe(1);
    expect(stderr).toContain("desktop-session: weston did not start:\nno backend");
  },
);
