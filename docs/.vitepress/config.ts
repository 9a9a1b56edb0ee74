import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { defineConfig } from "vitepress";
import { alsoNamed } from "#build/help/also-named.ts";
import { anchorOf } from "#build/help/anchor-of.ts";
import { deadAnchors } from "#build/help/dead-anchors.ts";
import { helpGroups } from "#build/help/help-index.ts";
import { linksInside } from "#build/help/links-inside.ts";
import { searchWord } from "#renderer/model/search-word.ts";

const index = readFileSync(path.join(import.meta.dirname, "../index.md"), "utf8");

/** Pages that are for readers of the sources alone. */
const forSources =
  /^(?:\.\.?\/)*(?:(?:test|bench|build|electron)\/|(?:ARCHITECTURE|CHANGELOG|CODE_OF_CONDUCT|CONTRIBUTING|RELEASE|SECURITY)\.md|(?:docs\/)?adr\/)/;

/** True of an address in the checkout that is no page of the site. */
function isOutside(href: string): boolean {
  return !/^(?:#|[a-z]+:)/.test(href) && (!/\.md(?:#|$)/.test(href) || forSources.test(href));
}

function escapeHtml(code: string): string {
  return code.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * The site of the documents (`npm run docs`): the README and the pages of `docs/index.md` where they stand in the checkout, so that
 * a link is right in both. All addresses are relative: it works from a subfolder, and from the disk without its search.
 */
export default defineConfig({
  title: "Skyferry",
  description: "Carries a measuring station's files to the atmospheric data portal.",
  srcDir: "..",
  outDir: "../out/docs",
  base: "./",
  srcExclude: [
    "{node_modules,out,dist,test,bench,.github}/**",
    "{ARCHITECTURE,CHANGELOG,CODE_OF_CONDUCT,CONTRIBUTING,RELEASE,SECURITY}.md",
    "docs/adr/**",
  ],
  // That of the checkout is for the pages of the program.
  vite: { configFile: false },
  markdown: {
    anchor: { slugify: anchorOf },
    // As in the program: colours would be a tenth of the site.
    highlight: (code) => `<pre v-pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`,
    config(md) {
      // `<md5>` in a sentence is a word, not an element.
      md.disable("html_inline");
      md.use(linksInside, isOutside);
    },
  },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        miniSearch: {
          options: { processTerm: searchWord },
          searchOptions: {
            boostDocument: (id: string) => (/\/(?:tasks\/(?!by-hand)|concepts\/)/.test(id) ? 2 : 1),
          },
        },
        _render: (source, env, md) => md.renderAsync(source.replaceAll(alsoNamed, "\n\n$1\n\n"), env),
      },
    },
    sidebar: helpGroups(index).map(({ name, pages }) => ({
      text: name,
      items: pages
        .filter(({ file }) => !isOutside(file))
        .map((page) => ({ text: page.name, link: path.posix.join("/docs", page.file) })),
    })),
    outline: [2, 3],
    docFooter: { prev: false, next: false },
  },
  async buildEnd({ outDir }) {
    const start = "docs/index.html";
    const page = `<!doctype html><meta charset="utf-8"><title>Skyferry</title><meta http-equiv="refresh" content="0; url=${start}"><a href="${start}">Skyferry</a>\n`;
    await writeFile(path.join(outDir, "index.html"), page);
    const dead = deadAnchors(outDir);
    if (dead.length > 0) throw new Error(`Links to sections that are not there:\n${dead.join("\n")}`);
  },
});
