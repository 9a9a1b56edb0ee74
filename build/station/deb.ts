import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { type PackagedUnit, systemdUnit } from "#cli/service/systemd-unit.ts";
import { fileTime } from "./archive.ts";

const run = promisify(execFile);

/** Where the program lies, and what the service of the package is. */
const program = "usr/lib/skyferry";
const dataFolder = "/var/lib/skyferry";
const unit: PackagedUnit = {
  stateDirectory: "skyferry",
  environmentFile: "/etc/skyferry/daemon.conf",
};

/** What Debian's packages of each part of a station package are. */
const moved: readonly (readonly [from: string, to: string])[] = [
  ["share/bash-completion/completions/skyferry", "usr/share/bash-completion/completions/skyferry"],
  ["share/zsh/vendor-completions/_skyferry", "usr/share/zsh/vendor-completions/_skyferry"],
  ["share/fish/vendor_completions.d/skyferry.fish", "usr/share/fish/vendor_completions.d/skyferry.fish"],
];

/**
 * Makes `skyferry-station_VERSION_ARCH.deb` beside a station package's folder, from it. The package brings a service that
 * runs as the account `skyferry`; removing it keeps /var/lib/skyferry and /etc/skyferry, purging it leaves nothing.
 */
export async function debPackage(
  folder: string,
  { version, architecture }: { readonly version: string; readonly architecture: string },
): Promise<string> {
  const root = `${folder}.deb-root`;
  await rm(root, { recursive: true, force: true });
  try {
    await writeTree(folder, root);
    await writeControl(root, version, architecture);
    const file = path.join(path.dirname(folder), `skyferry-station_${version}_${architecture}.deb`);
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(fileTime.getTime() / 1000) };
    await run("dpkg-deb", ["--root-owner-group", "-Zgzip", "--build", root, file], { env });
    return file;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function writeTree(folder: string, root: string): Promise<void> {
  const put = async (to: string, text: string | Buffer): Promise<void> => {
    const file = path.join(root, to);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  for (const part of ["out", "runtime", "native", "package.json", "skyferry"])
    await cp(path.join(folder, part), path.join(root, program, part), { recursive: true });
  for (const [from, to] of moved) await put(to, await readFile(path.join(folder, from)));
  const page = await readFile(path.join(folder, "share/man/man1/skyferry.1"));
  await put("usr/share/man/man1/skyferry.1.gz", gzipSync(page, { level: 9 }));
  await mkdir(path.join(root, "usr/bin"), { recursive: true });
  await symlink("../lib/skyferry/skyferry", path.join(root, "usr/bin/skyferry"));

  const about = "usr/share/doc/skyferry-station";
  const own = await readFile(path.join(folder, "LICENSE"), "utf8");
  const others = await readFile(path.join(folder, "third-party-licences.txt"), "utf8");
  await put(`${about}/copyright`, `${own}\n${others}`);
  await put(`${about}/sbom.cdx.json`, await readFile(path.join(folder, "sbom.cdx.json")));

  const plan = { program: ["/usr/lib/skyferry/skyferry"], user: "skyferry", dataFolder, flags: [] };
  await put("usr/lib/systemd/system/skyferry.service", systemdUnit(plan, "system", unit));
  await put("etc/skyferry/daemon.conf", daemonConf);
  await setModes(root);
}

const daemonConf = `# Flags that the service gives to skyferry daemon, see skyferry(1). The portal's password can be in a file that the account
# skyferry alone may read: FLAGS="--password-file /etc/skyferry/password"
FLAGS=""
`;

async function writeControl(root: string, version: string, architecture: string): Promise<void> {
  const control = path.join(root, "DEBIAN");
  await mkdir(control, { mode: 0o755 });
  const kilobytes = Math.ceil((await sizeOf(root)) / 1024);
  await writeFile(
    path.join(control, "control"),
    `Package: skyferry-station
Version: ${version}
Architecture: ${architecture}
Maintainer: Skyferry project
Installed-Size: ${kilobytes}
Depends: adduser, libc6 (>= 2.28), libgcc-s1, libstdc++6
Conflicts: skyferry
Section: science
Priority: optional
Homepage: https://skyferry.example/
Description: Sends a station's files to the data portal
 Sends a measuring station's files to the atmospheric data portal, and never
 loses one. This package has no window: a service runs from the start of the
 PC, and its pages open in a browser.
`,
  );
  await writeFile(path.join(control, "conffiles"), "/etc/skyferry/daemon.conf\n");
  for (const name of ["postinst", "prerm", "postrm"]) {
    const script = path.join(control, name);
    await cp(path.join(import.meta.dirname, "deb", name), script);
    await chmod(script, 0o755);
  }
}

async function sizeOf(root: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  return bytes;
}

/** Whatever the umask here is. */
async function setModes(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(place, 0o755);
    else if (entry.isFile()) {
      const isProgram =
        ["node", "skyferry"].includes(entry.name) && entry.parentPath.includes("/lib/skyferry");
      await chmod(place, isProgram ? 0o755 : 0o644);
    }
  }
}
