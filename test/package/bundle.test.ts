import { execFile } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { Agent, ProxyAgent } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bundleNode, bundlePreload } from "#build/bundle/node-bundle.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let top: string;
const entries = { "main/start": "electron/main/start.ts" };

beforeEach(async () => {
  top = await makeScratch("skyferry-bundle-");
});
afterEach(() => rm(top, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(top, file)), { recursive: true });
  await writeFile(path.join(top, file), text);
}

const bundled = () => bundleNode(top, path.join(top, "out"), entries);

test("a thread, a file and a folder are found from where the bundle lies", async () => {
  await write("package.json", '{ "type": "module" }');
  await write("out/renderer/index.html", "pages");
  await write("electron/deep/down/answer-worker.ts", worker);
  await write("electron/deep/facts.json", '{"fact":"kept"}');
  await write("electron/deep/ask.ts", asking);
  await write(
    "electron/main/start.ts",
    'import { told } from "../deep/ask.ts";\nconsole.log(JSON.stringify(await told()));\n',
  );
  const { scripts, outside } = await bundled();
  expect(scripts).toEqual(["electron/deep/down/answer-worker.ts"]);
  expect(outside).toEqual(["out/renderer"]);
  // The sources are not there where the program is installed.
  await rm(path.join(top, "electron"), { recursive: true });
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(top, "out/main/start.js")]);
  expect(JSON.parse(stdout)).toEqual({ fromThread: 42, fact: "kept", pages: "pages", again: "pages" });
});

const worker = `import { parentPort } from "node:worker_threads";
const answer: number = 42;
parentPort?.postMessage(answer);
`;
const asking = `import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
export async function told() {
  const [fromThread] = await once(new Worker(new URL("./down/answer-worker.ts", import.meta.url)), "message");
  const { fact } = JSON.parse(await readFile(new URL("./facts.json", import.meta.url), "utf8"));
  const folder = new URL("../../out/renderer/", import.meta.url);
  const pages = await readFile(new URL("index.html", folder), "utf8");
  const again = await readFile(path.join(import.meta.dirname, "../../out/renderer/index.html"), "utf8");
  return { fromThread, fact, pages, again };
}
`;

test("is written in ASCII, and says the same", async () => {
  await write("package.json", '{ "type": "module" }');
  await write(
    "electron/main/start.ts",
    `/** \\… in a comment. */
const parts = ["“é”", \`\\\\– \${"°"}\`, /[–—]/.test("—"), "𝛂"];
process.stdout.write(JSON.stringify(parts));
`,
  );
  await bundled();
  const file = path.join(top, "out/main/start.js");
  expect((await readFile(file)).every((byte) => byte < 128)).toBe(true);
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  expect(JSON.parse(stdout)).toEqual(["“é”", "\\– °", true, "𝛂"]);
});

test("a thread whose file is missing fails the build", async () => {
  await write("electron/main/start.ts", 'new Worker(new URL("./gone-worker.ts", import.meta.url));');
  await expect(bundled()).rejects.toThrow("electron/main/start.ts names ./gone-worker.ts");
});

test("an address that cannot be followed fails the build", async () => {
  await write(
    "electron/main/start.ts",
    "export const at = (name: string) => new URL(name, import.meta.url);",
  );
  await expect(bundled()).rejects.toThrow("import.meta.url in a way that cannot be followed");
});

test("a package that ends the process on a signal fails the build", async () => {
  await write(
    "node_modules/when-exit/package.json",
    '{ "name": "when-exit", "type": "module", "main": "exit.js" }',
  );
  await write("node_modules/when-exit/exit.js", 'process.once("SIGTERM", () => process.exit(1));');
  await write("electron/main/start.ts", 'import "when-exit";');
  await expect(bundled()).rejects.toThrow("node_modules/when-exit is in the bundle");
  // The window may have it, and nothing that something else shares with it.
  await write("electron/main/index.ts", 'import "when-exit";');
  await write("electron/main/start.ts", 'void import("./index.ts");');
  await bundled();
  await write("electron/main/shared.ts", 'import "when-exit"; export const shared = 1;');
  await write("electron/main/index.ts", 'import { shared } from "./shared.ts"; console.log(shared);');
  await write("electron/main/start.ts", 'void import("./index.ts"); void import("./shared.ts");');
  await expect(bundled()).rejects.toThrow("outside of the window");
});

