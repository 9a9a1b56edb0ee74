import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSubmitConfig } from "#adapters/settings/client-config.ts";
import { checkSettings } from "#adapters/settings/settings-check.ts";

const pid = "https://hdl.handle.net/21.12132/3.191564170f8a4686";
const full = String.raw`
# comment
[user_account]
username = "station"
password = "hunter2 ä#"

[network.proxies]
http = "http://10.10.1.10:3128"
https = "http://10.10.1.10:1080"

[[instrument]]
site = "hyytiala"
instrument = "rpg-fmcw-94"
instrument_pid = "${pid}"
path_fmt = "/data/Hyytiälä radar/%Y/%m/%d/%y%m%d_*_ZEN.{LV0,LV1}"

[[instrument]]
site = "hyytiala"
instrument = "halo-doppler-lidar"
instrument_pid = "${pid}"
path_fmt = '/data/lidar/co/%Y/%Y%m/%Y%m%d/Stare_213_%Y%m%d_*.hpl'
tags = ["co"]

[[instrument]]
site = "hyytiala"
instrument = "halo-doppler-lidar"
instrument_pid = "${pid}"
path_fmt = '/data/lidar/cross/%Y/%Y%m/%Y%m%d/Stare_213_%Y%m%d_*.hpl'
tags = ["cross"]

[[instrument]]
site = "hyytiala"
instrument = "halo-doppler-lidar"
instrument_pid = "${pid}"
path_fmt = "/data/lidar/system_parameters_213_%Y%m.txt"
periodicity = "monthly"

[[instrument]]
site = "hyytiala"
instrument = "chm15k"
instrument_pid = "${pid}"
path_fmt = 'D:\Messung\Größe 1\%Y\%Y%m%d_place_CHM170137_*.nc'
`;

describe("a whole file", () => {
  const read = readSubmitConfig(full);

  test("account and proxies", () => {
    expect(read).toMatchObject({
      portalUsername: "station",
      password: "hunter2 ä#",
      portalUrl: null,
      proxies: { http: "http://10.10.1.10:3128", https: "http://10.10.1.10:1080" },
      problems: [],
    });
  });

  test("instruments with folder, pattern, tags and names of their own", () => {
    const told = read.instruments.map(({ name, folder, pattern, tags }) => [name, folder, pattern, tags]);
    expect(told).toEqual([
      ["rpg-fmcw-94", "/data/Hyytiälä radar", "%Y/%m/%d/%y%m%d_*_ZEN.{LV0,LV1}", []],
      ["halo-doppler-lidar co", "/data/lidar/co", "%Y/%Y%m/%Y%m%d/Stare_213_%Y%m%d_*.hpl", ["co"]],
      ["halo-doppler-lidar cross", "/data/lidar/cross", "%Y/%Y%m/%Y%m%d/Stare_213_%Y%m%d_*.hpl", ["cross"]],
      ["halo-doppler-lidar", "/data/lidar", "system_parameters_213_%Y%m.txt", []],
      ["chm15k", "D:\\Messung\\Größe 1", "%Y/%Y%m%d_place_CHM170137_*.nc", []],
    ]);
    for (const one of read.instruments) {
      expect(one).toMatchObject({ site: "hyytiala", pid, finish: { policy: "settle", seconds: 60 } });
    }
  });

  test("the settings accept it as it is", () => {
    const portal = {
      url: "https://portal.example",
      username: read.portalUsername,
      proxy: read.proxies.https,
    };
    // A single folder lies on a drive; on Windows the others are refused, as they name none.
    const there = read.instruments.filter(({ folder }) => !folder.startsWith("/"));
    const here = read.instruments.filter(({ folder }) => folder.startsWith("/"));
    expect([there.length > 0, here.length > 0]).toEqual([true, true]);
    expect(checkSettings({ portal, instruments: there }, "win32").problems).toEqual([]);
    expect(checkSettings({ portal, instruments: here }, "linux").problems).toEqual([]);
  });
});

const section = (lines: string) =>
  `[user_account]\nusername = "u"\npassword = "hunter2"\n[[instrument]]\nsite = "s"\ninstrument = "i"\ninstrument_pid = "${pid}"\n${lines}`;
