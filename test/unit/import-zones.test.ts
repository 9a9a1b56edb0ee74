import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeScratch } from "#test/harness/scratch.ts";

const home = fileURLToPath(new URL("../..", import.meta.url));
let tree: string;

beforeEach(async () => {
  tree = await makeScratch("skyferry-zones-");
  const settings = JSON.parse(await readFile(join(home, "biome.json"), "utf8"));
  // The rules are under test, not what git leaves out.
  await writeFile(join(tree, "biome.json"), JSON.stringify({ ...settings, vcs: { enabled: false } }));
  for (const [path, imports] of Object.entries(allowed)) await write(path, imports);
});
afterEach(() => rm(tree, { recursive: true, force: true }));

/** What each zone may import: the tree in which nothing is wrong. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "electron/engine/domain/rules.ts": ["./values.ts"],
  "electron/engine/domain/values.ts": [],
  "electron/engine/retry.ts": [],
  "electron/engine/ports.ts": ["./domain/rules.ts"],
  "electron/engine/portal-reads.ts": ["./domain/rules.ts"],
  "electron/engine/desk-ports.ts": ["./domain/rules.ts", "./ports.ts"],
  "electron/engine/core.ts": ["./ports.ts", "./domain/rules.ts"],
  "electron/engine/reports.ts": ["./domain/rules.ts"],
  "electron/engine/finding/scanner.ts": ["../ports.ts", "../domain/rules.ts", "../delivery/holds.ts"],
  "electron/engine/delivery/holds.ts": [],
  "electron/engine/attention/words.ts": [
    "../domain/values.ts",
    "../ports.ts",
    "../reports.ts",
    "./sentence.ts",
  ],
  "electron/engine/attention/sentence.ts": [],
  "electron/adapters/files/disk.ts": [
    ...["../../engine/ports.ts", "../../engine/portal-reads.ts", "../../engine/domain/rules.ts"],
    "../../engine/desk-ports.ts",
    ...["../../contract/settings.ts", "../shared.ts", "node:fs", "undici"],
  ],
  "electron/adapters/shared.ts": ["../engine/ports.ts", "node:path"],
  "electron/contract/settings.ts": ["zod", "./words.ts"],
  "electron/contract/words.ts": [],
  "electron/api/routes.ts": [
    "../contract/settings.ts",
    "../engine/core.ts",
    "../engine/domain/rules.ts",
    "undici",
  ],
  "electron/compose/portal-connection.ts": ["../adapters/files/disk.ts", "../engine/domain/rules.ts"],
  "electron/compose/station.ts": [
    "./adapters/shared.ts",
    "./engine/core.ts",
    "./api/routes.ts",
    "./composing/portal-link.ts",
  ],
  "electron/compose/import-config.ts": ["../adapters/shared.ts"],
  "electron/mock-portal/portal.ts": ["./store/table.ts", "fastify", "node:fs"],
  "electron/mock-portal/store/table.ts": [],
  "electron/cli/command.ts": ["node:util"],
  "electron/cli/words.ts": [],
  "electron/cli/submit.ts": ["../compose.ts", "../composing/import.ts", "../api/routes.ts", "./command.ts"],
  "electron/cli/demo/demo.ts": [
    "../../compose.ts",
    "../../mock-portal/portal.ts",
    "../command.ts",
    "../words.ts",
  ],
  "electron/cli/skyferry.ts": [],
  "electron/demo/door.ts": [],
  "electron/main/window.ts": [
    ...["electron", "electron-store", "node:path", "./tray.ts", "../compose.ts", "../api/routes.ts"],
    ...["../contract/words.ts", "../demo/door.ts", "../cli/skyferry.ts"],
  ],
  "electron/main/tray.ts": [],
  "electron/preload/bridge.ts": ["electron", "../contract/words.ts", "./page.ts"],
  "electron/preload/page.ts": [],
};

/** What each zone may not import; each is planted in a file of its own. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  "electron/engine/domain": [
    "node:fs",
    "zod",
    "electron",
    "../ports.ts",
    "../core.ts",
    "../../adapters/shared.ts",
  ],
  "electron/engine": [
    "node:fs",
    "zod",
    "electron",
    "../adapters/shared.ts",
    "../contract/words.ts",
    "../compose.ts",
  ],
  "electron/engine/attention": ["node:fs", "zod", "electron", "../core.ts", "../../contract/words.ts"],
  "electron/engine/finding": [
    ...[
      "node:fs",
      "zod",
      "electron",
      "../../adapters/shared.ts",
      "../../contract/words.ts",
      "../../compose.ts",
    ],
  ],
  "electron/adapters/files": [
    ...["electron", "../../engine/core.ts", "../../contract/words.ts", "../../api/routes.ts"],
    ...[
      "../../compose.ts",
      "../../composing/portal-link.ts",
      "../../cli/words.ts",
      "../../mock-portal/portal.ts",
    ],
  ],
  "electron/contract": ["node:fs", "undici", "electron", "../engine/domain/rules.ts", "../api/routes.ts"],
  "electron/api": [
    "electron",
    "../adapters/shared.ts",
    "../compose.ts",
    "../cli/words.ts",
    "../mock-portal/portal.ts",
  ],
  "electron/cli": ["electron", "../engine/core.ts", "../adapters/shared.ts", "../mock-portal/store/table.ts"],
  "electron/cli/demo": [
    "electron",
    "../../engine/core.ts",
    "../../adapters/shared.ts",
    "../../composing/portal-link.ts",
  ],
  "electron/main": [
    ...["../engine/core.ts", "../engine/domain/rules.ts", "../adapters/shared.ts", "../cli/words.ts"],
    ...["../mock-portal/portal.ts", "../composing/portal-link.ts", "../preload/bridge.ts"],
  ],
  "electron/preload": [
    ...["node:fs", "zod", "../api/routes.ts", "../compose.ts", "../main/window.ts", "../engine/core.ts"],
  ],
  "electron/mock-portal": [
    ...["electron", "../adapters/shared.ts", "../engine/core.ts", "../engine/domain/rules.ts"],
    ...["../contract/words.ts", "../api/routes.ts", "../cli/words.ts", "../compose.ts"],
  ],
  "electron/mock-portal/store": ["../../adapters/shared.ts", "../../engine/core.ts"],
};

/** Files whose own name is a zone. */
const forbiddenIn: Readonly<Record<string, string>> = {
  "electron/engine/ports.ts": "./retry.ts",
  "electron/compose/station.ts": "./cli/words.ts",
  "electron/compose/import-config.ts": "../mock-portal/portal.ts",
  "electron/compose/portal-connection.ts": "electron",
};

