import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { PackedFolder, PackWay } from "./pack.ts";

const exec = promisify(execFile);

/** How to have .deb and AppImage made of a package for Linux, as far as this system has their tools. */
export interface LinuxWay extends PackWay {
  /** Parts that cannot be made or looked at here, and why. */
  readonly notes: readonly string[];
  /** For electron-builder, besides electron-builder.yml: small files are not worth the time here. */
  readonly settings: readonly string[];
}

/** In place of the runtime that electron-builder fetches: the file system of the AppImage begins after it. */
const runtime = Buffer.alloc(4096, "no runtime");

/** Looks for the tools, and writes what AppImages need beside them into `folder`. */
export async function linuxWay(folder: string): Promise<LinuxWay> {
  const notes: string[] = [];
  const tool = async (name: string, debian: string): Promise<string | null> => {
    const found = await exec("sh", ["-c", `command -v ${name}`]).catch(() => null);
    if (found === null)
      notes.push(`${name} is not here (Debian's package ${debian}): not everything was looked at.`);
    return found?.stdout.trim() ?? null;
  };
  const [deb, squashfs, validate] = [
    await tool("dpkg-deb", "dpkg"),
    await tool("mksquashfs", "squashfs-tools"),
    await tool("desktop-file-validate", "desktop-file-utils"),
  ];
  const targets = deb === null ? [] : ["deb"];
  const env: Record<string, string> = {};
  if (squashfs !== null) {
    const tools = path.join(folder, "appimage-tools");
    await rm(tools, { recursive: true, force: true });
    for (const name of ["runtimes", "lib/x64"]) await mkdir(path.join(tools, name), { recursive: true });
    await writeFile(path.join(tools, "runtimes/runtime-x64"), runtime);
    await symlink(squashfs, path.join(tools, "mksquashfs"));
    await symlink(validate ?? "/bin/true", path.join(tools, "desktop-file-validate"));
    targets.push("AppImage");
    env.APPIMAGE_TOOLS_PATH = tools;
  }
  return {
    targets: targets.length === 0 ? ["dir"] : targets,
    env,
    notes,
    settings: ["-c.deb.compression=gz"],
  };
}

