import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examine } from "#adapters/support/examine.ts";
import { type SystemFacts, systemExaminations } from "#adapters/support/system-checks.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

/** Each thing is well on this computer, and wrong in one way at a time. */
let scratch: string;
let well: SystemFacts;

beforeAll(async () => {
  scratch = await makeScratch("skyferry-system-");
  const [pagesFolder, iconsFolder] = [path.join(scratch, "pages"), path.join(scratch, "icons")];
  for (const [file, text] of [
    ["pages/index.html", '<script type="module" src="./assets/index.js"></script>'],
    ["pages/assets/index.js", ""],
    ["cut/index.html", '<script type="module" src="./assets/gone.js"></script>'],
    ["other/index.html", "<h1>It works!</h1>"],
    ["icons/tray.png", "\x89PNG"],
    ["damaged/tray.png", "\x89P"],
  ] as const) {
    await mkdir(path.dirname(path.join(scratch, file)), { recursive: true });
    await writeFile(path.join(scratch, file), text, "latin1");
  }
  well = {
    env: { DISPLAY: ":0" },
    platform: "linux",
    versions: { ...process.versions, node: "24.21.0", electron: "45.4.1" },
    nowMs: Date.UTC(2026, 10, 23, 7, 9),
    poolSize: 64,
    isEngine: true,
    host: async () => null,
    ask: async () => ({ kind: "absent" }),
    run: async (program) => (program === "timedatectl" ? "yes\n" : "b true\n"),
    certificates: () => 140,
    pagesFolder,
    iconsFolder,
  };
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const diagnose = async (name: string, facts: Partial<SystemFacts>) => {
  const works = systemExaminations({ ...well, ...facts }).filter((one) => one.name === name);
  const [seen] = await examine(works, []);
  return seen;
};

test("all is well", async () => {
  const seen = await examine(systemExaminations(well), []);
  expect(seen.map(({ name, state, text }) => `${state} ${name}: ${text}`)).toEqual([
    `ok Runtime: Electron 45.4.1, Node 24.21.0 on linux ${process.arch}.`,
    "ok Thread pool: 64 threads.",
    "ok Certificates: 140 bundled certificates and 140 of the system.",
    "ok Keychain: It answers (keytar).",
    "ok Clock: Monday 23 November 2026, 07:09 UTC.",
    "ok Pages: The pages can be read.",
    "ok Icons: 1 icon can be read.",
    "ok Notifications: This desktop shows notifications and tray icons.",
  ]);
});

const versions = { ...process.versions, node: "22.1.0" };
const failed = (reason: string) => async () => ({ kind: "failed", reason }) as const;
const missing = async () => {
  throw new Error("ENOENT");
};

test.each<[string, string, () => Partial<SystemFacts>]>([
  ["Runtime", "Skyferry needs Node 24 or newer", () => ({ versions })],
  ["Thread pool", "4 threads: two hanging drives", () => ({ poolSize: null })],
  ["Thread pool", "4 threads: two hanging drives", () => ({ poolSize: 4, isEngine: false })],
  [
    "Thread pool",
    "4 threads in the process that sends files (4711): two hanging drives",
    () => ({ host: async () => ({ pid: 4711, poolSize: 4 }) }),
  ],
  ["Certificates", "Install ca-certificates", () => ({ certificates: () => 0 })],
  ["Keychain", "did not answer within 4 s", () => ({ ask: async () => ({ kind: "hung" }) })],
  ["Keychain", "It may be locked", () => ({ ask: failed("the collection is locked") })],
  ["Clock", "It says Thursday 1 January 1970, 00:00 UTC, which is wrong. Set it", () => ({ nowMs: 0 })],
  ["Clock", "timedatectl set-ntp true", () => ({ run: async () => "no\n" })],
  ["Pages", "npm run build:pages", () => ({ pagesFolder: null })],
  ["Pages", "gone.js", () => ({ pagesFolder: path.join(scratch, "cut") })],
  ["Pages", "contains no pages", () => ({ pagesFolder: path.join(scratch, "other") })],
  ["Icons", "the tray shows none", () => ({ iconsFolder: path.join(scratch, "none") })],
  ["Icons", "tray.png is damaged", () => ({ iconsFolder: path.join(scratch, "damaged") })],
  [
    "Notifications",
    "This desktop shows no tray icons. On GNOME",
    () => ({ run: async (_, args) => `b ${!args.join().includes("StatusNotifier")}` }),
  ],
  ["Notifications", "shows no notifications and no tray icons", () => ({ run: missing })],
])("%s: %j is a problem", async (name, words, facts) => {
  expect(await diagnose(name, facts())).toMatchObject({
    state: "problem",
    text: expect.stringContaining(words),
  });
});

test.each<[string, string, () => Partial<SystemFacts>]>([
  [
    "Keychain",
    "This session has no keychain",
    () => ({ ask: failed("DBUS_SESSION_BUS_ADDRESS is not set") }),
  ],
  [
    "Icons",
    "it has no window",
    () => ({
      iconsFolder: path.join(scratch, "none"),
      versions: { ...versions, electron: undefined as never },
    }),
  ],
  ["Notifications", "There is no desktop session", () => ({ env: {} })],
])("%s: %j is no problem, and nothing to look at", async (name, words, facts) => {
  expect(await diagnose(name, facts())).toMatchObject({
    state: "skipped",
    text: expect.stringContaining(words),
  });
});

test("the window's engine has its threads, whatever a command began with", async () => {
  expect(await diagnose("Thread pool", { poolSize: null, isEngine: false })).toMatchObject({
    state: "ok",
    text: expect.stringContaining("64 threads"),
  });
});

test("the threads of a host that runs count, not those of the command that asks", async () => {
  const host = async () => ({ pid: 4711, poolSize: 64 });
  expect(await diagnose("Thread pool", { poolSize: 4, host })).toMatchObject({
    state: "ok",
    text: "64 threads in the process that sends files (4711).",
  });
});

test("a PC that does not say whether its clock is set is believed", async () => {
  expect(await diagnose("Clock", { run: missing })).toMatchObject({ state: "ok" });
});
