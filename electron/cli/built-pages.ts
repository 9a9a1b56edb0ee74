import { existsSync } from "node:fs";
import path from "node:path";

/** Folder of the built pages, beside the sources or beside the packed program; null where they were not built. */
export function builtPages(): string | null {
  const here = import.meta.dirname;
  const places = [path.join(here, "../../out/renderer"), path.join(here, "../renderer")];
  return places.find((place) => existsSync(path.join(place, "index.html"))) ?? null;
}
