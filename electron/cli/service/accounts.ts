import path from "node:path";
import { UsageError } from "#cli/command.ts";
import type { Account, System } from "./this-system.ts";

/**
 * The account that the service runs as: `named`, else the one that runs the command, or that has called sudo. Throws a
 * UsageError where it is not there, or where this account may not install for it.
 */
export function serviceAccountOf(system: System, named: string | undefined): Account {
  const { platform, self, env } = system;
  if (platform === "win32") return windowsAccount(system, named);
  if (self.uid !== 0 || platform === "darwin") {
    const name = named ?? (self.uid === 0 ? env.SUDO_USER : self.name);
    if (self.uid !== 0 && name !== self.name)
      throw new UsageError(
        "Only root can install the service for another account: run the command with sudo.",
      );
    if (self.uid !== 0) return self;
    return ordinary(system, name);
  }
  return ordinary(system, named ?? env.SUDO_USER);
}

function ordinary(system: System, name: string | undefined): Account {
  if (name === undefined || name === "")
    throw new UsageError("--user U is missing: name the account that can read the instruments' folders.");
  const account = unixAccount(system, name);
  if (account === null)
    throw new UsageError(
      `There is no account ${JSON.stringify(name)} on this PC: name another one with --user U.`,
    );
  if (account.uid === 0)
    throw new UsageError("Skyferry does not run as root: name an ordinary account with --user U.");
  return account;
}

function unixAccount({ platform, tool }: System, name: string): Account | null {
  if (!/^[A-Za-z_][\w.@-]*\$?$/.test(name)) return null;
  if (platform === "darwin") {
    const { code, stdout } = tool("dscl", [
      ".",
      "-read",
      `/Users/${name}`,
      "UniqueID",
      "PrimaryGroupID",
      "NFSHomeDirectory",
    ]);
    const read = (key: string) => new RegExp(`^${key}: (.+)$`, "m").exec(stdout)?.[1];
    const [uid, gid, home] = [read("UniqueID"), read("PrimaryGroupID"), read("NFSHomeDirectory")];
    return code === 0 && uid !== undefined && gid !== undefined && home !== undefined
      ? { name, uid: Number(uid), gid: Number(gid), home }
      : null;
  }
  const { code, stdout } = tool("getent", ["passwd", name]);
  const [found, , uid, gid, , home] = stdout.trim().split(":");
  if (code !== 0 || found === undefined || uid === undefined || gid === undefined || home === undefined)
    return null;
  return { name: found, uid: Number(uid), gid: Number(gid), home };
}

function windowsAccount({ env, self, tool }: System, named: string | undefined): Account {
  const own = env.USERDOMAIN === undefined ? self.name : `${env.USERDOMAIN}\\${self.name}`;
  const isOwn =
    named === undefined || [own, self.name].some((one) => one.toLowerCase() === named.toLowerCase());
  if (isOwn) return { ...self, name: own };
  if (!named.includes("\\") && tool("net.exe", ["user", named]).code !== 0)
    throw new UsageError(
      `There is no account ${JSON.stringify(named)} on this PC: name another one with --user U.`,
    );
  const home = path.win32.join(path.win32.dirname(self.home), named.split("\\").at(-1) ?? named);
  return { name: named, uid: null, gid: null, home };
}
