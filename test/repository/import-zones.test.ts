import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeScratch } from "#test/support/builders/scratch.ts";

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

/** Imports that each zone may have: the tree in which nothing is wrong. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  "electron/base/text.ts": ["./dates.ts", "#base/dates.ts"],
  "electron/base/dates.ts": [],
  "electron/domain/upload.ts": ["./values.ts", "#base/text.ts"],
  "electron/domain/values.ts": [],
  "electron/domain/pattern/match.ts": ["#domain/values.ts"],
  "electron/contract/settings-file.ts": ["zod", "./words.ts", "#domain/upload.ts", "#base/text.ts"],
  "electron/contract/words.ts": [],
  "electron/engine/pipeline.ts": [
    "./ports/host.ts",
    "./discovery/scanner.ts",
    "./delivery/attempt.ts",
    "#domain/upload.ts",
  ],
  "electron/station/station.ts": ["./status/status.ts", "#engine/pipeline.ts", "#domain/upload.ts"],
  "electron/station/status/status.ts": ["#engine/ports/host.ts", "#base/text.ts"],
  "electron/engine/ports/host.ts": ["./portal.ts", "#domain/upload.ts"],
  "electron/engine/ports/portal.ts": [],
  "electron/engine/discovery/scanner.ts": ["#engine/ports/host.ts", "#domain/upload.ts", "#base/text.ts"],
  "electron/engine/delivery/attempt.ts": ["#engine/ports/host.ts", "#domain/upload.ts", "#base/text.ts"],
  "electron/adapters/files/disk.ts": [
    "#engine/ports/host.ts",
    "#domain/upload.ts",
    "#base/text.ts",
    "#contract/settings-file.ts",
    "#adapters/shared.ts",
    "node:fs",
    "undici",
  ],
  "electron/adapters/shared.ts": ["#engine/ports/host.ts", "node:path"],
  "electron/api/dispatch.ts": [
    "./loopback/server.ts",
    "#contract/words.ts",
    "#station/station.ts",
    "#engine/pipeline.ts",
    "undici",
  ],
  "electron/api/loopback/server.ts": ["#domain/upload.ts"],
  "electron/compose/data-folder.ts": [
    "./portal-connection.ts",
    "#adapters/files/disk.ts",
    "#engine/pipeline.ts",
    "#station/station.ts",
    "#api/dispatch.ts",
  ],
  "electron/compose/portal-connection.ts": ["#contract/words.ts", "#domain/upload.ts"],
  "electron/mock-portal/portal.ts": ["./store/table.ts", "fastify", "node:fs"],
  "electron/mock-portal/store/table.ts": [],
  "electron/demo/demo.ts": ["#compose/data-folder.ts", "#mock-portal/portal.ts"],
  "electron/cli/skyferry.ts": ["./command.ts", "#package", "#compose/data-folder.ts", "#api/dispatch.ts"],
  "electron/cli/command.ts": ["node:util", "#demo/demo.ts"],
  "electron/main/start.ts": [
    "electron",
    "node:path",
    "./window/window.ts",
    "#compose/data-folder.ts",
    "#api/dispatch.ts",
    "#contract/words.ts",
    "#demo/demo.ts",
    "#cli/skyferry.ts",
  ],
  "electron/main/window/window.ts": ["electron", "#main/quit.ts"],
  "electron/main/quit.ts": [],
  "electron/preload/bridge.ts": ["electron", "#contract/words.ts", "./page.ts"],
  "electron/preload/page.ts": [],
  "renderer/app.tsx": [
    "react",
    "./page.tsx",
    "#renderer/page.tsx",
    "#contract/words.ts",
    "#domain/upload.ts",
  ],
  "renderer/page.tsx": [],
  "renderer/text/causes.ts": ["#renderer/page.tsx", "#domain/upload.ts"],
  "renderer/uploads/panel.tsx": ["#renderer/text/causes.ts", "react"],
  "renderer/frame/frame.tsx": ["#renderer/screens/today/today.tsx"],
  "renderer/screens/files/list.tsx": ["#renderer/uploads/panel.tsx", "#contract/words.ts"],
  "renderer/screens/today/today.tsx": ["./parts/row.tsx", "#renderer/text/causes.ts"],
  "renderer/screens/today/parts/row.tsx": ["#renderer/screens/today/shape.tsx"],
  "renderer/screens/today/shape.tsx": [],
  "test/unit/shared.test.ts": ["./own.ts", "#test/unit/own.ts", "#engine/pipeline.ts"],
  "test/unit/own.ts": [],
};

/** Imports that each zone must not have; each is planted in a file of its own. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  "electron/base": ["node:fs", "zod", "electron", "#domain/upload.ts", "../domain/upload.ts"],
  "electron/domain": ["node:fs", "zod", "electron", "#engine/ports/host.ts", "#contract/words.ts"],
  "electron/domain/pattern": ["node:fs", "#engine/ports/host.ts", "../values.ts"],
  "electron/contract": [
    "node:fs",
    "undici",
    "electron",
    "#engine/pipeline.ts",
    "#station/station.ts",
    "#api/dispatch.ts",
  ],
  "electron/engine": [
    "node:fs",
    "zod",
    "electron",
    "#station/station.ts",
    "#adapters/shared.ts",
    "#contract/words.ts",
  ],
  "electron/engine/discovery": [
    "node:fs",
    "zod",
    "#station/status/status.ts",
    "#compose/data-folder.ts",
    "#engine/delivery/attempt.ts",
    "../ports/host.ts",
  ],
  "electron/engine/delivery": ["node:fs", "zod", "#engine/discovery/scanner.ts"],
  "electron/station": [
    "node:fs",
    "zod",
    "electron",
    "#adapters/shared.ts",
    "#contract/words.ts",
    "#api/dispatch.ts",
  ],
  "electron/station/status": ["undici", "#compose/data-folder.ts", "../station.ts"],
  "electron/engine/ports": ["node:fs", "#engine/discovery/scanner.ts", "#contract/words.ts"],
  "electron/adapters/files": [
    "electron",
    "#engine/pipeline.ts",
    "#station/station.ts",
    "#contract/words.ts",
    "#api/dispatch.ts",
    "#compose/data-folder.ts",
    "#cli/command.ts",
    "#mock-portal/portal.ts",
    "../shared.ts",
  ],
  "electron/api": ["electron", "#adapters/shared.ts", "#compose/data-folder.ts", "#cli/command.ts"],
  "electron/api/loopback": ["#mock-portal/portal.ts", "../dispatch.ts"],
  "electron/compose": ["electron", "#cli/command.ts", "#mock-portal/portal.ts", "#demo/demo.ts"],
  "electron/cli": [
    "electron",
    "#engine/pipeline.ts",
    "#station/station.ts",
    "#adapters/shared.ts",
    "#mock-portal/store/table.ts",
  ],
  "electron/demo": ["electron", "#engine/pipeline.ts", "#station/station.ts", "#main/quit.ts"],
  "electron/main": [
    "#engine/pipeline.ts",
    "#station/station.ts",
    "#adapters/shared.ts",
    "#cli/command.ts",
    "#preload/bridge.ts",
  ],
  "electron/preload": ["node:fs", "zod", "#api/dispatch.ts", "#main/quit.ts", "#domain/upload.ts"],
  "electron/mock-portal": ["electron", "#adapters/shared.ts", "#domain/upload.ts", "#contract/words.ts"],
  "electron/mock-portal/store": ["#base/text.ts", "../portal.ts"],
  "renderer/text": ["#renderer/screens/today/today.tsx", "#renderer/frame/frame.tsx", "electron"],
  "renderer/uploads": ["#renderer/screens/files/list.tsx"],
  "renderer/screens/files": ["#renderer/screens/today/today.tsx", "../today/today.tsx", "node:fs"],
  "renderer/screens/today/parts": ["#renderer/screens/files/list.tsx"],
  renderer: [
    "electron",
    "node:fs",
    "#engine/pipeline.ts",
    "#station/station.ts",
    "#api/dispatch.ts",
    "../electron/domain/upload.ts",
  ],
  "test/unit": ["../../electron/engine/pipeline.ts"],
};

test("the tree in which every zone imports all that it may is clean", async () => {
  expect(await complaints()).toEqual([]);
});

test("what a zone may not import is reported, each once and nothing else", async () => {
  const planted = Object.entries(forbidden).flatMap(([folder, imports]) =>
    imports.map((target, index) => [`${folder}/planted-${index}.ts`, [target]] as const),
  );
  for (const [path, imports] of planted) await write(path, imports);
  expect(await complaints()).toEqual(
    planted.map(([path]) => `${path} lint/style/noRestrictedImports`).sort(),
  );
});

test("cycles, those of types too, barrels, default exports, files over 350 lines and functions hard to follow are reported", async () => {
  await write("electron/contract/egg.ts", ["./hen.ts"]);
  await write("electron/contract/hen.ts", ["./egg.ts"]);
  const ofType = (own: string, other: string) =>
    `import type { ${other} } from "./${other}.ts";\n\nexport type ${own} = ${other} | null;\n`;
  await writeText("electron/contract/leaf.ts", ofType("leaf", "tree"));
  await writeText("electron/contract/tree.ts", ofType("tree", "leaf"));
  const line = (index: number) => `export const line${index} = ${index};\n`;
  await writeText("electron/api/long.ts", Array.from({ length: 351 }, (_, index) => line(index)).join(""));
  await writeText(
    "electron/api/long-enough.ts",
    Array.from({ length: 350 }, (_, index) => line(index)).join(""),
  );
  await writeText("electron/api/index.ts", 'export * from "./dispatch.ts";\n');
  await writeText("electron/api/default.ts", "export default 1;\n");
  await writeText("electron/api/nested.ts", nestedTests(7));
  await writeText("electron/api/nested-enough.ts", nestedTests(6));
  expect(await complaints()).toEqual([
    "electron/api/default.ts lint/style/noDefaultExport",
    "electron/api/index.ts lint/performance/noBarrelFile",
    "electron/api/index.ts lint/performance/noReExportAll",
    "electron/api/long.ts lint/style/noExcessiveLinesPerFile",
    "electron/api/nested.ts lint/complexity/noExcessiveCognitiveComplexity",
    "electron/contract/egg.ts lint/suspicious/noImportCycles",
    "electron/contract/hen.ts lint/suspicious/noImportCycles",
    "electron/contract/leaf.ts lint/suspicious/noImportCycles",
    "electron/contract/tree.ts lint/suspicious/noImportCycles",
  ]);
});

/** A function with tests within tests: each adds its depth to what a reader has to hold in mind (1 + 2 + 3 …). */
function nestedTests(depth: number): string {
  const tests = Array.from({ length: depth }, (_, index) => `if (value > ${index}) {`).join("\n");
  return `export function nested(value: number): number {\n${tests}\nreturn 1;\n${"}".repeat(depth)}\nreturn 0;\n}\n`;
}

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

/** Gives the reports of biome in the tree, as `path rule`, sorted. */
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
        `${groups?.file?.replaceAll("\\", "/").replace(/^.*?(?=(?:electron|renderer|test)\/)/, "")} ${groups?.rule}`,
    )
    .sort();
}
