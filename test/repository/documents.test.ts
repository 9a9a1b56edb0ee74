import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { anchorOf } from "#build/help/anchor-of.ts";
import { instrumentSchema, portalSchema } from "#contract/settings-file.ts";
import { longRuns } from "#test/long-runs.ts";
import { docsPictures } from "#test/shots/docs-pictures.ts";

const top = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(top, file), "utf8");
const pages = globSync("{*.md,{docs,test,bench,.github}/**/*.md}", { cwd: top }).toSorted();
/** The tasks of the guide; the steps before a release are a table of their own kind. */
const tasks = globSync("docs/tasks/*.md", { cwd: top, exclude: ["docs/tasks/by-hand.md"] }).toSorted();

const guideTasks = [
  "First station",
  "From the official client",
  "A year of old data",
  "A new PC",
  "Back-up and restore",
  "Upgrade, uninstall",
  "Nobody logged in",
  "Pages from another PC",
  "Password changed",
  "Instrument replaced (new PID)",
  "Disk full",
  "Prove a month",
  "Many stations",
  "The bundled portal",
  "Write a client",
];

function anchorsOf(file: string): readonly string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}

/** The text under a heading, up to the next one of its rank. */
function section(file: string, heading: string): string {
  const found = read(file)
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`));
  expect([file, heading, found !== undefined]).toEqual([file, heading, true]);
  return found ?? "";
}

describe("every page for people", () => {
  it.each(pages)("%s has at most 350 lines", (page) => {
    // The changelog grows with every version.
    if (page === "CHANGELOG.md") return;
    expect(read(page).trimEnd().split("\n").length).toBeLessThanOrEqual(350);
  });

  it.each(pages)("%s leads nowhere that is not there", (page) => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => to);
    for (const to of links.filter((one) => !/^[a-z]+:/.test(one))) {
      const [file = "", anchor] = to.split("#");
      const place = file === "" ? page : path.join(path.dirname(page), file);
      expect([to, existsSync(path.join(top, place))]).toEqual([to, true]);
      if (anchor !== undefined) expect(anchorsOf(place)).toContain(anchor);
    }
  });

  it.each(pages)("%s names only scripts that there are", (page) => {
    const { scripts } = JSON.parse(read("package.json"));
    for (const [, name = ""] of read(page).matchAll(/\bnpm run (?:--silent |-s )?([a-z0-9:-]+)/g)) {
      expect(Object.keys(scripts)).toContain(name);
      // `npm run long -- NAME` is the name of a long run in every page.
      expect(Object.keys(longRuns)).not.toContain(name);
    }
    for (const [, name = ""] of read(page).matchAll(/\bnpm run (?:-s )?long -- ([a-z-]+)/g))
      expect(Object.keys(longRuns)).toContain(name);
  });
});

it.each([
  "README.md",
  "CONTRIBUTING.md",
  ...globSync("docs/{cli*,developing,tasks/by-hand}.md", { cwd: top }),
])("%s runs no script with npm's two lines above its output", (page) =>
  expect(read(page)).not.toMatch(/\bnpm run (?!-s )[a-z-]/),
);

/** Sentences of a page, each cell of a table too; those of blocks and comments are left out, and headings. */
function sentencesOf(text: string): readonly string[] {
  return text
    .replaceAll(/^( *)```[\s\S]*?^\1```$|<!--[\s\S]*?-->/gm, "")
    .split(/\n\s*\n|\n(?=\s*(?:[-|*] |\d+\. ))| \| /)
    .map((part) =>
      part
        .replace(/^\s*(?:[-|*]|\d+\.) /, "")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter((part) => !part.startsWith("#"))
    .flatMap((part) => part.split(/(?<=[.!?:;]) (?=[A-Z`*])/));
}

/** Begins with a clause where a noun would do; a question does, too. */
const withoutNoun = (sentence: string) => /^(?:\*\*)?(?:What|Which|Who|Of|One that)\b.*[.:;]$/.test(sentence);

describe("a sentence", () => {
  const told = pages.filter((page) => /^(?:README|ARCHITECTURE|CONTRIBUTING|docs)\b/.test(page));

  it.each(told)("of %s begins with a noun or a verb, never with a clause in its place", (page) => {
    expect(sentencesOf(read(page)).filter(withoutNoun)).toEqual([]);
  });

  it("is found in paragraphs, lists and tables, and is none in a block or a question", () => {
    const page =
      "# What\n\nOn two\nlines. What it is\ncounts. Which day?\n\n- Of it nothing is left.\n\n| Who asks is told. | What else? |\n\n```\nWhat runs.\n```\n";
    expect(sentencesOf(page).filter(withoutNoun)).toEqual([
      "What it is counts.",
      "Of it nothing is left.",
      "Who asks is told.",
    ]);
  });
});

