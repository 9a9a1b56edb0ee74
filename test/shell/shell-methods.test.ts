import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dispatch } from "#api/dispatch.ts";
import { daemonShell, shellHandlers } from "#api/handlers/shell-handlers.ts";
import { createInsideOf, type InsideOf } from "#compose/inside-of.ts";
import type { MethodName } from "#contract/methods.ts";
import { shellMethods } from "#contract/shell.ts";
import type { Transport } from "#contract/transport.ts";
import { createAutostart } from "#main/autostart.ts";
import { desktopShell } from "#main/desktop-shell.ts";
import { createUpdates } from "#main/updates.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { createFakeElectron, type FakeElectron } from "#test/support/fake-electron/fake-electron.ts";

let folder: string;
let fake: FakeElectron;
let forwarded: string[];
let downloads: readonly string[];
/** Whatever it is asked, a drive in there gives no answer. */
let silentDrive: string | null;
let insideOf: InsideOf;
/** When a click has been waited for long enough. */
let late: Promise<void>;

beforeEach(async () => {
  folder = await makeScratch("skyferry-shell-");
  fake = createFakeElectron({ appData: folder, home: folder });
  forwarded = [];
  downloads = [];
  silentDrive = null;
  insideOf = createInsideOf({
    ask: async (drive, begin) => (drive === silentDrive ? null : await begin({ moved() {} })),
  });
  late = new Promise(() => {});
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A host that knows one instrument and what was downloaded. */
const host: Transport = {
  async call(method: MethodName) {
    forwarded.push(method);
    if (method === "status")
      return { ok: true, value: { instruments: [{ folder: join(folder, "radar") }] } as never };
    const jobs = downloads.map((each) => ({ folder: each }));
    return { ok: true, value: { jobs } as never };
  },
  subscribe: () => () => {},
};

function shell(
  updates = createUpdates({
    updater: null,
    settings: { url: null, installAt: null },
    version: "",
    canInstallAlone: false,
    isSending: () => false,
    isStopped: () => true,
    quit: () => {},
    startAgain: () => {},
    nowMs: () => 0,
    sleep: async () => {},
    log: () => {},
  }),
) {
  return desktopShell({
    electron: fake.parts,
    platform: "linux",
    version: "0.1.0",
    dataFolder: folder,
    homeFolder: folder,
    account: "station",
    isAttached: true,
    hasTray: () => false,
    autostart: createAutostart({
      chosenFolder: null,
      app: fake.parts.app,
      platform: "linux",
      program: "/x",
      configFolder: folder,
    }),
    updates,
    host: () => host,
    insideOf: (...given) => insideOf(...given),
    clock: { sleep: () => late },
    window: () => fake.windows[0] as never,
  });
}

const ask = (method: string, input: unknown = {}) => dispatch(shellHandlers(shell()), method, input);

describe("the window's shell", () => {
  test("tells what it can do", async () => {
    expect(await ask("shell.facts")).toMatchObject({
      ok: true,
      value: { kind: "desktop", isAttached: true, hasTray: false, startAtLogin: false },
    });
    expect(await ask("shell.reveal", { path: "" })).toMatchObject({ error: { code: "bad-input" } });
    expect(forwarded).toEqual([]);
  });

  test("shows a test notification, and says what the system made of it", async () => {
    const asked = ask("shell.testNotification");
    const [notification] = fake.notifications;
    expect(notification).toMatchObject({ isShown: true, options: { title: "Test notification" } });
    expect(await asked).toMatchObject({ ok: true, value: { isShown: true } });
    const again = ask("shell.testNotification");
    fake.notifications[1]?.emit("failed", {}, "0x803e0105.");
    expect(await again).toEqual({
      ok: true,
      value: { isShown: false, sentence: "The system could not show it: 0x803e0105." },
    });
  });

  test("gives the folder that was chosen, or none", async () => {
    fake.dialog.folder = "/data/radar";
    expect(await ask("shell.chooseFolder", { title: "Folder of the radar", at: "/data" })).toEqual({
      ok: true,
      value: { folder: "/data/radar" },
    });
    expect(fake.dialog.folders[0]).toMatchObject({
      title: "Folder of the radar",
      defaultPath: "/data",
      properties: ["openDirectory", "createDirectory"],
    });
    fake.dialog.folder = null;
    expect(await ask("shell.chooseFolder", { title: "x", at: "relative" })).toEqual({
      ok: true,
      value: { folder: null },
    });
    expect(fake.dialog.folders[1]).not.toHaveProperty("defaultPath");
  });

  test("starts at login when it is told to, and says so", async () => {
    expect(await ask("shell.setStartAtLogin", { isOn: true })).toEqual({ ok: true, value: { isOn: true } });
    expect(await ask("shell.facts")).toMatchObject({ value: { startAtLogin: true } });
    expect(await ask("shell.setStartAtLogin", { isOn: false })).toEqual({ ok: true, value: { isOn: false } });
  });

  test("refuses to look for updates while they are off", async () => {
    expect(await ask("shell.checkForUpdate")).toMatchObject({ ok: false, error: { code: "not-offered" } });
  });
});

describe("showing a file", () => {
  beforeEach(async () => {
    for (const name of ["radar/2026", "radar-old", "downloads", "..radar"])
      await mkdir(join(folder, name), { recursive: true });
    for (const name of ["radar/2026/a.nc", "radar-old/a.nc", "downloads/a.nc", "secret.txt"])
      await writeFile(join(folder, name), "");
    await symlink(join(folder, "secret.txt"), join(folder, "radar", "link.nc"));
    downloads = [join(folder, "downloads")];
  });

  test.each(["radar", "radar/2026/a.nc", "downloads/a.nc", "radar/2026/../2026/a.nc"])(
    "shows %s",
    async (path) => {
      expect(await ask("shell.reveal", { path: join(folder, path) })).toEqual({ ok: true, value: {} });
      expect(fake.shell.revealed).toEqual([join(folder, path)]);
    },
  );

  test.each([
    ["another folder", "secret.txt"],
    ["a folder that is called alike", "radar-old/a.nc"],
    ["a way out of it", "radar/../secret.txt"],
    ["a link out of it", "radar/link.nc"],
    ["a file that is not there", "radar/b.nc"],
    ["the folder above", "."],
  ])("refuses %s", async (_, path) => {
    const asked = `${folder}/${path}`;
    expect(await ask("shell.reveal", { path: asked })).toMatchObject({
      ok: false,
      error: { code: "forbidden" },
    });
    expect(fake.shell.revealed).toEqual([]);
  });

  test("says that a drive does not answer, also one that is only asked where the path leads", async () => {
    const silent = (relPath: string) => ({
      ok: false,
      error: {
        code: "no-answer",
        message: `${join(folder, relPath)} cannot be shown: its drive or network share does not answer.`,
      },
    });
    silentDrive = join(folder, "radar");
    expect(await ask("shell.reveal", { path: join(folder, "radar/2026/a.nc") })).toEqual(
      silent("radar/2026/a.nc"),
    );
    expect(await ask("shell.reveal", { path: join(folder, "secret.txt") })).toEqual(silent("secret.txt"));
    expect(await ask("shell.reveal", { path: join(folder, "downloads/a.nc") })).toMatchObject({ ok: true });
  });

  test("does not wait forever", async () => {
    late = Promise.resolve();
    insideOf = () => new Promise(() => {});
    expect(await ask("shell.reveal", { path: join(folder, "radar") })).toMatchObject({
      error: { code: "no-answer" },
    });
  });

  test("refuses a path that begins nowhere", async () => {
    expect(await ask("shell.reveal", { path: "radar/2026/a.nc" })).toMatchObject({ ok: false });
  });
});

describe("a daemon", () => {
  const daemon = shellHandlers(daemonShell({ version: "0.1.0", dataFolder: "/data" }));
  const inputs: { readonly [M in keyof typeof shellMethods]: unknown } = {
    "shell.facts": {},
    "shell.chooseFolder": { title: "x" },
    "shell.reveal": { path: "/data/a.nc" },
    "shell.setStartAtLogin": { isOn: true },
    "shell.checkForUpdate": {},
    "shell.testNotification": {},
  };

  test("tells its facts", async () => {
    const reply = await dispatch(daemon, "shell.facts", {});
    expect(shellMethods["shell.facts"].output.parse(reply.ok ? reply.value : null)).toMatchObject({
      kind: "daemon",
      dataFolder: "/data",
      canReveal: false,
      canChooseFolder: false,
      startAtLogin: null,
      hasTray: null,
    });
  });

  test("refuses the rest as not offered, in a sentence", async () => {
    for (const [method, input] of Object.entries(inputs).slice(1)) {
      const reply = await dispatch(daemon, method, input);
      expect(reply, method).toMatchObject({ ok: false, error: { code: "not-offered" } });
      expect(reply.ok ? "" : reply.error.message, method).toMatch(/^[A-Z].*\.$/);
    }
  });
});
