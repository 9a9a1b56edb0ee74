import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { liveName, makeCliPlace } from "#test/support/hosts/cli-place.ts";
import { commandLine } from "#test/support/hosts/command-line.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";

const run = promisify(execFile);
const top = path.join(import.meta.dirname, "../..");
const entry = path.join(top, "electron/cli/skyferry.ts");

/**
 * Tells at the end which files were loaded, in this thread, and which modules of Node the project's own files asked for
 * (a bundle leaves out what a package loads and does not use).
 */
const watching = `
  import { registerHooks } from "node:module";
  import { writeFileSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      if (url.startsWith("file:")) loaded.push(url);
      return next(url, context);
    },
    resolve(name, context, next) {
      if (!context.parentURL?.includes("/node_modules/") && name.startsWith("node:")) loaded.push(name);
      return next(name, context);
    },
  });
  const builtin = process.getBuiltinModule;
  process.getBuiltinModule = (name) => { loaded.push(name); return builtin(name); };
  if (isMainThread) process.on("exit", () => writeFileSync(process.env.LOADED_FILES, JSON.stringify(loaded)));
`;

/** Files of the project that a command loads, from its top, and Node's modules; not what a thread of its own loads. */
async function loadedBy(
  folder: string,
  words: readonly string[],
  program = entry,
): Promise<readonly string[]> {
  const list = path.join(folder, "loaded.json");
  const preload = `data:text/javascript,${encodeURIComponent(watching)}`;
  const env = { ...process.env, SKYFERRY_PASSWORD: "station", LOADED_FILES: list };
  await run(process.execPath, ["--import", preload, program, ...words], { env });
  const urls = JSON.parse(await readFile(list, "utf8")) as string[];
  return urls.flatMap((url) => (url.startsWith("node:") ? url : (url.split(`${top}/`)[1] ?? [])));
}

/** The data folder of a station whose only file is delivered. */
async function idleStation(): Promise<string> {
  const portal = await openPortal();
  onTestFinished(() => portal.close());
  const place = await makeCliPlace(portal.url);
  onTestFinished(() => place.remove());
  await place.write(liveName("2024-05-01"), "delivered");
  expect(await place.submit()).toMatchObject({ code: 0, report: { delivered: 1 } });
  return place.dataFolder;
}

test("--version loads the command line alone", async () => {
  const folder = await scratchOfTest("skyferry-loaded-");
  const loaded = await loadedBy(folder, ["--version"]);
  expect(loaded).toContain("electron/cli/run-command.ts");
  expect(loaded.filter((file) => !/^(node:|package\.json|electron\/(cli|base)\/)/.test(file))).toEqual([]);
});

test.each([["submit"], ["status"]])(
  "%s with nothing to do loads no HTTP, no bundled portal, no host, no other methods, and none of Node's costly modules",
  async (name) => {
    const folder = await idleStation();
    const loaded = await loadedBy(folder, [name, "--data", folder, "--json"]);
    expect(loaded).toContain("electron/compose/data-folder.ts");
    const unneeded =
      /\/(undici|fastify|chokidar|h5wasm)\/|mock-portal|electron\/(demo|api\/(loopback\/(client-|server)|metrics|handlers\/all)|contract\/methods)|compose\/(host|answering)/;
    expect(loaded.filter((file) => unneeded.test(file))).toEqual([]);
    const costly = ["node:crypto", "node:zlib", "node:child_process"];
    expect(loaded.filter((name) => costly.includes(name))).toEqual([]);
  },
);

/** Files of the packages' bundle that a command loads, by their names without hashes. */
const bundled = [
  {
    name: "submit",
    most: 15,
    usual: `skyferry process rules shared-parts commands submit station data-folder zod settings thread-parts until-written store
      run-once delivery`,
  },
  {
    name: "status",
    most: 19,
    usual: `skyferry process rules shared-parts commands status ask zod settings station station data-folder in-thread thread-parts store
      alone alone delivery rolldown-runtime`,
  },
];

/** Files that the bundle of the tests alone has, for its look at answers (documented-answers-plugin.ts). */
const ofTests = ["documented-answers", "2020", "dist", "openapi"];

// Each file costs a start a millisecond.
test.skipIf(commandLine === entry).each(bundled)(
  "$name of the packages loads $most files at most",
  async ({ name, most, usual }) => {
    const folder = await idleStation();
    const loaded = await loadedBy(folder, [name, "--data", folder, "--json"], commandLine);
    const files = loaded
      .flatMap((file) => /out\/.*?([^/]+?)(?:-.{8})?\.js$/.exec(file)?.[1] ?? [])
      .filter((file) => !ofTests.includes(file));
    const others = usual.split(/\s+/);
    const fresh = files.filter((file) => {
      const at = others.indexOf(file);
      if (at >= 0) others.splice(at, 1);
      return at < 0;
    });
    expect(files).toContain("skyferry");
    expect(files.length, `${name} also loads ${fresh.join(", ")}`).toBeLessThanOrEqual(most);
  },
);
