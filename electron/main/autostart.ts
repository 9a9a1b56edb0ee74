import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { App } from "electron";
import { makeNamedFolder } from "#compose/named-folder.ts";

export interface AutostartParts {
  readonly app: Pick<App, "getLoginItemSettings" | "setLoginItemSettings" | "isPackaged">;
  readonly platform: NodeJS.Platform;
  /** The program that the system starts: the AppImage itself where it runs from one. */
  readonly program: string;
  /** `~/.config`, or `XDG_CONFIG_HOME`. */
  readonly configFolder: string;
  /** Given with `--data`, absolute; null for the usual one. Each folder has an entry of its own. */
  readonly chosenFolder: string | null;
}

/** Start at login, without a window. */
export interface Autostart {
  /** As the system says it; null where this program cannot be started at login. */
  read(): Promise<boolean | null>;
  /** Gives what the system says afterwards. */
  set(isOn: boolean): Promise<boolean>;
  /** Brings an entry up to date whose program or folder is another one; leaves one alone that was switched off. */
  renew(): Promise<void>;
}

/**
 * Id by which Windows knows the program, and the name of the usual folder's value in its list. The uninstaller takes away
 * all values that begin with it.
 */
export const appModelId = "org.skyferry.desktop";

const hiddenStart = "--hidden";

/** By the system's own list on Windows and macOS, by an autostart entry (XDG) on Linux. */
export function createAutostart(parts: AutostartParts): Autostart {
  if (parts.platform === "linux") return byEntry(parts);
  return parts.platform === "win32" ? byRunValue(parts) : byLoginItem(parts);
}

function byRunValue({ app, program, chosenFolder }: AutostartParts): Autostart {
  // Electron writes path and arguments as they are given, and looks for the program in the result.
  const folderWords = chosenFolder === null ? [] : ["--data", windowsQuoted(chosenFolder)];
  const command = { path: windowsQuoted(program), args: [...folderWords, hiddenStart] };
  const name = `${appModelId}${suffixOf(chosenFolder?.toLowerCase() ?? null, ".")}`;
  // `openAtLogin` knows one name only.
  const find = () => app.getLoginItemSettings(command).launchItems.find((item) => item.name === name);
  const read = (): boolean => find()?.enabled === true;
  return {
    // From a checkout the system would start bare Electron.
    read: async () => (app.isPackaged ? read() : null),
    async set(isOn) {
      app.setLoginItemSettings({ ...command, name, openAtLogin: isOn });
      return read();
    },
    async renew() {
      const found = app.isPackaged ? find() : undefined;
      // Switches are no part of what Electron tells of an entry, so it is written in any case.
      if (found !== undefined)
        app.setLoginItemSettings({ ...command, name, openAtLogin: true, enabled: found.enabled });
    },
  };
}

/** macOS starts the program without arguments, so only the usual folder can be had. */
function byLoginItem({ app, chosenFolder }: AutostartParts): Autostart {
  const read = (): boolean => app.getLoginItemSettings().openAtLogin;
  return {
    read: async () => (app.isPackaged && chosenFolder === null ? read() : null),
    async set(isOn) {
      app.setLoginItemSettings({ openAtLogin: isOn });
      return read();
    },
    async renew() {},
  };
}

function byEntry({ app, program, configFolder, chosenFolder }: AutostartParts): Autostart {
  const file = path.join(configFolder, "autostart", `skyferry${suffixOf(chosenFolder, "-")}.desktop`);
  const text = async (): Promise<string> => await readFile(file, "utf8").catch(() => "");
  const read = async (): Promise<boolean> => isOnIn(await text());
  const write = async (): Promise<void> => {
    makeNamedFolder(path.dirname(file), "usual");
    await writeFile(file, entryOf(program, chosenFolder));
  };
  return {
    read: async () => (app.isPackaged ? await read() : null),
    async set(isOn) {
      if (isOn) await write();
      else await rm(file, { force: true });
      return await read();
    },
    async renew() {
      const found = app.isPackaged ? await text() : "";
      if (isOnIn(found) && found !== entryOf(program, chosenFolder)) await write();
    },
  };
}

function isOnIn(entry: string): boolean {
  return entry.includes("[Desktop Entry]") && !/^(Hidden=true|X-GNOME-Autostart-enabled=false)$/m.test(entry);
}

/** `TryExec`: an entry whose program is gone is passed over without a word. */
function entryOf(program: string, chosenFolder: string | null): string {
  const folderWords = chosenFolder === null ? "" : ` --data ${quoted(chosenFolder)}`;
  const name = chosenFolder === null ? "Skyferry" : `Skyferry (${chosenFolder})`;
  return `[Desktop Entry]
Type=Application
Name=${asString(name)}
Comment=Sends a measuring station's files to the portal
TryExec=${asString(program)}
Exec=${quoted(program)}${folderWords} ${hiddenStart}
Icon=skyferry-desktop
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** A word of `Exec` (Desktop Entry Specification, "The Exec key"). */
function quoted(word: string): string {
  const escaped = word.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll("%", "%%");
  return `"${asString(escaped)}"`;
}

/** A value of the type string: a backslash stands for itself when doubled. */
function asString(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/** A word of a command line of Windows: backslashes in front of the closing quote are doubled. */
function windowsQuoted(word: string): string {
  return `"${word.replace(/\\+$/, (signs) => signs + signs)}"`;
}

/** Gives the ending that tells the entries of several folders apart; nothing for the usual one. */
function suffixOf(folder: string | null, mark: string): string {
  return folder === null ? "" : mark + createHash("sha256").update(folder).digest("hex").slice(0, 8);
}
