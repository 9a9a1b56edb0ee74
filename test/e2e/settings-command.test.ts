import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { scratchOfTest } from "#test/support/builders/scratch-of-test.ts";
import { runInProcess } from "#test/support/hosts/cli-in-process.ts";

let data: string;
let admin: string;
let own: string;
let network: string;

const portal = { url: "https://portal.example", username: "station" };
const radar = {
  name: "Radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
  folder: "/",
  pattern: "%Y%m%d.LV0",
};

beforeEach(async () => {
  const folder = await scratchOfTest("skyferry-settings-command-");
  data = path.join(folder, "data");
  admin = path.join(folder, "settings.d");
  own = path.join(data, "settings.json");
  network = path.join(admin, "10-network.json");
  for (const one of [data, admin]) await mkdir(one);
  await writeFile(
    network,
    JSON.stringify(
      {
        portal: { ...portal, proxy: "http://proxy:3128" },
        locked: ["portal.url"],
        lockedBecause: "one portal for all",
      },
      null,
      2,
    ),
  );
  await writeFile(own, JSON.stringify({ portal: { concurrency: 2 }, instruments: [radar] }, null, "\t"));
});
const settings = (...words: string[]) =>
  runInProcess(["settings", ...words, "--data", data], { env: { SKYFERRY_SETTINGS_D: admin } });
const saved = async (): Promise<unknown> => JSON.parse(await readFile(own, "utf8"));

