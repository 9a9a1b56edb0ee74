import { access, constants, readFile } from "node:fs/promises";
import path from "node:path";
import { NtExecutable, NtExecutableResource } from "resedit";
import { contentProblems, neededFiles, packedFiles, packedText } from "./contents.ts";
import { fuseProblems } from "./fuses.ts";
import { type LinuxWay, linuxPackageProblems, linuxWay } from "./linux-packages.ts";
import { nativeProblem } from "./native-modules.ts";
import { type PackedFolder, packWithStandIn } from "./pack.ts";
import type { PackedPlatform } from "./stand-in-runtime.ts";

/** Most bytes that Skyferry itself may have in a package, without the runtime. */
const mostBytes = 30_000_000;

export interface PackageReport {
  readonly platform: PackedPlatform;
  readonly folder: string;
  readonly resources: string;
  readonly fileCount: number;
  readonly bytes: number;
  /** Sentences; empty when the package is right. */
  readonly problems: readonly string[];
  /** Parts of the package that cannot be seen on this system. */
  readonly notes: readonly string[];
}

/** Packs for `platform` into `workFolder` with a stand-in for the runtime, and looks at the result. */
export async function checkPackage(
  top: string,
  platform: PackedPlatform,
  workFolder: string,
): Promise<PackageReport> {
  const way: LinuxWay = platform === "linux" ? await linuxWay(workFolder) : { notes: [], settings: [] };
  const packed = await packWithStandIn(top, platform, workFolder, way.settings, way);
  const found = packedFiles(packed.resources);
  const bytes = found.reduce((sum, file) => sum + file.bytes, 0);
  const needed = await neededFiles(top);
  const problems = [
    ...(await contentProblems(found, needed, packed.resources)),
    ...packageJsonProblems(packedText(packed.resources, "package.json")),
    ...(await fuseProblems(packed.program)),
    ...(await besideProblems(packed)),
    ...(platform === "linux" ? await linuxPackageProblems(packed, way) : []),
  ];
  if (bytes > mostBytes)
    problems.push(`The program weighs ${Math.ceil(bytes / 1e6)} MB; at most ${mostBytes / 1e6} are allowed.`);
  const natives = found.filter(({ file }) => file.endsWith(".node")).map(({ file }) => file);
  const isOwnSystem = platform === (process.platform === "win32" ? "win" : process.platform);
  const notes = [...way.notes];
  if (isOwnSystem && natives.length === 0) problems.push("No native module for the keychain is inside.");
  if (!isOwnSystem)
    notes.push(
      `The keychain's native module for ${platform} is installed only there; this package has none.`,
    );
  for (const name of natives) {
    const file = path.join(packed.resources, "app.asar.unpacked", name);
    const problem = await nativeProblem(file, platform === "win" ? "win32" : platform, "x64");
    if (problem !== null) problems.push(problem);
  }
  return {
    platform,
    folder: packed.folder,
    resources: packed.resources,
    fileCount: found.length,
    bytes,
    problems,
    notes,
  };
}

function packageJsonProblems(text: string): readonly string[] {
  const about: Readonly<Record<string, unknown>> = JSON.parse(text);
  const unwanted = ["devDependencies", "scripts", "build"].filter((key) => about[key] !== undefined);
  return [
    ...unwanted.map((key) => `package.json still carries ${key}.`),
    ...(about.main === "out/main/start.js" ? [] : [`package.json begins at ${String(about.main)}.`]),
  ];
}

/** Gives the problems outside of the archive: the command line, the unit of the daemon, the seal of the archive on Windows. */
async function besideProblems(packed: PackedFolder): Promise<readonly string[]> {
  const problems: string[] = [];
  const { platform, folder, resources } = packed;
  const beside = ["sbom.cdx.json", "third-party-licences.txt"];
  beside.push(...(platform === "win" ? ["bin/skyferry.cmd"] : ["bin/skyferry", "skyferry.service"]));
  for (const file of beside)
    await access(path.join(resources, file)).catch(() => problems.push(`resources/${file} is missing.`));
  if (platform === "linux")
    await access(path.join(resources, "bin/skyferry"), constants.X_OK).catch(() =>
      problems.push("resources/bin/skyferry cannot be started."),
    );
  await access(path.join(folder, "locales/de.pak")).then(
    () => problems.push("Languages of the runtime that no page uses are inside."),
    () => undefined,
  );
  if (platform === "win" && !(await isSealed(packed.program)))
    problems.push("Skyferry.exe does not carry the checksum of its archive.");
  return problems;
}

async function isSealed(program: string): Promise<boolean> {
  const { entries } = NtExecutableResource.from(NtExecutable.from(await readFile(program)));
  return entries.some(({ type, id }) => type === "INTEGRITY" && id === "ELECTRONASAR");
}
