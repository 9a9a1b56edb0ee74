import path from "node:path";
import { userDataFolder } from "#compose/data-folder.ts";
import { createDemoDoor } from "#demo/demo-door.ts";
import { appModelId } from "./autostart.ts";
import type { DesktopParts } from "./desktop-parts.ts";
import { type Desktop, runDesktop } from "./desktop-run.ts";
import { localTransport, openHost } from "./host.ts";
import { askInUtilityProcess, keychainScript } from "./keychain-process.ts";
import { toastActivator } from "./notifications.ts";
import { safeStore } from "./secrets.ts";
import { lateMemory } from "./shell-memory.ts";
import { readStartFlags } from "./start-flags.ts";
import { shellText } from "./text.ts";
import { declareScheme, servePages } from "./window/app-protocol.ts";
import { harden } from "./window/hardening.ts";

/**
 * Starts the desktop: one for each data folder. Null where another one shows that folder already (it is told to come to
 * the front), or where the folder cannot be used (it is said in a window). The part before its first `await` must run
 * before Electron is ready.
 */
export async function startDesktop(parts: DesktopParts): Promise<Desktop | null> {
  const { electron, env, paths } = parts;
  const { app } = electron;
  const flags = readStartFlags(parts.argv, parts.cwd);
  // An update of an AppImage starts the new one with this.
  const isHidden = flags.isHidden || env.APPIMAGE_SILENT_INSTALL !== undefined;
  declareScheme(electron.protocol);
  // Not left to Electron, which names it differently in a package and in a checkout.
  const usualFolder = userDataFolder(parts.platform, env, app.getPath("home"));
  const dataFolder = flags.dataFolder ?? usualFolder;
  app.setPath("userData", dataFolder);
  // What Chromium writes stays out of the station's own folder.
  app.setPath("sessionData", path.join(dataFolder, "browser"));
  app.setAppUserModelId(appModelId);
  if (parts.platform === "win32") app.setToastActivatorCLSID(toastActivator);
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return null;
  }
  let comeToFront = (): void => {};
  let isCalled = false;
  app.on("second-instance", () => {
    isCalled = true;
    comeToFront();
  });

  await app.whenReady();
  harden({ app, session: electron.session.defaultSession, shell: electron.shell });
  servePages(electron.protocol, paths.pages);

  const memory = lateMemory(() => parts.openMemory(dataFolder));
  const version = app.getVersion();
  let onDemo: NonNullable<Parameters<typeof createDemoDoor>[0]["onChanged"]> = () => {};
  const demo = createDemoDoor({
    dataFolder,
    version,
    env,
    pagesFolder: paths.pages,
    backTo: () => null,
    onChanged: (running) => onDemo(running),
  });
  const host = await openHost({
    dataFolder,
    settingsFile: null,
    passwordFile: null,
    env,
    version,
    pagesFolder: paths.pages,
    demo,
    keychain: {
      ask: askInUtilityProcess(electron.utilityProcess, keychainScript, env),
      fallback: safeStore({
        safeStorage: electron.safeStorage,
        platform: parts.platform,
        memory: {
          read: () => secretsOf(memory.read("secrets")),
          write: (secrets) => memory.write("secrets", secrets),
        },
      }),
    },
  });
  if ("message" in host) {
    electron.dialog.showErrorBox(shellText.cannotStart, host.message);
    app.exit(1);
    return null;
  }

  const close = async () => void (await Promise.all([demo.close(), host.close()]));
  await using ends = new AsyncDisposableStack();
  ends.defer(close);
  const desktop = await runDesktop(
    parts,
    { ...host, close },
    {
      dataFolder,
      chosenFolder: dataFolder === usualFolder ? null : dataFolder,
      version,
      memory,
      isHidden: isHidden && !isCalled,
    },
  );
  // From here on it is closed by quitting.
  ends.move();
  comeToFront = () => desktop.window.show();
  if (isCalled) comeToFront();
  const { log } = host;
  onDemo = (running) =>
    desktop.showHost(running === null || log === null ? null : localTransport(running.host, log));
  return desktop;
}

function secretsOf(kept: unknown): Readonly<Record<string, string>> {
  const entries = typeof kept === "object" && kept !== null ? Object.entries(kept) : [];
  return Object.fromEntries(entries.filter(([, secret]) => typeof secret === "string"));
}
