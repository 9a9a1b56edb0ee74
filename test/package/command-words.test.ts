import { execFile } from "node:child_process";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { askInProcess } from "#adapters/secrets/keychain-backends.ts";
import { commandWords } from "#main/command-words.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { becomeElectron } from "#test/support/fake-electron/electron-identity.ts";

test("the words of a command follow both marks", () => {
  expect(
    commandWords(["/opt/Skyferry/skyferry-desktop", "--ozone-platform=headless", "--cli", "--", "status"]),
  ).toEqual(["status"]);
  expect(commandWords(["Skyferry.exe", "--cli", "--", "daemon", "--data", "D:\\x", "--cli", "--"])).toEqual([
    "daemon",
    "--data",
    "D:\\x",
    "--cli",
    "--",
  ]);
  expect(commandWords(["Skyferry.exe", "--cli", "--"])).toEqual([]);
});

test("every other start is that of the window", () => {
  for (const words of [
    [],
    ["--hidden"],
    ["--cli"],
    ["--cli", "status"],
    ["--data", "--", "--cli"],
    ["--", "--client"],
  ])
    expect(commandWords(["Skyferry.exe", ...words])).toBeNull();
});

test.each(["skyferry", "skyferry.cmd"])(
  "%s gives the program threads enough before it starts",
  async (name) => {
    const script = await readFile(new URL(`../../build/bin/${name}`, import.meta.url), "utf8");
    const [before = "", after] = script.split(/^.*(?:exec "\$program"|Skyferry\.exe" --cli).*$/m);
    expect(after).toBeDefined();
    expect(before).toMatch(/UV_THREADPOOL_SIZE=(?:64|"\$\{UV_THREADPOOL_SIZE:-64\}")/);
  },
);

/** Chromium as root, and where a container has no namespaces for users: it ends before any script runs. */
const rootRefused = `#!/bin/sh
case " $* " in
  *" --no-sandbox --no-zygote "*" -- "*) printf '%s\\n' "$@" ;;
  *) echo "Running as root without --no-sandbox is not supported." >&2; exit 133 ;;
esac
`;

test.skipIf(process.platform === "win32")("a command runs as root and in a container", async () => {
  const folder = await makeScratch("skyferry-launcher-");
  try {
    const launcher = path.join(folder, "resources/bin/skyferry");
    await mkdir(path.dirname(launcher), { recursive: true });
    await copyFile(fileURLToPath(new URL("../../build/bin/skyferry", import.meta.url)), launcher);
    await writeFile(path.join(folder, "skyferry-desktop"), rootRefused, { mode: 0o755 });
    const { stdout } = await promisify(execFile)("sh", [launcher, "status", "--data", "/a b"]);
    expect(commandWords(["skyferry-desktop", ...stdout.trimEnd().split("\n")])).toEqual([
      "status",
      "--data",
      "/a b",
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test.skipIf(process.platform !== "linux")(
  "the keychain's own process of an installed program runs as root and in a service, too",
  async () => {
    const folder = await makeScratch("skyferry-keychain-");
    const { execPath } = process;
    const undo = becomeElectron("browser", folder);
    try {
      process.execPath = path.join(folder, "skyferry-desktop");
      await writeFile(process.execPath, `#!/bin/sh\nprintf '%s\\n' "$@" > ${folder}/words\n`, {
        mode: 0o755,
      });
      await askInProcess({})({ backend: "keytar", account: "a", operation: "get" }, 60_000);
      expect(await readFile(path.join(folder, "words"), "utf8")).toBe(
        "--no-sandbox\n--no-zygote\n--keychain\n",
      );
    } finally {
      process.execPath = execPath;
      undo();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
