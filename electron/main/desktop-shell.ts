import path from "node:path";
import type { BrowserWindow, OpenDialogOptions } from "electron";
import type { Shell } from "#api/handlers/shell-handlers.ts";
import { raceTimeout, type Sleeper } from "#base/async.ts";
import type { InsideOf } from "#compose/inside-of.ts";
import type { Transport } from "#contract/transport.ts";
import type { Autostart } from "./autostart.ts";
import type { ElectronParts } from "./electron-parts.ts";
import { testNotification } from "./notifications.ts";
import type { Updates } from "./updates.ts";

export interface DesktopShellParts {
  readonly electron: Pick<ElectronParts, "dialog" | "Notification" | "shell">;
  readonly platform: NodeJS.Platform;
  readonly version: string;
  readonly dataFolder: string;
  readonly homeFolder: string;
  /** Name of the account; null where the system does not tell. */
  readonly account: string | null;
  readonly isAttached: boolean;
  readonly hasTray: () => boolean;
  readonly autostart: Autostart;
  readonly updates: Updates;
  /** The host that is shown now, whose folders may be shown. */
  readonly host: () => Transport;
  readonly insideOf: InsideOf;
  readonly clock: Sleeper;
  /** The window that a picker belongs to. */
  readonly window: () => BrowserWindow | null;
}

/** Somebody has clicked and looks on. */
const longestRevealMs = 5_000;

/** Gives the functions of the desktop's window for its page. */
export function desktopShell(parts: DesktopShellParts): Shell {
  const { electron, autostart, updates } = parts;
  return {
    facts: async () => ({
      kind: "desktop",
      platform: parts.platform,
      version: parts.version,
      dataFolder: parts.dataFolder,
      homeFolder: parts.homeFolder,
      account: parts.account,
      canReveal: true,
      canChooseFolder: true,
      canUpdate: updates.check !== null,
      startAtLogin: await autostart.read(),
      hasTray: parts.hasTray(),
      isAttached: parts.isAttached,
    }),
    async chooseFolder(title, at) {
      const asked: OpenDialogOptions = {
        title,
        // macOS shows no title.
        message: title,
        properties: ["openDirectory", "createDirectory"],
        ...(at === null || !path.isAbsolute(at) ? {} : { defaultPath: at }),
      };
      const shown = parts.window();
      const { canceled, filePaths } = await (shown === null
        ? electron.dialog.showOpenDialog(asked)
        : electron.dialog.showOpenDialog(shown, asked));
      return canceled ? null : (filePaths[0] ?? null);
    },
    async reveal(asked) {
      const find = async (): ReturnType<InsideOf> =>
        await parts.insideOf(asked, [
          ...(await shownFolders(parts.host())),
          path.join(parts.dataFolder, "added"),
        ]);
      const found = await raceTimeout(find, { clock: parts.clock, ms: longestRevealMs }, "silent" as const);
      if (typeof found === "string") return found;
      electron.shell.showItemInFolder(found.path);
      return "shown";
    },
    setStartAtLogin: async (isOn) => ((await autostart.read()) === null ? false : await autostart.set(isOn)),
    checkForUpdate: updates.check,
    testNotification: () => testNotification(electron),
  };
}

/** Folders of the configured instruments and of the download jobs. */
async function shownFolders(transport: Transport): Promise<readonly string[]> {
  const [status, downloads] = await Promise.all([
    transport.call("status", {}),
    transport.call("downloads.list", {}),
  ]);
  return [
    ...(status.ok ? status.value.instruments.map(({ folder }) => folder) : []),
    ...(downloads.ok ? downloads.value.jobs.map(({ folder }) => folder) : []),
  ];
}