describe("the README", () => {
  const readme = read("README.md");

  it("has at most 130 lines, none of them long", () => {
    const lines = readme.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(130);
    for (const line of lines.filter((one) => !one.startsWith("|")))
      expect(line.length).toBeLessThanOrEqual(140);
  });

  it("begins with what it is, a picture, how to install it, and two commands", () => {
    const parts = [
      "# Skyferry\n\nSkyferry ",
      "\n![",
      "\n## Install\n",
      "\nnpm ci && npm run -s demo\n",
      "\nnpm ci && npm test\n",
    ];
    const places = parts.map((part) => readme.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("comes to what an operator does before anything else", () => {
    const headings = [...readme.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      "Install",
      "Set up a station",
      "The tray",
      "When something is wrong",
      "Without a window",
      "More",
    ]);
  });

  it("names the packages as the installers' configuration does", () => {
    const names = [...read("electron-builder.yml").matchAll(/artifactName: (\S+)/g)].map(([, name = ""]) =>
      name.replace(/\$\{ext\}/, "exe").replace(/\$\{(\w+)\}/g, (_, part: string) => part.toUpperCase()),
    );
    expect(names).toHaveLength(4);
    for (const name of names) expect(section("README.md", "Install")).toContain(`\`${name}\``);
  });
});

describe("the guide", () => {
  const index = read("docs/index.md");

  it("has four doors", () => {
    const doors = [...index.matchAll(/^## (.+)$/gm)].map(([, door]) => door);
    expect(doors).toEqual(["Operator", "Network", "Developer", "Portal operator"]);
    expect(read("README.md")).toContain("(docs/index.md)");
  });

  it("leads from its first page to every page, once", () => {
    const led = [...index.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, page]) => `docs/${page}`);
    const all = pages.filter((page) => /^docs\/(?!adr\/|index|GOALS)/.test(page.replaceAll("\\", "/")));
    expect(led.toSorted()).toEqual([...all, "docs/adr/README.md"].toSorted());
  });

  it("has each task and concept as a heading, by this name", () => {
    const titles = (folder: string) =>
      globSync(`docs/${folder}/*.md`, { cwd: top }).map((page) => /^# (.+)\n/.exec(read(page))?.[1]);
    expect(titles("tasks").toSorted()).toEqual([...guideTasks, "Try a release by hand"].toSorted());
    expect(titles("concepts").toSorted()).toEqual([
      "How a file travels",
      "The meaning of *delivered*",
      "When a file is finished",
    ]);
    const led = [...index.matchAll(/\[([^\]]+)\]\((?:tasks|concepts)\/[\w-]+\.md\)/g)].map(
      ([, name]) => name,
    );
    expect(led.toSorted()).toEqual([...titles("tasks"), ...titles("concepts")].toSorted());
  });

  it("shows pictures that `npm run shots -- --docs` makes, and all of them", () => {
    const shown = pages.flatMap((page) =>
      [...read(page).matchAll(/!\[[^\]]+\]\(([^)]+\.png)\)/g)].map(([, to = ""]) =>
        path.posix.join(path.posix.dirname(page.replaceAll("\\", "/")), to),
      ),
    );
    const made = docsPictures.map(({ file }) => `docs/${file}`).toSorted();
    expect([...new Set(shown)].toSorted()).toEqual(made);
    const there = globSync("docs/**/*.png", { cwd: top }).map((file) => file.replaceAll("\\", "/"));
    expect(there.toSorted()).toEqual(made);
  });

  it.each(tasks)("%s is short, and tells how one sees that it worked and what can go wrong", (task) => {
    const text = read(task);
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
    expect(text).toMatch(/^# .+\n\n.+/);
    expect(text).toContain("\n## It worked if\n");
    expect(text).toContain("\n## If something goes wrong\n\n| you see | do |\n");
  });
});

describe("what an operator looks up", () => {
  it("is quoted under 'When something is wrong' as the program says it", () => {
    const sources = globSync("{electron,renderer}/**/*.{ts,tsx}", { cwd: top });
    const said = sources.map(read).join("\n");
    const rows = read("docs/when-wrong.md").matchAll(/^\| (".+?) \|/gm);
    const quoted = [...rows].flatMap(([, cell = ""]) => [...cell.matchAll(/"([^"]+)"/g)]);
    expect(quoted.length).toBeGreaterThan(6);
    for (const [, words = ""] of quoted)
      expect([words, said.includes(words.replace(/ …$/, ""))]).toEqual([words, true]);
  });

  it.each(tasks)("is quoted in %s as the program says it, labels too", (task) => {
    const sources = globSync("{electron,renderer,build}/**/*.{ts,tsx,nsh}", { cwd: top });
    const said = sources.map(read).join("\n");
    const text = read(task)
      .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, "")
      .replaceAll(/`[^`]*`|\*\*[^*]*\*\*/g, "");
    const quoted = [...text.matchAll(/"([^"]+)"/g)].flatMap(([, words = ""]) => words.split("…"));
    const labels = [...text.matchAll(/\*([^*\n]+)\*/g)].map(([, words = ""]) => words.replace(/\.$/, ""));
    expect([...quoted, ...labels].filter((words) => !said.includes(words.trim()))).toEqual([]);
    expect(quoted.length).toBeGreaterThan(0);
  });

  it("has an example that the program takes", () => {
    const [, example = "{}"] = /```json\n(.+?)```/s.exec(section("docs/settings.md", "Example")) ?? [];
    const { portal, instruments } = JSON.parse(example);
    expect(portalSchema.safeParse(portal)).toMatchObject({ success: true });
    expect(instruments).not.toEqual([]);
    for (const one of instruments) expect(instrumentSchema.safeParse(one)).toMatchObject({ success: true });
  });
});

describe("the page of the architecture", () => {
  const page = read("ARCHITECTURE.md");

  it("has every room, and no other", () => {
    const rooms = globSync("electron/*", { cwd: top }).map((one) => one.replaceAll("\\", "/"));
    const told = [...page.matchAll(/^\| `(electron\/[a-z-]+)` \|/gm)].map(([, room]) => room);
    expect(told.toSorted()).toEqual(rooms.toSorted());
  });

  it("names only files and folders that there are", () => {
    const named = [...page.matchAll(/`([a-z-]+(?:\/[\w.-]+)+)`/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(15);
    const isThere = (name: string) =>
      ["", "electron", "renderer"].some((from) => existsSync(path.join(top, from, name)));
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });

  it("names the parts of the engine", () => {
    const parts = globSync("electron/engine/*/", { cwd: top }).map((one) => path.basename(one));
    for (const part of parts)
      expect([part, page.includes(`\`${part}\``) || page.includes(`engine/${part}\``)]).toEqual([part, true]);
  });
});

