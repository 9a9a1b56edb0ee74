import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { tarGz, zip } from "./station/archive.ts";
import { stationProblems } from "./station/check-folder.ts";
import { debPackage } from "./station/deb.ts";
import { debianLibraries } from "./station/debian-libraries.ts";
import { containerImage } from "./station/image.ts";
import { aboutProgram, writeStationFolder } from "./station/station-folder.ts";
import { stationTargets } from "./station/targets.ts";

const names = stationTargets.map(({ name }) => name);
const help = `Makes the station packages in dist/ (archives and .deb): Skyferry without Electron, for a PC on which nobody logs in.

Usage: npm run package:station -- [--target NAME]... [--image]

  --target NAME  ${names.join(", ")}; default: all of them
  --image        container images for Linux as well; needs apt-get, for three libraries of Debian

It needs Linux. What npm has not installed here (Node and the keychain's library for other systems) is fetched once.
`;

const top = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
process.exitCode = await packageStation();

async function packageStation(): Promise<number> {
  const flags = readFlags();
  if (typeof flags === "string") {
    process.stderr.write(`package:station: ${flags}\n`);
    return 2;
  }
  if (flags.help === true) {
    process.stdout.write(help);
    return 0;
  }
  const { version } = await aboutProgram(top);
  const dist = path.join(top, "dist");
  await mkdir(dist, { recursive: true });
  for (const target of stationTargets.filter(({ name }) => flags.target?.includes(name) ?? true)) {
    const folder = path.join(dist, `skyferry-station-${version}-${target.name}`);
    await writeStationFolder(top, target, folder);
    const problems = await stationProblems(target, folder);
    if (problems.length > 0) {
      process.stderr.write(problems.map((problem) => `package:station: ${problem}\n`).join(""));
      return 1;
    }
    say(await (target.linux === null ? zip(folder) : tarGz(folder)));
    if (target.linux === null) continue;
    say(await debPackage(folder, { version, architecture: target.linux.deb }));
    if (flags.image === true) {
      const libraries = await debianLibraries(top, target.linux.deb);
      say(await containerImage(folder, { version, architecture: target.linux.image, libraries }));
    }
  }
  return 0;
}

function say(file: string): void {
  process.stdout.write(`${path.relative(top, file)}\n`);
}

/** The flags, or what is wrong with them. */
function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        target: { type: "string", multiple: true },
        image: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    const unknown = values.target?.find((name) => !names.some((one) => one === name));
    if (unknown !== undefined) return `--target ${unknown}: there are ${names.join(", ")}.`;
    if (process.platform !== "linux") return "It needs Linux: tar and dpkg-deb make the packages.";
    return values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
