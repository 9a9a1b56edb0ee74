import { readdir, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { languageFiles } from "#build/bundle/copy-languages.ts";
import { trayFiles } from "#build/drawing/tray-icons.ts";

// It has no types for Node's module resolution.
const asar: typeof import("@electron/asar") = createRequire(import.meta.url)("@electron/asar");

export interface PackedFile {
  /** From the top of the archive, with `/`. */
  readonly file: string;
  readonly bytes: number;
  /** Lies beside the archive, where the system can load it. */
  readonly isUnpacked: boolean;
}

/** Every file of `resources/app.asar`, those beside it included. */
export function packedFiles(resources: string): readonly PackedFile[] {
  const archive = path.join(resources, "app.asar");
  return asar.listPackage(archive, { isPack: false }).flatMap((name): PackedFile[] => {
    const file = name.split(path.sep).filter(Boolean).join("/");
    const found = asar.statFile(archive, file.split("/").join(path.sep), false);
    if (!("size" in found)) return [];
    return [{ file, bytes: found.size, isUnpacked: found.unpacked === true }];
  });
}

/** Text of one file of the archive. */
export function packedText(resources: string, file: string): string {
  return asar.extractFile(path.join(resources, "app.asar"), file).toString("utf8");
}

/** Takes the archive apart into `folder`. */
export function unpackAll(resources: string, folder: string): void {
  asar.extractAll(path.join(resources, "app.asar"), folder);
}

/** Gives the files that must be inside: entries, pages, tray icons, and a file for every thread and process of the sources in `top`. */
export async function neededFiles(top: string): Promise<readonly string[]> {
  const sources = await readdir(path.join(top, "electron"), { recursive: true });
  const workers = sources
    .filter((name) => name.endsWith("-worker.ts"))
    .map((name) => `out/${name.split(path.sep).join("/").replace(/\.ts$/, ".js")}`);
  return [
    "package.json",
    "out/main/start.js",
    "out/preload/index.cjs",
    "out/cli/skyferry.js",
    "out/renderer/index.html",
    ...(await languageFiles(top)).map((file) => `out/${file}`),
    "build/icons/512x512.png",
    ...trayFiles().map(({ file }) => `build/icons/tray/${file}`),
    ...workers,
  ];
}

/** All that may be inside; anything else is there by mistake. */
const welcome: readonly RegExp[] = [
  /^package\.json$/,
  /^out\/(?:main|cli|chunks|adapters|mock-portal|engine|api|demo)\/[\w/@.-]+\.(?:js|json|wasm)$/,
  /^out\/preload\/index\.cjs$/,
  /^out\/languages\/[a-z]{2}\/[a-z]+\.json$/,
  /^out\/renderer\/(?:index\.html|[\w/@.-]+\.(?:js|css|json|svg|png|ico|woff2))$/,
  /^build\/icons\/(?:512x512\.png|tray\/[\w@.-]+\.(?:png|ico))$/,
  /^node_modules\/(?:@napi-rs\/keyring(?:-[\w-]+)?|keytar)\/(?:package\.json|LICENSE|[\w/.-]+\.(?:js|cjs|mjs|node))$/,
];

/** Sentences about what is missing, lies in the wrong place or is not needed. */
export async function contentProblems(
  found: readonly PackedFile[],
  needed: readonly string[],
  resources: string,
): Promise<readonly string[]> {
  const names = new Set(found.map(({ file }) => file));
  const problems = needed.filter((file) => !names.has(file)).map((file) => `${file} is missing.`);
  for (const { file, isUnpacked } of found) {
    if (!welcome.some((pattern) => pattern.test(file))) problems.push(`${file} is not needed.`);
    if (file.endsWith(".node") !== isUnpacked)
      problems.push(`${file} ${isUnpacked ? "need not lie" : "must lie"} outside of the archive.`);
    if (isUnpacked && !(await isFile(path.join(resources, "app.asar.unpacked", file))))
      problems.push(`${file} is told to lie beside the archive and does not.`);
  }
  return problems;
}

async function isFile(file: string): Promise<boolean> {
  return await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}
