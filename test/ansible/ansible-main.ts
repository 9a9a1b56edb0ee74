import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { MockPortal } from "#mock-portal/portal.ts";
import { packagesIn } from "#test/debian/checks.ts";
import { refusal, setUp, until } from "#test/debian/machine.ts";
import { runProgram } from "#test/support/hosts/program.ts";
import { openPortal } from "#test/support/portals/cli-portal.ts";
import { type Played, play, type RoleFolder, writeNetwork } from "./role-run.ts";
import { baseWithSsh, bootStation, newKey, type StationMachine } from "./stations.ts";

const top = fileURLToPath(new URL("../..", import.meta.url));
const usualFolder = path.join(
  process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"),
  "skyferry-debian",
);

const help = `The Ansible role of docs/fleet at twenty stations: small Debians that systemd runs, to which Ansible comes by SSH.

Usage: npm run long -- ansible [--stations N] [--folder DIR]

  --stations N   default: 20
  --folder DIR   where the small Debian is kept between runs; default: ${usualFolder}

Before it, once: npm run package:station -- --target linux-x64. It needs Linux on x64, root, Debian's packages debootstrap,
systemd-container, ansible-core and openssh-client, and some 150 MB of memory a station.
Ends with 0 when everything held, with 1 when something did not, with 2 where it cannot run.
`;

process.exit(await runProgram({ name: "ansible", help, read, run }));

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: "boolean", short: "h" },
      stations: { type: "string", default: "20" },
      folder: { type: "string" },
    },
  });
  return /^[1-9]\d?$/.test(values.stations) ? values : "--stations must be 1 to 99.";
}

async function run(flags: Exclude<ReturnType<typeof read>, string>): Promise<number> {
  const packages = packagesIn(path.join(top, "dist"));
  const cannot =
    refusal() ??
    (packages === null
      ? "There is no package in dist/: npm run package:station -- --target linux-x64."
      : null) ??
    missingProgram(["ansible-playbook", "ansible-vault", "ssh", "ssh-keygen"]);
  if (cannot !== null || packages === null) {
    process.stderr.write(`ansible: ${cannot}\n`);
    return 2;
  }
  if (process.env.SKYFERRY_OWN_MOUNTS === undefined) return runInOwnMounts();
  const folder = path.resolve(flags.folder ?? usualFolder);
  const base = baseWithSsh(setUp(folder), folder);
  const work = path.join(folder, "ansible");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const network: RoleFolder = {
    folder: work,
    role: path.join(top, "docs/fleet/ansible/roles/skyferry"),
    key: newKey(work),
    deb: packages.deb,
    password: "kept-in-the-vault-4711",
  };
  const portal = await openPortal({
    users: [{ username: "station", password: network.password, sites: "*" }],
  });
  const stations: StationMachine[] = [];
  try {
    for (let index = 1; index <= Number(flags.stations); index += 1)
      stations.push(await bootStation(base, work, network.key, index));
    say(`${stations.length} stations run`);
    await rollOut(network, stations, portal);
    return 0;
  } catch (error) {
    say(`FAILED: ${error instanceof Error ? error.message : error}`);
    return 1;
  } finally {
    await Promise.all(stations.map((one) => one.close()));
    await portal.close();
  }
}

/** Each step must hold; throws in words where one does not. */
async function rollOut(
  network: RoleFolder,
  stations: readonly StationMachine[],
  portal: MockPortal,
): Promise<void> {
  const settings = settingsOf(portal.url);
  await writeNetwork(network, stations, settings);

  const dry = await play(network, ["--check"]);
  expectEnd("a dry run before", dry, { code: 0 });
  for (const one of stations)
    if (one.run("ls /etc/skyferry /var/cache/skyferry").code === 0)
      throw new Error(`${one.name}: a dry run wrote`);

  const first = await play(network);
  expectEnd("the first run", first, { code: 0 });
  const second = await play(network);
  expectEnd("the second run", second, { code: 0, changed: 0 });
  expectEnd("a dry run after", await play(network, ["--check"]), { code: 0, changed: 0 });
  if ([first, second].some((one) => one.seenInArguments))
    throw new Error("a process had the password in its arguments");

  for (const [index, { root }] of stations.entries())
    writeFileSync(path.join(root, "srv/radar", `station${index}_20261101.LV1`), `measured at ${index}`);
  const seconds = await until(() => portal.acceptances().length >= stations.length, 180);
  const names = new Set(portal.acceptances().map(({ filename }) => filename));
  if (names.size !== stations.length) throw new Error(`${names.size} files arrived`);
  say(`each delivers without a question: the last file after ${Math.round(seconds)} s`);

  const before = stations.map(mainPid);
  await writeNetwork(network, stations, { ...settings, portal: { ...settings.portal, concurrency: 3 } });
  expectEnd("a changed setting", await play(network), { code: 0, changed: stations.length });
  for (const [index, one] of stations.entries()) {
    if (concurrencyOf(one) !== "3") throw new Error(`${one.name}: the change is not in force`);
    if (mainPid(one) !== before[index]) throw new Error(`${one.name}: the service was started again`);
  }

  await writeNetwork(network, stations, { ...settings, portal: { ...settings.portal, concurrency: 99 } });
  const wrong = await play(network);
  if (wrong.code === 0 || !wrong.said.includes("portal.concurrency must be a whole number from 1 to 16"))
    throw new Error(`a wrong setting ended with ${wrong.code}`);
  for (const one of stations)
    if (concurrencyOf(one) !== "3") throw new Error(`${one.name}: a wrong file is in force`);
  say(`a wrong setting is refused at ${wrong.failed} stations, which keep what they have`);
}

function settingsOf(url: string) {
  return {
    portal: { url, username: "station" },
    instruments: [
      {
        name: `Radar of \${host}`,
        site: "hyytiala",
        instrument: "rpg-fmcw-94",
        pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
        folder: "/srv/radar",
        pattern: "*_%Y%m%d.LV1",
        finish: { policy: "settle", seconds: 1 },
      },
    ],
    locked: ["portal", "instruments[].pid"],
    lockedBecause: "The network sets it.",
  };
}

function mainPid(one: StationMachine): string {
  return one.must("systemctl show -p MainPID --value skyferry").trim();
}

function concurrencyOf(one: StationMachine): string {
  return one.must("skyferry settings get portal.concurrency").trim();
}

function expectEnd(
  what: string,
  { code, changed, failed, seconds, said }: Played,
  expected: { readonly code: number; readonly changed?: number },
): void {
  if (code !== expected.code || changed !== (expected.changed ?? changed))
    throw new Error(
      `${what}: exit ${code}, changed ${changed}, failed ${failed}: ${said
        .split("\n")
        .filter((line) => /fatal|changed:/.test(line))
        .slice(0, 3)
        .join(" | ")}`,
    );
  say(`${what}: ${changed} changed, ${failed} failed, ${seconds} s`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function missingProgram(names: readonly string[]): string | null {
  const missing = names.find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status !== 0);
  return missing === undefined
    ? null
    : `The program ${missing} is not there: apt-get install ansible-core openssh-client.`;
}

/** Mounts are seen by this run alone, and are gone with it. */
function runInOwnMounts(): number {
  const words = ["--mount", process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const env = { ...process.env, SKYFERRY_OWN_MOUNTS: "1" };
  return spawnSync("unshare", words, { stdio: "inherit", env }).status ?? 1;
}
