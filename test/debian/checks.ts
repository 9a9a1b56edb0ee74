import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Debian, until } from "./machine.ts";

/** A step that is done in Debian and must hold. */
export interface Check {
  readonly name: string;
  readonly promise: string;
  /** Gives what was seen, in some words; throws where it does not hold. */
  run(debian: Debian): Promise<string> | string;
}

/** The packages in `dist` that are tried. */
export interface Packages {
  readonly deb: string;
  readonly archive: string;
}

export function packagesIn(dist: string): Packages | null {
  const files = existsSync(dist) ? readdirSync(dist) : [];
  const deb = files.find((name) => /^skyferry-station_.*_amd64\.deb$/.test(name));
  const archive = files.find((name) => /^skyferry-station-.*-linux-x64\.tar\.gz$/.test(name));
  if (deb === undefined || archive === undefined) return null;
  return { deb: path.join(dist, deb), archive: path.join(dist, archive) };
}

export function bring(debian: Debian, { deb, archive }: Packages): void {
  cpSync(deb, path.join(debian.root, "root/station.deb"));
  cpSync(archive, path.join(debian.root, "root/station.tar.gz"));
}

function expectThat(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}

/** Files that apt, dpkg and adduser keep for themselves. */
const ofPackaging =
  "^/(proc|sys|dev|run/adduser|var/(cache|log|lib/(apt|dpkg))|tmp|root)(/|$)|^/etc/(passwd|shadow|group|gshadow)-$";
const listed = `find / -xdev | grep -vE '${ofPackaging}' | sort`;

/** In a Debian without a running system, as in a build of an image. */
export const cleanChecks: readonly Check[] = [
  {
    name: "deb",
    promise:
      "installs without questions, again without harm, removes and keeps data, purges and leaves nothing",
    run(debian) {
      const before = debian.must(listed);
      debian.must("apt-get install -y /root/station.deb && dpkg --verify skyferry-station");
      const version = debian.must("skyferry --version").trim();
      debian.must("/var/lib/dpkg/info/skyferry-station.postinst configure 0.0.1");
      debian.must("/var/lib/dpkg/info/skyferry-station.postinst configure");
      expectThat(
        debian.must("stat -c '%U %a' /var/lib/skyferry").trim() === "skyferry 700",
        "its folder is not its own",
      );
      const ofAdmin = debian.must("stat -c '%U %a' /etc/skyferry/settings.d").trim();
      expectThat(ofAdmin === "root 755", `the folder for an administrator's files is ${ofAdmin}`);
      debian.must("echo '{}' > /etc/skyferry/settings.d/10-network.json");
      debian.must("echo kept > /var/lib/skyferry/mark && apt-get remove -y skyferry-station");
      expectThat(!existsSync(path.join(debian.root, "usr/lib/skyferry")), "the program was not removed");
      debian.must("apt-get install -y /root/station.deb && grep -q kept /var/lib/skyferry/mark");
      debian.must("test -f /etc/skyferry/settings.d/10-network.json && apt-get purge -y skyferry-station");
      const left = debian.must(listed);
      expectThat(left === before, `left behind: ${difference(left, before)}`);
      expectThat(debian.run("getent passwd skyferry").code !== 0, "the account is left");
      return `${version} installed twice, removed, purged; nothing left`;
    },
  },
];

function difference(now: string, before: string): string {
  const known = new Set(before.split("\n"));
  return now
    .split("\n")
    .filter((line) => !known.has(line))
    .slice(0, 5)
    .join(", ");
}

const mainPid = (debian: Debian): string => debian.must("systemctl show -p MainPID --value skyferry").trim();
/** Just after its end systemd has no process, and may still call it active. */
const isBack = (debian: Debian, before: string) => (): boolean =>
  !["0", before].includes(mainPid(debian)) && debian.run("systemctl is-active --quiet skyferry").code === 0;

