import { describe, expect, it } from "vitest";
import { cutSecrets } from "#adapters/settings/secret-values.ts";
import { checkSettings } from "#adapters/settings/settings-check.ts";

const radar = {
  name: "Radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
  folder: "/data/radar",
  pattern: "%Y%m%d.LV0",
};
const portal = { url: "https://portal.example", username: "station" };
const check = (report: unknown, platform: NodeJS.Platform = "linux", folder = radar.folder) =>
  checkSettings({ portal, instruments: [{ ...radar, folder }], report }, platform);

describe("the settings of the station report", () => {
  it("are taken with either place, and none is the default", () => {
    const usual = { url: null, folder: null, everyMinutes: 15, withNames: false };
    expect(check({ url: "https://a.example/x" })).toMatchObject({
      settings: { report: { ...usual, url: "https://a.example/x" } },
      problems: [],
    });
    expect(check({ folder: "/mnt/reports", everyMinutes: 5, withNames: true })).toMatchObject({
      settings: { report: { ...usual, folder: "/mnt/reports", everyMinutes: 5, withNames: true } },
      problems: [],
    });
    expect(check({ url: "http://127.0.0.1:8080/x" }).problems).toEqual([]);
    for (const none of [undefined, null])
      expect(check(none)).toMatchObject({ settings: { report: null }, problems: [] });
  });

  it.each([
    [{}, "report must name either an address (url) or a folder (folder)."],
    [
      { url: "https://a.example/", folder: "/mnt" },
      "report must name either an address (url) or a folder (folder).",
    ],
    [{ url: "http://a.example/" }, "report.url must be an address that starts with https://, or null"],
    [{ url: "https://me:pw@a.example/" }, "report.url must not contain a user name or password"],
    [{ url: "https://a.example/***" }, "report.url was left out of an export"],
    [{ folder: "reports" }, "report.folder must be an absolute path on this PC"],
    [{ folder: "/data/radar" }, 'report.folder must not be in the folder of "Radar": choose another one.'],
    [{ folder: "/data/./radar/reports/" }, 'report.folder must not be in the folder of "Radar"'],
    [{ url: "https://a.example/", everyMinutes: 0 }, "report.everyMinutes must be a number of minutes"],
    [{ url: "https://a.example/", everyHours: 1 }, "report.everyHours is not a setting"],
    [7, 'report must be {"url":"https://…"}, {"folder":"…"} or null'],
  ])("%j sends nothing, and the message names the key", (report, message) => {
    const { settings, problems, canSend } = check(report);
    expect([settings.report, canSend, problems.length]).toEqual([null, true, 1]);
    expect(problems[0]?.message).toContain(message);
    expect(problems[0]?.message).toContain("Until then no report is sent.");
    expect(problems[0]?.message).not.toContain("me:pw");
  });

  it("know folders as this PC does", () => {
    expect(check({ folder: "/data/radar2" }).problems).toEqual([]);
    expect(check({ folder: "/data" }).problems).toEqual([]);
    const [problem] = check({ folder: "d:/RADAR/out" }, "win32", "D:\\Radar").problems;
    expect(problem?.message).toContain('must not be in the folder of "Radar"');
  });

  it("show nobody else the address", () => {
    const { value, secrets } = cutSecrets({ report: { url: "https://a.example/s3cr3t?k=v" } });
    expect([value, secrets]).toEqual([{ report: { url: "https://a.example/***" } }, ["/s3cr3t?k=v"]]);
  });
});