test("the tree in which every zone imports all that it may is clean", async () => {
  expect(await complaints()).toEqual([]);
});

test("what a zone may not import is reported, each once and nothing else", async () => {
  const planted = Object.entries(forbidden).flatMap(([folder, imports]) =>
    imports.map((target, index) => [`${folder}/planted-${index}.ts`, [target]] as const),
  );
  const own = Object.entries(forbiddenIn).map(([path, target]) => [path, [target]] as const);
  for (const [path, imports] of [...planted, ...own]) await write(path, imports);
  expect(await complaints()).toEqual(
    [...planted, ...own].map(([path]) => `${path} lint/style/noRestrictedImports`).sort(),
  );
});

test("cycles, barrels, default exports and files over 350 lines are reported", async () => {
  await write("electron/contract/egg.ts", ["./hen.ts"]);
  await write("electron/contract/hen.ts", ["./egg.ts"]);
  const line = (index: number) => `export const line${index} = ${index};\n`;
  await writeText("electron/api/long.ts", Array.from({ length: 351 }, (_, index) => line(index)).join(""));
  await writeText(
    "electron/api/long-enough.ts",
    Array.from({ length: 350 }, (_, index) => line(index)).join(""),
  );
  await writeText("electron/api/index.ts", 'export * from "./routes.ts";\n');
  await writeText("electron/api/default.ts", "export default 1;\n");
  expect(await complaints()).toEqual([
    "electron/api/default.ts lint/style/noDefaultExport",
    "electron/api/index.ts lint/performance/noBarrelFile",
    "electron/api/index.ts lint/performance/noReExportAll",
    "electron/api/long.ts lint/style/noExcessiveLinesPerFile",
    "electron/contract/egg.ts lint/suspicious/noImportCycles",
    "electron/contract/hen.ts lint/suspicious/noImportCycles",
  ]);
});

/** A file that imports each target and uses it. */
async function write(path: string, imports: readonly string[]): Promise<void> {
  const names = imports.map((_, index) => `one${index}`);
  const lines = imports.map((target, index) => `import * as one${index} from "${target}";`);
  const body = names.length === 0 ? "export const value = 1;" : `export const used = [${names.join(", ")}];`;
  await writeText(path, `${[...lines, "", body].join("\n")}\n`);
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, path)), { recursive: true });
  await writeFile(join(tree, path), text);
}

/** What biome reports in the tree, as `path rule`, sorted. */
async function complaints(): Promise<readonly string[]> {
  const child = spawn(
    process.execPath,
    [
      join(home, "node_modules/@biomejs/biome/bin/biome"),
      "lint",
      "--reporter=github",
      "--max-diagnostics=none",
    ],
    {
      cwd: tree,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 30_000,
    },
  );
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await once(child, "close");
  const reports = said.matchAll(/^::\w+ title=(?<rule>[\w/]+),file=(?<file>[^,]+),/gm);
  return [...reports]
    .map(
      ({ groups }) =>
        `${groups?.file?.replaceAll("\\", "/").replace(/^.*?(?=electron\/)/, "")} ${groups?.rule}`,
    )
    .sort();
}
