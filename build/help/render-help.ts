import path from "node:path";
import MarkdownIt from "markdown-it";
import { alsoNamed } from "./also-named.ts";
import { anchorOf } from "./anchor-of.ts";
import { linksInside } from "./links-inside.ts";

/** A page of `docs/` as the program shows it. */
interface HelpPage {
  readonly title: string;
  /** Without the title. */
  readonly html: string;
  /** Headings below the title, in their order. */
  readonly headings: readonly { readonly text: string; readonly anchor: string }[];
}

/**
 * A page of `docs/` for the program: headings have their anchors, a link to another page leads to the program's own address of
 * it, one to a web address opens outside, one to a page that is not shown keeps its words alone. Words that people also use
 * are there for the search, hidden. Pictures are left out: the program is there.
 * `file` and `shown` are beside `docs/index.md`. A link whose words are the name of a file has the title of its page instead.
 */
export function renderHelp(
  source: string,
  file: string,
  shown: ReadonlySet<string>,
  titleOf: (page: string) => string | undefined = () => undefined,
): HelpPage {
  const isOutside = (href: string) => !isOfWeb(href) && !shown.has(targetOf(href, file).page);
  const md = new MarkdownIt({ html: false, linkify: false }).use(linksInside, isOutside);
  const headings: { text: string; anchor: string; level: string }[] = [];
  md.core.ruler.push("help", ({ tokens }) => {
    tokens.forEach((token, at) => {
      if (token.type === "heading_open") {
        const text = plainText(tokens[at + 1]?.content ?? "");
        const anchor = anchorOf(text);
        token.attrSet("id", anchor);
        headings.push({ text, anchor, level: token.tag });
      }
      token.children?.forEach((child, place, parts) => {
        if (child.type !== "link_open") return;
        const page = lead(child, file);
        const words = parts[place + 1];
        if (page !== null && words?.content.endsWith(".md")) words.content = titleOf(page) ?? words.content;
      });
    });
  });
  md.renderer.rules.image = () => "";
  // Long lines are scrolled, also by keys.
  md.renderer.rules.fence = (tokens, at) => {
    const content = md.utils.escapeHtml(tokens[at]?.content ?? "");
    if (tokens[at]?.info === "also") return `<p hidden>${content.trim()}</p>\n`;
    return `<pre tabindex="0"><code>${content}</code></pre>\n`;
  };
  const text = source.replaceAll(alsoNamed, "\n\n```also\n$1\n```\n\n").replaceAll(/<!--[\s\S]*?-->/g, "");
  const html = md.render(text).replace(/^<h1.*<\/h1>\n/, "");
  const [first, ...rest] = headings;
  return {
    title: first?.text ?? file,
    html,
    headings: rest.filter(({ level }) => level < "h4").map(({ text, anchor }) => ({ text, anchor })),
  };
}

interface LinkToken {
  attrGet(name: string): unknown;
  attrSet(name: string, value: string): void;
}

/** Gives the page that it leads to; null for one of the web. */
function lead(link: LinkToken, file: string): string | null {
  const href = String(link.attrGet("href"));
  if (isOfWeb(href)) {
    link.attrSet("target", "_blank");
    link.attrSet("rel", "noreferrer");
    return null;
  }
  const { page, anchor } = targetOf(href, file);
  link.attrSet("href", `#/help/${helpName(page)}${anchor === undefined ? "" : `?at=${anchor}`}`);
  return page;
}

function isOfWeb(href: string): boolean {
  return /^[a-z]+:/.test(href);
}

/** A page beside `docs/index.md`, and the anchor in it. */
function targetOf(
  href: string,
  file: string,
): { readonly page: string; readonly anchor: string | undefined } {
  const [to = "", anchor] = href.split("#");
  return { page: to === "" ? file : path.posix.join(path.posix.dirname(file), to), anchor };
}

/** The name of a page in the program's addresses: its path from `docs/` without the ending. */
export function helpName(file: string): string {
  return file.replace(/\.md$/, "").replace(/^index$/, "");
}

/** Words of a heading without its marks. */
function plainText(markdown: string): string {
  return markdown.replaceAll(/[`*]/g, "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}
