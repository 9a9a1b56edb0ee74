import { builtinModules } from "node:module";
import path from "node:path";
import { build, type Rolldown } from "vite";
import { packageFolders } from "#build/sbom/bundled-packages.ts";
import { asciiSource } from "./ascii-source.ts";
import { agentsOfUndici } from "./undici-agents.ts";
import { urlReferences } from "./url-references.ts";

/** Native modules and the shell's own: they stay outside of the bundle. */
const externalModules: readonly string[] = ["electron", "@napi-rs/keyring", "keytar"];

/**
 * They answer a signal by ending the process, so nothing that has begun would be closed. The window alone may load one, with
 * electron-store: it takes the signals for itself when Electron is ready, and sends nothing.
 */
const unwantedPackages: readonly string[] = ["when-exit", "signal-exit", "exit-hook"];

/** Scripts that something outside starts: where they go in `out/` without extension, and their source. */
export type Entries = Readonly<Record<string, string>>;

export interface BundledFile {
  /** From the folder of the bundle, with `/`. */
  readonly file: string;
  readonly bytes: number;
}

export interface NodeBundle {
  readonly files: readonly BundledFile[];
  /** Sources of threads and processes of their own that were found, from the top of the project. */
  readonly scripts: readonly string[];
  /** Files and folders that the bundle looks for beside itself at run time, from the top of the project. */
  readonly outside: readonly string[];
  /** Folders of the packages that went into it, from the top of the project. */
  readonly packages: readonly string[];
}

/**
 * Bundles what runs in Node (ES modules, one graph with shared chunks) from `top/electron` into `outFolder`.
 * Throws where a file that the sources name is missing, a package is left that would not be installed, or one is in it
 * that ends the process on a signal.
 */
export async function bundleNode(
  top: string,
  outFolder: string,
  entries: Entries,
  plugins: Order["plugins"] = [],
): Promise<NodeBundle> {
  const references = urlReferences(top);
  const output = await rolledDown({
    top,
    outFolder,
    entries,
    plugins: [references.plugin, agentsOfUndici(top), ...plugins, asciiSource()],
    output: {
      format: "es",
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      // Each file costs a start a millisecond.
      codeSplitting: {
        groups: [
          rulesGroup,
          languagesGroup,
          commandsGroup,
          threadGroup,
          sharedPartsGroup,
          deliveryGroup,
          zodGroup,
          settingsGroup,
          askGroup,
          aloneGroup,
          engineGroup,
        ],
      },
    },
  });
  checkSignals(output);
  checkImports(output, [
    ...externalModules,
    ...builtinModules,
    ...builtinModules.map((name) => `node:${name}`),
  ]);
  const sources = new Set(output.flatMap((one) => (one.type === "chunk" ? [one.facadeModuleId ?? ""] : [])));
  for (const script of references.scripts)
    if (!sources.has(path.join(top, script)))
      throw new Error(`${script} did not become a file of the bundle.`);
  return {
    files: output.map(sizeOf),
    scripts: [...references.scripts].sort(),
    outside: [...references.outside].sort(),
    packages: packagesIn(output),
  };
}

const rules =
  /[\\/]electron[\\/](?:base(?![\\/](?:icu|say|message-fault|message-forms|recognise|spoken-values)\.ts)|domain|engine[\\/]ports)[\\/]|[\\/]electron[\\/]compose[\\/]reader-languages\.ts$|[\\/]uuid[\\/]dist-node[\\/](?:stringify|validate|regex)\.js$/;

/** Other languages than English: it costs none of this. */
const languagesGroup = {
  name: "languages",
  test: /[\\/]@messageformat[\\/]|[\\/]electron[\\/](?:adapters[\\/]languages|base[\\/](?:icu|say|message-fault|message-forms|recognise|spoken-values)\.ts)/,
};

/** Modules that nearly everything imports and that import nothing else. */
const rulesGroup = { name: "rules", test: rules };

/** Tables of the commands, with what reads a command line by them. */
const commandsGroup = {
  name: "commands",
  test: /[\\/]electron[\\/]cli[\\/](?:tables[\\/].+|arguments|built-pages|command|did-you-mean)\.ts$/,
};

/** Parts of the record of uploads that its thread shares with others: it loads neither these nor what they need. */
const threadGroup = {
  name: "thread-parts",
  test: /[\\/]electron[\\/]adapters[\\/](?:ledger[\\/](?:schema|version|errors|folder)|heap-at-rest|packed-files)\.ts$/,
};

/** Questions to a host need it, and no settings. */
const zodGroup = { name: "zod", test: /[\\/]node_modules[\\/]zod[\\/]/ };

/** Modules that read settings. */
const settingsGroup = {
  name: "settings",
  test: /[\\/]electron[\\/]adapters[\\/]settings[\\/]settings-(?!editor)/,
};

/** Finding and delivering, as `submit` needs it. */
const deliveryGroup = {
  name: "delivery",
  test: /[\\/]electron[\\/]engine[\\/](?:pipeline|clock-watch|known-issues|take-settings|run-once[\\/](?!run-once|look-through).+)\.ts$/,
};

