import { hostname } from "node:os";
import { raceTimeout } from "#base/async.ts";
import { errorText } from "#base/text.ts";
import { openEarlyLog } from "#compose/early-log.ts";
import { userDataFolder } from "#compose/user-data-folder.ts";
import { appModelId } from "./autostart.ts";
import { chromiumFolders, setUpChromium } from "./chromium.ts";
import type { DesktopParts } from "./desktop-parts.ts";
import { type Desktop, type DesktopStart, runDesktop } from "./desktop-run.ts";
import { engineScript } from "./engine/engine-script.ts";
import { openHost, type ShownHost, whenFree } from "./host.ts";
import { askInUtilityProcess, keychainScript } from "./keychain-process.ts";
import { folderProblem, hearCalls, heardFrom, lockProblem, newCall, realFolder, screensOf } from "./lock.ts";
import { tell, toastActivator } from "./notifications.ts";
import { manyFailures, pauseBeforeMs, restartOnMistake } from "./restart.ts";
import { safeStore } from "./secrets.ts";
import { shown, speakInShell, systemLanguage } from "./shell-language.ts";
import { type LateMemory, lateMemory } from "./shell-memory.ts";
import { readStartFlags } from "./start-flags.ts";
import { shellText } from "./text.ts";
import { declareScheme, servePages } from "./window/app-protocol.ts";
import { openEarlyWindow } from "./window/early-window.ts";
import { harden } from "./window/hardening.ts";

/** For the engine to give back what is in flight before the program restarts. */
const restartGraceMs = 500;

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
  let isHidden = flags.isHidden || env.APPIMAGE_SILENT_INSTALL !== undefined;
  let host: ShownHost | null = null;
  let desktop: Desktop | null = null;
  restartOnMistake(parts.mistakes, {
    ...parts,
    app,
    clock: parts,
    program: paths.program,
    restarts: flags.restarts,
    async stop(error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (host?.engine) host.engine.log("error", "internal error: the program restarts", { error: text });
      else process.stderr.write(`Skyferry restarts: ${text}\n`);
      await host?.close(restartGraceMs);
      // Somebody has just started it and looks on, and nothing is being sent.
      if (desktop === null && !isHidden)
        electron.dialog.showErrorBox(shown(shellText.cannotStart), shown(errorText(error)));
    },
  });
  declareScheme(electron.protocol);
  // Not left to Electron, which names it differently in a package and in a checkout.
  const homeFolder = app.getPath("home");
  const usualFolder = userDataFolder(parts.platform, env, homeFolder);
  const dataFolder = flags.dataFolder ?? usualFolder;
  const refuse = async (problem: string): Promise<null> => {
    // Without a window nobody would see why; what is in the way at login may be gone soon.
    if (isHidden) {
      await parts.sleep(pauseBeforeMs(flags.restarts + 1));
      throw new Error(problem);
    }
    electron.dialog.showErrorBox(shown(shellText.cannotStart), shown(problem));
    app.exit(1);
    return null;
  };
  const unusable = folderProblem(dataFolder, chromiumFolders(dataFolder));
  if (unusable !== null) return await refuse(unusable);
  const memory = lateMemory(() => parts.openMemory(dataFolder));
  setUpChromium({
    electron,
    dataFolder: realFolder(dataFolder),
    acceleration: () => memory.read("hardwareAcceleration"),
  });
  app.setAppUserModelId(appModelId);
  if (parts.platform === "win32") app.setToastActivatorCLSID(toastActivator);
  const call = newCall();
  const screens = screensOf(parts.platform, env);
  if (!app.requestSingleInstanceLock({ isHidden, call, screens })) {
    const locked = lockProblem(dataFolder, hostname());
    if (locked !== null) return await refuse(locked);
    const heard = await heardFrom(dataFolder, call, parts);
    if (heard === null) return await refuse(shellText.lockRefused(dataFolder));
    if (heard === "elsewhere" && !isHidden) return await refuse(shellText.shownElsewhere(dataFolder));
    process.stderr.write(`${shellText.alreadyShown(dataFolder)}\n`);
    app.exit(0);
    return null;
  }
  const calls = hearCalls(app, dataFolder, screens);
  const isUnseen = (): boolean => isHidden && !calls.isCalled();

  await app.whenReady();
  await speakInShell(systemLanguage(electron));
  // macOS gives no word to what it starts at login.
  if (parts.platform === "darwin") isHidden ||= app.getLoginItemSettings().wasOpenedAtLogin;
  harden({ app, session: electron.session.defaultSession, shell: electron.shell });
  servePages(electron.protocol, paths.pages);
  const early = openEarlyWindow(parts, memory, isUnseen());
  calls.onCall(early.call);
  const pause = (failures: number) =>
    raceTimeout(() => calls.first, { clock: parts, ms: pauseBeforeMs(failures) }, undefined);
  if (flags.restarts >= manyFailures) tell(electron, shellText.keepsFailing);
  if (flags.restarts > 0) await pause(flags.restarts);

  const chosenFolder = dataFolder === usualFolder ? null : dataFolder;
  const start = { dataFolder, chosenFolder, homeFolder, version: app.getVersion(), memory };
  const open = () => openFreeHost(parts, start, isUnseen);
  let found = await open();
  // Without a window nobody would see why; what is in the way at login may be gone soon.
  for (let tries = 1; "message" in found && isUnseen(); tries += 1) {
    await pause(tries);
    found = await open();
  }
  if ("message" in found) {
    electron.dialog.showErrorBox(shown(shellText.cannotStart), shown(found.message));
    app.exit(1);
    return null;
  }
  host = found;

  desktop = await runDesktop(parts, early, host, start);
  return desktop;
}

/** Opens the host, and waits until a former program has given up the record of uploads. */
function openFreeHost(
  parts: DesktopParts,
  { dataFolder, version, memory }: DesktopStart,
  isUnseen: () => boolean,
): ReturnType<typeof whenFree> {
  const { electron, env, paths } = parts;
  const open = () =>
    openHost({
      electron,
      script: engineScript,
      env,
      start: { dataFolder, version, pagesFolder: paths.pages },
      clock: parts,
      monotonicMs: parts.monotonicMs,
      answers: answersOf(parts, memory),
      noteEnd(facts) {
        const log = openEarlyLog(dataFolder, env.SKYFERRY_PASSWORD ?? null);
        log.error("the engine's process ended", facts);
      },
    });
  return whenFree(open, parts.sleep, () => {
    process.stderr.write(`${shellText.waitsForFormer.body}\n`);
    if (!isUnseen()) tell(electron, shellText.waitsForFormer);
  });
}

/** Gives the answers that Electron's first process alone can give to the engine. */
function answersOf({ electron, env, platform }: DesktopParts, memory: LateMemory) {
  const store = safeStore({
    safeStorage: electron.safeStorage,
    platform,
    memory: {
      read: () => secretsOf(memory.read("secrets")),
      write: (secrets) => memory.write("secrets", secrets),
    },
  });
  return {
    askKeychain: askInUtilityProcess(electron.utilityProcess, keychainScript, env),
    secretOf: store.get,
    keepSecret: store.keep,
    forgetSecret: store.forget,
    systemProxy: (url: string) => electron.session.defaultSession.resolveProxy(url),
  };
}

function secretsOf(stored: unknown): Readonly<Record<string, string>> {
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(entries.filter(([, secret]) => typeof secret === "string"));
}
