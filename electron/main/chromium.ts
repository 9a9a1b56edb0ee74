import path from "node:path";
import type { App } from "electron";
import type { ElectronParts } from "./electron-parts.ts";

export interface ChromiumParts {
  readonly electron: Pick<ElectronParts, "crashReporter"> & {
    readonly app: Pick<App, "disableHardwareAcceleration" | "setPath">;
  };
  /** It is there, with `chromiumFolders`. */
  readonly dataFolder: string;
  /** Value of `hardwareAcceleration` in `shell.json`; asked for when Electron knows the folder. */
  readonly acceleration: () => unknown;
}

/** Folders of Chromium's own files in the data folder, and of its crash reports in there. */
export function chromiumFolders(dataFolder: string): readonly [browser: string, crashes: string] {
  const browser = path.join(dataFolder, "browser");
  return [browser, path.join(browser, "crashes")];
}

/**
 * How Chromium is used; must be called before Electron is ready. Files of Chromium stay out of the station's own folder.
 * The pages need no graphics card, and a driver that fails, in a virtual machine or over a remote desktop, could end the
 * whole program. A process that crashes leaves a report here, and it goes nowhere.
 */
export function setUpChromium({ electron, dataFolder, acceleration }: ChromiumParts): void {
  const { app, crashReporter } = electron;
  const [browser, crashes] = chromiumFolders(dataFolder);
  app.setPath("userData", dataFolder);
  app.setPath("sessionData", browser);
  app.setPath("crashDumps", crashes);
  crashReporter.start({ uploadToServer: false });
  if (acceleration() !== true) app.disableHardwareAcceleration();
}

/** Notes what is lost of the graphics card, the network and the like; uploads are in none of them. */
export function noteLostProcesses(
  app: Pick<App, "on">,
  note: (message: string, facts: Readonly<Record<string, unknown>>) => void,
): void {
  app.on("child-process-gone", (_, { type, reason, exitCode, name }) => {
    if (reason !== "clean-exit") note("a process of the window was lost", { type, reason, exitCode, name });
  });
}
