import { chownSync, existsSync, mkdirSync, rmdirSync } from "node:fs";
import path from "node:path";
import { UsageError } from "#cli/command.ts";
import { markIn } from "#compose/installed-service.ts";
import { dataFolderOfUser } from "#compose/user-data-folder.ts";
import { serviceAccountOf } from "./accounts.ts";
import { folderRefusal, networkRefusal, passwordFileRefusal, portRefusal, programRefusal } from "./checks.ts";
import type { Manager } from "./manager.ts";
import type { ServicePlan } from "./systemd-unit.ts";
import type { Account, System } from "./this-system.ts";

/** Wishes that the flags state; paths are absolute. */
export interface Wish {
  readonly user?: string | undefined;
  readonly data?: string | undefined;
  readonly passwordFile?: string | undefined;
  readonly uiPort?: number | undefined;
}

export interface Installed {
  readonly plan: ServicePlan;
  /** `same`: nothing had to be done. */
  readonly how: "new" | "renewed" | "same";
}

/**
 * Installs and starts the service. Everything that can be wrong is looked for before anything is changed; what fails after
 * that is undone. Throws a UsageError with one sentence.
 */
export async function installService(system: System, manager: Manager, wish: Wish): Promise<Installed> {
  refuse(programRefusal(system) ?? packagedRefusal(system));
  const account = serviceAccountOf(system, wish.user);
  refuse(manager.refusal());
  const before = manager.installed();
  const dataFolder = wish.data ?? folderOf(system, account, before);
  refuse(lineRefusal("--data", dataFolder) ?? lineRefusal("--password-file", wish.passwordFile ?? ""));
  refuse(before === null ? null : replaceRefusal(before, account, dataFolder));
  if (before === null) refuse(await folderRefusal(system, account, dataFolder));
  else refuse(networkRefusal(system, dataFolder));
  if (wish.passwordFile !== undefined) refuse(passwordFileRefusal(account, wish.passwordFile));
  const plan: ServicePlan = {
    program: system.program,
    user: account.name,
    dataFolder,
    flags: flagsOf(wish, before),
  };
  if (before !== null && isSame(manager.definition(plan), before) && manager.isRunning())
    return { plan, how: "same" };
  if (before === null && wish.uiPort !== undefined) refuse(await portRefusal(wish.uiPort));

  const made = makeDataFolder(dataFolder, account, system);
  const error = manager.install(plan, before);
  if (error !== null) {
    // Files that the daemon may have left in it are kept.
    if (made) rmdirIfEmpty(dataFolder);
    throw new UsageError(error);
  }
  return { plan, how: before === null ? "new" : "renewed" };
}

function refuse(message: string | null): void {
  if (message !== null) throw new UsageError(message);
}

/** A service's definition is read line by line: what ends a line would begin another setting. */
function lineRefusal(flag: string, path: string): string | null {
  const isInOneLine = [...path].every((letter) => letter >= " " && letter !== "\u007f");
  return isInOneLine
    ? null
    : `${flag} has a line break or another control character in it: rename the folder.`;
}

function packagedRefusal(system: System): string | null {
  const found = system.service();
  return found?.isPackaged === true
    ? `The package has already installed the service, as ${found.user} with ${found.dataFolder}: run systemctl edit skyferry to change it.`
    : null;
}

function replaceRefusal(before: string, account: Account, dataFolder: string): string | null {
  const known = markIn(before);
  if (known === null) return "A service of this name exists that Skyferry did not install: remove it first.";
  if (known.dataFolder !== dataFolder)
    return `The service is already installed with ${known.dataFolder}: run skyferry service remove first; it keeps that folder.`;
  if (known.user !== account.name)
    return `The service is already installed as ${known.user}: run skyferry service remove first; it keeps the data folder.`;
  return null;
}

/** Gives the folder where none is named: that of the installed service, else the one that this account uses already. */
function folderOf(system: System, account: Account, before: string | null): string {
  const known = before === null ? null : markIn(before);
  if (known !== null) return known.dataFolder;
  const env = account.name === system.self.name || account.uid === system.self.uid ? system.env : {};
  const { folder, others } = dataFolderOfUser(system.platform, env, account.home, {
    isService: true,
    ofService: null,
  });
  if (others.length > 0)
    throw new UsageError(
      `${account.name} has more than one station, in ${[folder, ...others].join(" and ")}: choose with --data DIR.`,
    );
  return folder;
}

/** A flag that is not given stays as it was. */
function flagsOf({ passwordFile, uiPort }: Wish, before: string | null): readonly string[] {
  const former = before === null ? [] : (markIn(before)?.flags ?? []);
  const flag = (name: string, value: string | undefined): readonly string[] => {
    const at = former.indexOf(name);
    const word = value ?? (at < 0 ? undefined : former[at + 1]);
    return word === undefined ? [] : [name, word];
  };
  return [...flag("--password-file", passwordFile), ...flag("--ui-port", uiPort?.toString())];
}

/** The Task Scheduler gives a definition back in its own form. */
function isSame(definition: string, before: string): boolean {
  const bare = (text: string) =>
    text.replace(/<RegistrationInfo>.*?<\/RegistrationInfo>/s, "").replaceAll(/\s+|^<\?.*?\?>/g, "");
  return bare(definition) === bare(before);
}

/** True where it was made; it and those above it belong to the account. */
function makeDataFolder(folder: string, account: Account, system: System): boolean {
  if (existsSync(folder)) return false;
  // There its daemon makes it, with the rights that Windows knows.
  if (system.platform === "win32") return false;
  const missing: string[] = [];
  for (let one = folder; !existsSync(one); one = path.dirname(one)) missing.unshift(one);
  for (const one of missing) {
    mkdirSync(one, { mode: 0o700 });
    if (account.uid !== null && account.gid !== null && account.uid !== system.self.uid)
      chownSync(one, account.uid, account.gid);
  }
  return true;
}

function rmdirIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Something is in it.
  }
}
