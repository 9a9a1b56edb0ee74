import { describe, expect, it, test } from "vitest";
import { checkSettings } from "#adapters/settings/settings-check.ts";
import { fc } from "#test/support/fixed-cases.ts";

const portal = { url: "https://portal.example/", username: "station" };
const radar = {
  name: "Cloud radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
  folder: "/data/radar",
  pattern: "%Y/%m/%d/%y%m%d_*_ZEN.{LV0,LV1}",
};
const lidar = { ...radar, name: "Lidar", folder: "/data/lidar" };

const check = (document: unknown) => checkSettings(document, "linux");
const withPortal = (change: object) => check({ portal: { ...portal, ...change }, instruments: [radar] });
const withRadar = (change: object) => check({ portal, instruments: [{ ...radar, ...change }, lidar] });

describe("settings that are right", () => {
  test("what is left out takes its default; the trailing slash of the address goes", () => {
    const { settings, problems, canSend } = check({ portal, instruments: [radar] });
    expect(problems).toEqual([]);
    expect(canSend).toBe(true);
    expect(settings.portal).toEqual({
      url: "https://portal.example",
      username: "station",
      concurrency: 4,
      bandwidthKBps: null,
      quietHours: null,
      proxy: null,
      caFile: null,
      allowInsecureHttp: false,
    });
    expect(settings.instruments).toEqual([
      {
        ...radar,
        tags: [],
        finish: { policy: "settle", seconds: 60 },
        since: null,
        network: false,
        expectEveryMinutes: null,
        offUntil: null,
        check: "warn",
      },
    ]);
  });

  test.each([
    [{ policy: "settle" }, { policy: "settle", seconds: 60 }],
    [{ policy: "next-file" }, { policy: "next-file", seconds: 60 }],
    [
      { policy: "sentinel", suffix: ".done" },
      { policy: "sentinel", suffix: ".done", seconds: 0 },
    ],
    [{ policy: "day-closed" }, { policy: "day-closed", graceMinutes: 30, seconds: 60 }],
    [
      { policy: "append", everyHours: 3 },
      { policy: "append", everyHours: 3, graceMinutes: 30, seconds: 60 },
    ],
  ])("finish %j", (written, meant) => {
    expect(withRadar({ finish: written }).settings.instruments[0]?.finish).toEqual(meant);
  });

  test("Windows paths on Windows, quiet hours past midnight, limits", () => {
    const { settings, problems } = checkSettings(
      {
        portal: { ...portal, quietHours: { from: "22:00", to: "06:00" }, bandwidthKBps: 200, concurrency: 1 },
        instruments: [
          { ...radar, folder: "D:\\Data\\Radar" },
          { ...lidar, folder: "\\\\nas\\share\\lidar" },
        ],
      },
      "win32",
    );
    expect(problems).toEqual([]);
    expect(settings.portal.quietHours).toEqual({ from: "22:00", to: "06:00" });
    expect(settings.instruments.map((one) => one.folder)).toEqual([
      "D:\\Data\\Radar",
      "\\\\nas\\share\\lidar",
    ]);
  });
});

describe("a folder on Windows", () => {
  const folderProblems = (folder: string) =>
    checkSettings({ portal, instruments: [{ ...radar, folder }, lidarOnWindows] }, "win32").problems;
  // The drive of this process, as Windows itself would take it.
  const drive = /^[A-Za-z]:/.exec(process.cwd())?.[0] ?? "C:";
  const lidarOnWindows = { ...lidar, folder: "D:\\Data\\Lidar" };

  test.each(["\\Data\\Radar", "/Data/Radar"])(
    "%s names no drive: it is refused with the one that is meant",
    (folder) => {
      const message = `instruments[0].folder is "${folder}", which has no drive letter: if it is on ${drive} write "${drive}\\Data\\Radar".`;
      expect(folderProblems(folder)).toMatchObject([
        { key: "instruments[0].folder", instrument: "Cloud radar" },
      ]);
      expect(folderProblems(folder)[0]?.message).toContain(message);
    },
  );

  test.each(["D:Radar", "\\\\nas", "Radar"])("%s is no whole path", (folder) => {
    expect(folderProblems(folder)[0]?.message).toContain(
      `must be an absolute path on this PC, but is "${folder}"`,
    );
  });

  test.each(["D:\\", "d:/Radar", "//nas/share/radar", "\\\\?\\D:\\Radar"])("%s is one", (folder) => {
    expect(folderProblems(folder)).toEqual([]);
  });
});

