import type { Plugin } from "vitest/config";

const source = 'new URL("./ledger-worker.ts", import.meta.url)';
const bundled = 'new URL(process.env.SKYFERRY_TESTED_LEDGER ?? "./ledger-worker.ts", import.meta.url)';

/**
 * Tests start the thread of the ledger from the bundle of their run (`bundle-command-line.ts`), where there is one: thousands are
 * started, and each would load two dozen sources and strip their types.
 */
export function bundledLedger(): Plugin {
  return {
    name: "bundled-ledger",
    transform(code, id) {
      if (!id.endsWith("/adapters/ledger/sqlite-ledger.ts")) return undefined;
      if (!code.includes(source)) throw new Error(`${id} does not start its thread by ${source}.`);
      return { code: code.replace(source, bundled), map: null };
    },
  };
}
