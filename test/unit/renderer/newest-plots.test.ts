import { describe, expect, it } from "vitest";
import type { StatusShown } from "#contract/status.ts";
import { mayLookAtPortal, newestDays } from "#renderer/model/newest-plots.ts";

const published = (uuid: string) => [
  { product: "lidar", uuid, volatile: false, errorLevel: null, reasons: null },
];
const day = (instrument: string, date: string, uuid: string | null) => ({
  instrument,
  date,
  published: uuid === null ? [] : published(uuid),
});
const station = (now: string) => ({
  now,
  instruments: ["Lidar", "Radar"].map((name) => ({ name, site: "hyytiala" })),
});

describe("the newest plots", () => {
  const days = [
    day("Gone", "2026-11-27", "g"),
    day("Lidar", "2026-11-26", "a"),
    day("Lidar", "2026-11-27", "b"),
    day("Lidar", "2026-11-28", "c"),
    day("Radar", "2026-11-27", null),
    day("Radar", "2026-11-28", "d"),
  ];
  const uuids = (now: string) =>
    [...newestDays(days, station(now))].map(
      ([
        name,
        {
          date,
          uuids: [uuid],
        },
      ]) => [name, date, uuid],
    );

  it("are those of the day before until noon, unless there are none", () => {
    expect(uuids("2026-11-28T11:59:00.000Z")).toEqual([
      ["Lidar", "2026-11-27", "b"],
      ["Radar", "2026-11-28", "d"],
    ]);
    expect(uuids("2026-11-28T12:00:00.000Z")[0]).toEqual(["Lidar", "2026-11-28", "c"]);
  });

  it("are not asked for while files are sent, or anything holds the queue", () => {
    const may = (tray: StatusShown["tray"], lane?: StatusShown["holds"][number]["lane"]) =>
      mayLookAtPortal({ tray, holds: lane === undefined ? [] : [{ lane } as StatusShown["holds"][number]] });
    expect([may("complete"), may("needs-you"), may("waiting")]).toEqual([true, true, true]);
    expect([may("sending"), may("paused", "pause"), may("offline", "portal")]).toEqual([false, false, false]);
    expect(may("needs-you", "quiet-hours")).toBe(false);
  });
});
