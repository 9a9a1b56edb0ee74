import { execFile } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { packWithStandIn } from "#build/packages/pack.ts";
import type { Machine } from "#test/windows/machine.ts";
import { installerPrefixThere } from "#test/windows/windows.ts";

const run = promisify(execFile);
const top = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

/** electron-builder's plugins, each a name under which the installer's script looks for the stand-in. */
const pluginNames = ["StdUtils", "UAC", "SpiderBanner", "WinShell", "nsProcess", "Nsis7z"];
/** Packages of Debian in place of electron-builder's own tools, and a Wine that runs programs of 32 bits. */
const packages = ["wine32:i386", "nsis", "7zip", "gcc-mingw-w64-i686-win32"];

/**
 * Builds the installer of each version as electron-builder.yml says, around a runtime that is none, with Debian's NSIS in
 * the machine. Gives their paths inside of the machine, in the order of `versions`.
 */
export async function buildInstallers(
  machine: Machine,
  versions: readonly string[],
): Promise<readonly string[]> {
  const work = path.join(path.dirname(machine.root), "installer");
  rmSync(work, { recursive: true, force: true });
  for (const name of ["tools/linux", "temp", "plugins/plugins/x86-unicode"])
    mkdirSync(path.join(work, name), { recursive: true });
  // The same names inside and outside: electron-builder writes them into the script.
  for (const folder of [top, work]) machine.bind(folder);
  await installPackages(machine);
  await compilePlugins(machine, work);
  const env = writeTools(machine, work);
  await run(process.execPath, ["build/bundle.ts"], { cwd: top });
  const built: string[] = [];
  for (const version of versions) {
    const settings = [`-c.extraMetadata.version=${version}`, "-c.win.signAndEditExecutable=false"];
    await packWithStandIn(top, "win", path.join(work, version), settings, { targets: ["nsis"], env });
    built.push(path.join(work, version, "packages", `Skyferry-${version}-setup.exe`));
  }
  return built;
}

async function installPackages(machine: Machine): Promise<void> {
  const mark = path.join(path.dirname(machine.root), "nsis-is-installed");
  if (existsSync(mark)) return;
  const install = `apt-get install --yes --no-install-recommends ${packages.join(" ")}`;
  for (const command of ["dpkg --add-architecture i386", "apt-get update", install])
    await machine.run("nsis", ["/usr/bin/env", "DEBIAN_FRONTEND=noninteractive", ...command.split(" ")]);
  writeFileSync(mark, `${new Date().toISOString()}\n`);
}

async function compilePlugins(machine: Machine, work: string): Promise<void> {
  const source = path.join(top, "test/windows/installer/plugins.c");
  const folder = path.join(work, "plugins/plugins/x86-unicode");
  const library = path.join(folder, "plugins.dll");
  const words = ["-O2", "-shared", "-static-libgcc", "-o", library, source];
  await machine.run("plugins", ["i686-w64-mingw32-gcc", ...words]);
  for (const name of pluginNames) copyFileSync(library, path.join(folder, `${name}.dll`));
}

/** Programs that electron-builder starts outside and that run inside. */
function writeTools(machine: Machine, work: string): Readonly<Record<string, string>> {
  const tools = path.join(work, "tools");
  const inside = `exec chroot '${machine.root}' /usr/bin/env -i PATH=/usr/bin:/bin HOME=/root LANG=C.UTF-8`;
  const write = (name: string, words: string): void => {
    const file = path.join(tools, name);
    writeFileSync(file, `#!/bin/sh\n${inside} ${words}\n`);
    chmodSync(file, 0o755);
  };
  const there = (program: string): string => `/bin/sh -c 'cd "$0" && exec ${program} "$@"' "$PWD" "$@"`;
  write("linux/makensis", there("makensis"));
  write("7za", there("7z"));
  // Wine's first process cannot write into a pipe.
  write("wine", `WINEPREFIX=${installerPrefixThere} WINEDEBUG=-all wine "$@" </dev/null >/dev/null 2>&1`);
  writeFileSync(path.join(tools, "elevate.exe"), "");
  return {
    PATH: `${tools}:${process.env.PATH ?? ""}`,
    TMPDIR: path.join(work, "temp"),
    ELECTRON_BUILDER_NSIS_DIR: tools,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: path.join(work, "plugins"),
    ELECTRON_BUILDER_7ZIP_PATH: path.join(tools, "7za"),
  };
}

/** Every file below the folder, with `/`; none where it is not there. */
export function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort();
}
