import path from "node:path";
import MarkdownIt from "markdown-it";
import { anchorOf } from "./anchor-of.ts";
import { linksInside } from "./links-inside.ts";

/** A page of `docs/` as the program shows it. */
/** Pages of the checkout beside `docs/` are for readers of the sources. */
const outside = /^\.\.\/(?:\.\.\/)*(?:test|bench|build|electron|[A-Z]\w+(?:\.md)?(?:#|$))/;

interface HelpPage {
  readonly title: string;
  /** Without the title. */
  readonly html: string;
  /** Headings below the title, in their order. */
  readonly headings: readonly { readonly text: string; readonly anchor: string }[];
}

/**
 * A page of `docs/` for the program: headings have their anchors, a link to another page leads to the program's own address of
 * it, one to a web address opens outside. Pictures are left out: the program is there. `file` is beside `docs/index.md`.
 */
export function renderHelp(source: string, file: string): HelpPage {
  const md = new MarkdownIt({ html: false, linkify: false }).use(linksInside, outside);
  const headings: { text: string; anchor: string; level: string }[] = [];
  md.core.ruler.push("help", ({ tokens }) => {
    tokens.forEach((token, at) => {
      if (token.type === "heading_open") {
        const text = plainText(tokens[at + 1]?.content ?? "");
        const anchor = anchorOf(text);
        token.attrSet("id", anchor);
        headings.push({ text, anchor, level: token.tag });
      }
      for (const child of token.children ?? []) if (child.type === "link_open") lead(child, file);
    });
  });
  md.renderer.rules.image = () => "";
  const html = md.render(source.replaceAll(/<!--[\s\S]*?-->/g, "")).replace(/^<h1.*<\/h1>\n/, "");
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

function lead(link: LinkToken, file: string): void {
  const href = String(link.attrGet("href"));
  if (/^[a-z]+:/.test(href)) {
    link.attrSet("target", "_blank");
    link.attrSet("rel", "noreferrer");
    return;
  }
  const [to = "", anchor] = href.split("#");
  const page = helpName(to === "" ? file : path.posix.join(path.posix.dirname(file), to));
  link.attrSet("href", `#/help/${page}${anchor === undefined ? "" : `?at=${anchor}`}`);
}

/** The name of a page in the program's addresses: its path from `docs/` without the ending. */
export function helpName(file: string): string {
  return file.replace(/\.md$/, "").replace(/^index$/, "");
}

/** Words of a heading without its marks. */
function plainText(markdown: string): string {
  return markdown.replaceAll(/[`*]/g, "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
}
