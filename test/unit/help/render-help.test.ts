import { describe, expect, it } from "vitest";
import { helpGroups } from "#build/help/help-index.ts";
import { helpName, renderHelp } from "#build/help/render-help.ts";

/** Names of pages that there need not be. */
const page = (name: string) => `${name}.md`;
const shown = new Set(
  ["index", "settings", "cli", "tasks/full-disk", "tasks/new-pc", "fleet/README"].map(page),
);
const rendered = (source: string) => renderHelp(source, page("tasks/full-disk"), shown).html;

describe("a page of the documents in the program", () => {
  it("has its title apart, and the anchors of its headings as GitHub names them", () => {
    const { title, html, headings } = renderHelp(
      "# Full disk\n\nText.\n\n## What may go: `a`/b?\n\n### Then\n\n#### Deeper",
      page("x"),
      shown,
    );
    expect(title).toBe("Full disk");
    expect(html).not.toContain("<h1");
    expect(html).toContain('<h2 id="what-may-go-ab">');
    expect(headings).toEqual([
      { text: "What may go: a/b?", anchor: "what-may-go-ab" },
      { text: "Then", anchor: "then" },
    ]);
  });

  it.each([
    [page("../settings"), "#/help/settings"],
    [`${page("../settings")}#disk-space`, "#/help/settings?at=disk-space"],
    [page("new-pc"), "#/help/tasks/new-pc"],
    ["#steps", "#/help/tasks/full-disk?at=steps"],
    [page("../index"), "#/help/"],
    [page("../fleet/README"), "#/help/fleet/README"],
  ])("a link to %s leads to %s", (to, address) => {
    expect(rendered(`[s](${to})`)).toContain(`<a href="${address}">s</a>`);
  });

  it("opens web addresses outside, and keeps the words of a link to what the program does not have", () => {
    expect(rendered("[p](https://portal.example/)")).toContain(
      '<a href="https://portal.example/" target="_blank" rel="noreferrer">p</a>',
    );
    const outside = [
      page("../../test/README"),
      page("../../README"),
      "../../LICENSE",
      `${page("../../bench/x")}#y`,
    ];
    for (const to of outside)
      expect(rendered(`See [this](${to}) and [that](${page("../cli")}).`)).toBe(
        '<p>See this and <a href="#/help/cli">that</a>.</p>\n',
      );
  });

  it("names a page by its title where the link has the name of its file", () => {
    const titleOf = (file: string) => (file === page("settings") ? "Settings" : undefined);
    const { html } = renderHelp(
      `[${page("settings")}](${page("settings")}), [${page("cli")}](${page("cli")}), [the settings](${page("settings")})`,
      page("x"),
      shown,
      titleOf,
    );
    expect(html.match(/>[^<>]+<\/a>/g)).toEqual([
      ">Settings</a>",
      `>${page("cli")}</a>`,
      ">the settings</a>",
    ]);
  });

  it("has blocks that are scrolled by keys, with no markup of their own", () => {
    expect(rendered("```sh run\nskyferry <a>\n```")).toBe(
      '<pre tabindex="0"><code>skyferry &lt;a&gt;\n</code></pre>\n',
    );
  });

  it("shows no comment, no picture and no element of the source", () => {
    expect(rendered("<!-- made\nby -->\n\nPUT <md5> ![](a.png)<script>1</script>")).toBe(
      "<p>PUT &lt;md5&gt; &lt;script&gt;1&lt;/script&gt;</p>\n",
    );
  });
});

it("has the groups and the pages of the index in their order", () => {
  expect(
    helpGroups(
      `# Skyferry\n\n[x](${page("x")})\n\n## Operator\n\nYou look after it.\n\n- [A](${page("tasks/a")}): one\n- [*B*](${page("../B")})\n\n## Network\n\nNone.`,
    ),
  ).toEqual([
    {
      name: "Operator",
      about: "You look after it.",
      pages: [
        { name: "A", file: page("tasks/a") },
        { name: "B", file: page("../B") },
      ],
    },
    { name: "Network", about: "None.", pages: [] },
  ]);
  expect([helpName(page("tasks/a")), helpName(page("index"))]).toEqual(["tasks/a", ""]);
});
