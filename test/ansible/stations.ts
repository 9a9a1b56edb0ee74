import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bootDebian, cleanDebian, type Debian } from "#test/debian/machine.ts";

/** A station PC: a small Debian that systemd runs, to which Ansible comes by SSH. */
export interface StationMachine extends Debian {
  readonly name: string;
  readonly sshPort: number;
  close(): Promise<void>;
}

const firstPort = 2300;
const packages = "systemd systemd-sysv dbus openssh-server python3 python3-apt adduser";

/** Makes the small Debian with what a usual one has besides: once, and kept with it. Gives its folder. */
export function baseWithSsh(base: string, folder: string): string {
  const root = path.join(folder, "base-with-ssh");
  const finished = path.join(folder, "base-with-ssh-is-installed");
  if (existsSync(finished)) return root;
  const debian = cleanDebian(base, root);
  debian.must(`apt-get update && apt-get install -y --no-install-recommends ${packages}`);
  writeFileSync(finished, "");
  return root;
}

/** A key pair for the administrator, without a passphrase. Gives the path of the private key. */
export function newKey(folder: string): string {
  const key = path.join(folder, "key");
  for (const one of [key, `${key}.pub`]) rmSync(one, { force: true });
  const { status, stderr } = spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`ssh-keygen: ${stderr}`);
  return key;
}

/** Boots a station over the base, which it leaves as it is. */
export async function bootStation(
  base: string,
  folder: string,
  key: string,
  index: number,
): Promise<StationMachine> {
  const name = `station-${String(index).padStart(2, "0")}`;
  const place = path.join(folder, name);
  rmSync(place, { recursive: true, force: true });
  for (const one of ["upper", "work", "root"]) mkdirSync(path.join(place, one), { recursive: true });
  const root = path.join(place, "root");
  const layers = `lowerdir=${base},upperdir=${place}/upper,workdir=${place}/work`;
  const { status, stderr } = spawnSync("mount", ["-t", "overlay", "overlay", "-o", layers, root], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`mount: ${stderr}`);
  const sshPort = firstPort + index;
  writeFileSync(
    path.join(root, "etc/ssh/sshd_config.d/station.conf"),
    `ListenAddress 127.0.0.1:${sshPort}\nPermitRootLogin prohibit-password\n`,
  );
  mkdirSync(path.join(root, "root/.ssh"), { recursive: true, mode: 0o700 });
  writeFileSync(path.join(root, "root/.ssh/authorized_keys"), readFileSync(`${key}.pub`), { mode: 0o600 });
  mkdirSync(path.join(root, "srv/radar"), { recursive: true });
  const booted = await bootDebian({ root }, name);
  return { ...booted, name, sshPort };
}
