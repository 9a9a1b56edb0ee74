import { describe, expect, it } from "vitest";
import { readDates } from "#domain/pattern/dates-in-names.ts";

const at = (time: string): number => Date.parse(time) * 1000;
const spring = at("2024-05-17T12:00:00Z");

/** Readings of one file's runs of digits in words, `-` for something else; null where no date can be read. */
function read(runs: readonly string[], parts: readonly number[], mtimeUs = spring): string | null {
  const dated = readDates([{ runs, mtimeUs }], parts);
  return dated?.readings.map((reading) => reading?.join("") ?? "-").join(" ") ?? null;
}

const inName = (runs: readonly string[]): number[] => runs.map(() => 0);

describe("one run of digits", () => {
  it.each([
    ["20240517", "%Y%m%d"],
    ["240517", "%y%m%d"],
    ["170524", "%d%m%y"],
    ["17052024", "%d%m%Y"],
    ["202405", "%Y%m"],
    ["24051710", "%y%m%d%H"],
    ["2024051710", "%Y%m%d%H"],
    ["202405171030", "%Y%m%d%H%M"],
    ["20240517103059", "%Y%m%d%H%M%S"],
    ["20240517245960", "%Y%m%d%H%M%S"],
    ["20240517000000", "%Y%m%d%H%M%S"],
    ["19500101", "%Y%m%d"],
    ["20991231", "%Y%m%d"],
  ])("%s is %s", (run, reading) => {
    expect(read([run], [0])).toBe(reading);
  });

  it.each([
    "20240517255959",
    "20240517246059",
    "20240517245961",
    "19490101",
    "21000101",
    "20241301",
    "20240001",
    "20240532",
    "20240500",
    "20240231",
    "0517",
    "2024",
    "17",
    "2024051",
    "202405171",
  ])("%s is no date", (run) => {
    expect(read([run], [0])).toBeNull();
  });
});

it("reads nothing where there are no digits", () => {
  expect(read([], [])).toBeNull();
});

describe("of several readings that are dates", () => {
  it("takes the one that lies nearest to when the files were written", () => {
    expect(read(["010203"], [0], at("2001-02-03T12:00:00Z"))).toBe("%y%m%d");
    expect(read(["010203"], [0], at("2003-02-01T12:00:00Z"))).toBe("%d%m%y");
    expect(read(["010203"], [0], at("1998-01-01T00:00:00Z"))).toBe("%y%m%d");
    expect(read(["010203"], [0], at("2006-01-01T00:00:00Z"))).toBe("%d%m%y");
  });

  it("takes the year first where both are the same day or as far", () => {
    expect(read(["111111"], [0], at("2011-11-11T12:00:00Z"))).toBe("%y%m%d");
    expect(read(["170524", "240517"], [0, 0])).toBe("- %y%m%d");
    expect(read(["010203"], [0], at("2090-01-01T00:00:00Z"))).toBe("%y%m%d");
  });

  it("takes the day before the month, within the month and long after it", () => {
    const runs = ["2012", "05", "12"];
    for (const time of ["2012-05-12", "2012-05-30", "2012-06-20", "2012-08-30", "2020-01-01"])
      expect(read(runs, inName(runs), at(`${time}T00:00:00Z`)), time).toBe("%Y %m %d");
  });

  it("takes the day that lies nearer, within a month, too", () => {
    const runs = ["2012", "05", "06"];
    expect(read(runs, inName(runs), at("2012-06-05T00:00:00Z"))).toBe("%Y %d %m");
  });

  it("takes the month where the day would be far off", () => {
    expect(read(["201205"], [0], at("2012-05-28T00:00:00Z"))).toBe("%Y%m");
    expect(read(["201205"], [0], at("2020-12-05T00:00:00Z"))).toBe("%y%m%d");
    expect(read(["201012"], [0], at("2040-01-01T00:00:00Z"))).toBe("%y%m%d");
  });

  it("takes the one that explains most", () => {
    expect(read(["20240517", "20240517"], [0, 1])).toBe("%Y%m%d %Y%m%d");
    expect(read(["2024", "20240517"], [0, 1])).toBe("%Y %Y%m%d");
    expect(read(["20240517", "99"], [0, 0])).toBe("%Y%m%d -");
    expect(read(["20240517", "202405171030"], [0, 0])).toBe("- %Y%m%d%H%M");
  });

  it("is led by most of the files, not by the one that was copied late", () => {
    const days = ["010203", "020203", "030203"];
    const rows = days.map((run, i) => ({ runs: [run], mtimeUs: at(`2003-02-0${i + 1}T12:00:00Z`) }));
    const late = [{ runs: ["040203"], mtimeUs: at("2024-01-01T00:00:00Z") }];
    expect(readDates([...late, ...rows], [0])?.readings).toEqual([["%d", "%m", "%y"]]);
    expect(readDates([...rows, ...late], [0])?.readings).toEqual([["%d", "%m", "%y"]]);
  });
});

