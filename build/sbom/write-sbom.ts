import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { pagePackagesFile } from "./bundled-packages.ts";
import { type Component, componentsOf } from "./components.ts";
import { licencesText, sbomText } from "./sbom.ts";

const about = z.object({ name: z.string(), version: z.string(), license: z.string() });

/** Packages that a program is made of, beside the pages in `out/renderer`. */
interface MadeOf {
  /** Folders, from the top of the project, of the packages in the bundle. */
  readonly bundled: readonly string[];
  /** Packages beside the bundle, by name, with the folders that they lie in. */
  readonly beside?: ReadonlyMap<string, string>;
}

/**
 * Writes `sbom.cdx.json` and `third-party-licences.txt` into a folder: what the pages, the bundle and the packages beside it
 * are made of. Null where the pages have not been built, which is half of it.
 */
export async function writeSbom(
  top: string,
  into: string,
  { bundled, beside }: MadeOf,
): Promise<readonly Component[] | null> {
  const list = await readFile(path.join(top, "out/renderer", pagePackagesFile), "utf8").catch(() => null);
  if (list === null) return null;
  const ofPages = z.array(z.string()).parse(JSON.parse(list));
  const components = componentsOf(top, [...new Set([...bundled, ...ofPages])], beside);
  const { name, version, license } = about.parse(
    JSON.parse(await readFile(path.join(top, "package.json"), "utf8")),
  );
  const program = { name, version, licence: license };
  await writeFile(path.join(into, "sbom.cdx.json"), sbomText(program, components));
  await writeFile(path.join(into, "third-party-licences.txt"), licencesText(program, components));
  return components;
}
