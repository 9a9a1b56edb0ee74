import path from "node:path";

/** A group of pages in `docs/index.md`: a heading, the sentence below it, and the links of its lists. */
interface HelpGroup {
  readonly name: string;
  readonly about: string;
  readonly pages: readonly { readonly name: string; readonly file: string }[];
}

/** Files that the program shows: the index, and its pages in the same folder. */
export function shownPages(groups: readonly HelpGroup[]): ReadonlySet<string> {
  const files = groups.flatMap(({ pages }) => pages.map(({ file }) => file));
  return new Set([
    path.posix.relative("docs", "docs/index.md"),
    ...files.filter((file) => !file.startsWith("../")),
  ]);
}

/** The groups of `docs/index.md`, which is the one list of all pages. `file` is from the folder of the index. */
export function helpGroups(index: string): readonly HelpGroup[] {
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [name = "", ...lines] = part.split("\n");
      const links = lines.flatMap((line) => [...line.matchAll(/\[([^\]]+)\]\(([\w./-]+\.md)\)/g)]);
      return {
        name,
        about: lines.find((line) => /^\w/.test(line)) ?? "",
        pages: links.map(([, text = "", file = ""]) => ({ name: text.replaceAll("*", ""), file })),
      };
    });
}
