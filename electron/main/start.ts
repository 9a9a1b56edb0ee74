import { once } from "node:events";
import { app, dialog } from "electron";
import { errorText } from "#base/text.ts";
import { commandWords } from "./command-words.ts";
import { shellText } from "./text.ts";

/**
 * The installed program begins here: as the window, as the command line, or as the keychain's own process of a command
 * (an installed program has no Node beside it and cannot be run as one). Only the window lets Electron become ready; the
 * others end while this file loads, and need no display.
 */
const words = commandWords(process.argv);
if (words !== null) {
  endOnMistake();
  process.argv = [process.execPath, "skyferry", ...words];
  // Electron starts Chromium as soon as this file has nothing more to wait for.
  const waiting = setInterval(() => {}, 2 ** 30);
  await import("#cli/skyferry.ts").catch(endWith);
  for (const stream of [process.stdout, process.stderr])
    if (stream.writableNeedDrain) await once(stream, "drain");
  clearInterval(waiting);
  app.exit(Number(process.exitCode ?? 0));
} else if (process.argv.at(-1) === "--keychain") {
  endOnMistake();
  await import("#adapters/secrets/keychain-worker.ts").catch(endWith);
  await once(process, "exit");
} else
  await import("./index.ts").catch((error: unknown) => {
    if (!process.argv.includes("--hidden")) dialog.showErrorBox(shellText.cannotStart, errorText(error));
    endWith(error);
  });

/** As plain Node does. Electron would open a box for an exception, only warn of a rejection, and go on in either case. */
function endOnMistake(): void {
  process.on("uncaughtException", endWith);
  process.on("unhandledRejection", endWith);
}

function endWith(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  app.exit(1);
}
