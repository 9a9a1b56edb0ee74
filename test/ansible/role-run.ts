import { execFile } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { StationMachine } from "./stations.ts";

/** How the role ended at the stations, by Ansible's own count. */
export interface Played {
  readonly code: number;
  readonly said: string;
  readonly changed: number;
  readonly failed: number;
  readonly seconds: number;
}

export interface RoleFolder {
  /** Holds inventory, vault and playbook. */
  readonly folder: string;
  readonly role: string;
  readonly key: string;
  readonly deb: string;
  readonly password: string;
}

/** Writes what a network's administrator keeps: stations, settings, and the password in a vault. */
export async function writeNetwork(
  { folder, key, deb, password }: RoleFolder,
  stations: readonly StationMachine[],
  settings: object,
): Promise<void> {
  const hosts = Object.fromEntries(stations.map(({ name, sshPort }) => [name, { ansible_port: sshPort }]));
  const vars = {
    ansible_host: "127.0.0.1",
    ansible_user: "root",
    ansible_ssh_private_key_file: key,
    ansible_python_interpreter: "/usr/bin/python3",
    ansible_ssh_common_args: "-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null",
    skyferry_deb: deb,
    skyferry_settings: settings,
  };
  writeFileSync(path.join(folder, "stations.json"), JSON.stringify({ stations: { hosts, vars } }, null, 2));
  const vault = path.join(folder, "vault.json");
  writeFileSync(vault, JSON.stringify({ skyferry_password: password }), { mode: 0o600 });
  writeFileSync(path.join(folder, "vault-password"), "of the vault\n", { mode: 0o600 });
  await promisify(execFile)("ansible-vault", ["encrypt", ...vaultWords(folder), vault]);
}

function vaultWords(folder: string): readonly string[] {
  return ["--vault-password-file", path.join(folder, "vault-password")];
}

/** Plays the role at all stations. `seenInArguments` says whether a process had the password in its arguments meanwhile. */
export async function play(
  network: RoleFolder,
  words: readonly string[] = [],
): Promise<Played & { readonly seenInArguments: boolean }> {
  const { folder, role, password } = network;
  const from = performance.now();
  let seenInArguments = false;
  const look = setInterval(() => {
    seenInArguments ||= argumentsOfAll().some((line) => line.includes(password));
  }, 100);
  const all = [
    ...["-i", path.join(folder, "stations.json"), "-e", `@${path.join(folder, "vault.json")}`],
    ...vaultWords(folder),
    ...words,
    path.join(role, "../../playbook.yml"),
  ];
  // A control node of its own: nothing of this account's.
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: folder,
    LANG: "C.UTF-8",
    ANSIBLE_ROLES_PATH: path.dirname(role),
    ANSIBLE_FORKS: "4",
    ANSIBLE_NOCOLOR: "1",
    ANSIBLE_PIPELINING: "1",
    ANSIBLE_SSH_ARGS: "-o ControlMaster=auto -o ControlPersist=60s",
  };
  const { code, said } = await promisify(execFile)("ansible-playbook", all, { env, maxBuffer: 2 ** 26 })
    .then(({ stdout, stderr }) => ({ code: 0, said: `${stdout}${stderr}` }))
    .catch((error: { code?: number; stdout?: string; stderr?: string }) => ({
      code: error.code ?? 1,
      said: `${error.stdout}${error.stderr}`,
    }))
    .finally(() => clearInterval(look));
  const sum = (word: string): number =>
    [...said.matchAll(new RegExp(`\\b${word}=(\\d+)`, "g"))].reduce((all, [, one]) => all + Number(one), 0);
  writeFileSync(path.join(folder, "played.log"), said, { flag: "a" });
  return {
    code,
    said,
    changed: sum("changed"),
    failed: sum("failed") + sum("unreachable"),
    seconds: Math.round((performance.now() - from) / 1000),
    seenInArguments,
  };
}

/** Also those of the stations, which are containers of this system. */
function argumentsOfAll(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8");
      } catch {
        return "";
      }
    });
}
