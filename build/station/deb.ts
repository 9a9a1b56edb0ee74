import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { writeDeb } from "#build/packages/deb-file.ts";
import { type PackagedUnit, systemdUnit } from "#cli/service/systemd-unit.ts";

/** Folder of the program, and facts about the service of the package. */
const program = "usr/lib/skyferry";
const dataFolder = "/var/lib/skyferry";
const unit: PackagedUnit = {
  stateDirectory: "skyferry",
  environmentFile: "/etc/skyferry/daemon.conf",
};

/** Parts of a station package, each with its place in Debian's package. */
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
    const file = path.join(path.dirname(folder), `skyferry-station_${version}_${architecture}.deb`);
    const script = (name: string): Promise<string> =>
      readFile(path.join(import.meta.dirname, "deb", name), "utf8");
    await writeDeb(root, file, {
      fields: [
        ["Package", "skyferry-station"],
        ["Version", version],
        ["Architecture", architecture],
        ["Maintainer", "Skyferry project"],
        ["Depends", "adduser, libc6 (>= 2.28), libgcc-s1, libstdc++6"],
        ["Conflicts", "skyferry"],
        ["Section", "science"],
        ["Priority", "optional"],
        ["Homepage", "https://skyferry.example/"],
        ["Description", description],
      ],
      scripts: {
        postinst: await script("postinst"),
        prerm: await script("prerm"),
        postrm: await script("postrm"),
      },
      conffiles: ["/etc/skyferry/daemon.conf"],
      compression: "gzip",
    });
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
  await mkdir(path.join(root, "etc/skyferry/settings.d"));
}

const description = `Sends a station's files to the data portal
Sends a measuring station's files to the atmospheric data portal, and never
loses one. This package has no window: a service runs from the start of the
PC, and its pages open in a browser.`;

const daemonConf = `# Flags that the service gives to skyferry daemon, see skyferry(1). The portal's password can be in a file that the account
# skyferry alone may read: FLAGS="--password-file /etc/skyferry/password"
FLAGS=""
`;
