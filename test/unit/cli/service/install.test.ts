import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Installed, installService, type Wish } from "#cli/service/install.ts";
import { launchdManager } from "#cli/service/launchd.ts";
import type { Manager } from "#cli/service/manager.ts";
import { removeService } from "#cli/service/service.ts";
import { systemdManager } from "#cli/service/systemd.ts";
import { taskScheduler } from "#cli/service/task-scheduler.ts";
import type { System } from "#cli/service/this-system.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

let root: string;
/** Calls of each tool, and the end of the next call that begins so. */
let calls: string[];
let ends: Map<string, { readonly code: number; readonly stdout?: string; readonly said?: string }>;
const { username, uid, gid } = userInfo();

beforeEach(async () => {
  root = await makeScratch("skyferry-service-");
  calls = [];
  ends = new Map();
  await mkdir(path.join(root, "run/systemd/system"), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** This PC with a root of its own; `ann` has the numbers of who runs the test, so that folders can be hers. */
function pc(changed: Partial<System> = {}): System {
  const tool: System["tool"] = (program, words) => {
    const call = [path.win32.basename(program), ...words].join(" ");
    calls.push(call);
    const known = [...ends].find(([start]) => call.startsWith(start))?.[1];
    if (known !== undefined) return { stdout: "", said: "", ...known };
    const passwd = `ann:x:${uid || 1000}:${gid}::${path.join(root, "home/ann")}:/bin/sh\n`;
    if (call === "getent passwd ann") return { code: 0, stdout: passwd, said: passwd };
    return { code: program === "getent" ? 2 : 0, stdout: "", said: "" };
  };
  return {
    platform: "linux",
    env: {},
    self: { name: "root", uid: 0, gid: 0, home: path.join(root, "root") },
    program: [process.execPath],
    tool,
    service: () => null,
    networkDrive: () => null,
    ...changed,
  };
}

/** Windows takes neither the paths nor the owners of the systems that are simulated. */
const onPosix = process.platform !== "win32";

const unitFile = () => path.join(root, "etc/systemd/system/skyferry.service");
const install = (
  wish: Wish = {},
  system = pc(),
  manager: Manager = systemdManager(system, root),
): Promise<Installed> => installService(system, manager, { user: "ann", ...wish });
/** For who runs the test, so that what is made belongs to that account. */
const own = (): System =>
  pc({
    self: { name: username, uid: uid || 1000, gid, home: path.join(root, "home") },
    env: { XDG_CONFIG_HOME: path.join(root, "home/.config") },
  });

describe("a service is refused before anything is changed", () => {
  test.each(["/srv/a\nExecStartPre=/bin/rm", "/srv/a\r", "/srv/\u0001", "/srv/\u007f"])(
    "%j would be another line of its definition",
    async (data) => {
      await expect(install({ data })).rejects.toThrow("--data has a line break or another control character");
      await expect(install({ passwordFile: data })).rejects.toThrow("--password-file has a line break");
      expect(existsSync(unitFile())).toBe(false);
    },
  );
  test.each<[string, Wish, Partial<System>]>([
    ['There is no account "eve" on this PC', { user: "eve" }, {}],
    ['There is no account "-x; reboot" on this PC', { user: "-x; reboot" }, {}],
    ["--user U is missing", { user: undefined }, {}],
    [
      "Only root can install the service for another account",
      { user: "eve" },
      { self: { name: "ann", uid: 1000, gid: 1000, home: "/home/ann" } },
    ],
    ["is on a network drive (NFS)", {}, { networkDrive: () => "NFS" }],
    ["This installation is incomplete (/gone/skyferry is missing)", {}, { program: ["/gone/skyferry"] }],
    ["An AppImage cannot be a service", {}, { env: { APPIMAGE: "/a" } }],
    [
      "The package has already installed the service, as skyferry with /var/lib/skyferry",
      {},
      {
        service: () => ({
          dataFolder: "/var/lib/skyferry",
          user: "skyferry",
          flags: [],
          scope: "system",
          file: "/lib",
          isPackaged: true,
        }),
      },
    ],
  ])("%s", async (said, wish, changed) => {
    await expect(install(wish, pc(changed))).rejects.toThrow(said);
    expect(calls.filter((call) => !call.startsWith("getent"))).toEqual([]);
    expect(existsSync(path.join(root, "home"))).toBe(false);
  });

  test("where systemd does not run the system", async () => {
    await rm(path.join(root, "run"), { recursive: true });
    await expect(install()).rejects.toThrow("This system does not use systemd");
  });

  test.runIf(onPosix)("for a password file that others can read, is empty, or is not there", async () => {
    const file = path.join(root, "password");
    const refused = () => expect(install({ passwordFile: file }, own(), systemdManager(pc(), root))).rejects;
    const wish = { user: username, passwordFile: file };
    const mine = (): Promise<Installed> => install(wish, own(), systemdManager(pc(), root));
    await expect(mine()).rejects.toThrow(`The password file ${file} cannot be read (ENOENT)`);
    await writeFile(file, "\nsecret\n");
    await expect(mine()).rejects.toThrow(`The first line of ${file} is empty`);
    await writeFile(file, "secret\n");
    await chmod(file, 0o640);
    if (uid === 0) {
      await expect(mine()).rejects.toThrow("does not belong to");
      await chown(file, 1000, gid);
    }
    await expect(mine()).rejects.toThrow(
      `Others can read the password file ${file} (mode 0640): run chmod 600`,
    );
    await refused().toThrow();
    await rm(file);
    execFileSync("mkfifo", [file]);
    // Reading it gives a password: with an empty pipe this test would hang instead of failing.
    const writer = spawn("sh", ["-c", 'echo secret > "$0"', file]);
    await expect(mine()).rejects.toThrow(`The password file ${file} is not a file: name another one`);
    writer.kill();
    expect(calls).toEqual([]);
  });

  test("for a port in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const uiPort = typeof address === "object" && address !== null ? address.port : 0;
    await expect(install({ uiPort })).rejects.toThrow(`Port ${uiPort} of --ui-port is in use`);
    expect(existsSync(unitFile())).toBe(false);
    server.close();
  });

  test("for a data folder that is a file", async () => {
    const data = path.join(root, "file");
    await writeFile(data, "");
    await expect(install({ data })).rejects.toThrow(`${data} is a file`);
  });

  test.runIf(onPosix)("for an account with two stations, unless one is named", async () => {
    for (const place of ["home/ann/.config/Skyferry", "home/ann/.local/share/skyferry"]) {
      await mkdir(path.join(root, place), { recursive: true });
      await writeFile(path.join(root, place, "settings.json"), "{}");
    }
    await expect(install()).rejects.toThrow("ann has more than one station, in ");
  });
});

describe.runIf(onPosix)("systemd", () => {
  test("gets the unit, and starts it now and with the PC", async () => {
    const { plan, how } = await install({ uiPort: undefined });
    expect(how).toBe("new");
    expect(plan.dataFolder).toBe(path.join(root, "home/ann/.config/Skyferry"));
    expect((await stat(plan.dataFolder)).mode & 0o777).toBe(0o700);
    expect(readFileSync(unitFile(), "utf8")).toContain("User=ann\n");
    expect(calls.filter((call) => call.startsWith("systemctl"))).toEqual([
      "systemctl daemon-reload",
      "systemctl enable --quiet skyferry.service",
      "systemctl restart skyferry.service",
    ]);
  });

  test("the folder that the account has used so far is taken", async () => {
    const former = path.join(root, "home/ann/.local/share/skyferry");
    await mkdir(former, { recursive: true });
    await writeFile(path.join(former, "settings.json"), "{}");
    if (uid === 0) await chown(former, 1000, gid);
    const { plan } = await install({}, pc({ self: { name: "root", uid: 0, gid: 0, home: root } }));
    expect(plan.dataFolder).toBe(former);
  });

  test("installed twice, nothing is done; a unit of another version is renewed with its flags", async () => {
    const first = await install({ uiPort: 40_123 });
    calls = [];
    expect(await install()).toMatchObject({ how: "same" });
    expect(calls.filter((call) => /restart|enable/.test(call))).toEqual([]);
    await writeFile(unitFile(), readFileSync(unitFile(), "utf8").replace("WatchdogSec=60\n", ""));
    expect(await install()).toMatchObject({ how: "renewed", plan: first.plan });
    expect(readFileSync(unitFile(), "utf8")).toContain("WatchdogSec=60\n");
    expect(readFileSync(unitFile(), "utf8")).toContain("--ui-port 40123\n");
  });

  test("a folder that has become a network drive is refused as at the first time", async () => {
    await install();
    const unit = readFileSync(unitFile(), "utf8");
    await expect(install({}, pc({ networkDrive: () => "NFS" }))).rejects.toThrow(
      "choose a folder on a disk of this PC",
    );
    expect(readFileSync(unitFile(), "utf8")).toBe(unit);
  });

  test("a service on another data folder or of another account is not replaced", async () => {
    await install();
    const before = readFileSync(unitFile(), "utf8");
    await expect(install({ data: path.join(root, "other") })).rejects.toThrow(
      "The service is already installed with ",
    );
    await writeFile(unitFile(), before.replace('"user":"ann"', '"user":"bob"'));
    await expect(install()).rejects.toThrow("The service is already installed as bob");
    await writeFile(unitFile(), "[Service]\nExecStart=/usr/local/bin/mine\n");
    await expect(install()).rejects.toThrow("that Skyferry did not install");
    expect(existsSync(path.join(root, "other"))).toBe(false);
  });

  test("what cannot be started leaves nothing, and says why in the daemon's words", async () => {
    ends.set("systemctl restart", { code: 1, said: "Job failed." });
    const journal =
      "skyferry daemon: The record of uploads is already in use.\nskyferry.service: Failed with result 'exit-code'.\n";
    ends.set("journalctl", { code: 0, stdout: journal });
    await expect(install()).rejects.toThrow(
      "systemd could not start the service, and the changes were undone: skyferry daemon: The record of uploads is already in use.",
    );
    expect(existsSync(unitFile())).toBe(false);
    expect(existsSync(path.join(root, "home/ann/.config/Skyferry"))).toBe(false);
    expect(calls).toContain("systemctl disable --now --quiet skyferry.service");
  });

  test("a unit that cannot be renewed is the former one again", async () => {
    await install();
    const former = readFileSync(unitFile(), "utf8").replace("WatchdogSec=60\n", "");
    await writeFile(unitFile(), former);
    ends.set("systemctl daemon-reload", { code: 1, said: "no" });
    await expect(install()).rejects.toThrow("the changes were undone");
    expect(readFileSync(unitFile(), "utf8")).toBe(former);
  });

  test("without root it is the account's own, which stays when nobody is logged in", async () => {
    const system = own();
    await installService(system, systemdManager(system, root), {});
    expect(calls).toContain(`loginctl enable-linger ${username}`);
    expect(calls).toContain("systemctl --user restart skyferry.service");
    const unit = readFileSync(path.join(root, "home/.config/systemd/user/skyferry.service"), "utf8");
    expect(unit).not.toContain("User=");
  });

  test("removing stops it and takes the unit away", async () => {
    await install();
    const manager = systemdManager(pc(), root);
    expect(manager.remove()).toBeNull();
    expect(existsSync(unitFile())).toBe(false);
    expect(manager.installed()).toBeNull();
  });
});

describe("Windows and macOS", () => {
  const windows = (): System =>
    pc({
      platform: "win32",
      self: { name: "ann", uid: null, gid: null, home: root },
      env: { USERDOMAIN: "LAB", LOCALAPPDATA: root },
    });

  test("the Task Scheduler takes the task and starts it", async () => {
    ends.set("schtasks.exe /Query", { code: 1 });
    const { plan } = await install({ user: undefined }, windows(), taskScheduler(windows()));
    expect(plan).toMatchObject({ user: "LAB\\ann", dataFolder: path.join(root, "Skyferry") });
    expect(calls.at(-2)).toMatch(/^schtasks\.exe \/Create \/TN Skyferry \/XML .*task\.xml \/F$/);
    expect(calls.at(-1)).toBe("schtasks.exe /Run /TN Skyferry");
  });

  test("what it refuses is taken away again", async () => {
    ends.set("schtasks.exe /Query", { code: 1 });
    ends.set("schtasks.exe /Run", { code: 1, said: "ERROR: no." });
    const refused = install({ user: undefined }, windows(), taskScheduler(windows()));
    await expect(refused).rejects.toThrow(
      "The Task Scheduler refused the service, and the changes were undone: ERROR: no.",
    );
    expect(calls.at(-1)).toBe("schtasks.exe /Delete /TN Skyferry /F");
  });

  test("without an administrator nothing is asked of it", async () => {
    ends.set("net.exe session", { code: 2 });
    const refused = install({ user: undefined }, windows(), taskScheduler(windows()));
    await expect(refused).rejects.toThrow("Only an administrator");
    expect(calls).toEqual(["net.exe session"]);
  });

  test.runIf(onPosix)("launchd takes the launch daemon; one that it refuses is gone", async () => {
    await mkdir(path.join(root, "Library/LaunchDaemons"), { recursive: true });
    const file = path.join(root, "Library/LaunchDaemons/org.skyferry.daemon.plist");
    ends.set("dscl", {
      code: 0,
      stdout: `NFSHomeDirectory: ${root}\nPrimaryGroupID: 20\nUniqueID: ${uid || 501}\n`,
    });
    const mac = pc({ platform: "darwin" });
    await install({}, mac, launchdManager(mac, root));
    expect(calls.at(-1)).toBe(`launchctl bootstrap system ${file}`);
    expect(launchdManager(mac, root).remove()).toBeNull();
    expect(existsSync(file)).toBe(false);
    ends.set("launchctl bootstrap", { code: 5, said: "Bootstrap failed: 5" });
    await expect(install({}, mac, launchdManager(mac, root))).rejects.toThrow("launchd refused the service");
    expect(existsSync(file)).toBe(false);
  });
});

test.runIf(onPosix)("a service is removed in words or as JSON, and the data folder is named", async () => {
  const said = (isJson: boolean) => {
    const texts: string[] = [];
    const stdout = { write: (part: string) => texts.push(part) > 0 } as never;
    expect(removeService(pc(), systemdManager(pc(), root), { stdout }, isJson)).toBe(0);
    return texts.join("");
  };
  const { plan } = await install();
  expect(JSON.parse(said(true))).toEqual({ removed: true, dataFolder: plan.dataFolder });
  await install();
  expect(said(false)).toBe(`The service is removed. ${plan.dataFolder} is kept.\n`);
  expect(() => said(true)).toThrow("The service is not installed for this account");
});
