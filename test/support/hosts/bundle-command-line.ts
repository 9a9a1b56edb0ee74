import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleNode } from "#build/bundle/node-bundle.ts";
import { writePseudoLanguage } from "#test/support/languages/pseudo-language.ts";
import { documentedAnswers } from "./documented-answers-plugin.ts";
import { fillKept } from "./made-once.ts";

const top = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");

/** Folders whose tests start no command line of their own. */
const without = /^test\/(unit|engine|repository|package)\b/;

/**
 * Bundles the command line before the tests that start it, unless an earlier run has: a bundle is there in half the processor time
 * of its hundreds of sources. The threads of the ledger and the engine's process are of it (`bundled-scripts.ts`). Left out where vitest was asked
 * for other tests alone, and on Windows.
 */
export async function setup(): Promise<void> {
  const asked = process.argv.filter((word) => word.startsWith("test/"));
  const isNeeded = asked.length === 0 || asked.some((name) => !without.test(name));
  if (!isNeeded || process.platform === "win32") return;
  // The bundle finds the pages as in a package: from the folder that its own folder, "out", lies in.
  const place = join(top, "node_modules", ".cache", "command-line");
  const out = join(place, "out");
  await fillKept(
    place,
    { name: "command-line", sources: ["electron", "build", "test/support/hosts", "test/support/languages"] },
    async () => {
      const entries = {
        "cli/skyferry": "electron/cli/skyferry.ts",
        "main/start": "electron/main/start.ts",
        "kept-ledger-thread": "test/support/hosts/kept-ledger-main.ts",
      };
      await bundleNode(top, out, entries, [documentedAnswers("once asked")]);
      await writePseudoLanguage(join(out, "languages"), ["fi"]);
    },
  );
  // They may be built later.
  await symlink(join(top, "out", "renderer"), join(out, "renderer"));
  process.env.SKYFERRY_TESTED_BUNDLE = join(out, "cli", "skyferry.js");
  process.env.SKYFERRY_TESTED_DESKTOP = join(out, "main", "start.js");
  process.env.SKYFERRY_TESTED_ENGINE = join(out, "main", "engine", "engine-worker.js");
  process.env.SKYFERRY_TESTED_LEDGER = join(out, "kept-ledger-thread.js");
}
