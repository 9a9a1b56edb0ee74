import { describe, expect, test } from "vitest";
import type { StoredInstrumentRecord } from "#mock-portal/store/records.ts";
import { checkAnnouncement, checkModelAnnouncement } from "#mock-portal/uploads/announcement.ts";
import type { User } from "#mock-portal/users.ts";
import { ofAllTests } from "#test/support/builders/of-tests.ts";
import { lidarPid, nowMs, radarPid, uuid } from "./tiny-catalogue.ts";
import { openTinyStore } from "./tiny-store.ts";

const tiny = ofAllTests(openTinyStore, ({ end }) => end());

const good = {
  measurementDate: "2024-05-08",
  instrument: "rpg-fmcw-94",
  instrumentPid: radarPid,
  filename: "240508_120000_P09_ZEN.LV1",
  checksum: "0123456789abcdef".repeat(2),
  site: "hyytiala",
};
const lidar = { ...good, instrument: "halo-doppler-lidar", instrumentPid: lidarPid };
const everywhere: User = { username: "station", password: "x", sites: "*" };
const forest = { username: "forest", password: "x", sites: ["hyytiala"] };

const check = (json: object, user: User = everywhere) =>
  checkAnnouncement(json, { user, catalogue: tiny.catalogue, nowMs });

test("a good announcement says which record it is about; unknown keys are ignored", () => {
  expect(check({ ...good, colour: "red" })).toEqual({
    measurementDate: "2024-05-08",
    filename: "240508_120000_P09_ZEN.LV1",
    checksum: "0123456789abcdef".repeat(2),
    siteId: "hyytiala",
    instrumentId: "rpg-fmcw-94",
    instrumentPid: radarPid,
    instrumentInfoUuid: uuid(901),
    tags: [],
  });
});

test("tags are sorted, each once", () => {
  expect(check({ ...lidar, tags: ["cross", "co", "cross"] })).toMatchObject({ tags: ["co", "cross"] });
});

test.each(["a", "Z", "0", "a.b", "a-b_c.d", "A9"])("the filename %s is fit", (filename) => {
  expect(check({ ...good, filename })).toMatchObject({ filename });
});

test.each(["folder/a.nc", "/a.nc", "ä b/../a.nc"])("of the path %s the last part is taken", (filename) => {
  expect(check({ ...good, filename })).toMatchObject({ filename: "a.nc" });
});

test.each(["2024-05-08T23:30:00Z", "2024-05-08T01:00", "2024-05-08T01:00:00.123+02:00"])(
  "of the date-time %s the date is taken",
  (measurementDate) => {
    expect(check({ ...good, measurementDate })).toMatchObject({ measurementDate: "2024-05-08" });
  },
);

const badDate = "Request is missing measurementDate or measurementDate is invalid";
const badChecksum = "Request is missing checksum or checksum is invalid";
const unfit = (filename: string) => `Filename contains forbidden characters: ${filename}`;
const missing = {
  filename: "Request is missing filename",
  checksum: badChecksum,
  measurementDate: badDate,
  instrument: "Request is missing instrument",
  instrumentPid: "Request is missing instrumentPid",
};

describe("refusals with 422 and their texts", () => {
  const refusals: [object, string][] = [
    [[], "Request is missing filename"],
    [{}, "Request is missing filename"],
    ...Object.entries(missing).flatMap(([name, text]): [object, string][] => [
      [{ ...good, [name]: null }, text],
      [{ ...good, [name]: "" }, text],
    ]),
    [{ ...good, checksum: `${good.checksum}0` }, badChecksum],
    [{ ...good, checksum: `0${good.checksum}` }, badChecksum],
    [{ ...good, checksum: good.checksum.slice(1) }, badChecksum],
    [{ ...good, checksum: good.checksum.toUpperCase() }, badChecksum],
    [{ ...good, measurementDate: "2021-02-30" }, badDate],
    [{ ...good, measurementDate: "2020-8-1" }, badDate],
    [{ ...good, measurementDate: "0000-01-01" }, badDate],
    [{ ...good, measurementDate: "2024-05-08 10:00" }, badDate],
    [{ ...good, measurementDate: "2024-05-08T" }, badDate],
    [{ ...good, measurementDate: "2024-05-16" }, "MeasurementDate is in the future"],
    [{ ...good, model: "ecmwf" }, 'Both "instrument" and "model" fields may not be specified'],
    [{ ...good, filename: "a b" }, unfit("a b")],
    [{ ...good, filename: "a/b/" }, unfit("a/b/")],
    [{ ...good, filename: "-a" }, unfit("-a")],
    [{ ...good, filename: "a_" }, unfit("a_")],
    [{ ...good, filename: "." }, unfit(".")],
    [{ ...good, filename: "ä.nc" }, unfit("ä.nc")],
    [{ ...good, site: "atlantis" }, "Unknown site"],
    [{ ...good, instrumentPid: "http://hdl.handle.net/1" }, "instrumentPid must be HTTPS"],
    [{ ...good, instrumentPid: `x${radarPid}` }, "instrumentPid must be HTTPS"],
    [{ ...good, instrumentPid: "https://example.org/1" }, "instrumentPid must be Handle"],
    [{ ...good, instrumentPid: "https://hdl.handle.net/0" }, "Unknown instrument PID"],
    [{ ...good, instrument: "sundial" }, "Instrument doesn't match instrument PID"],
    [{ ...good, instrument: "halo-doppler-lidar" }, "Instrument doesn't match instrument PID"],
    [{ ...lidar, tags: null }, "Metadata tags must be given as an array"],
    [{ ...lidar, tags: "co" }, "Metadata tags must be given as an array"],
    [{ ...lidar, tags: ["co", 1] }, "Metadata tags must be strings"],
    [{ ...lidar, tags: ["co", "no"] }, "Unknown tag"],
    [{ ...lidar, tags: [""] }, "Unknown tag"],
    [{ ...good, tags: ["co"] }, "Unknown tag"],
  ];
  test.each(refusals)("%j: %s", (json, message) => {
    expect(check(json)).toEqual({ status: 422, message });
  });
});