describe("skyferry settings", () => {
  it("show, get: what is in force, and the file of each value", async () => {
    expect(JSON.parse((await settings("show")).stdout)).toMatchObject({
      portal: { ...portal, concurrency: 2 },
    });
    const { stdout } = await settings("show", "--origin");
    expect(stdout).toContain(`portal.url = "https://portal.example"  ${network}\n`);
    expect(stdout).toContain(`portal.concurrency = 2  ${own}\n`);
    expect(stdout).toContain(`instruments[0].pid = "${radar.pid}"  ${own}\n`);
    const { values } = JSON.parse((await settings("show", "--origin", "--json")).stdout);
    expect(values).toContainEqual({ key: "portal.username", value: "station", file: network });
    expect(await settings("get", "portal.url")).toMatchObject({
      code: 0,
      stdout: "https://portal.example\n",
    });
    expect(await settings("get", "portal.proxy")).toMatchObject({ code: 0, stdout: "http://proxy:3128\n" });
    expect(await settings("get", "portal.bandwidthKBps")).toMatchObject({ code: 0, stdout: "null\n" });
    expect(await settings("get", "notifications.heartbeat.everyMinutes")).toMatchObject({ stdout: "5\n" });
    expect(await settings("get", "instruments[Radar].folder", "--json")).toMatchObject({ stdout: '"/"\n' });
    expect(await settings("get", "portal.rates")).toMatchObject({ code: 1, stdout: "" });
    expect(await settings("get", "portal url")).toMatchObject({ code: 2 });
  });

  it("set writes one value and leaves the rest; null takes it out", async () => {
    const { code, stdout } = await settings("set", "portal.bandwidthKBps", "200");
    expect(code).toBe(0);
    expect(stdout).toContain('+\t\t"bandwidthKBps": 200');
    expect(await saved()).toEqual({ portal: { concurrency: 2, bandwidthKBps: 200 }, instruments: [radar] });
    await settings("set", "instruments[Radar].since", "2026-01-01");
    await settings("set", "portal.username", "42");
    expect(await saved()).toMatchObject({
      portal: { username: "42" },
      instruments: [{ since: "2026-01-01" }],
    });
    await settings("set", "portal.proxy", "null");
    await settings("set", "portal.bandwidthKBps", "null");
    expect(await saved()).toMatchObject({ portal: { concurrency: 2, username: "42", proxy: null } });
    // With its own word below, the same value is said here, too.
    await settings("set", "portal.username", "station");
    expect(await saved()).toMatchObject({ portal: { concurrency: 2, username: "station" } });
  });

  it("set refuses what is locked or wrong, by name, and writes nothing", async () => {
    const before = await saved();
    const locked = await settings("set", "portal.url", "https://other.example");
    expect(locked.code).toBe(1);
    expect(locked.stderr).toContain(
      `portal.url is not saved: it is locked by ${network} (one portal for all). Nothing was saved.`,
    );
    const wrong = await settings("set", "portal.concurrency", "99", "--json");
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.stdout)).toMatchObject({
      isChanged: false,
      problems: [
        expect.stringContaining("portal.concurrency must be a whole number from 1 to 16, but is 99"),
      ],
    });
    expect(await settings("set", "portal.username", "--json")).toMatchObject({ code: 2 });
    expect(await saved()).toEqual(before);
  });

  it("apply prints what changes, and writes it unless it is a dry run", async () => {
    const file = path.join(data, "next.json");
    await writeFile(file, JSON.stringify({ portal: { concurrency: 3 }, instruments: [radar] }));
    const dry = await settings("apply", file, "--dry-run");
    expect(dry.code).toBe(0);
    const diff = [
      `--- ${own}`,
      `+++ ${own}`,
      "@@ -1,6 +1,6 @@",
      " {",
      ' \t"portal": {',
      '-\t\t"concurrency": 2',
      '+\t\t"concurrency": 3',
      " \t},",
      ' \t"instruments": [',
      " \t\t{",
      "",
    ];
    expect(dry.stdout).toBe(diff.join("\n"));
    expect(await saved()).toMatchObject({ portal: { concurrency: 2 } });
    expect(await settings("apply", file)).toMatchObject({ code: 0, stdout: dry.stdout });
    expect(await settings("apply", file)).toMatchObject({ code: 0, stdout: "" });
    await writeFile(file, JSON.stringify({ portal: { url: "https://other.example" }, instruments: [radar] }));
    for (const words of [[], ["--dry-run"]])
      expect(await settings("apply", file, ...words)).toMatchObject({ code: 1 });
    await writeFile(file, "{");
    expect(await settings("apply", file)).toMatchObject({ code: 2 });
    expect(await saved()).toMatchObject({ portal: { concurrency: 3 } });
  });

  it("check names file, line and key, of all in force and of one file", async () => {
    expect(await settings("check")).toMatchObject({ code: 0, stdout: "" });
    await writeFile(network, JSON.stringify({ portal: { ...portal, concurrency: "four" } }, null, 2));
    const document = {
      portal: {},
      instruments: [
        { ...radar, name: "Lidar", folder: "/tmp" },
        { ...radar, pid: "x" },
      ],
    };
    await writeFile(own, JSON.stringify(document, null, 2));
    const { code, stdout } = await settings("check");
    expect(code).toBe(1);
    expect(stdout).toContain(`${network}:5: portal.concurrency must be a whole number`);
    expect(stdout).toContain(`${own}:16: instruments[1].pid must be a persistent identifier`);
    expect(JSON.parse((await settings("check", own, "--json")).stdout).problems).toContainEqual(
      expect.objectContaining({ file: own, line: 16, key: "instruments[1].pid" }),
    );
    const other = path.join(data, "20.json");
    await writeFile(other, '{\n  "locked": ["portal.ulr"]\n}');
    expect((await settings("check", other)).stdout).toContain('"portal.ulr" is not one');
    await writeFile(other, '{\n  "portal": { "concurrency": 99 }\n}');
    const asAdmins = await settings("check", "--admin", other);
    expect(asAdmins).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/20\.json:2: portal\.concurrency/),
    });
    expect(asAdmins.stdout.trim().split("\n")).toHaveLength(1);
    await writeFile(other, '{\n  "portal": { "concurrency": 9 }\n}');
    expect(await settings("check", "--admin", other)).toMatchObject({ code: 0, stdout: "" });
    expect(await settings("check", "--admin")).toMatchObject({ code: 2 });
    await writeFile(other, '{\n  "portal": {\n');
    expect((await settings("check", other)).stdout).toMatch(/20\.json:3: .* is not valid JSON/);
    await chmod(network, 0o666);
    expect((await settings("check")).stdout).toContain("every user of this PC can write to it");
    expect(await settings("check", path.join(data, "nothing.json"))).toMatchObject({ code: 2 });
    // Before the set-up, only the administrator's files can be wrong.
    await chmod(network, 0o644);
    await rm(own);
    expect((await settings("check")).stdout).toContain(`${network}:5: portal.concurrency must be`);
    await writeFile(network, JSON.stringify({ portal }));
    expect(await settings("check")).toMatchObject({ code: 0, stdout: "" });
  });
});
