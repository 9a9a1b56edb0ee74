/** The part of markdown-it that is used here, of any version: the site brings its own. */
interface Renderer {
  readonly core: {
    readonly ruler: {
      push(name: string, rule: (state: { readonly tokens: readonly Token[] }) => void): void;
    };
  };
}

interface Token {
  readonly type: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): unknown;
}

/** Keeps the words of a link whose address is outside, without the link. */
export function linksInside(md: Renderer, isOutside: (href: string) => boolean): void {
  md.core.ruler.push("links_inside", ({ tokens }) => {
    for (const { children } of tokens) {
      let isCut = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") isCut = isOutside(String(token.attrGet("href")));
        if (!isCut || !token.type.startsWith("link_")) continue;
        if (token.type === "link_close") isCut = false;
        Object.assign(token, { type: "text", tag: "", content: "", nesting: 0 });
      }
    }
  });
}
