import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { connectToHost } from "#api/loopback/client.ts";
import { fileRights } from "#compose/rights.ts";
import type { Account, System } from "./this-system.ts";

/** Why the program cannot be started by a service, in one sentence; null where it can. */
export function programRefusal({ program, env }: System): string | null {
  if (env.APPIMAGE !== undefined)
    return "An AppImage cannot be a service, because its path changes at every start: install the .deb or the station package.";
  const missing = program.find((word) => path.isAbsolute(word) && !existsSync(word));
  return missing === undefined
    ? null
    : `This installation is incomplete (${missing} is missing): install it again.`;
}

/** Why the folder cannot be the data folder of this account's service; null where it can. */
export async function folderRefusal(
  system: System,
  account: Account,
  dataFolder: string,
): Promise<string | null> {
  const network = networkRefusal(system, dataFolder);
  if (network !== null) return network;
  if (!existsSync(dataFolder)) return null;
  const found = statSync(dataFolder);
  if (!found.isDirectory()) return `${dataFolder} is a file: name a folder with --data DIR.`;
  if (account.uid !== null && found.uid !== account.uid)
    return `${dataFolder} does not belong to ${account.name}: name another folder with --data DIR, or run chown -R ${account.name} ${dataFolder}`;
  const host = await connectToHost(dataFolder);
  if (host.kind === "no-host") return null;
  if (host.kind === "error") return host.message;
  const reply = await host.transport.call("host", {});
  await host.close();
  const pid = reply.ok ? reply.value.pid : "?";
  return reply.ok && reply.value.runsAs === "window"
    ? `Skyferry is open in its window on ${dataFolder} (process ${pid}): quit it first.`
    : `Skyferry is running on ${dataFolder} (process ${pid}): stop it first.`;
}

/** Why no service may keep its record of uploads there; null where it may. */
export function networkRefusal(system: System, dataFolder: string): string | null {
  const network = system.networkDrive(dataFolder);
  return network === null
    ? null
    : `${dataFolder} is on a network drive (${network}), where the record of uploads is not safe: choose a folder on a disk of this PC with --data DIR.`;
}

/** Why the file cannot hold the password of a service; null where it can. */
export function passwordFileRefusal(account: Account, file: string): string | null {
  let text: string;
  try {
    // Reading a pipe may never end.
    if (!statSync(file).isFile())
      return `The password file ${file} is not a file: name another one with --password-file.`;
    text = readFileSync(file, "utf8");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return `The password file ${file} cannot be read (${why}): name another one with --password-file.`;
  }
  if ((text.split(/\r?\n/)[0] ?? "") === "")
    return `The first line of ${file} is empty: write the password there.`;
  if (account.uid === null) return fileRights(file);
  const { uid, mode } = statSync(file);
  if (uid !== account.uid)
    return `The password file ${file} does not belong to ${account.name}: run chown ${account.name} ${file}`;
  if ((mode & 0o077) !== 0)
    return `Others can read the password file ${file} (mode 0${(mode & 0o777).toString(8)}): run chmod 600 ${file}`;
  return null;
}

/** Why the pages cannot have this port; null where they can. */
export async function portRefusal(port: number): Promise<string | null> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return null;
  } catch {
    return `Port ${port} of --ui-port is in use: choose another one, or leave it out.`;
  } finally {
    server.close();
  }
}