test("a thread that is named otherwise fails the build", async () => {
  await write("electron/main/lost-worker.ts", "");
  await write(
    "electron/main/start.ts",
    'import path from "node:path";\nconsole.log(path.join(import.meta.dirname, "lost-worker.ts"));',
  );
  await expect(bundled()).rejects.toThrow("still looks for the source");
});

test("a package that is not there fails the build instead of the installed program", async () => {
  await write("electron/main/start.ts", 'import { gone } from "no-such-package";\nconsole.log(gone);');
  await expect(bundled()).rejects.toThrow("no-such-package");
});

test("what an entry starts does not happen where another file takes something from it", async () => {
  await write("electron/main/start.ts", 'export const shared = 1;\nconsole.log("started");');
  await write("electron/cli/skyferry.ts", 'import { shared } from "../main/start.ts";\nconsole.log(shared);');
  const both = { ...entries, "cli/skyferry": "electron/cli/skyferry.ts" };
  await expect(bundleNode(top, path.join(top, "out"), both)).rejects.toThrow("which starts something");
});

test("the preload script is one CommonJS file that needs electron alone", async () => {
  const preload = { "preload/index": "electron/preload/index.ts" };
  await write("electron/preload/bridge.ts", "export const channel = 'skyferry:call';");
  const uses = 'import { contextBridge } from "electron";\nimport { channel } from "./bridge.ts";\n';
  await write("electron/preload/index.ts", `${uses}contextBridge.exposeInMainWorld("channel", channel);`);
  const { files } = await bundlePreload(top, path.join(top, "out"), preload);
  expect(files.map(({ file }) => file)).toEqual(["preload/index.cjs"]);
  const text = await readFile(path.join(top, "out/preload/index.cjs"), "utf8");
  expect(text.match(/require\([^)]*\)/g)).toEqual(['require("electron")']);
  expect(text).not.toMatch(/^(?:import|export) /m);

  await write(
    "electron/preload/index.ts",
    `${uses}import fs from "node:fs";\nfs.statSync(channel, contextBridge);`,
  );
  await expect(bundlePreload(top, path.join(top, "out"), preload)).rejects.toThrow("node:fs");
});

test("undici is bundled with its agents alone, which can do all that they can elsewhere", async () => {
  await mkdir(path.join(top, "node_modules"));
  await symlink(path.resolve("node_modules/undici"), path.join(top, "node_modules/undici"));
  await write(
    "electron/main/start.ts",
    `import { Agent, ProxyAgent } from "undici";
    const names = (of) => of === null ? [] : [...Object.getOwnPropertyNames(of), ...names(Object.getPrototypeOf(of))];
    console.log(JSON.stringify([Agent, ProxyAgent].map(({ prototype }) => names(prototype))));`,
  );
  const { files } = await bundled();
  expect(Math.max(...files.map(({ bytes }) => bytes))).toBeLessThan(900_000);
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(top, "out/main/start.js")]);
  expect(JSON.parse(stdout)).toEqual([Agent, ProxyAgent].map(({ prototype }) => methodNames(prototype)));
  expect(methodNames(Agent.prototype)).toContain("request");
  await write("electron/main/start.ts", 'import { fetch } from "undici";\nfetch();\n');
  await expect(bundled()).rejects.toThrow("fetch");
});

function methodNames(of: object | null): readonly string[] {
  return of === null ? [] : [...Object.getOwnPropertyNames(of), ...methodNames(Object.getPrototypeOf(of))];
}
