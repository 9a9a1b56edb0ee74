import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { App } from "electron";

export interface AutostartParts {
  readonly app: Pick<App, "getLoginItemSettings" | "setLoginItemSettings" | "isPackaged">;
  readonly platform: NodeJS.Platform;
  /** The program that the system starts: the AppImage itself where it runs from one. */
  readonly program: string;
  /** `~/.config`, or `XDG_CONFIG_HOME`. */
  readonly configFolder: string;
}

/** Start at login, without a window. */
export interface Autostart {
  /** As the system says it; null where this program cannot be started at login. */
  read(): Promise<boolean | null>;
  /** Gives what the system says afterwards. */
  set(isOn: boolean): Promise<boolean>;
}

const hiddenStart = "--hidden";

/** By the system's own list on Windows and macOS, by an autostart entry (XDG) on Linux. */
export function createAutostart(parts: AutostartParts): Autostart {
  return parts.platform === "linux" ? byEntry(parts) : byLoginItem(parts);
}

function byLoginItem({ app, platform, program }: AutostartParts): Autostart {
  // Windows finds an entry by program and arguments; macOS knows only the program.
  const item = platform === "win32" ? { path: program, args: [hiddenStart] } : {};
  const read = (): boolean => app.getLoginItemSettings(item).openAtLogin;
  return {
    // From a checkout the system would start bare Electron.
    read: async () => (app.isPackaged ? read() : null),
    async set(isOn) {
      app.setLoginItemSettings({ ...item, openAtLogin: isOn });
      return read();
    },
  };
}

function byEntry({ app, program, configFolder }: AutostartParts): Autostart {
  const file = path.join(configFolder, "autostart", "skyferry.desktop");
  const read = async (): Promise<boolean> => {
    const text = await readFile(file, "utf8").catch(() => "");
    return text.includes("[Desktop Entry]") && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(text);
  };
  return {
    read: async () => (app.isPackaged ? await read() : null),
    async set(isOn) {
      if (isOn) {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, entryOf(program));
      } else {
        await rm(file, { force: true });
      }
      return await read();
    },
  };
}

function entryOf(program: string): string {
  return `[Desktop Entry]
Type=Application
Name=Skyferry
Comment=Sends a measuring station's files to the portal
Exec=${quoted(program)} ${hiddenStart}
Icon=skyferry
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** A word of `Exec` (Desktop Entry Specification, "The Exec key"). */
function quoted(word: string): string {
  const escaped = word.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll("%", "%%");
  // The value itself is a string in which a backslash stands for itself when doubled.
  return `"${escaped.replaceAll("\\", "\\\\")}"`;
}