describe("one instrument is wrong: it is left out, the others stay", () => {
  test.each([
    ["unknown key", { tag: ["co"] }, "instruments[0].tag", "is not a setting"],
    ["wrong type", { network: "yes" }, "instruments[0].network", 'true or false, but is "yes"'],
    ["missing key", { site: undefined }, "instruments[0].site", "but is missing"],
    ["bad PID", { pid: "21.12132/3.19" }, "instruments[0].pid", "https://hdl.handle.net/"],
    ["impossible date", { since: "2023-02-29" }, "instruments[0].since", '"2023-02-29"'],
    ["no date in the pattern", { pattern: "*.nc" }, "instruments[0].pattern", "no year"],
    ["relative folder", { folder: "data/radar" }, "instruments[0].folder", "absolute"],
    ["unknown policy", { finish: { policy: "soon" } }, "instruments[0].finish.policy", "settle, next-file"],
    [
      "key of another policy",
      { finish: { policy: "settle", suffix: "x" } },
      "instruments[0].finish.suffix",
      "not a setting",
    ],
    ["tag of wrong type", { tags: ["co", 3] }, "instruments[0].tags[1]", "must be a tag"],
  ])("%s", (_, change, key, words) => {
    const { settings, problems, canSend } = withRadar(change);
    expect(settings.instruments.map((one) => one.name)).toEqual(["Lidar"]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ key, instrument: "Cloud radar" });
    expect(problems[0]?.message).toContain(words);
    expect(problems[0]?.message).toContain(key);
    expect(canSend).toBe(true);
  });

  test("an instrument without a name is named by its place", () => {
    expect(withRadar({ name: undefined }).problems[0]).toMatchObject({ instrument: "instruments[0]" });
    expect(check({ portal, instruments: ["radar", lidar] }).problems[0]?.key).toBe("instruments[0]");
  });

  test("two with one name: the first stays", () => {
    const { settings, problems } = check({ portal, instruments: [radar, { ...lidar, name: radar.name }] });
    expect(settings.instruments.map((one) => one.folder)).toEqual(["/data/radar"]);
    expect(problems[0]?.key).toBe("instruments[1].name");
  });

  test.each([
    ["the same folder and pattern", { folder: "/data/radar" }],
    ["other tags", { folder: "/data/radar", tags: ["co"] }],
    ["a trailing slash", { folder: "/data/radar/" }],
    ["split elsewhere", { folder: "/data", pattern: `radar/${radar.pattern}` }],
  ])("two that claim the same files (%s): the first stays", (_, change) => {
    const { settings, problems } = check({ portal, instruments: [radar, { ...lidar, ...change }] });
    expect(settings.instruments.map((one) => one.name)).toEqual(["Cloud radar"]);
    expect(problems[0]).toMatchObject({ key: "instruments[1].pattern", instrument: "Lidar" });
    expect(problems[0]?.message).toContain("Cloud radar");
  });

  test("Windows does not tell upper and lower case apart", () => {
    const one = { ...radar, folder: "D:\\Data\\Radar" };
    const other = { ...lidar, folder: "d:/data/radar" };
    expect(checkSettings({ portal, instruments: [one, other] }, "win32").problems[0]?.key).toBe(
      "instruments[1].pattern",
    );
  });
});

describe("the portal section is wrong: nothing is sent, the rest is listed", () => {
  test.each([
    ["bad URL", { url: "portal.example" }, "portal.url"],
    ["another scheme", { url: "ftp://portal.example" }, "portal.url"],
    ["plain http", { url: "http://portal.example" }, "portal.url"],
    ["wrong type", { concurrency: "four" }, "portal.concurrency"],
    ["out of range", { concurrency: 17 }, "portal.concurrency"],
    ["no whole number", { concurrency: 1.5 }, "portal.concurrency"],
    ["colon in the user name", { username: "a:b" }, "portal.username"],
    ["bad hours", { quietHours: { from: "25:00", to: "06:00" } }, "portal.quietHours.from"],
    [
      "a bad hour of the timetable",
      { rates: [{ kBps: 1 }, { from: "25:00", kBps: 1 }] },
      "portal.rates[1].from",
    ],
    ["bad proxy", { proxy: "proxy.example" }, "portal.proxy"],
    ["no limit at all", { bandwidthKBps: 0 }, "portal.bandwidthKBps"],
  ])("%s", (_, change, key) => {
    const { settings, problems, canSend } = withPortal(change);
    expect(canSend).toBe(false);
    expect(problems.map((one) => one.key)).toEqual([key]);
    expect(problems[0]?.message).toMatch(/Nothing is sent/);
    expect(settings.instruments).toHaveLength(1);
    expect(settings.portal.username === "station" || key === "portal.username").toBe(true);
  });

  test.each(["http://localhost:8080", "http://127.0.0.1:1", "http://[::1]:8080"])(
    "%s may be plain http",
    (url) => {
      expect(withPortal({ url })).toMatchObject({ canSend: true, problems: [] });
    },
  );

  test("plain http can be allowed", () => {
    const allowed = withPortal({ url: "http://portal.example", allowInsecureHttp: true });
    expect(allowed).toMatchObject({ canSend: true, problems: [] });
  });

  test("an unknown key is told and passed over", () => {
    const { problems, canSend, settings } = withPortal({ bandwithKBps: 100, concurrency: 2 });
    expect(problems.map((one) => one.key)).toEqual(["portal.bandwithKBps"]);
    expect(canSend).toBe(true);
    expect(settings.portal.concurrency).toBe(2);
  });

  test("a password is told and never shown", () => {
    for (const change of [
      { password: "hunter2" },
      { url: "https://a:hunter2@portal.example" },
      { proxy: "http://a:hunter2@p" },
      { proxy: "a:hunter2@p" },
    ]) {
      const { problems } = withPortal(change);
      expect(problems).toHaveLength(1);
      expect(problems[0]?.message).toMatch(/secrets do not belong|password|…@p/);
      expect(JSON.stringify(problems)).not.toContain("hunter2");
    }
  });
});

