import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";

const top = path.join(import.meta.dirname, "../..");
const { imports } = JSON.parse(readFileSync(path.join(top, "package.json"), "utf8")) as {
  readonly imports: Readonly<Record<string, string>>;
};

/** Source files that the pages load before they show anything: what `renderer/show-app.tsx` imports, and they import. */
export function filesOfFirstView(): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [path.join("renderer", "show-app.tsx")];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || !/\.tsx?$/.test(file)) continue;
    found.add(file);
    const { module } = parseSync(file, readFileSync(path.join(top, file), "utf8"));
    for (const { moduleRequest, entries } of module.staticImports) {
      const isTypes = entries.length > 0 && entries.every(({ isType }) => isType);
      const target = isTypes ? null : fileOf(moduleRequest.value, file);
      if (target !== null) waiting.push(target);
    }
  }
  return found;
}

/** A file of the repository, from the top; null for packages. */
function fileOf(name: string, importer: string): string | null {
  if (name.startsWith(".")) return path.join(path.dirname(importer), name);
  const room = Object.keys(imports).find((one) => one.endsWith("*") && name.startsWith(one.slice(0, -1)));
  const folder = room === undefined ? undefined : imports[room];
  return room === undefined || folder === undefined
    ? null
    : path.normalize(folder.replace("*", name.slice(room.length - 1)));
}
