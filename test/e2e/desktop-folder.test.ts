import { chmod, lchown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { desktopProcesses } from "#test/support/hosts/desktop-processes.ts";
import {
  type ElectronProcess,
  type ElectronProcessOptions,
  withoutLocks,
} from "#test/support/hosts/electron-process.ts";
import { type OrdinaryUser, ordinaryUser } from "#test/support/hosts/ordinary-user.ts";
import { atMost } from "#test/support/limits.ts";

/** The desktop as a process, on a data folder that it cannot use: it says why in one box. */

const desktops = desktopProcesses();
let user: OrdinaryUser | string;

beforeEach(async () => {
  user = await ordinaryUser();
  await mkdir(desktops.dataFolder);
  if (typeof user !== "string") await user.own(desktops.folder);
});

function begin(options: Partial<ElectronProcessOptions> = {}): ElectronProcess {
  const uid = typeof user === "string" ? undefined : user.options.uid;
  return desktops.begin({ ...(uid === undefined ? {} : { uid }), ...options });
}

const soon = { timeout: atMost(30_000) };
const isServing = async (one: ElectronProcess): Promise<boolean> => {
  const reply = await one.ask<{ ok: boolean }>({ do: "call", method: "status", input: {} }).catch(() => null);
  return reply?.ok === true;
};

/** Starts it, lets it make everything, and ends it as the session does. */
async function once(): Promise<void> {
  const desktop = begin();
  await expect.poll(() => isServing(desktop), soon).toBe(true);
  desktop.kill("SIGTERM");
  await desktop.exited;
}

const toRoot = (name: string) => lchown(join(desktops.dataFolder, name), 0, 0);

test.each([
  ["cannot be written", async () => await chmod(desktops.dataFolder, 0o500), ""],
  ["cannot be entered", async () => await chmod(desktops.dataFolder, 0o600), ""],
  ["has Chromium's files of a start as root", () => toRoot("browser"), "/browser"],
])("one that %s is named with its path and what to do", async (_, harm, at) => {
  if (typeof user === "string") return console.warn(user);
  if (at !== "" && process.getuid?.() !== 0) return console.warn("root alone leaves files of root");
  if (at !== "") await once();
  await harm();
  if (at !== "") await chmod(join(desktops.dataFolder, "browser"), 0o755);
  const desktop = begin();
  await expect
    .poll(() => desktop.told, soon)
    .toEqual([
      {
        errorBox: `Skyferry cannot start: The data folder ${desktops.dataFolder} cannot be used: this user has no permission to write to ${desktops.dataFolder}${at} (EACCES). Give this user write permission, or choose another one with --data.`,
      },
    ]);
});

test.skipIf(process.getuid?.() !== 0)("a record of another user is named by its file", async () => {
  if (typeof user === "string") return console.warn(user);
  await once();
  await toRoot("ledger.sqlite");
  await chmod(join(desktops.dataFolder, "ledger.sqlite"), 0o600);
  const desktop = begin();
  await expect
    .poll(() => desktop.told, soon)
    .toMatchObject([
      {
        errorBox: expect.stringContaining(
          `${desktops.dataFolder}/ledger.sqlite cannot be read and written by this user`,
        ),
      },
    ]);
});

test.skipIf(process.getuid?.() !== 0)("a log of another user stops nothing", async () => {
  if (typeof user === "string") return console.warn(user);
  await once();
  await toRoot("logs");
  const desktop = begin();
  await expect.poll(() => isServing(desktop), soon).toBe(true);
  expect(desktop.told).toEqual([]);
});

/** ENOLCK, EOPNOTSUPP and EPERM of Linux: how file systems say that they have no locks. */
test.runIf(process.platform === "linux").each([37, 95, 1])(
  "a drive that cannot lock (error %i) is called so at once: nobody is waited for",
  async (error) => {
    const env = await withoutLocks(desktops.folder, error);
    if (env === null) return console.warn("there is no C compiler: locks cannot be taken away");
    const desktop = begin({ env });
    await expect
      .poll(() => desktop.told, soon)
      .toEqual([
        {
          errorBox: `Skyferry cannot start: The drive of the data folder ${desktops.dataFolder} cannot lock files, so two Skyferry processes could spoil the record of uploads. Move the folder to a disk of this PC, or choose another one with --data.`,
        },
      ]);
    expect(desktop.output()).not.toContain("waits");
  },
);