test("any document gives settings or problems, and never throws", () => {
  const part = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>(portal, radar, [radar], [radar, radar]));
  const document = fc.oneof(fc.jsonValue(), fc.record({ portal: part, instruments: part, models: part }));
  fc.assert(
    fc.property(document, (written) => {
      const { problems, canSend, places } = check(written);
      const told = problems.flatMap(({ key }) => /^(?:instruments|models)\[\d+\]/.exec(key)?.[0] ?? []);
      const listed = ["instruments", "models"].flatMap((list) => {
        const entries: unknown = Object(written)[list];
        return Array.isArray(entries) ? entries.map((_, index) => `${list}[${index}]`) : [];
      });
      // Each entry is either used or named, never both, never neither.
      expect([...places, ...new Set(told)].sort()).toEqual(listed.sort());
      for (const { message } of problems) expect(message).toMatch(/^\S.*\.$/s);
      if (!canSend) expect(problems.length).toBeGreaterThan(0);
    }),
  );
});

it("takes the language of the system for one that nobody speaks, and says so", () => {
  const portal = { url: "https://portal.example", username: "station" };
  const { settings, problems, canSend } = checkSettings({ portal, instruments: [], language: "xx" }, "linux");
  expect(problems.map(({ message }) => message)).toEqual([
    'language must be "auto", "en", "fi", "de", "fr", "it", "es" or "pl", but is "xx". Until then the language is automatic.',
  ]);
  expect({ language: settings.language, canSend }).toEqual({ language: "auto", canSend: true });
});

describe("the metrics server", () => {
  const portal = { url: "https://portal.example", username: "station" };
  const check = (metrics: unknown) => checkSettings({ portal, instruments: [], metrics }, "linux");

  it("is off where the file says nothing", () => {
    for (const written of [undefined, null])
      expect(check(written)).toMatchObject({ settings: { metrics: null }, problems: [] });
  });

  it("is for this PC alone unless the file says more", () => {
    expect(check({ port: 9464 })).toMatchObject({ settings: { metrics: { port: 9464, host: "127.0.0.1" } } });
    for (const host of ["0.0.0.0", "::", "10.1.2.3"])
      expect(check({ port: 1, host })).toMatchObject({
        settings: { metrics: { port: 1, host } },
        problems: [],
      });
  });

  it.each([
    [{ port: 0 }, "metrics.port must be the number of a port, 1 to 65535, but is 0."],
    [{ port: 65_536 }, "metrics.port must be the number of a port"],
    [{ port: "9464" }, 'metrics.port must be the number of a port, 1 to 65535, but is "9464".'],
    [{}, "metrics.port must be the number of a port, 1 to 65535, but is missing."],
    [{ port: 9464, host: "station-a.example" }, "metrics.host must be an IP address of this PC"],
    [
      { port: 9464, token: "x" },
      "metrics.token is not a setting: secrets do not belong in the settings file",
    ],
    [9464, 'metrics must be {"port":9464} or null, but is 9464.'],
  ])("names what is wrong with %j, opens nothing, and harms nothing else", (written, message) => {
    const { settings, problems, canSend } = check(written);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]?.message).toMatch(/ Until then no metrics are served\.$/);
    expect([settings.metrics, canSend]).toEqual([null, true]);
  });
});