describe("what every file has to have", () => {
  const both = (one: string, other: string) =>
    readDates(
      [one, other].map((run) => ({ runs: [run], mtimeUs: spring })),
      [0],
    );
  it("is a date in the same reading", () => {
    expect(both("20240517", "20240518")?.readings).toEqual([["%Y", "%m", "%d"]]);
    expect(both("20240517", "99999999")).toBeNull();
    expect(both("99999999", "20240517")).toBeNull();
    expect(both("20240517", "20240231")).toBeNull();
    expect(both("2024051710", "2024051799")).toBeNull();
    expect(both("010224", "310124")?.readings).toEqual([["%d", "%m", "%y"]]);
  });
});

describe("dates in folders and names", () => {
  it.each([
    [["2024", "05", "17"], [0, 1, 2], "%Y %m %d"],
    [["2024", "05", "17", "05"], [0, 1, 2, 3], "%Y %m %d -"],
    [["2024", "05", "17", "240517"], [0, 1, 2, 3], "%Y %m %d %y%m%d"],
    [["2024", "05", "17", "20240517"], [0, 1, 2, 3], "%Y %m %d %Y%m%d"],
    [["2024", "2024", "0517"], [0, 1, 2], "%Y %Y %m%d"],
    [["2024", "0517"], [0, 1], "%Y %m%d"],
    [["20240517", "20240517"], [0, 0], "%Y%m%d -"],
    [["2024051710", "2024051711"], [0, 1], "%Y%m%d%H %Y%m%d%H"],
    [["202405171010", "202405171011"], [0, 1], "%Y%m%d%H%M %Y%m%d%H%M"],
    [["20240517101010", "20240517101011"], [0, 1], "%Y%m%d%H%M%S %Y%m%d%H%M%S"],
    [["1980", "800101"], [0, 1], "%Y %y%m%d"],
    [["2079", "790101"], [0, 1], "%Y %y%m%d"],
  ] as const)("%j in the parts %j is %s", (runs, parts, readings) => {
    expect(read(runs, parts)).toBe(readings);
  });

  it("disagree nowhere: what would is something else", () => {
    expect(read(["20240516", "20240517"], [0, 1])).toBe("%Y%m%d -");
    expect(read(["20240101", "20240517"], [0, 1])).toBe("- %Y%m%d");
    expect(read(["2023", "20240517"], [0, 1])).toBe("- %Y%m%d");
  });
});

it("looks at 200 of many files, evenly", () => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    runs: [i % 2 === 0 ? "20240517" : "99999999"],
    mtimeUs: spring,
  }));
  expect(readDates(rows, [0])?.readings).toEqual([["%Y", "%m", "%d"]]);
  expect(readDates(rows.slice(0, 200), [0])).toBeNull();
});

describe("the month by its name", () => {
  it.each([
    [["17", "May", "2024"], "%d %b %Y"],
    [["2024", "MAY", "17"], "%Y %b %d"],
    [["17", "may", "24"], "%d %b %y"],
    [["May", "24"], "%b %y"],
    [["20240517", "May"], "%Y%m%d %b"],
    [["2024", "05", "17", "Fri"], "%Y %m %d -"],
  ])("%j is %s", (runs, reading) => {
    expect(read(runs, inName(runs))).toBe(reading);
  });

  it("is none where a file has another word", () => {
    const rows = ["May", "June"].map((word) => ({ runs: ["17", word, "2024"], mtimeUs: spring }));
    expect(readDates(rows, [0, 0, 0])).toBeNull();
  });
});

describe("the order of the United States", () => {
  it("is read where no other order gives dates near to the writes", () => {
    expect(read(["05172024"], [0])).toBe("%m%d%Y");
    expect(read(["051724"], [0])).toBe("%m%d%y");
    expect(read(["050624"], [0], at("2024-05-06T12:00:00Z"))).toBe("%m%d%y");
  });

  it("comes last where others fit equally well", () => {
    expect(read(["05052024"], [0], at("2024-05-05T12:00:00Z"))).toBe("%d%m%Y");
    expect(read(["060524"], [0], at("2024-05-06T12:00:00Z"))).toBe("%d%m%y");
  });
});

it("takes no date after the last write where another lies before it", () => {
  // 29 December 2021 or 21 December 2029
  expect(read(["211229"], [0], at("2026-11-26T12:00:00Z"))).toBe("%y%m%d");
  expect(read(["291221"], [0], at("2026-11-26T12:00:00Z"))).toBe("%d%m%y");
});
