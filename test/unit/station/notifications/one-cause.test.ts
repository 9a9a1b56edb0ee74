import { describe, expect, it } from "vitest";
import { headlineOf } from "#station/notifications/tray-view.ts";
import type { Status } from "#station/status/reports.ts";
import {
  causeOf,
  halfPastTwo,
  holdOf,
  instrumentStatus,
  statusWith,
} from "#test/support/builders/status-shapes.ts";

describe("the headline of one cause", () => {
  const words = (change: Partial<Status>) =>
    headlineOf({
      status: statusWith({ blocked: 3 }, change),
      nowMs: halfPastTwo,
      isRunning: true,
      today: null,
    }).sentence;
  const refused = (portalMessage: string | null, instrument: string | null = "Radar") => ({
    causes: [{ ...causeOf("refused", 3), portalMessage, instrument }],
  });
  it.each<[string, Partial<Status>, string]>([
    [
      "says what the portal does not know",
      refused("Unknown instrument PID"),
      "Radar: the portal refuses its PID",
    ],
    ["says no more than is known", refused(null), "Radar: the portal refuses files"],
    ["counts where it is of several instruments", refused("Unknown site", null), "1 thing needs you"],
    ["counts beside a name that fills it", refused(null, "R".repeat(41)), "1 thing needs you"],
    ["is the disk", { causes: [causeOf("disk-full", 0)], totals: statusWith().totals }, "A disk is full"],
    [
      "is the route for model files",
      { holds: [holdOf("no-model-route", { lane: "models" })], totals: statusWith().totals },
      "Model files cannot be sent",
    ],
    [
      "is the folder that is gone",
      {
        instruments: [instrumentStatus({ folderTrouble: { message: "/data does not exist.", sinceMs: 0 } })],
        totals: statusWith().totals,
      },
      "Radar: its folder is missing",
    ],
    [
      "is the settings file",
      {
        settingsProblems: [{ key: "", message: "It is gone.", instrument: null }],
        totals: statusWith().totals,
      },
      "Some settings cannot be used",
    ],
  ])("%s", (_, change, sentence) => {
    expect(words(change)).toBe(sentence);
  });
});
