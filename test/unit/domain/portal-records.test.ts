import { expect, test } from "vitest";
import { announcementOf, modelPid } from "#domain/portal-records.ts";

const file = { measurementDate: "2026-11-23", filename: "a.nc", checksum: "0".repeat(32) };
const place = { instrument: "rpg-fmcw-94", pid: "https://hdl.handle.net/1", site: "hyytiala", tags: ["co"] };

test("a file is announced where its settings say, by its name and content", () => {
  expect(announcementOf(place, file)).toStrictEqual({
    measurementDate: "2026-11-23",
    instrument: "rpg-fmcw-94",
    instrumentPid: "https://hdl.handle.net/1",
    filename: "a.nc",
    checksum: "0".repeat(32),
    site: "hyytiala",
    tags: ["co"],
  });
});

test("a model's file is announced as such, with what stands for its PID", () => {
  const model = { ...place, kind: "model", instrument: "ecmwf", pid: modelPid("ecmwf") } as const;
  expect(announcementOf(model, file)).toMatchObject({ kind: "model", instrumentPid: "model:ecmwf", ...file });
  expect(modelPid("ecmwf")).not.toBe(modelPid("icon"));
});
