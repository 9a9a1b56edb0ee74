import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { helpGroups, shownPages } from "./help-index.ts";
import { helpName, renderHelp } from "./render-help.ts";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));
const index = fileURLToPath(new URL("../../docs/index.md", import.meta.url));
const contents = "virtual:help-contents";

/**
 * Gives the pages of `docs/index.md` to the program, each as a module of its own, and their list as `virtual:help-contents`.
 * Pages outside `docs/` are for readers of the sources.
 */
export function helpPages(): Plugin {
  return {
    name: "help-pages",
    enforce: "pre",
    resolveId: (id) => (id === contents ? `\0${contents}` : null),
    load(id) {
      if (id === `\0${contents}`) return contentsModule((file) => this.addWatchFile(file));
      if (!id.endsWith(".md") || !id.startsWith(docs)) return null;
      const file = path.relative(docs, id).replaceAll("\\", "/");
      const { html } = renderHelp(read(id), file, shownPages(helpGroups(read(index))), titleIn);
      return { code: `export const html = ${JSON.stringify(html)};`, moduleType: "js" };
    },
  };
}

function contentsModule(watch: (file: string) => void): { code: string; moduleType: "js" } {
  watch(index);
  const all = helpGroups(read(index));
  const shown = shownPages(all);
  const groups = all.map(({ name, about, pages }) => {
    const listed = pages
      .filter(({ file }) => shown.has(file))
      .map((page) => {
        const at = path.join(docs, page.file);
        const { title, headings } = renderHelp(read(at), page.file, shown);
        const facts = JSON.stringify({ name: helpName(page.file), title, headings });
        return `{...${facts}, load: () => import(${JSON.stringify(at)})}`;
      });
    return `{ name: ${JSON.stringify(name)}, about: ${JSON.stringify(about)}, pages: [${listed.join(",\n")}] }`;
  });
  return { code: `export const helpContents = [${groups.join(",\n")}];`, moduleType: "js" };
}

function titleIn(page: string): string | undefined {
  return /^# (.+)$/m.exec(read(path.join(docs, page)))?.[1]?.replaceAll(/[`*]/g, "");
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
