import { describe, expect, it } from "vitest";
import type { StationEventShown } from "#contract/log.ts";
import { type StationDays, stationBands, stationWords } from "#renderer/screens/coverage/station-days.ts";

const event = (more: Partial<StationEventShown> = {}): StationEventShown => ({
  seq: 1,
  kind: "outage",
  subject: "",
  from: "2026-11-21T06:00:00.000Z",
  to: "2026-11-21T12:00:00.000Z",
  times: 1,
  title: "Portal unreachable",
  detail: null,
  isUnclean: false,
  ...more,
});

const station = (more: Partial<StationDays> = {}): StationDays => ({
  firstDay: "2026-10-01",
  events: [event()],
  nowMs: Date.UTC(2026, 10, 23, 12),
  ...more,
});

describe("the line of the station", () => {
  it("has each event where its hours are among the days", () => {
    const { known, bands } = stationBands(station(), "2026-11-20", "2026-11-23");
    expect(bands).toEqual([{ from: 1.25 / 4, to: 1.5 / 4, look: "away" }]);
    expect(known).toEqual({ from: 0, to: 3.5 / 4 });
  });

  it("ends now, and what lasts ends there, too", () => {
    const { bands } = stationBands(station({ events: [event({ to: null })] }), "2026-11-20", "2026-11-23");
    expect(bands).toEqual([{ from: 1.25 / 4, to: 3.5 / 4, look: "away" }]);
  });

  it("begins with the first day of which anything is known", () => {
    expect(stationBands(station({ firstDay: "2026-11-22" }), "2026-11-20", "2026-11-23").known.from).toBe(
      0.5,
    );
    const { known } = stationBands(station({ firstDay: null, events: [] }), "2026-11-20", "2026-11-23");
    expect(known.from).toBe(known.to);
  });

  it("shows a stop above an outage, and an outage above a pause; not what lies outside of the days", () => {
    const events = [
      event({ kind: "stopped" }),
      event({ kind: "paused" }),
      event({ kind: "credentials" }),
      event({ from: "2026-11-01T00:00:00.000Z", to: "2026-11-02T00:00:00.000Z" }),
    ];
    const { bands } = stationBands(station({ events }), "2026-11-20", "2026-11-23");
    expect(bands.map(({ look }) => look)).toEqual(["paused", "away", "stopped"]);
  });
});

describe("a day of the station in words", () => {
  it.each([
    ["2026-11-21", "This station, Saturday 21 November: Portal unreachable 06:00–12:00."],
    ["2026-11-22", "This station, Sunday 22 November: no outage recorded."],
    ["2026-09-30", "This station, Wednesday 30 September: nothing was recorded on this day."],
  ])("%s", (date, words) => {
    expect(stationWords(date, station(), Date.parse("2026-11-23T12:00:00Z"))).toBe(words);
  });
});
