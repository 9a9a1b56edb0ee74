import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import type { Bridge } from "#contract/bridge.ts";
import { exposeBridge } from "#preload/bridge.ts";
import { becomeElectron, resourcesOf } from "./electron-identity.ts";
import { createFakeElectron } from "./fake-electron.ts";

/**
 * `electron ENTRY ARGUMENTS` as a process of plain Node, as Electron loads a program: `ready` comes when the entry has run to
 * its end; an error of the entry is an uncaught exception and no end; one that nobody hears opens a box, which
 * stops everything until somebody clicks; `app.exit` frees what Node has and ends the process, as `process.exit` does.
 */

/** Requests of a test to this process, over Node's channel. */
export type Wish =
  | { readonly do: "state" }
  | { readonly do: "call"; readonly method: string; readonly input: unknown }
  /** Answer that the window gets at an address of its pages: `{status, type, bytes}`. */
  | { readonly do: "fetch"; readonly address: string }
  | { readonly do: "choose"; readonly label: string }
  | { readonly do: "throw" | "reject"; readonly message: string }
  | { readonly do: "quit" };

export interface ElectronFacts {
  readonly appData: string;
  /** Takes SIGTERM, SIGINT and SIGHUP from Node when it is loaded, as Electron does at ready. */
  readonly signalAddon: string | null;
}

const facts = JSON.parse(process.env.FAKE_ELECTRON ?? "{}") as ElectronFacts;
delete process.env.FAKE_ELECTRON;
const [, , entry = "", ...words] = process.argv;
process.argv = [process.execPath, ...words];
becomeElectron("browser", resourcesOf(entry));

const tell = (said: object): void => void process.send?.(said);
const fake = createFakeElectron({
  appData: facts.appData,
  home: facts.appData,
  isPackaged: false,
  isEntryLoaded: false,
});
Object.assign(globalThis, { fakeElectron: fake.parts });
fake.app.onRelaunch = (options) => tell({ relaunch: options });
fake.app.onExit = (code) => {
  tell({ exit: code, hasLock: fake.app.hasLock });
  process.exit(code);
};
fake.dialog.onErrorBox = (text) => {
  tell({ errorBox: text });
  // Modal: nothing of this process runs until somebody clicks.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};

process.on("uncaughtException", (error) => {
  if (process.listenerCount("uncaughtException") > 1) return;
  fake.dialog.showErrorBox("A JavaScript error occurred in the main process", String(error.stack));
});

const electronModule = new URL("./electron-module.ts", import.meta.url).href;
registerHooks({
  resolve: (name, context, next) =>
    name === "electron" ? { url: electronModule, shortCircuit: true } : next(name, context),
});

const bridge = (): Bridge => {
  const page = fake.windows[0]?.webContents.page;
  if (page === undefined) throw new Error("there is no window");
  if (!page.exposed.has("skyferry")) exposeBridge(page);
  return page.exposed.get("skyferry") as Bridge;
};

async function fulfil(wish: Wish): Promise<unknown> {
  if (wish.do === "state")
    return {
      isReady: fake.app.isReady(),
      windows: fake.windows.map((window) => window.isVisible()),
      tooltip: fake.trays[0]?.tooltip ?? null,
      icon: fake.trays[0]?.image.path ?? null,
      boxes: fake.dialog.boxes.map(({ message }) => message),
      notifications: fake.notifications.map(({ options }) => options.title),
      children: fake.utilityProcesses.children(),
    };
  if (wish.do === "call") return await bridge().call(wish.method, wish.input);
  if (wish.do === "fetch") {
    const answer = await fake.protocol.fetch(wish.address);
    const { byteLength: bytes } = await answer.arrayBuffer();
    return { status: answer.status, type: answer.headers.get("content-type"), bytes };
  }
  if (wish.do === "choose") return fake.trays[0]?.menu.choose(wish.label);
  if (wish.do === "quit") return fake.app.quit();
  const error = new Error(wish.message);
  if (wish.do === "reject") return void Promise.reject(error);
  return void setImmediate(() => {
    throw error;
  });
}
process.on("message", ({ id, wish }: { readonly id: number; readonly wish: Wish }) => {
  fulfil(wish).then(
    (value) => tell({ id, value: value ?? null }),
    (error: unknown) => tell({ id, error: String(error) }),
  );
});

try {
  await import(pathToFileURL(entry).href);
} catch (error) {
  process.emit("uncaughtException", error as Error);
}
if (facts.signalAddon !== null)
  try {
    process.dlopen({ exports: {} }, facts.signalAddon);
  } catch {
    // It registers nothing with Node; loading it was all.
  }
fake.app.entryLoaded();
