import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { connect, createServer } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { becomeElectron } from "#test/support/fake-electron/electron-identity.ts";
import { launchBrowser } from "./browser.ts";
import { startStandIn } from "./stand-in-host.ts";

/**
 * A program that stands for an installed Skyferry where there is no Electron: the real main, preload and pages on the fake
 * `electron`, shown in a Chromium that listens on the given debugging port. A second one hands itself over to the first by
 * a socket. `SMOKE_FAULT` gives it a fault.
 */
const words = process.argv.slice(2);
const fault = process.env.SMOKE_FAULT;
const commandAt = words.indexOf("--cli");
if (commandAt >= 0)
  process.exit(words[commandAt + 2] === "no-such" ? await unknownCommand() : await command());

const { values } = parseArgs({
  args: words,
  options: {
    data: { type: "string", default: "" },
    hidden: { type: "boolean", default: false },
    "remote-debugging-port": { type: "string", default: "0" },
  },
});
const { data: dataFolder, hidden: isHidden } = values;
await mkdir(dataFolder, { recursive: true });
const lock = path.join(dataFolder, "stand-in.lock");
const other = connect(lock);
const isSecond = await once(other, "connect").then(
  () => true,
  () => false,
);
if (isSecond) {
  if (fault === "a second start fails") process.exit(1);
  other.end();
  await once(other, "close");
  process.exit(0);
}

const pages = fileURLToPath(new URL("../../../out/renderer", import.meta.url));
const host = await startStandIn({
  dataFolder,
  pages,
  argv: isHidden ? ["--hidden"] : [],
  env: { XDG_CONFIG_HOME: path.join(dataFolder, "config") },
});
const browser = await launchBrowser({
  hasProcesses: true,
  isPlain: true,
  moreArgs: [`--remote-debugging-port=${values["remote-debugging-port"]}`],
});
let page: Page | null = null;
const show = async (): Promise<void> => {
  if (page !== null || host.fake.windows.length === 0) return;
  page = await (await browser.newContext()).newPage();
  // As Electron does with what is denied; Playwright closes a popup only after it was there.
  if (fault !== "a link opens a window") await page.addInitScript("window.open = () => null");
  if (fault === "there is no bridge")
    await page.addInitScript('Object.defineProperty(window, "skyferry", { value: {} })');
  if (fault === "the page reaches Node") await page.addInitScript("window.require = () => {}");
  const empty = (origin: string) =>
    page?.route(`${origin}/**`, (route) => route.fulfill({ contentType: "text/html", body: "<p>" }));
  if (fault === "the page stays empty") {
    await empty("http://skyferry.localhost");
    await page.goto("http://skyferry.localhost/");
  } else await host.open(page);
  if (fault === "links are followed") await empty("http://example.invalid");
};
createServer(async (socket) => {
  socket.resume();
  if (fault !== "a second start shows nothing") {
    host.fake.app.emit("second-instance", {}, [], "", { isHidden: false });
    await show();
  }
  socket.end();
}).listen(lock);
await show();

process.on("SIGTERM", async () => {
  if (fault === "SIGTERM is not heard") return;
  await host.close();
  await browser.close();
  process.exit(fault === "it ends with an error" ? 3 : 0);
});

async function command(): Promise<number> {
  becomeElectron("browser", path.dirname(process.execPath));
  process.argv = [process.execPath, "skyferry", ...words.slice(commandAt + 2)];
  await import("#cli/skyferry.ts");
  return Number(process.exitCode ?? 0);
}

/** Where the loader fails, Chromium goes on running. */
async function unknownCommand(): Promise<number> {
  if (fault === "an unknown command never ends") await new Promise((resolve) => setInterval(resolve, 1e9));
  return 2;
}
