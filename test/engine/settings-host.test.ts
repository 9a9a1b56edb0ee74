import { mkdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dispatch } from "#api/dispatch.ts";
import { type DataFolder, openDataFolder } from "#compose/data-folder.ts";
import type { RunningHost } from "#compose/host.ts";
import type { Input, MethodName, Output } from "#contract/methods.ts";
import { startMockPortal } from "#mock-portal/portal.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";

/** The pages' methods through a whole host: settings on disk, the real folders, the host that uses them at once. */

const password = "correct horse/battery";
let folder: string;
let instrumentFolder: string;
let station: DataFolder;
let host: RunningHost;
beforeEach(async () => {
  folder = await makeScratch("skyferry-host-");
  instrumentFolder = path.join(folder, "radar");
  await mkdir(instrumentFolder);
  await start({});
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const opened = await openDataFolder({
    dataFolder: path.join(folder, "data"),
    settingsFile: null,
    passwordFile: null,
    env,
    version: "0.0.0-test",
    keychain: { ask: async () => ({ kind: "failed", reason: "Cannot autolaunch D-Bus" }) },
  });
  if ("message" in opened) throw new Error(opened.message);
  station = opened;
  const started = await station.startHost();
  if ("message" in started) throw new Error(started.message);
  host = started;
}

async function stop(): Promise<void> {
  await host.stop();
  await station.close();
}

async function call<M extends MethodName>(method: M, input: Input<M>): Promise<Output<M>> {
  const reply = await dispatch(host.handlers, method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.error.code}: ${reply.error.message}`);
  return reply.value as Output<M>;
}

// Nobody listens there: what is found stays queued.
const portal = { url: "http://127.0.0.1:9", username: "station" };
const radar = () => ({
  name: "Cloud radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
  folder: instrumentFolder,
  pattern: "%y%m%d_*.LV1",
});

/** A file that was finished long ago. */
async function write(relPath: string, content = relPath, modified = "2024-05-17T12:00:00Z"): Promise<void> {
  const file = path.join(instrumentFolder, relPath);
  await writeFile(file, content);
  await utimes(file, new Date(modified), new Date(modified));
}

async function saveAll(instruments: readonly Record<string, unknown>[]): Promise<void> {
  const { revision } = await call("settings.read", {});
  const saved = await call("settings.save", { document: { portal, instruments }, revision });
  expect(saved).toMatchObject({ isSaved: true, problems: [] });
}

test("from nothing to an instrument at work: read, dry run, save, and the host uses it", async () => {
  await write("240517_000000.LV1", "twelve bytes");
  await write("240516_000000.LV1");
  await write("240516_000000.LV0");
  await write("240516_empty.LV1", "");
  const before = await call("settings.read", {});
  expect(before).toMatchObject({ exists: false, revision: "", document: { portal: null, instruments: [] } });
  expect(before.form).toMatchObject({
    concurrency: { least: 1, most: 16 },
    portalDefaults: { concurrency: 4, proxy: null },
    instrumentDefaults: { tags: [], finish: { policy: "settle", seconds: 60 } },
  });
  expect(before.form.instrumentDefaults).not.toHaveProperty("site");

  const plan = await call("settings.dryRun", { instruments: [radar()] });
  expect(plan).toMatchObject({
    count: 2,
    bytes: 12 + "240516_000000.LV1".length,
    known: 0,
    growing: 0,
    isCut: false,
    folderTroubles: [],
    byDay: [
      { date: "2024-05-17", count: 1, bytes: 12 },
      { date: "2024-05-16", count: 1 },
    ],
    sample: ["240517_000000.LV1", "240516_000000.LV1"].map((name) => path.join(instrumentFolder, name)),
  });
  expect(plan.skipped.map(({ reason, count }) => `${count} ${reason}`).sort()).toEqual([
    "1 their names do not match the pattern",
    "1 they are empty",
  ]);
  expect((await call("status", {})).totals.queued).toBe(0);
  expect((await call("journal", {})).lastSeq).toBe(0);

  await saveAll([radar()]);
  expect((await call("status", {})).instruments.map(({ name }) => name)).toEqual(["Cloud radar"]);
  await call("rescan", {});
  const again = await call("settings.dryRun", { instruments: null });
  expect(again).toMatchObject({ count: 0, known: 2 });
});

test("a save from an old reading is a conflict, a secret is refused, and both say so", async () => {
  await saveAll([]);
  const stale = await dispatch(host.handlers, "settings.save", { document: { portal }, revision: "" });
  expect(stale).toMatchObject({ ok: false, error: { code: "conflict" } });
  const { revision } = await call("settings.read", {});
  const document = { portal: { ...portal, password } };
  const secret = await dispatch(host.handlers, "settings.save", {
    document,
    revision,
    despiteProblems: true,
  });
  expect(secret).toMatchObject({ ok: false, error: { code: "bad-input" } });
  expect(JSON.stringify(secret)).not.toContain(password);
});

test("a password is kept, told by its place alone, and forgotten", async () => {
  await saveAll([]);
  expect((await call("settings.read", {})).password).toMatchObject({ place: null, isFixed: false });
  const kept = await call("settings.setPassword", { password });
  expect(kept).toEqual({
    isKept: true,
    password: { place: "fallback", backend: "credentials.json", message: null, isFixed: false },
  });
  expect((await call("settings.read", {})).password.place).toBe("fallback");
  const forgotten = await call("settings.forgetPassword", {});
  expect(forgotten).toMatchObject({ isForgotten: true, password: { place: null } });
  expect(await readFile(path.join(folder, "data/logs/skyferry.log"), "utf8")).not.toContain(password);
});

test("the connection is tried with the kept password, under the address that it was kept for alone", async () => {
  const users = [{ username: "station", password, sites: ["hyytiala"] }];
  const mock = await startMockPortal({ dataFolder: path.join(folder, "portal"), seed: "empty", users });
  try {
    const here = { url: mock.url, username: "station" };
    const request = { ...here, site: "hyytiala" };
    expect(await call("settings.testConnection", request)).toMatchObject({ isGood: false });
    await call("settings.setPassword", { password, ...here });
    const tested = await call("settings.testConnection", request);
    expect(tested).toMatchObject({
      isGood: true,
      verdict: expect.stringContaining("may send for Hyytiälä"),
    });
    expect(JSON.stringify(tested)).not.toContain(password);
    const elsewhere = await call("settings.testConnection", { ...request, username: "other" });
    expect(elsewhere.steps.find(({ state }) => state === "failed")?.name).toBe("password");
  } finally {
    await mock.close();
  }
});

test("a password of the environment comes first and says so", async () => {
  await stop();
  await start({ SKYFERRY_PASSWORD: password });
  await saveAll([]);
  const { password: state } = await call("settings.setPassword", { password: "another" });
  expect(state).toMatchObject({ place: "environment", backend: "SKYFERRY_PASSWORD", isFixed: true });
});

test("the official client's file: proposed, and its password kept only when the settings are", async () => {
  const toml = `[user_account]\nusername = "station"\npassword = "${password}"\n[[instrument]]\nsite = "hyytiala"
instrument = "chm15k"\ninstrument_pid = "https://hdl.handle.net/21.12132/3.77a75f3b32294855"\npath_fmt = "/data/%Y%m%d.nc"\n`;
  await saveAll([]);
  const input = { toml, fileName: "config.toml" };
  const proposed = await call("settings.importSubmitConfig", input);
  expect(proposed).toMatchObject({ added: 1, passwordId: expect.any(String) });
  expect((await call("settings.read", {})).password.place).toBeNull();
  await expect(readFile(path.join(folder, "data/credentials.json"))).rejects.toThrow("ENOENT");
  const { passwordId } = proposed;
  const kept = await call("settings.setPassword", { passwordId });
  expect(kept.password.place).toBe("fallback");
  expect(JSON.stringify([proposed, kept])).not.toContain(password);
  await call("settings.importSubmitConfig", input);
  const refused = await dispatch(host.handlers, "settings.setPassword", { passwordId });
  expect(refused).toMatchObject({ ok: false, error: { code: "bad-input" } });
});

test("before a password is kept it is said where it would be", async () => {
  expect(await call("settings.passwordStore", {})).toEqual({ place: "fallback" });
});

test("a bundle for help holds no secret, wherever one was planted", async () => {
  await saveAll([radar()]);
  await stop();
  const settingsFile = path.join(folder, "data/settings.json");
  const written = JSON.parse(await readFile(settingsFile, "utf8"));
  written.portal.password = "planted-in-settings";
  written.portal.proxy = "http://me:planted-in-proxy@proxy.example:3128";
  const people = ["planted-person@example.org"];
  const mail = { name: "Mail", type: "email", host: "mail.example", from: people[0], to: people };
  const channels = [{ name: "Chat", type: "slack", url: "https://hooks.example/planted-channel" }, mail];
  written.notifications = { webhook: "https://hooks.example/planted/hook", channels };
  written.report = { url: "https://reports.example/planted-report" };
  await writeFile(settingsFile, JSON.stringify(written));
  const logs = path.join(folder, "data/logs/skyferry.log");
  const lines = [
    `old line with ${password}`,
    "proxy said planted-in-settings and planted-in-proxy",
    "token=planted-token",
    "posted to https://hooks.example/planted/hook",
    "posted to https://hooks.example/planted-channel",
    "put to https://reports.example/planted-report",
  ];
  await writeFile(logs, `${lines.join("\n")}\n`, { flag: "a" });
  await start({ SKYFERRY_PASSWORD: password });
  await call("stationReport", {});
  const [, privateKey = ""] = (await readFile(path.join(folder, "data/report-key.pem"), "utf8")).split("\n");
  const { fileName, base64 } = await call("diagnostics", {});
  expect(fileName).toMatch(/^skyferry-diagnostics-\d{8}T\d{6}Z\.json\.gz$/);
  const text = gunzipSync(Buffer.from(base64, "base64")).toString();
  for (const secret of [
    password,
    "planted-in-settings",
    "planted-in-proxy",
    "planted-token",
    "/planted/hook",
    "planted-channel",
    "planted-report",
    privateKey,
  ])
    expect(text).not.toContain(secret);
  const bundle = JSON.parse(text);
  expect(bundle).toMatchObject({
    program: { version: "0.0.0-test" },
    settings: {
      document: { portal: { url: portal.url, password: "***", proxy: "http://proxy.example:3128/" } },
    },
    status: { instruments: [{ name: "Cloud radar" }] },
    keptIn: { place: "environment" },
  });
  expect(bundle.log.join("\n")).toContain("old line with ***");
  const { json } = await call("settings.export", {});
  expect(json).not.toMatch(/planted[-/]/);
});

test("a bundle for help takes no path and no name", async () => {
  for (const input of [{ path: "../../secret" }, { fileName: "../x.gz" }, { file: "/etc/passwd" }])
    expect(await dispatch(host.handlers, "diagnostics", input)).toMatchObject({
      ok: false,
      error: { code: "bad-input" },
    });
});
