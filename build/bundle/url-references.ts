import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

/** Placeholders in the code of a chunk for the way from there to the top of the project, and to that of the bundle. */
const topOfProject = "__TOP_OF_PROJECT__";
const topOfBundle = "__TOP_OF_BUNDLE__";

const fixedUrl = /new URL\(\s*(["'])(\.{1,2}\/[^"'\n]+)\1\s*,\s*import\.meta\.url\s*,?\s*\)/g;
const requireHere = /createRequire\(\s*import\.meta\.url\s*\)/g;
const ownFolder = /import\.meta\.dirname\b/g;
const anyPlace = /import\.meta\.(?:url|filename|resolve)\b/;

/** Files and folders that the sources name by `new URL("./x", import.meta.url)`, as paths from the top of the project. */
export interface UrlReferences {
  readonly plugin: Plugin;
  /** Scripts that start in a thread or process of their own; each became a file of the bundle. */
  readonly scripts: ReadonlySet<string>;
  /** Other files of `electron/`; each is copied into the bundle. */
  readonly assets: ReadonlySet<string>;
  /** Files and folders beside `electron/` (pages, icons), found at run time where they lie in the project. */
  readonly outside: ReadonlySet<string>;
}

/**
 * Keeps every address right that a source file forms from its own place: `new URL("./x-worker.ts", import.meta.url)`.
 * A script becomes an entry of the bundle and any other file an asset of it; the address is rewritten to where it went.
 * The folder of a source (`import.meta.dirname`) stays where it lies in the project. The bundle is the folder `out` of what
 * is installed, wherever it is written. The build fails on an address whose file is missing, and on one that cannot be
 * followed.
 */
export function urlReferences(top: string): UrlReferences {
  const sources = path.join(top, "electron");
  const bundle = path.join(top, "out");
  const scripts = new Set<string>();
  const assets = new Set<string>();
  const outside = new Set<string>();
  const plugin: Plugin = {
    name: "skyferry:url-references",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(sources + path.sep) || !code.includes("import.meta.")) return null;
      const fixed = code.replace(fixedUrl, (_whole, _quote: string, given: string) => {
        const target = path.resolve(path.dirname(id), given);
        if (!target.startsWith(sources + path.sep)) {
          const name = fromTop(top, target);
          outside.add(name);
          return address(`${topOfProject}/${name}${given.endsWith("/") ? "/" : ""}`);
        }
        if (!existsSync(target) || !statSync(target).isFile())
          return this.error(`${fromTop(top, id)} names ${given}, and there is no such file.`);
        const isScript = target.endsWith(".ts");
        const fileName = fromTop(sources, target).replace(/\.ts$/, ".js");
        if (isScript) this.emitFile({ type: "chunk", id: target, fileName });
        else this.emitFile({ type: "asset", fileName, source: readFileSync(target) });
        (isScript ? scripts : assets).add(fromTop(top, target));
        return address(`${topOfBundle}/${fileName}`);
      });
      const rest = anyPlace.exec(code.replaceAll(fixedUrl, "").replaceAll(requireHere, ""));
      if (rest !== null)
        this.error(
          `${fromTop(top, id)} uses ${rest[0]} in a way that cannot be followed into a package: write new URL("./file", import.meta.url) with the name of the file in quotes.`,
        );
      if (!code.includes("import.meta.dirname")) return { code: fixed, map: null };
      const folder = `folderOf(${address(`${topOfProject}/${fromTop(top, path.dirname(id))}`)})`;
      const opening = 'import { fileURLToPath as folderOf } from "node:url";\n';
      return { code: opening + fixed.replaceAll(ownFolder, folder), map: null };
    },
    renderChunk(code, chunk) {
      if (!code.includes(topOfProject) && !code.includes(topOfBundle)) return null;
      const folder = path.dirname(path.join(bundle, chunk.fileName));
      const led = code
        .replaceAll(topOfProject, `./${fromTop(folder, top)}`)
        .replaceAll(topOfBundle, `./${fromTop(folder, bundle)}`);
      return { code: led, map: null };
    },
  };
  return { plugin, scripts, assets, outside };
}

function address(relative: string): string {
  return `new URL(${JSON.stringify(relative)}, import.meta.url)`;
}

function fromTop(top: string, file: string): string {
  return path.relative(top, file).split(path.sep).join("/");
}
