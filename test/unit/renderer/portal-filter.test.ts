import { describe, expect, it } from "vitest";
import { chipsOf } from "#renderer/screens/portal/filter/chips.ts";
import {
  changed,
  isEmpty,
  type PortalFilter,
  readFilter,
  writeFilter,
} from "#renderer/screens/portal/filter/portal-filter.ts";
import { presetOf, shifted, startFilter, withPreset } from "#renderer/screens/portal/filter/start-filter.ts";

const address = (text: string) => new URLSearchParams(text);
const now = Date.UTC(2026, 10, 21, 10);

describe("a filter in the address", () => {
  it("is written as it was read", () => {
    const text =
      "site=hyytiala&site=lindenberg&product=radar&dateFrom=2026-11-01&dateTo=2026-11-20&updatedAtFrom=2026-11-01T10%3A00%3A00.000Z&allVersions=&limit=20";
    const filter = readFilter("files", address(text));
    expect(filter).toEqual({
      site: ["hyytiala", "lindenberg"],
      product: ["radar"],
      dateFrom: "2026-11-01",
      dateTo: "2026-11-20",
      updatedAtFrom: "2026-11-01T10:00:00.000Z",
      allVersions: true,
      limit: 20,
    });
    expect(readFilter("files", writeFilter(address(""), filter))).toEqual(filter);
  });

  it("keeps only what the route knows", () => {
    const text = "site=a&model=ecmwf&allModels&status=created&instrument=x&variable=v&filenamePrefix=p";
    expect(readFilter("modelFiles", address(text))).toEqual({ site: ["a"], model: ["ecmwf"] });
    expect(readFilter("rawFiles", address(text))).toEqual({
      site: ["a"],
      instrument: ["x"],
      status: ["created"],
      filenamePrefix: ["p"],
    });
    expect(readFilter("visualizations", address(text))).toEqual({ site: ["a"], variable: ["v"] });
  });

  it("leaves out what nobody could mean", () => {
    expect(readFilter("files", address("date=2026-02-30&limit=0&updatedAtTo=yesterday&site="))).toEqual({});
  });

  it("never asks for a day together with a span", () => {
    expect(readFilter("files", address("date=2026-11-20&dateFrom=2026-11-01"))).toEqual({
      date: "2026-11-20",
    });
    expect(changed({ date: "2026-11-20" }, { dateFrom: "2026-11-01" })).toEqual({ dateFrom: "2026-11-01" });
    expect(changed({ dateFrom: "2026-11-01", dateTo: "2026-11-02" }, { date: "2026-11-20" })).toEqual({
      date: "2026-11-20",
    });
  });

  it("keeps other words of the address and closes the open file", () => {
    const next = writeFilter(address("sort=-size&open=1&site=a&find=x"), { site: ["b"] });
    expect(next.toString()).toBe("site=b&sort=-size&find=x");
  });

  it("counts flags alone as no search", () => {
    expect(isEmpty({ allVersions: true })).toBe(true);
    expect(isEmpty({ limit: 5 })).toBe(false);
  });
});

describe("the filter to begin with", () => {
  it("is the own site and the last 7 days, or one day for plots", () => {
    expect(startFilter("files", ["hyytiala", "hyytiala"], now)).toEqual({
      site: ["hyytiala"],
      dateFrom: "2026-11-15",
    });
    expect(startFilter("visualizations", ["hyytiala"], now)).toEqual({
      site: ["hyytiala"],
      date: "2026-11-20",
    });
    expect(startFilter("files", [], now)).toEqual({ dateFrom: "2026-11-15", limit: 2000 });
  });
});

describe("days", () => {
  it("move by one, and a span by its length", () => {
    expect(shifted({ date: "2026-03-01" }, -1, now)).toEqual({ date: "2026-02-28" });
    expect(shifted({ dateFrom: "2026-11-10", dateTo: "2026-11-12" }, 1, now)).toEqual({
      dateFrom: "2026-11-13",
      dateTo: "2026-11-15",
    });
    expect(shifted({ dateFrom: "2026-11-15" }, -1, now)).toEqual({
      dateFrom: "2026-11-08",
      dateTo: "2026-11-14",
    });
  });

  it("are recognised as a preset", () => {
    for (const preset of ["today", "yesterday", "week"] as const)
      expect(presetOf(withPreset({ site: ["a"] }, preset, now), now)).toBe(preset);
    expect(presetOf({ date: "2020-01-01" }, now)).toBeNull();
  });
});

describe("chips", () => {
  it("say each filter once, and what remains without it", () => {
    const filter = {
      site: ["a", "b"],
      dateFrom: "2026-11-01",
      dateTo: "2026-11-20",
      allVersions: true,
    } as const;
    const chips = chipsOf("files", filter, (_, id) => id.toUpperCase(), now);
    expect(chips.map(({ label }) => label)).toEqual([
      "Site: A",
      "Site: B",
      "Sun 1 Nov to Fri 20 Nov",
      "All versions",
    ]);
    expect(chips[0]?.without.site).toEqual(["b"]);
    expect(chips[2]?.without).toEqual({ site: ["a", "b"], allVersions: true });
  });

  it("say days and moments in words, and instruments by name", () => {
    const labels = (filter: PortalFilter) =>
      chipsOf("rawFiles", filter, (field, id) => `${field} ${id}`, now).map(({ label }) => label);
    expect(labels({ date: "2026-11-20" })).toEqual(["Day: Fri 20 Nov"]);
    expect(labels({ dateFrom: "2025-12-31" })).toEqual(["From Wed 31 Dec 2025 until today"]);
    expect(labels({ dateTo: "2026-11-20" })).toEqual(["Until Fri 20 Nov"]);
    expect(labels({ updatedAtFrom: "2026-11-20T10:30:00.000Z" })).toEqual([
      "Updated since yesterday 10:30 UTC",
    ]);
    expect(labels({ updatedAtTo: "2026-11-21T09:00:00.000Z" })).toEqual(["Updated until 09:00 UTC"]);
    expect(labels({ instrument: ["a"], instrumentPid: ["b"] })).toEqual([
      "Instrument type: instrument a",
      "Instrument: instrumentPid b",
    ]);
  });
});
