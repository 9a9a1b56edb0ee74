import { once } from "node:events";
import { app } from "electron";
import { commandWords } from "./command-words.ts";

/**
 * Where the installed program begins: as the window, as the command line, or as the keychain's own process of a command
 * (an installed program has no Node beside it and cannot be run as one). Only the window lets Electron become ready; the
 * others end while this file loads, and need no display.
 */
const words = commandWords(process.argv);
if (words !== null) {
  process.argv = [process.execPath, "skyferry", ...words];
  await import("#cli/skyferry.ts");
  for (const stream of [process.stdout, process.stderr])
    if (stream.writableNeedDrain) await once(stream, "drain");
  app.exit(Number(process.exitCode ?? 0));
} else if (process.argv.at(-1) === "--keychain") {
  await import("#adapters/secrets/keychain-worker.ts");
  await once(process, "exit");
} else await import("./index.ts");
