import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { NtExecutable, NtExecutableResource, Resource } from "resedit";

/** Platforms whose packages can be put together on any other one, as Electron names them. */
export type PackedPlatform = "linux" | "win";

/** Bytes in front of the fuses in Electron's own programs: a marker, the format's version, the number of fuses. */
const fuseMarker = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const fuseCount = 8;

/**
 * A folder that looks like an unpacked Electron runtime to the packager. Its program does nothing, and has each fuse
 * the wrong way round: `wrongFuses` in the order of the wire, true for on.
 */
export async function writeStandInRuntime(
  folder: string,
  platform: PackedPlatform,
  wrongFuses: readonly boolean[],
): Promise<void> {
  if (wrongFuses.length !== fuseCount) throw new Error(`A runtime has ${fuseCount} fuses.`);
  const wire = wrongFuses.map((isOn) => (isOn ? "1" : "0")).join("");
  const fuses = Buffer.concat([Buffer.from(fuseMarker), Buffer.from([1, fuseCount]), Buffer.from(wire)]);
  await mkdir(path.join(folder, "locales"), { recursive: true });
  await mkdir(path.join(folder, "resources"), { recursive: true });
  for (const language of ["en-US", "de"]) await writeFile(path.join(folder, `locales/${language}.pak`), "");
  for (const name of ["LICENSE", "LICENSES.chromium.html", "version", "resources.pak"])
    await writeFile(path.join(folder, name), "");
  if (platform === "linux") {
    await writeFile(path.join(folder, "electron"), Buffer.concat([Buffer.from("\x7fELF"), fuses]), {
      mode: 0o755,
    });
    await writeFile(path.join(folder, "chrome-sandbox"), "", { mode: 0o755 });
  } else await writeFile(path.join(folder, "electron.exe"), windowsProgram(fuses));
}

/** The packager writes name, version and icon into the program, so it must have the form of one. */
function windowsProgram(fuses: Buffer): Buffer {
  const program = NtExecutable.createEmpty(false, false);
  const resources = NtExecutableResource.from(program);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: "Electron" });
  version.outputToResourceEntries(resources.entries);
  resources.outputResource(program);
  program.setExtraData(fuses);
  return Buffer.from(program.generate());
}
