import { describe, expect, it } from "vitest";
import { compilePattern, type Pattern } from "#domain/pattern/pattern.ts";
import { explainSelection, isOfSystem, selectFile } from "#domain/selection.ts";
import type { Instrument } from "#domain/settings.ts";

const radar: Instrument = {
  name: "Cloud radar",
  site: "hyytiala",
  instrument: "rpg-fmcw-94",
  pid: "https://hdl.handle.net/21.12132/3.191564170f8a4686",
  folder: "/data/radar",
  pattern: "%Y%m%d*",
  tags: [],
  finish: { policy: "settle", seconds: 60 },
  since: null,
  network: false,
  expectEveryMinutes: null,
};

const options = { caseInsensitive: false, todayUtc: "2024-02-29" };

function patternOf(instrument: Instrument): Pattern {
  const result = compilePattern(instrument.pattern);
  if (result.kind === "refused") throw new Error(result.reason);
  return result.pattern;
}

function select(instrument: Instrument, relPath: string, size: number | null = 10, with_ = options) {
  return selectFile(instrument, patternOf(instrument), { relPath, size }, with_);
}

it("selects what passes every rule, with its date", () => {
  expect(select(radar, "20240229_a.nc")).toEqual({ kind: "selected", measurementDate: "2024-02-29" });
  expect(select(radar, "20240229_a.nc", null).kind).toBe("selected");
  expect(select({ ...radar, since: "2024-02-29" }, "20240229_a.nc").kind).toBe("selected");
});

describe("skips by the first rule that fails, and says why", () => {
  const done: Instrument = { ...radar, finish: { policy: "sentinel", suffix: ".done", seconds: 0 } };
  it.each([
    ["inside-folder", radar, "../20240229.nc", 10, "folder"],
    ["inside-folder", radar, "/20240229.nc", 10, "folder"],
    ["inside-folder", radar, "", 10, "folder"],
    ["inside-folder", radar, "a/..", 10, "folder"],
    ["inside-folder", radar, "./20240229.nc", 10, "folder"],
    ["inside-folder", radar, "a/./20240229.nc", 10, "folder"],
    ["pattern", radar, "x.nc", 10, '"x.nc"'],
    ["date", radar, "20230229.nc", 10, "2023-02-29"],
    ["since", { ...radar, since: "2024-03-01" }, "20240229.nc", 10, "1 Mar 2024"],
    ["not-empty", radar, "20240229.nc", 0, "empty"],
    ["not-sentinel", done, "20240229.nc.done", 10, '"20240229.nc"'],
    ["not-temporary", radar, "20240229.nc.TMP", 10, '".tmp"'],
    ["not-in-future", radar, "20240306.nc", 10, "clocks"],
  ] as const)("%s", (rule, instrument, relPath, size, part) => {
    expect(select(instrument, relPath, size)).toEqual({
      kind: "skipped",
      rule,
      reason: expect.stringContaining(part),
    });
  });
});

it("takes a date up to five days ahead, as the portal does", () => {
  expect(select(radar, "20240305.nc").kind).toBe("selected");
  expect(select(radar, "20240306.nc", 10, { ...options, todayUtc: "2024-03-01" }).kind).toBe("selected");
});

describe("sentinels", () => {
  const withSuffix = (suffix: string, pattern: string): Instrument => ({
    ...radar,
    pattern,
    finish: { policy: "sentinel", suffix, seconds: 0 },
  });

  it("are only those of a file of the pattern", () => {
    expect(select(withSuffix(".nc", "%Y%m%d.nc"), "20240229.nc").kind).toBe("selected");
  });

  it("are known in any case where names have none", () => {
    const instrument = withSuffix(".done", "%Y%m%d*");
    const plain = select(instrument, "20240229_data.nc", 10, { ...options, caseInsensitive: true });
    expect(plain.kind).toBe("selected");
    expect(select(instrument, "20240229.nc.DONE").kind).toBe("selected");
    expect(select(instrument, "20240229.nc.DONE", 10, { ...options, caseInsensitive: true })).toMatchObject({
      rule: "not-sentinel",
    });
  });
});

