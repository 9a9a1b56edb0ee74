import { expect, test } from "vitest";
import { noLines, rejoinMs, settingChanges, settingKey } from "#domain/station-event.ts";

const digest = (...entries: readonly [string | null, string, string][]) =>
  Object.fromEntries(entries.map(([instrument, key, value]) => [settingKey(instrument, key), value]));

test("settings that were added, changed and removed are named, of station and instruments", () => {
  const before = digest(
    [null, "portal.url", "1"],
    [null, "portal.proxy", "1"],
    ["Radar", "", "1"],
    ["Radar", "pattern", "1"],
  );
  const now = digest(
    [null, "portal.url", "2"],
    [null, "keep.days", "1"],
    ["Radar", "", "1"],
    ["Radar", "pattern", "2"],
  );
  expect(settingChanges(before, now)).toEqual([
    { instrument: null, key: "keep.days", change: "added" },
    { instrument: "Radar", key: "pattern", change: "changed" },
    { instrument: null, key: "portal.proxy", change: "removed" },
    { instrument: null, key: "portal.url", change: "changed" },
  ]);
  expect(settingChanges(now, now)).toEqual([]);
});

test("an instrument that came or went is one change, another one's fields are not left out with it", () => {
  const radar = digest(["Radar", "", "1"], ["Radar", "pattern", "1"]);
  const lidar = digest(["Lidar", "", "1"], ["Lidar", "pattern", "1"]);
  expect(settingChanges(radar, { ...radar, ...lidar })).toEqual([
    { instrument: "Lidar", key: null, change: "added" },
  ]);
  expect(settingChanges({ ...radar, ...lidar }, { ...radar, [settingKey("Radar", "pattern")]: "2" })).toEqual(
    [
      { instrument: "Lidar", key: null, change: "removed" },
      { instrument: "Radar", key: "pattern", change: "changed" },
    ],
  );
});

test("what comes back within ten minutes is the same event, and an hour without lines counts none of any kind", () => {
  expect(rejoinMs).toBe(600_000);
  expect(noLines).toEqual({ found: 0, delivered: 0, refused: 0, lost: 0 });
});
