import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Files of the languages, from the top of the project: `languages/fi/pages.json` …; none where nothing is translated. */
export async function languageFiles(top: string): Promise<readonly string[]> {
  const found = await readdir(path.join(top, "languages"), { recursive: true }).catch(() => []);
  return found
    .filter((name) => name.endsWith(".json"))
    .map((name) => `languages/${name.replaceAll("\\", "/")}`);
}

/** Writes the languages beside a bundle, each file on one line. */
export async function copyLanguages(top: string, outFolder: string): Promise<void> {
  for (const file of await languageFiles(top)) {
    const copy = path.join(outFolder, file);
    await mkdir(path.dirname(copy), { recursive: true });
    await writeFile(copy, JSON.stringify(JSON.parse(await readFile(path.join(top, file), "utf8"))));
  }
}
