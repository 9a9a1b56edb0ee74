import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { translatedInto } from "#base/language.ts";
import { builtPages } from "#test/support/hosts/build-pages.ts";
import { atMost } from "#test/support/limits.ts";

/** Entry of Vite's manifest, as far as it is looked at here. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

/** In English, and with what the first view needs of any other language. */
const mostBytes = 225_000;
const mostLanguageBytes = 25_000;
const entry = "index.html";
/** Loaded by the entry as soon as the language is known, before anything is shown. */
const program = "show-app.tsx";
const { folder } = builtPages;
let manifest: Readonly<Record<string, Chunk>>;

beforeAll(async () => {
  manifest = JSON.parse(await readFile(builtPages.manifest, "utf8"));
});

/** A chunk and all that its script imports before it runs. */
function withImports(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of chunkOf(name).imports ?? []) withImports(next, found);
  return found;
}

function chunkOf(name: string): Chunk {
  const chunk = manifest[name];
  if (chunk === undefined) throw new Error(`the manifest knows no ${name}`);
  return chunk;
}

/** Chunks that are loaded before anything is shown, in English. */
function firstChunks(): ReadonlySet<string> {
  return new Set([...withImports(entry), ...withImports(program)]);
}

/** Their files. */
function firstFiles(): ReadonlySet<string> {
  const chunks = [...firstChunks()].map(chunkOf);
  return new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
}

async function zippedSize(file: string): Promise<number> {
  return gzipSync(await readFile(path.join(folder, file))).length;
}

/** File of the texts of a language: those of the first view, or those that come later. */
function textsFile(tag: string, part: "first" | "later"): string {
  const found = Object.entries(manifest).find(([name]) => name.endsWith(`virtual:language/${tag}/${part}`));
  if (found === undefined) throw new Error(`the manifest knows no texts of ${tag}, ${part}`);
  return found[1].file;
}

test(
  "what the first view loads is 225 kB gzipped at most, in English and in any other language",
  async () => {
    expect(chunkOf(entry).dynamicImports).toContain(program);
    const files = [entry, ...firstFiles()];
    const sizes = await Promise.all(files.map(async (file) => [file, await zippedSize(file)] as const));
    const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
    expect(files.some((file) => file.endsWith(".js"))).toBe(true);
    expect(files.some((file) => file.endsWith(".css"))).toBe(true);
    const list = sizes.map(([file, size]) => `${size} ${file}`).join("\n");
    expect(bytes, list).toBeLessThanOrEqual(mostBytes);
    for (const tag of translatedInto) {
      const texts = await zippedSize(textsFile(tag, "first"));
      expect(bytes + texts, `${texts} ${tag}\n${list}`).toBeLessThanOrEqual(mostBytes);
    }
  },
  atMost(20_000),
);

test.each(translatedInto)("the texts of %s are two files of 25 kB gzipped at most", async (tag) => {
  for (const part of ["first", "later"] as const) {
    const file = textsFile(tag, part);
    expect(await zippedSize(file), file).toBeLessThanOrEqual(mostLanguageBytes);
    expect([...firstFiles()]).not.toContain(file);
  }
});

test.each([
  ["the map of the world", /world-map/],
  ["the look into a NetCDF file", /netcdf-dialog/],
  ["the menu that snoozes, and what places menus,", /snooze-menu/],
])("%s comes when it is used", (_, name) => {
  const first = firstFiles();
  const scripts = Object.values(manifest)
    .map(({ file }) => file)
    .filter((file) => file.endsWith(".js") && name.test(file));
  expect(scripts).not.toEqual([]);
  expect(scripts.filter((file) => first.has(file))).toEqual([]);
});

test("plots (uPlot) come when they are used", async () => {
  const first = firstFiles();
  const scripts = Object.values(manifest).flatMap(({ file }) => (file.endsWith(".js") ? [file] : []));
  const plotting: string[] = [];
  for (const file of new Set(scripts))
    if ((await readFile(path.join(folder, file), "utf8")).includes("u-over")) plotting.push(file);
  expect(plotting).not.toEqual([]);
  expect(plotting.filter((file) => first.has(file))).toEqual([]);
});

test("Mantine's styles are those of the parts that the pages use", async () => {
  const namesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));
  const read = (...names: string[]) => readFile(path.join(...names), "utf8");
  const assets = path.join(folder, "assets");
  const all = await readdir(assets);
  const builtAs = async (end: string) =>
    (await Promise.all(all.filter((name) => name.endsWith(end)).map((name) => read(assets, name)))).join(
      "\n",
    );
  const [scripts, styles] = [namesIn(await builtAs(".js")), namesIn(await builtAs(".css"))];
  const mantine = path.join(import.meta.dirname, "../../node_modules/@mantine/core");
  const offered = namesIn(await read(mantine, "styles.css"));
  expect(scripts.size).toBeGreaterThan(50);
  expect([...scripts].filter((name) => offered.has(name) && !styles.has(name))).toEqual([]);

  const list = await read(import.meta.dirname, "../../renderer/styles/mantine.css");
  const unused: string[] = [];
  for (const [, file = ""] of list.matchAll(/styles\/(\w+\.css)"/g)) {
    // Its variables and resets have no class.
    const own = namesIn(await read(mantine, "styles", file));
    if (own.size > 0 && own.isDisjointFrom(scripts)) unused.push(file);
  }
  expect(unused).toEqual([]);
});

test("every page but the first comes when it is opened", () => {
  const first = firstChunks();
  const screens = Object.keys(manifest).filter((name) => /^screens\/[^/]+\/[^/]+-screen\.tsx$/.test(name));
  expect(screens.length).toBeGreaterThanOrEqual(5);
  expect(screens.filter((name) => first.has(name))).toEqual([]);
});

test("no script makes code out of text, which the page's policy refuses", async () => {
  const names = await readdir(path.join(folder, "assets"));
  const scripts = names.filter((name) => name.endsWith(".js"));
  expect(scripts).not.toEqual([]);
  const texts = await Promise.all(scripts.map((name) => readFile(path.join(folder, "assets", name), "utf8")));
  const makers = scripts.filter((_, index) => /\beval\(|\bnew Function\b/.test(texts[index] ?? ""));
  expect(makers).toEqual([]);
});
