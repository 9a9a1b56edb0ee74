import { chmod, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { copyLanguages } from "#build/bundle/copy-languages.ts";
import { bundleNode } from "#build/bundle/node-bundle.ts";
import { writeSbom } from "#build/sbom/write-sbom.ts";
import { completionScript } from "#cli/completion-scripts.ts";
import { packageFolder } from "./fetch-package.ts";
import { manualPage } from "./manual.ts";
import type { StationTarget } from "./targets.ts";

/** Version and licence of the program, as `package.json` has them. */
export async function aboutProgram(
  top: string,
): Promise<{ readonly version: string; readonly license: string }> {
  return JSON.parse(await readFile(path.join(top, "package.json"), "utf8"));
}

/**
 * Writes the station package of a target as a new folder: the bundled command line, the pages (`out/renderer` must be
 * built), Node, the keychain's native part, launcher, manual page, completions, licences and SBOM. Nothing in it is looked
 * for in a `node_modules`.
 */
export async function writeStationFolder(top: string, target: StationTarget, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, "runtime"), { recursive: true });
  await mkdir(path.join(folder, "native"));
  const bundle = await bundleNode(top, path.join(folder, "out"), {
    "cli/skyferry": "electron/cli/skyferry.ts",
  });
  await copyLanguages(top, path.join(folder, "out"));
  await cp(path.join(top, "out/renderer"), path.join(folder, "out/renderer"), { recursive: true });

  const node = await packageFolder(top, target.node.package);
  const keyring = await packageFolder(top, target.keyring.package);
  const program = path.join(folder, "runtime", path.basename(target.node.program));
  await cp(path.join(node, target.node.program), program);
  await chmod(program, 0o755);
  await cp(path.join(keyring, target.keyring.library), path.join(folder, "native/keyring.node"));

  const launcher = target.linux === null ? "skyferry.cmd" : "skyferry";
  await cp(path.join(import.meta.dirname, "bin", launcher), path.join(folder, launcher));
  await cp(path.join(top, "LICENSE"), path.join(folder, "LICENSE"));
  const { version, license } = await aboutProgram(top);
  const about = { name: "skyferry", version, license, private: true, type: "module" };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  const beside = new Map([
    [target.node.package, node],
    [target.keyring.package, keyring],
  ]);
  if ((await writeSbom(top, folder, { bundled: bundle.packages, beside })) === null)
    throw new Error("The pages are not built: npm run build:pages.");
  if (target.linux !== null) await writeManual(folder, version);
}

/** Writes the files that a shell and `man` read, into `share` as on a system. */
async function writeManual(folder: string, version: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    "man/man1/skyferry.1": manualPage(version),
    "bash-completion/completions/skyferry": completionScript("bash"),
    "zsh/vendor-completions/_skyferry": completionScript("zsh"),
    "fish/vendor_completions.d/skyferry.fish": completionScript("fish"),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, "share", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