test.each([...Object.keys(missing), "site"])("%s of another JavaScript type is named", (name) => {
  const refusal = { status: 422, message: `${name} must be a string`, isWrongType: true };
  expect(check({ ...good, [name]: 7 })).toEqual(refusal);
  expect(check({ ...good, [name]: ["x"] })).toEqual(refusal);
});

test("a user may send for the sites that are listed, and for no other", () => {
  expect(check(good, forest)).toMatchObject({ siteId: "hyytiala" });
  expect(check({ ...good, site: "bare" }, forest)).toEqual({ status: 401, message: "Missing permission" });
  expect(check({ ...good, site: "bare" })).toMatchObject({ siteId: "bare" });
});

test("without a site the site named like the user counts; null is any that the user may send for", () => {
  const { site: _, ...siteless } = good;
  expect(check(siteless)).toEqual({ status: 422, message: "Unknown site" });
  expect(check(siteless, { ...forest, username: "hyytiala" })).toMatchObject({ siteId: "hyytiala" });
  expect(check({ ...good, site: null }, forest)).toMatchObject({ siteId: "hyytiala" });
  expect(check({ ...good, site: null }, { ...forest, sites: [] })).toMatchObject({ message: "Unknown site" });
});

test.each([
  ["mira", "mira-35"],
  ["chm15kx", "chm15k"],
  ["hatpro", "lhatpro"],
  ["hatpro", "lhumpro"],
])("%s is another name of %s", (instrument, instrumentId) => {
  const record = {
    ...tiny.catalogue.instrumentRecordsByPid.get(radarPid),
    instrumentId,
  } as StoredInstrumentRecord;
  const catalogue = { ...tiny.catalogue, instrumentRecordsByPid: new Map([[radarPid, record]]) };
  const checked = (name: string) =>
    checkAnnouncement({ ...good, instrument: name }, { user: everywhere, catalogue, nowMs });
  expect(checked(instrument)).toMatchObject({ instrumentId });
  expect(checked("rpg-fmcw-94")).toMatchObject({ status: 422 });
});

test("five days ahead are accepted", () => {
  expect(check({ ...good, measurementDate: "2024-05-15" })).toMatchObject({ measurementDate: "2024-05-15" });
});

describe("the announcement of a model file", () => {
  const { instrument: _, instrumentPid: __, ...rest } = good;
  const model = { ...rest, filename: "20240508_hyytiala_ecmwf.nc", model: "ecmwf" };
  const checkModel = (json: object, user: User = everywhere) =>
    checkModelAnnouncement(json, { user, catalogue: tiny.catalogue, nowMs });

  test("names a model in place of instrument, PID and tags", () => {
    expect(checkModel(model)).toEqual({
      measurementDate: "2024-05-08",
      filename: "20240508_hyytiala_ecmwf.nc",
      checksum: good.checksum,
      siteId: "hyytiala",
      modelId: "ecmwf",
    });
  });
  test.each([
    [{ ...model, model: undefined }, 422, "Request is missing model"],
    [{ ...model, model: "nwp" }, 422, "Unknown model"],
    [{ ...model, instrument: "x" }, 422, 'Both "instrument" and "model" fields may not be specified'],
    [{ ...model, site: "atlantis" }, 422, "Unknown site"],
    [{ ...model, tags: 7 }, 422, "Metadata tags must be given as an array"],
  ])("%j: %i %s", (json, status, message) => {
    expect(checkModel(json)).toEqual({ status, message });
  });
  test("needs the site's permission", () => {
    expect(checkModel({ ...model, site: "bare" }, forest)).toEqual({
      status: 401,
      message: "Missing permission",
    });
  });
});
