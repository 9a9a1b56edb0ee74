import { describe, expect, it } from "vitest";
import { handleOf } from "#renderer/components/format.ts";
import { isUnknownPid, recordChoices } from "#renderer/settings-form/instrument-choices.ts";

const pidOf = (end: string) => `https://hdl.handle.net/21.12132/${end}`;
const record = (name: string, end: string, siteId: string | null) => ({
  pid: pidOf(end),
  name,
  siteId,
  instrumentId: "cl61d",
});
type Records = Parameters<typeof recordChoices>[0];
type Types = Parameters<typeof recordChoices>[1];
const records = [
  record("UH CL61", "3.b", "hyytiala"),
  record("FMI CL61", "3.a", "hyytiala"),
  record("UGR CL61", "3.c", "granada"),
  record("On the move", "3.d", null),
] as unknown as Records;
const types = [{ id: "cl61d", shortName: "CL61 ceilometer" }] as unknown as Types;
const labelsFor = (chosen: string) =>
  recordChoices(records, types, "hyytiala", chosen).map(({ label }) => label);
const ofSite = [
  "FMI CL61 · CL61 ceilometer · 3.a",
  "On the move · CL61 ceilometer · 3.d",
  "UH CL61 · CL61 ceilometer · 3.b",
];

describe("instruments to choose from", () => {
  it("are those of the site, by name, and those of no site", () => {
    expect(labelsFor("")).toEqual(ofSite);
    expect(labelsFor(pidOf("3.b"))).toEqual(ofSite);
  });

  it("are with the one in the settings, by its name also where it is of another site", () => {
    expect(labelsFor(pidOf("3.c"))).toEqual(["UGR CL61 · CL61 ceilometer · 3.c", ...ofSite]);
  });

  it("have the end of a PID that the portal does not know", () => {
    expect(labelsFor(pidOf("3.0000"))).toEqual(["3.0000", ...ofSite]);
    expect(handleOf(pidOf("3.0000"))).toBe("21.12132/3.0000");
  });

  it("lack a PID only where the portal has some of the site, and not that one", () => {
    const unknownAt = (site: string, end: string) => isUnknownPid(records, site, pidOf(end));
    expect(unknownAt("hyytiala", "3.0000")).toBe(true);
    expect([unknownAt("hyytiala", "3.b"), unknownAt("hyytiala", "3.c")]).toEqual([false, false]);
    expect(isUnknownPid(records, "hyytiala", "")).toBe(false);
    expect(
      isUnknownPid(
        records.filter(({ siteId }) => siteId !== null),
        "juelich",
        pidOf("3.0000"),
      ),
    ).toBe(false);
  });
});