/** In a Debian that systemd runs. They build on each other. */
export const systemChecks: readonly Check[] = [
  {
    name: "unit",
    promise: "is what systemd understands, and exposes at most 3 of 10",
    run(debian) {
      debian.must("apt-get install -y /root/station.deb");
      const said = debian
        .must("systemd-analyze verify --man=no /usr/lib/systemd/system/skyferry.service")
        .trim();
      expectThat(said === "", said);
      const level = debian.must(
        "systemd-analyze security --offline=true --threshold=30 --no-pager /usr/lib/systemd/system/skyferry.service",
      );
      return /Overall exposure level.*/.exec(level)?.[0] ?? level;
    },
  },
  {
    name: "start",
    promise: "the package's service runs, tells systemd how it is, and prints no token",
    async run(debian) {
      await until(() => debian.run("systemctl is-active --quiet skyferry").code === 0, 60);
      await until(() => debian.must("systemctl show -p StatusText --value skyferry").trim() !== "", 30);
      const journal = debian.must("journalctl -u skyferry --no-pager -o cat");
      expectThat(!journal.includes("token="), "the token is in the journal");
      const status = debian.must("skyferry service status");
      expectThat(status.includes("It runs.") && status.includes("#token="), status);
      return debian.must("systemctl show -p StatusText --value skyferry").trim();
    },
  },
  {
    name: "delivery",
    promise: "the sandboxed service delivers a file and cannot write beside it",
    async run(debian) {
      const folder = path.join(debian.root, "srv/radar");
      mkdirSync(folder, { recursive: true });
      debian.must(
        "systemd-run --quiet --unit=portal --collect skyferry mock-portal --data /root/portal --port 8099",
      );
      const instrument = {
        name: "Cloud radar",
        site: "hyytiala",
        instrument: "rpg-fmcw-94",
        pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
        folder: "/srv/radar",
        pattern: "%Y%m%d.LV1",
        finish: { policy: "settle", seconds: 1 },
      };
      const settings = {
        portal: { url: "http://127.0.0.1:8099", username: "station" },
        instruments: [instrument],
      };
      writeFileSync(path.join(debian.root, "root/settings.json"), JSON.stringify(settings));
      debian.must("install -m 600 -o skyferry /root/settings.json /var/lib/skyferry/settings.json");
      debian.must(
        "printf station > /etc/skyferry/password && chown skyferry /etc/skyferry/password && chmod 600 /etc/skyferry/password",
      );
      debian.must(
        `echo 'FLAGS="--password-file /etc/skyferry/password"' > /etc/skyferry/daemon.conf && systemctl restart skyferry`,
      );
      writeFileSync(path.join(folder, "20261101.LV1"), "measured");
      const seconds = await until(() => debian.run("skyferry status").said.includes("1 file delivered"), 90);
      const touch = debian.run(`nsenter -t ${mainPid(debian)} -m touch /srv/radar/x`);
      expectThat(touch.said.includes("Read-only file system"), `touch said ${touch.said}`);
      debian.must(`nsenter -t ${mainPid(debian)} -m touch /var/lib/skyferry/x`);
      return `delivered after ${Math.round(seconds)} s; touch: Read-only file system`;
    },
  },
  {
    name: "settings",
    promise: "a file in /etc/skyferry/settings.d is in force without a restart, and locks what it says",
    async run(debian) {
      const settings = {
        portal: { concurrency: 2 },
        instruments: [
          {
            name: "Ceilometer",
            site: "hyytiala",
            instrument: "cl61d",
            pid: "https://hdl.handle.net/21.12132/3.241bda142975460b",
            folder: "/srv/ceilometer",
            pattern: "live_%Y%m%d.nc",
            finish: { policy: "settle", seconds: 1 },
          },
        ],
        locked: ["portal.concurrency"],
      };
      const before = mainPid(debian);
      mkdirSync(path.join(debian.root, "srv/ceilometer"), { recursive: true });
      writeFileSync(path.join(debian.root, "srv/ceilometer/live_20261101.nc"), "measured too");
      const file = path.join(debian.root, "etc/skyferry/settings.d/10-network.json");
      writeFileSync(file, JSON.stringify(settings), { mode: 0o644 });
      const seconds = await until(() => debian.run("skyferry status").said.includes("2 files delivered"), 60);
      expectThat(mainPid(debian) === before, "the service was started again");
      const { code, said } = debian.run("skyferry settings set portal.concurrency 9");
      expectThat(
        code === 1 && said.includes("it is locked by /etc/skyferry/settings.d/10-network.json"),
        said,
      );
      return `delivered after ${Math.round(seconds)} s; a locked key is refused`;
    },
  },
  {
    name: "killed",
    promise: "after SIGKILL it is back within 35 s",
    async run(debian) {
      const pid = mainPid(debian);
      debian.must(`kill -9 ${pid}`);
      return `back after ${(await until(isBack(debian, pid), 35)).toFixed(1)} s`;
    },
  },
  {
    name: "hung",
    promise: "after SIGSTOP the watchdog restarts it within 90 s",
    async run(debian) {
      const pid = mainPid(debian);
      debian.must(`kill -STOP ${pid}`);
      const seconds = await until(isBack(debian, pid), 90);
      expectThat(
        debian.must("journalctl -u skyferry --no-pager").includes("Watchdog timeout"),
        "no watchdog",
      );
      return `back after ${seconds.toFixed(1)} s`;
    },
  },
  {
    name: "service",
    promise:
      "service install from the archive: twice, over an old unit, refused for each thing that is wrong, removed; the data stays",
    run(debian) {
      debian.must(
        "apt-get purge -y skyferry-station && useradd --create-home ann && tar -xzf /root/station.tar.gz -C /opt",
      );
      debian.must("ln -sfn /opt/skyferry-station-*/skyferry /usr/local/bin/skyferry");
      const refused = (words: string, said: string): void => {
        const end = debian.run(`skyferry service ${words}`);
        expectThat(
          end.code === 2 && end.said.includes(said) && end.said.trim().split("\n").length === 1,
          end.said,
        );
        const units = debian.run("ls /etc/systemd/system/skyferry.service").code === 0;
        expectThat(units === isInstalled, `${words} left something half done`);
      };
      let isInstalled = false;
      refused("install", "--user U is missing");
      refused("install --user eve", 'There is no account "eve"');
      refused("install --user root", "does not run as root");
      refused("install --user ann --data /etc", "does not belong to ann");
      debian.must("echo secret > /home/ann/password && chown ann /home/ann/password");
      const withPassword = "install --user ann --password-file /home/ann/password";
      refused(
        withPassword,
        "Others can read the password file /home/ann/password (mode 0644): run chmod 600",
      );
      debian.must("rm /home/ann/password && mkfifo /home/ann/password");
      refused(withPassword, "is not a file: name another one");
      refused("install --user ann --ui-port 8099", "Port 8099 of --ui-port is in use");
      const ofOthers = "/etc/systemd/system/skyferry.service";
      debian.must(`printf '[Service]\\nExecStart=/bin/true\\n' > ${ofOthers}`);
      isInstalled = true;
      refused("install --user ann", "that Skyferry did not install: remove it first");
      debian.must(`rm ${ofOthers} && mv /opt/skyferry-station-*/runtime/node /root/node`);
      isInstalled = false;
      refused("install --user ann", "is incomplete: unpack or install the package again");
      debian.must("mv /root/node /opt/skyferry-station-*/runtime/");
      debian.must("skyferry service install --user ann");
      isInstalled = true;
      expectThat(
        debian.must("skyferry service install --user ann").includes("already installed"),
        "not the same",
      );
      refused(
        "install --user ann --data /home/ann/other",
        "already installed with /home/ann/.config/Skyferry",
      );
      // As a former version wrote it.
      debian.must("sed -i 's/^RestartSec=.*/RestartSec=99/' /etc/systemd/system/skyferry.service");
      const renewed = debian.must("skyferry service install --user ann");
      expectThat(renewed.includes("was updated and runs again"), renewed);
      const status = debian.run("su ann -c 'skyferry status'").said;
      expectThat(status.includes("running as a service"), status);
      debian.must(
        "skyferry service remove --json | grep -q '\"removed\":true' && test -f /home/ann/.config/Skyferry/ledger.sqlite",
      );
      isInstalled = false;
      refused("remove", "is not installed");
      return "installed, again, renewed, refused eleven times, removed; the record is kept";
    },
  },
];
