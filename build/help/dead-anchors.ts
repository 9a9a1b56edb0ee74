import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/** Links between the pages of a built site whose section is not there, as `page: link`. Links to pages are the builder's own to check. */
export function deadAnchors(site: string): readonly string[] {
  const pages = globSync("**/*.html", { cwd: site }).toSorted();
  const texts = new Map(pages.map((page) => [page, readFileSync(path.join(site, page), "utf8")]));
  return [...texts].flatMap(([page, text]) =>
    [...text.matchAll(/<a [^>]*?href="([^"#:]*)#([^"]+)"/g)]
      .filter(([, to = "", anchor = ""]) => {
        const target = to === "" ? page : path.join(path.dirname(page), to);
        return !texts.get(target)?.includes(` id="${decodeURIComponent(anchor)}"`);
      })
      .map(([, to = "", anchor = ""]) => `${page}: ${to}#${anchor}`),
  );
}
