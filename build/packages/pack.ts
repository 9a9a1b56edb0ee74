import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { standInMark } from "./after-pack.ts";
import { expectedFuses } from "./fuses.ts";
import { type PackedPlatform, writeStandInRuntime } from "./stand-in-runtime.ts";

/** A package as it lies on the disk after its installation. */
export interface PackedFolder {
  readonly platform: PackedPlatform;
  /** The folder of the program. */
  readonly folder: string;
  readonly resources: string;
  readonly program: string;
}

/** Targets that are made of the folder, and what electron-builder needs for them; left out: the folder alone. */
export interface PackWay {
  readonly targets?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Has electron-builder put a package together in `workFolder`, from electron-builder.yml as it is and a runtime
 * that is none; `otherSettings` (`-c.key=value`) come on top. Fetches nothing. Rejects with electron-builder's own words, also for a setting that it does not know.
 */
export async function packWithStandIn(
  top: string,
  platform: PackedPlatform,
  workFolder: string,
  otherSettings: readonly string[] = [],
  { targets = ["dir"], env: otherEnv = {} }: PackWay = {},
): Promise<PackedFolder> {
  const runtime = path.join(workFolder, `runtime-${platform}`);
  await mkdir(runtime, { recursive: true });
  await writeStandInRuntime(
    runtime,
    platform,
    expectedFuses.map(({ isOn }) => !isOn),
  );
  const output = path.join(workFolder, "packages");
  const builder = path.join(top, "node_modules/electron-builder/cli.js");
  const words = [`--${platform}`, ...targets, "--x64", "--publish", "never"];
  const settings = [`-c.electronDist=${runtime}`, `-c.directories.output=${output}`, ...otherSettings];
  const env = {
    ...process.env,
    // As under npm: what it starts by `env node` is this Node.
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH ?? ""}`,
    CUSTOM_FPM_PATH: path.join(top, "build/packages/fpm.ts"),
    ELECTRON_SKIP_BINARY_DOWNLOAD: "1",
    CSC_IDENTITY_AUTO_DISCOVERY: "false",
    [standInMark]: "1",
    ...otherEnv,
  };
  await promisify(execFile)(process.execPath, [builder, ...words, ...settings], { cwd: top, env }).catch(
    ({ stdout = "", stderr = "" }: { readonly stdout?: string; readonly stderr?: string }) => {
      throw new Error(`electron-builder --${platform} ${targets.join(" ")} failed:\n${stdout}${stderr}`);
    },
  );
  const folder = path.join(output, `${platform}-unpacked`);
  const program = path.join(folder, platform === "win" ? "Skyferry.exe" : "skyferry-desktop");
  return { platform, folder, resources: path.join(folder, "resources"), program };
}