describe("the fault matrix", () => {
  it("tells every row that there is, and no other", () => {
    const rows = globSync("test/faults/f[0-9]*.ts", { cwd: top }).flatMap((file) =>
      [...read(file).matchAll(/\bid: "(F\d+)"/g)].map(([, id = ""]) => id),
    );
    const told = section("docs/reliability.md", "The fault matrix").matchAll(/^\| (F\d+) \|/gm);
    expect(rows.length).toBeGreaterThan(20);
    expect([...told].map(([, id]) => id).toSorted()).toEqual(rows.toSorted());
  });
});

describe("the threat model", () => {
  it("has the exposure of the service that the page of what was tested has", () => {
    const [, told] = /`systemd-analyze security` (\d+\.\d)/.exec(read("docs/security.md")) ?? [];
    const [, seen] =
      /^\| unit, .*`security` at most 3 \| (\d+\.\d) \(systemd \d+\) \|$/m.exec(
        read("docs/reliability.md"),
      ) ?? [];
    expect(told).toBeDefined();
    expect(told).toBe(seen);
  });

  it("names tests that there are, by names that they have", () => {
    const files = globSync("test/**/*.test.ts", { cwd: top });
    const named = section("docs/security.md", "Who, what, and the test that shows it");
    for (const line of named.split("\n").filter((one) => one.startsWith("|"))) {
      const shown = line.split("|").at(-2) ?? "";
      for (const [, file = ""] of shown.matchAll(/`([^`]+\.test\.ts)`/g))
        expect([file, files.some((one) => path.basename(one) === path.basename(file))]).toEqual([file, true]);
      for (const [, title = ""] of shown.matchAll(/"([^"]+)"/g))
        expect([title, files.some((one) => read(one).includes(title))]).toEqual([title, true]);
    }
  });
});