describe("names of unfinished files", () => {
  const any: Instrument = { ...radar, pattern: "%Y%m%d/{,.,~$}*" };
  it.each([
    "a.nc.tmp",
    "a.nc.part",
    "a.nc.partial",
    "a.nc.filepart",
    "a.nc.crdownload",
    "~$a.nc",
    ".a.nc.Xy12Ab",
    "a.nc~",
  ])("%s", (name) => {
    expect(select(any, `20240229/${name}`)).toMatchObject({ rule: "not-temporary" });
  });

  it("are the operator's word where the pattern ends in them", () => {
    expect(select({ ...radar, pattern: "%Y%m%d.tmp" }, "20240229.tmp").kind).toBe("selected");
    expect(select({ ...radar, pattern: "%Y%m%d.TMP" }, "20240229.TMP").kind).toBe("selected");
  });

  it.each([
    [".a.nc", "the name starts with a dot, like an unfinished copy"],
    ["~$a.nc", 'the name starts with "~$", like a lock file of an office program'],
    [
      "a.part",
      'the name ends in ".part", like an unfinished file; add ".part" to the end of the pattern to send such files',
    ],
  ])("%s is told in words", (name, reason) => {
    expect(select(any, `20240229/${name}`)).toMatchObject({ reason });
  });
});

describe("explaining", () => {
  it("lists every rule as passed for a file that is sent", () => {
    const file = { relPath: "20240229.nc", size: 10 };
    const { selection, rules } = explainSelection(radar, patternOf(radar), file, options);
    expect(selection.kind).toBe("selected");
    expect(rules.map((rule) => rule.name)).toEqual([
      "inside-folder",
      "pattern",
      "date",
      "since",
      "not-empty",
      "not-sentinel",
      "not-temporary",
      "not-in-future",
    ]);
    expect(rules.every((rule) => rule.passed)).toBe(true);
    expect(rules.map((rule) => rule.detail)).toEqual([
      "it is in /data/radar",
      "it matches the pattern %Y%m%d*",
      "its measurement date is 29 Feb 2024",
      "files of every date are sent",
      "its size is 10 bytes",
      "it is a data file, not a marker file",
      "it is not a temporary name",
      "29 Feb 2024 is not in the future",
    ]);
  });

  it("tells a date that is ahead from one that is not", () => {
    const told = (todayUtc: string) =>
      explainSelection(
        radar,
        patternOf(radar),
        { relPath: "20240229.nc", size: 10 },
        { ...options, todayUtc },
      ).rules.at(-1)?.detail;
    expect(told("2024-02-29")).toBe("29 Feb 2024 is not in the future");
    expect(told("2024-02-28")).toBe("29 Feb 2024 is at most 5 days ahead");
  });

  it("tells a month, a first date and an unknown size", () => {
    const monthly = { ...radar, pattern: "%Y%m.txt", since: "2024-01-05" };
    const file = { relPath: "202402.txt", size: null };
    const details = explainSelection(monthly, patternOf(monthly), file, options).rules.map(
      (rule) => rule.detail,
    );
    expect(details.slice(2, 5)).toEqual([
      "its measurement date is 1 Feb 2024, for the whole month",
      "1 Feb 2024 is not before 5 Jan 2024",
      "its size is not known yet",
    ]);
  });

  it("ends with the rule that failed, in its words", () => {
    const file = { relPath: "20240229.nc", size: 0 };
    const { selection, rules } = explainSelection(radar, patternOf(radar), file, options);
    expect(rules.map((rule) => rule.passed)).toEqual([true, true, true, true, false]);
    expect(rules.at(-1)).toEqual({
      name: "not-empty",
      passed: false,
      detail: selection.kind === "skipped" ? selection.reason : "",
    });
  });
});

describe("folders of the system", () => {
  it.each([
    "lost+found",
    "System Volume Information",
    "$RECYCLE.BIN",
    "RECYCLER",
    ".Trashes",
    ".Spotlight-V100",
    ".fseventsd",
    ".DocumentRevisions-V100",
    ".TemporaryItems",
    ".Trash-1000",
    ".Trash-0",
    "@eaDir",
    "#recycle",
    "@Recycle",
    ".snapshot",
    "~snapshot",
    "FOUND.000",
  ])("%s is the system's own in any case, with all in it, wherever the drive is mounted", (name) => {
    for (const one of [name, name.toLowerCase(), name.toUpperCase()]) {
      expect(isOfSystem(one)).toBe(true);
      expect(isOfSystem(`${one}/S-1-5-18/20240601.dat`)).toBe(true);
      expect(isOfSystem(`radar/drive/${one}`)).toBe(true);
    }
  });

  it.each([
    "",
    "2024",
    "lost",
    "data/found",
    "recycle",
    "lost+found.dat",
    "my lost+found",
    ".Trash",
    ".Trash-",
    ".Trash-notes",
    ".Trash-1000.dat",
    "my.Trash-1000",
    "trash-1000",
  ])('"%s" is not', (relPath) => expect(isOfSystem(relPath)).toBe(false));
});
