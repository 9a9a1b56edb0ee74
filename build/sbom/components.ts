import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { manifestIn, pinnedPackages } from "#build/dependencies/installed.ts";
import { licenceFault } from "#build/dependencies/licences.ts";

/** A package that is given away with the program, whole or in part. */
export interface Component {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly integrity: string | null;
  /** Its own licence and notices; empty where it brings none. */
  readonly licenceText: string;
}

/** Lie beside the desktop's bundle: native modules, and the runtime itself. */
const besideDesktop = /^(electron|keytar|@napi-rs\/keyring(-[\w-]+)?)$/;

/** Those of them that are installed here, as `componentsOf` takes them. */
function desktopParts(top: string): ReadonlyMap<string, string> {
  const found = pinnedPackages(top).filter(
    ({ name, folder }) => besideDesktop.test(name) && manifestIn(path.join(top, folder)) !== null,
  );
  return new Map(found.map(({ name, folder }) => [name, path.join(top, folder)]));
}

/**
 * The packages in these folders of the project, and those beside the bundle (`beside`: name to the folder that it lies in),
 * each version once, by name. Throws where one is not pinned or may not be given away.
 */
export function componentsOf(
  top: string,
  folders: readonly string[],
  beside: ReadonlyMap<string, string> = desktopParts(top),
): readonly Component[] {
  const inBundle = new Set(folders);
  const given = pinnedPackages(top).filter(({ name, folder }) => inBundle.has(folder) || beside.has(name));
  const lost = [
    ...folders.filter((folder) => !given.some((one) => one.folder === folder)),
    ...[...beside.keys()].filter((name) => !given.some((one) => one.name === name)),
  ];
  if (lost.length > 0) throw new Error(`${lost.join(", ")} went into the bundle and no lock file pins it.`);
  const known = new Map<string, Component>();
  for (const { name, version, folder, licence, integrity } of given) {
    const fault = licenceFault(name, licence, true);
    if (fault !== null) throw new Error(fault);
    const licenceText = textIn(beside.get(name) ?? path.join(top, folder));
    known.set(`${name}@${version}`, { name, version, licence: licence ?? "", integrity, licenceText });
  }
  return [...known.values()].toSorted((a, b) =>
    `${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1,
  );
}

function textIn(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isFile() && /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(one.name))
    .map(({ name }) => name)
    .sort();
  return files.map((name) => readFileSync(path.join(folder, name), "utf8").trim()).join("\n\n");
}