/** Sentences about what is wrong with the .deb and the AppImage that lie beside the folder. */
export async function linuxPackageProblems(packed: PackedFolder, way: LinuxWay): Promise<readonly string[]> {
  const output = path.dirname(packed.folder);
  const inside = (await readdir(packed.folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => path.relative(packed.folder, path.join(one.parentPath, one.name)));
  const look = path.join(output, "look");
  await rm(look, { recursive: true, force: true });
  await mkdir(look);
  const problems: string[] = [];
  if (way.targets?.includes("deb")) problems.push(...(await debProblems(output, look, inside)));
  if (way.targets?.includes("AppImage")) problems.push(...(await appImageProblems(output, look, inside)));
  if (way.notes.every((note) => !note.startsWith("desktop-file-validate")))
    for (const name of await readdir(look))
      await exec("desktop-file-validate", [path.join(look, name)]).catch(({ stdout }) =>
        problems.push(`${name}: ${stdout}`),
      );
  return problems;
}

const entry = "skyferry-desktop.desktop";
const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const icons = iconSizes.map((size) => `usr/share/icons/hicolor/${size}x${size}/apps/skyferry-desktop.png`);
/** Files that a .deb puts beside /opt/Skyferry. */
const besideProgram: readonly string[] = [
  "usr/bin/skyferry",
  "usr/lib/systemd/user/skyferry.service",
  `usr/share/applications/${entry}`,
  "usr/share/doc/skyferry/copyright",
  ...icons,
];
/** Files that everyone may start; all others are only read. */
const programs = /(?:^|\/)(?:skyferry|skyferry-desktop|chrome-sandbox|AppRun)$/;
/** electron-updater takes the way of updates from it. */
const packageType = "resources/package-type";

async function debProblems(
  output: string,
  look: string,
  inside: readonly string[],
): Promise<readonly string[]> {
  const file = await onlyOne(output, /^skyferry_.*_amd64\.deb$/);
  const tree = path.join(look, "..", "deb-tree");
  await rm(tree, { recursive: true, force: true });
  await exec("dpkg-deb", ["--raw-extract", file, tree]);
  await copyFile(path.join(tree, "usr/share/applications", entry), path.join(look, `deb-${entry}`));
  const { stdout: list } = await exec("dpkg-deb", ["--contents", file]);
  const found = listed(list, 5, "./");
  const expected = [...inside.map((one) => `opt/Skyferry/${one}`), ...besideProgram];
  const problems = [...listProblems(".deb", found, expected)];
  if (!inside.includes(packageType)) problems.push("The .deb does not say how it is updated.");
  const { stdout: control } = await exec("dpkg-deb", ["--field", file]);
  for (const line of [
    /^Package: skyferry$/m,
    /^Conflicts: skyferry-station$/m,
    /^Depends: .*libgtk-3-0.*libnss3/m,
    /^Depends: .*libgbm1, libasound2t64 \| libasound2/m,
  ])
    if (!line.test(control)) problems.push(`The .deb's control file has no ${line.source}.`);
  for (const script of ["postinst", "postrm"])
    await exec("bash", ["-n", path.join(tree, "DEBIAN", script)]).catch(({ stderr }) =>
      problems.push(`${script}: ${stderr}`),
    );
  await rm(tree, { recursive: true });
  return problems;
}

async function appImageProblems(
  output: string,
  look: string,
  inside: readonly string[],
): Promise<readonly string[]> {
  const file = await onlyOne(output, /\.AppImage$/);
  const at = ["-offset", String(runtime.length)];
  const { stdout: list } = await exec("unsquashfs", [...at, "-lls", file]);
  const { stdout: text } = await exec("unsquashfs", [...at, "-cat", file, entry]);
  await writeFile(path.join(look, `appimage-${entry}`), text);
  const own = ["AppRun", entry, ".DirIcon", "skyferry-desktop.png", ...icons];
  const expected = [
    ...inside.filter((one) => one !== packageType && one !== "resources/apparmor-profile"),
    ...own,
  ];
  return listProblems("AppImage", listed(list, 5, "squashfs-root/"), expected);
}

interface Listed {
  readonly name: string;
  readonly mode: string;
  readonly owner: string;
}

/** Lines as of `ls -l`: mode, owner, … , and the path as the word at `column`. Without folders. */
function listed(text: string, column: number, top: string): readonly Listed[] {
  return text.split("\n").flatMap((line) => {
    const [mode = "", owner = ""] = line.split(/\s+/);
    const name = line.split(/\s+/)[column] ?? "";
    return /^[-l]/.test(mode) && name.startsWith(top) ? [{ name: name.slice(top.length), mode, owner }] : [];
  });
}

function listProblems(
  what: string,
  found: readonly Listed[],
  expected: readonly string[],
): readonly string[] {
  const names = new Set(found.map(({ name }) => name));
  const problems = expected
    .filter((name) => !names.has(name))
    .map((name) => `${name} is missing in the ${what}.`);
  for (const { name, mode, owner } of found) {
    if (!expected.includes(name)) problems.push(`${name} is not needed in the ${what}.`);
    if (owner !== "root/root") problems.push(`${name} belongs to ${owner} in the ${what}.`);
    const right = mode.startsWith("l") ? mode : programs.test(name) ? "-rwxr-xr-x" : "-rw-r--r--";
    if (mode !== right) problems.push(`${name} has the mode ${mode} in the ${what}, not ${right}.`);
  }
  return problems;
}

async function onlyOne(folder: string, pattern: RegExp): Promise<string> {
  const [name, ...more] = (await readdir(folder)).filter((one) => pattern.test(one));
  if (name === undefined || more.length > 0)
    throw new Error(`${folder} has ${more.length + 1} files ${pattern.source}.`);
  return path.join(folder, name);
}
