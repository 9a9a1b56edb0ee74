import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

const keptThreads = fileURLToPath(new URL("./kept-threads.ts", import.meta.url)).replaceAll("\\", "/");

/** Scripts that the tests' own process starts: the source that names each, and how. */
const starts = [
  {
    file: "/adapters/ledger/sqlite-ledger.ts",
    source: 'new Worker(new URL("./ledger-worker.ts", import.meta.url)',
    tested: 'new LedgerThread(new URL("./ledger-worker.ts", import.meta.url)',
    imports: `import { LedgerThread } from ${JSON.stringify(keptThreads)};\n`,
  },
  {
    file: "/main/engine/engine-script.ts",
    source: 'new URL("./engine-worker.ts", import.meta.url)',
    tested: 'new URL(process.env.SKYFERRY_TESTED_ENGINE ?? "./engine-worker.ts", import.meta.url)',
    imports: "",
  },
] as const;

/**
 * Tests open the ledger in threads that are kept (`kept-threads.ts`), and start the desktop's engine from the bundle of their run
 * (`bundle-command-line.ts`), where there is one: thousands are started, and each would load its sources and strip their types.
 */
export function bundledScripts(): Plugin {
  return {
    name: "bundled-scripts",
    transform(code, id) {
      const found = starts.find(({ file }) => id.endsWith(file));
      if (found === undefined) return undefined;
      const { source, tested, imports } = found;
      if (!code.includes(source)) throw new Error(`${id} does not start its script by ${source}.`);
      return { code: imports + code.replace(source, tested), map: null };
    },
  };
}
