import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** A package as the lock file pins it; those for other systems are pinned and not installed. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder from the top of the project, with `/`. */
  readonly folder: string;
  readonly licence: string | null;
  readonly isDevelopment: boolean;
  readonly hasInstallScript: boolean;
  /** Subresource integrity: `sha512-…`. */
  readonly integrity: string | null;
}

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
      integrity: z.string().optional(),
    }),
  ),
});

const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.unknown(),
  scripts: z.record(z.string(), z.unknown()).optional(),
});

/** Facts that a package states about itself. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly licence: string | null;
  /** Scripts that npm would run when it installs the package. */
  readonly installScripts: readonly string[];
}

/** Every package of `package-lock.json` in `top`, without the project itself. Throws where it is no lock file. */
export function pinnedPackages(top: string): readonly PinnedPackage[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(path.join(top, "package-lock.json"), "utf8")));
  return Object.entries(packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, one]) => ({
      name: one.name ?? folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length),
      version: one.version ?? "",
      folder,
      licence: one.license ?? null,
      isDevelopment: one.dev === true,
      hasInstallScript: one.hasInstallScript === true,
      integrity: one.integrity ?? null,
    }));
}

/** Null where nothing is installed in this folder. Throws where what lies there is no package. */
export function manifestIn(folder: string): Manifest | null {
  const file = path.join(folder, "package.json");
  if (!existsSync(file)) return null;
  const { name, version, license, scripts = {} } = manifest.parse(JSON.parse(readFileSync(file, "utf8")));
  const run = ["preinstall", "install", "postinstall"].filter((script) => scripts[script] !== undefined);
  // npm compiles such a package though it names no script.
  const isCompiled = run.length === 0 && existsSync(path.join(folder, "binding.gyp"));
  return {
    name,
    version,
    licence: typeof license === "string" ? license : null,
    installScripts: isCompiled ? ["binding.gyp"] : run,
  };
}
