import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { pagePackagesFile } from "./bundled-packages.ts";
import { type Component, componentsOf } from "./components.ts";
import { licencesText, sbomText } from "./sbom.ts";

const about = z.object({ name: z.string(), version: z.string(), license: z.string() });

/**
 * Writes `sbom.cdx.json` and `third-party-licences.txt` into `out`: what the pages there, the bundle (packages in these
 * folders) and the native modules beside it are made of. Null where the pages have not been built, which is half of it.
 */
export async function writeSbom(
  top: string,
  out: string,
  folders: readonly string[],
): Promise<readonly Component[] | null> {
  const list = await readFile(path.join(out, "renderer", pagePackagesFile), "utf8").catch(() => null);
  if (list === null) return null;
  const ofPages = z.array(z.string()).parse(JSON.parse(list));
  const components = componentsOf(top, [...new Set([...folders, ...ofPages])]);
  const { name, version, license } = about.parse(
    JSON.parse(await readFile(path.join(top, "package.json"), "utf8")),
  );
  const program = { name, version, licence: license };
  await writeFile(path.join(out, "sbom.cdx.json"), sbomText(program, components));
  await writeFile(path.join(out, "third-party-licences.txt"), licencesText(program, components));
  return components;
}