const readPath = (pathFmt: string, rest = "", baseFolder: string | null = null) => {
  const read = readSubmitConfig(section(`path_fmt = '${pathFmt}'\n${rest}`), baseFolder);
  const [one] = read.instruments;
  return { ...read, files: [one?.folder, one?.pattern] };
};

describe("path_fmt", () => {
  test.each([
    [String.raw`C:\Daten\Größe 1\%Y\%m\%d.nc`, "C:\\Daten\\Größe 1", "%Y/%m/%d.nc"],
    ["D:/Data/%Y%m%d_*.nc", "D:\\Data", "%Y%m%d_*.nc"],
    [String.raw`C:\%Y%m%d.nc`, "C:\\", "%Y%m%d.nc"],
    [String.raw`\\nas\messung\radar\%Y\%y%m%d.LV0`, "\\\\nas\\messung\\radar", "%Y/%y%m%d.LV0"],
    ["//nas/messung/%Y%m%d.nc", "\\\\nas\\messung\\", "%Y%m%d.nc"],
    ["/data/a//./b/%Y-%m-%d.nc", "/data/a/b", "%Y-%m-%d.nc"],
    ["/%Y/%m/%d.nc", "/", "%Y/%m/%d.nc"],
    ["/data/{radar,lidar}/x/%Y%m%d.nc", "/data", "{radar,lidar}/x/%Y%m%d.nc"],
    ["/data/%Y/fixed/%m%d.nc", "/data", "%Y/fixed/%m%d.nc"],
    ["/data/%Y%m%d/live.nc", "/data", "%Y%m%d/live.nc"],
    ["/data/100%%/%Y%m%d_%%.nc", "/data/100%", "%Y%m%d_%%.nc"],
    ["/data/**/%F.nc", "/data", "*/%Y-%m-%d.nc"],
  ])("%s", (pathFmt, folder, pattern) => {
    const { files, problems } = readPath(pathFmt);
    expect(problems).toEqual([]);
    expect(files).toEqual([folder, pattern]);
  });

  test("what the official client writes as digits is written so, and said", () => {
    const monthly = readPath("/data/%Y%m%d.txt", 'periodicity = "monthly"');
    expect(monthly.files).toEqual(["/data", "%Y%m01.txt"]);
    expect(monthly.notes[0]).toContain("instrument[0].path_fmt is monthly");
    expect(readPath("/data/%Y%m%d_%H.txt").files).toEqual(["/data", "%Y%m%d_00.txt"]);
  });

  test("a relative path is taken from where the file lies, and said", () => {
    const base = path.resolve("/home/station/50%");
    const { files, notes } = readPath("data/%Y%m%d.nc", "", base);
    expect(files).toEqual([path.join(base, "data"), "%Y%m%d.nc"]);
    expect(notes[0]).toContain(base);
  });

  test.each([
    ["data/%Y%m%d.nc", "not an absolute path"],
    ["/data/%Y%j.nc", "%j"],
    ["/data/%Y%m%-d.nc", "%-d"],
    ["/data/[ab]%Y%m%d.nc", '"["'],
    ["/data/latest.nc", "no year"],
    ["/data/%m%d.nc", "no year"],
    ["/data/%Y%m.nc", "daily"],
  ])("%s is a problem that names the key, and the instrument is not lost", (pathFmt, words) => {
    const { problems, instruments } = readPath(pathFmt);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("instrument[0].path_fmt");
    expect(problems[0]).toContain(words);
    expect(`${instruments[0]?.folder}/${instruments[0]?.pattern}`).toContain(pathFmt.replace(/^\//, ""));
  });
});

describe("what does not fit", () => {
  test("missing and bad keys are problems; the instrument stays and the settings name it", () => {
    const read = readSubmitConfig(
      '[[instrument]]\nsite = 3\ntags = "co"\npath_fmt = "/d/%Y%m%d.nc"\ninstrument_pid = "pid"',
    );
    const keys = ["username", "password", "[0].site ", "[0].site ", "[0].instrument ", "_pid", "[0].tags"];
    expect(read.problems).toHaveLength(keys.length);
    keys.forEach((key, index) => {
      expect(read.problems[index]).toContain(key);
    });
    const { problems } = checkSettings({ portal: {}, instruments: read.instruments }, "linux");
    expect(problems.filter((one) => one.instrument !== null).map((one) => one.key)).toEqual([
      "instruments[0].site",
      "instruments[0].instrument",
      "instruments[0].pid",
    ]);
  });

  test("models are read as instruments are, unknown keys are noted", () => {
    const model = (name: string, more = "") =>
      `[[model]]\nsite = "s"\nmodel = "${name}"\npath_fmt = "/m/%Y/%Y%m%d_*_${name}.nc"\n${more}`;
    const read = readSubmitConfig(
      section(
        `path_fmt = "/d/%Y%m%d.nc"\ncolour = "red"\n${model("ecmwf")}${model("icon", 'shape = "round"\n')}${model("ecmwf")}[[model]]\nsite = "s"\n[extra]\na = 1\n`,
      ),
    );
    const finish = { policy: "settle", seconds: 60 };
    expect(read.models.slice(0, 2)).toEqual([
      {
        name: "ecmwf model",
        site: "s",
        model: "ecmwf",
        folder: "/m",
        pattern: "%Y/%Y%m%d_*_ecmwf.nc",
        finish,
      },
      { name: "icon model", site: "s", model: "icon", folder: "/m", pattern: "%Y/%Y%m%d_*_icon.nc", finish },
    ]);
    expect(read.problems.map((problem) => problem.split(" ")[0])).toEqual([
      "model[3].model",
      "model[3].path_fmt",
    ]);
    const { settings, problems } = checkSettings(
      { portal: {}, instruments: [], models: read.models },
      "linux",
    );
    expect(settings.instruments.map(({ kind, instrument }) => [kind, instrument])).toEqual([
      ["model", "ecmwf"],
      ["model", "icon"],
    ]);
    expect(problems.filter(({ key }) => key.startsWith("models[2]")).length).toBeGreaterThan(0);
    expect(read.notes).toEqual([
      "model[2] is the same as an earlier section and was left out.",
      "extra is not known and was left out.",
      "instrument[0].colour is not known and was left out.",
      "model[1].shape is not known and was left out.",
    ]);
  });

  test("a proxy with a password is not carried over", () => {
    const read = readSubmitConfig(
      `${section('path_fmt = "/d/%Y%m%d.nc"')}\n[network.proxies]\nhttp = "http://a:hunter2@p:1"\nhttps = "p:1"`,
    );
    expect(read.proxies).toEqual({ http: null, https: "http://p:1" });
    expect(read.problems[0]).toContain("network.proxies.http");
    expect(JSON.stringify([read.problems, read.notes, read.instruments])).not.toContain("hunter2");
  });

  test("sections of one instrument get names of their own; a repeated one is noted", () => {
    const more = (path: string, site = "s") =>
      `[[instrument]]\nsite = "${site}"\ninstrument = "i"\ninstrument_pid = "${pid}"\npath_fmt = "${path}"\n`;
    const read = readSubmitConfig(
      section('path_fmt = "/a/%Y%m%d.nc"\n') +
        more("/b/%Y%m%d.nc") +
        more("/a/%Y%m%d.nc") +
        more("/c/%Y%m%d.nc", "t"),
    );
    expect(read.instruments.map((one) => one.name)).toEqual(["i", "i 2", "i, t"]);
    expect(read.notes).toHaveLength(1);
    expect(read.notes[0]).toContain("instrument[2]");
  });

  test("an address of the portal is taken where there is one", () => {
    expect(readSubmitConfig('dataportal_url = "https://portal.example"').portalUrl).toBe(
      "https://portal.example",
    );
  });

  test.each(['[user_account]\npassword = "hunter2', 'password = "hunter2" x', "password = hunter2"])(
    "text that is no TOML (%j): line and column, and nothing of it",
    (text) => {
      const read = readSubmitConfig(text);
      expect(read.problems).toHaveLength(1);
      expect(read.problems[0]).toMatch(/not valid TOML: line \d, column \d+/);
      expect(read.problems[0]).not.toContain("hunter2");
      expect(read).toMatchObject({ instruments: [], password: null });
    },
  );

  test("wrong kinds of tables are told", () => {
    const read = readSubmitConfig('user_account = "x"\nmodel = 3\n[instrument]\nsite = "s"');
    expect(read.problems.map((one) => one.split(" ")[0])).toEqual(
      expect.arrayContaining(["user_account", "instrument", "model"]),
    );
  });
});