/** Questions to a host. */
const askGroup = { name: "ask", test: /[\\/]electron[\\/]cli[\\/]ask\.ts$/ };

/** A station that answers `status` without a host; beside it all else of engine and station. */
const aloneGroup = { name: "alone", test: /[\\/]electron[\\/]compose[\\/]alone\.ts$/ };
const engineGroup = {
  name: "engine",
  test: /[\\/]electron[\\/](?:station[\\/]|engine[\\/](?!run-once))/,
};

/** How many files must share a part: those that few share would be loaded by commands that need none of them. */
const manyFiles = 6;

/** Parts that many share and that import rules, Node and each other alone: one file of them is in no cycle. */
const sharedPartsGroup = {
  debugName: "shared parts",
  name: (id: string, graph: Rolldown.ChunkingContext) => {
    const isClosed = (part: string, importers: readonly string[]): boolean => {
      if (part.startsWith("node:") || rules.test(part)) return true;
      if (!/[\\/]electron[\\/]/.test(part) || importers.includes(part)) return false;
      const imported = graph.getModuleInfo(part)?.importedIds;
      return imported?.every((one) => isClosed(one, [...importers, part])) === true;
    };
    return isClosed(id, []) ? "shared-parts" : null;
  },
  minShareCount: manyFiles,
};

/** Bundles the preload script: CommonJS in one file that needs nothing but `electron`, as the sandbox asks. */
export async function bundlePreload(top: string, outFolder: string, entries: Entries): Promise<NodeBundle> {
  const output = await rolledDown({
    top,
    outFolder,
    entries,
    plugins: [],
    output: { format: "cjs", entryFileNames: "[name].cjs", codeSplitting: false },
  });
  checkImports(output, ["electron"]);
  return { files: output.map(sizeOf), scripts: [], outside: [], packages: packagesIn(output) };
}

interface Order {
  readonly top: string;
  readonly outFolder: string;
  readonly entries: Entries;
  readonly plugins: NonNullable<Parameters<typeof build>[0]>["plugins"] & object;
  readonly output: Rolldown.OutputOptions;
}

type Output = Rolldown.RolldownOutput["output"][number];

async function rolledDown(order: Order): Promise<readonly Output[]> {
  const input = Object.fromEntries(
    Object.entries(order.entries).map(([name, source]) => [name, path.join(order.top, source)]),
  );
  const built = await build({
    root: order.top,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: "warn",
    plugins: order.plugins,
    ssr: { noExternal: true, external: [...externalModules], target: "node" },
    build: {
      ssr: true,
      outDir: order.outFolder,
      emptyOutDir: false,
      ssrEmitAssets: true,
      minify: false,
      target: "node24",
      rolldownOptions: { input, output: order.output, external: [...externalModules] },
    },
  });
  if (Array.isArray(built) || !("output" in built))
    throw new Error("vite gave something else than one bundle");
  return built.output;
}

/** A package that is imported but not bundled would be missing where the program is installed. */
function checkImports(output: readonly Output[], allowed: readonly string[]): void {
  const own = new Set(output.map((one) => one.fileName));
  const entries = new Set(
    output.filter((one) => one.type === "chunk" && one.isEntry).map((one) => one.fileName),
  );
  for (const chunk of output) {
    if (chunk.type !== "chunk") continue;
    const lost = /["'][^"'`\n]*-worker\.ts["']/.exec(chunk.code);
    if (lost !== null) throw new Error(`${chunk.fileName} still looks for the source ${lost[0]}.`);
    // The work that an entry does at its start must not happen where something is only taken from it.
    for (const name of chunk.imports)
      if (entries.has(name)) throw new Error(`${chunk.fileName} imports ${name}, which starts something.`);
    for (const name of [...chunk.imports, ...chunk.dynamicImports])
      if (!own.has(name) && !allowed.includes(name))
        throw new Error(`${chunk.fileName} imports ${name}, which is not in the package.`);
  }
}

function packagesIn(output: readonly Output[]): readonly string[] {
  return packageFolders(output.flatMap((one) => (one.type === "chunk" ? one.moduleIds : [])));
}

const windowSource = /[\\/]electron[\\/]main[\\/]index\.ts$/;

/** Looks at all that an entry reaches without going through the window. */
function checkSignals(output: readonly Output[]): void {
  const chunks = new Map(
    output.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one] as const] : [])),
  );
  const reached = new Set(
    [...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
  );
  for (const name of reached) {
    const chunk = chunks.get(name);
    if (chunk === undefined || chunk.moduleIds.some((id) => windowSource.test(id))) continue;
    for (const folder of packageFolders(chunk.moduleIds))
      if (unwantedPackages.includes(path.posix.basename(folder)))
        throw new Error(`${folder} is in the bundle outside of the window: it ends the process on a signal.`);
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) reached.add(next);
  }
}

function sizeOf(one: Output): BundledFile {
  const bytes = one.type === "chunk" ? Buffer.byteLength(one.code) : Buffer.byteLength(one.source);
  return { file: one.fileName, bytes };
}
