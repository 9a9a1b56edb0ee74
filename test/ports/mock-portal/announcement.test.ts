import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkAnnouncement } from "../../../electron/mock-portal/uploads/announcement.ts";
import { lidarPid, nowMs, radarPid, uuid } from "./tiny-catalogue.ts";
import { openTinyStore, type TinyStore } from "./tiny-store.ts";

let tiny: TinyStore;
beforeAll(async () => {
  tiny = await openTinyStore();
});
afterAll(() => tiny.end());

const good = {
  measurementDate: "2024-05-08",
  instrument: "rpg-fmcw-94",
  instrumentPid: radarPid,
  filename: "240508_120000_P09_ZEN.LV1",
  checksum: "0123456789abcdef".repeat(2),
  site: "hyytiala",
};
const lidar = { ...good, instrument: "halo-doppler-lidar", instrumentPid: lidarPid };
const everywhere = { username: "station", password: "x", sites: "*" } as const;
const forest = { username: "forest", password: "x", sites: ["hyytiala"] };

const check = (json: unknown, user: Parameters<typeof checkAnnouncement>[1] = everywhere) =>
  checkAnnouncement(json, user, tiny.catalogue, nowMs);

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

test("tags are sorted, each once; null counts as none", () => {
  expect(check({ ...lidar, tags: ["cross", "co", "cross"] })).toMatchObject({ tags: ["co", "cross"] });
  expect(check({ ...lidar, tags: null })).toMatchObject({ tags: [] });
});

test.each(["a", "Z", "0", "a.b", "a-b_c.d", "A9"])("the filename %s is fit", (filename) => {
  expect(check({ ...good, filename })).toMatchObject({ filename });
});

const form = "Field measurementDate must be a date of the form YYYY-MM-DD";
const md5 = "Field checksum must be an MD5 of 32 lower-case hexadecimal characters";
const unfit = (characters: string) => `Filename contains forbidden characters: ${characters}`;

describe("refusals with 422 and their texts", () => {
  const refusals: [unknown, string][] = [
    [[], "The body must be a JSON object"],
    [null, "The body must be a JSON object"],
    ["text", "The body must be a JSON object"],
    ...Object.keys(good).flatMap((name): [unknown, string][] => [
      [{ ...good, [name]: undefined }, `Field ${name} is missing`],
      [{ ...good, [name]: null }, `Field ${name} is missing`],
      [{ ...good, [name]: 7 }, `Field ${name} must be a string`],
      [{ ...good, [name]: "" }, `Field ${name} is empty`],
    ]),
    [{ ...good, filename: "", site: 7 }, "Field filename is empty, Field site must be a string"],
    [{ ...good, checksum: `${good.checksum}0` }, md5],
    [{ ...good, checksum: `0${good.checksum}` }, md5],
    [{ ...good, checksum: good.checksum.slice(1) }, md5],
    [{ ...good, checksum: good.checksum.toUpperCase() }, md5],
    [{ ...good, measurementDate: "2021-02-30" }, form],
    [{ ...good, measurementDate: "2020-8-1" }, form],
    [{ ...good, measurementDate: "2024-05-16" }, "Field measurementDate is too far in the future"],
    [{ ...good, filename: "a b" }, unfit(" ")],
    [{ ...good, filename: "ä/b/" }, unfit("ä /")],
    [{ ...good, filename: "-a_" }, unfit("- _")],
    [{ ...good, filename: "." }, unfit(".")],
    [{ ...good, filename: "a?.nc." }, unfit("? .")],
    [{ ...good, site: "atlantis" }, "Unknown site: atlantis"],
    [
      { ...good, instrumentPid: "http://hdl.handle.net/1" },
      "Field instrumentPid must be an address that begins with https://hdl.handle.net/",
    ],
    [
      { ...good, instrumentPid: `x${radarPid}` },
      "Field instrumentPid must be an address that begins with https://hdl.handle.net/",
    ],
    [
      { ...good, instrumentPid: "https://hdl.handle.net/0" },
      "Unknown instrumentPid: https://hdl.handle.net/0",
    ],
    [{ ...good, instrument: "sundial" }, "Unknown instrument: sundial"],
    [
      { ...good, instrument: "halo-doppler-lidar" },
      "The instrument of this instrumentPid is rpg-fmcw-94, not halo-doppler-lidar",
    ],
    [{ ...lidar, tags: "co" }, "Field tags must be an array of strings"],
    [{ ...lidar, tags: ["co", 1] }, "Field tags must be an array of strings"],
    [{ ...lidar, tags: ["co", "no"] }, "Unknown tag: no"],
    [{ ...lidar, tags: [""] }, "Unknown tag: "],
    [{ ...good, tags: ["co"] }, "Unknown tag: co"],
  ];
  test.each(refusals)("%j: %s", (json, message) => {
    expect(check(json)).toEqual({ status: 422, message });
  });
});

test("a user may send for the sites that are listed, and for no other", () => {
  expect(check(good, forest)).toMatchObject({ siteId: "hyytiala" });
  expect(check({ ...good, site: "bare" }, forest)).toEqual({ status: 401, message: "Missing permission" });
  expect(check({ ...good, site: "bare" })).toMatchObject({ siteId: "bare" });
});

test("five days ahead are accepted", () => {
  expect(check({ ...good, measurementDate: "2024-05-15" })).toMatchObject({ measurementDate: "2024-05-15" });
});
