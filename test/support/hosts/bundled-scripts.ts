import type { Plugin } from "vitest/config";

/** Scripts that the tests' own process starts: the source that names each, and the variable that names its bundle. */
const scripts = [
  {
    namedIn: "/adapters/ledger/sqlite-ledger.ts",
    script: "./ledger-worker.ts",
    variable: "SKYFERRY_TESTED_LEDGER",
  },
  {
    namedIn: "/main/engine/engine-script.ts",
    script: "./engine-worker.ts",
    variable: "SKYFERRY_TESTED_ENGINE",
  },
] as const;

/**
 * Tests start the thread of the ledger and the desktop's engine from the bundle of their run (`bundle-command-line.ts`), where
 * there is one: thousands are started, and each would load its sources and strip their types.
 */
export function bundledScripts(): Plugin {
  return {
    name: "bundled-scripts",
    transform(code, id) {
      const found = scripts.find(({ namedIn }) => id.endsWith(namedIn));
      if (found === undefined) return undefined;
      const source = `new URL("${found.script}", import.meta.url)`;
      const bundled = `new URL(process.env.${found.variable} ?? "${found.script}", import.meta.url)`;
      if (!code.includes(source)) throw new Error(`${id} does not start its script by ${source}.`);
      return { code: code.replace(source, bundled), map: null };
    },
  };
}
