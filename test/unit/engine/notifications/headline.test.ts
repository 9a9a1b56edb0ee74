import { describe, expect, it } from "vitest";
import { verdictOf } from "#engine/notifications/headline.ts";
import type { Status } from "#engine/status/reports.ts";
import {
  causeOf,
  halfPastTwo,
  holdOf,
  instrumentStatus,
  statusWith,
} from "#test/support/builders/status-shapes.ts";

const firstStart = {
  key: "",
  message: "There are no settings yet.",
  instrument: null,
  isFirstStart: true,
} as const;
const problem = { key: "instruments[0].pid", message: "It is missing.", instrument: "Lidar" };
const pause = (untilMs: number | null) => holdOf("paused", { lane: "pause", nextTryAtMs: untilMs });
const silent = instrumentStatus({ expectEveryMinutes: 60, lastFileAtMs: halfPastTwo - 190 * 60_000 });
const closed = instrumentStatus({
  unreadable: { count: 2, samplePath: "2024", reason: "Closed.", sinceMs: Date.UTC(2026, 10, 20, 9) },
});
const gone = instrumentStatus({ folderTrouble: { message: "Gone.", sinceMs: Date.UTC(2026, 10, 20, 9) } });

const say = (status: Status, today: { found: number; delivered: number } | null = null, isRunning = true) => {
  const { state, sentence } = verdictOf({ status, nowMs: halfPastTwo, isRunning, today });
  return [state, sentence];
};

describe("while nothing is wrong", () => {
  it.each<[string, Status, { found: number; delivered: number } | null, string, string]>([
    [
      "nothing is set up",
      statusWith({}, { instruments: [], settingsProblems: [firstStart] }),
      null,
      "waiting",
      "Nothing is set up yet; start with “Set up this station”",
    ],
    ["nothing was found", statusWith(), null, "waiting", "No finished files found yet"],
    [
      "the first file is being written",
      statusWith({}, { instruments: [instrumentStatus({ unsettled: 1 })] }),
      null,
      "waiting",
      "No finished files found yet; 1 file not finished yet",
    ],
    [
      "folders have not been looked through since the start",
      statusWith({ delivered: 12_345 }, { instruments: [instrumentStatus({ lastRescanAtMs: null })] }),
      { found: 5, delivered: 5 },
      "waiting",
      "Checking the folders; 12,345 files on the portal so far",
    ],
    [
      "all is there",
      statusWith({ delivered: 12_345 }),
      { found: 1_204, delivered: 1_204 },
      "complete",
      "All 1,204 files written today are on the portal",
    ],
    [
      "one is there",
      statusWith({ delivered: 1 }),
      { found: 1, delivered: 1 },
      "complete",
      "The only file written today is on the portal",
    ],
    [
      "all is there, some of it under another name",
      statusWith({ delivered: 12_345 }, { duplicates: { all: 7, today: 2 } }),
      { found: 1_204, delivered: 1_204 },
      "complete",
      "All 1,204 files written today are on the portal, 2 of them under another name",
    ],
    [
      "the one that is there has another name",
      statusWith({ delivered: 1 }, { duplicates: { all: 1, today: 1 } }),
      { found: 1, delivered: 1 },
      "complete",
      "The only file written today is on the portal, under another name",
    ],
    [
      "today brought none",
      statusWith({ delivered: 7 }),
      { found: 0, delivered: 0 },
      "complete",
      "All files are on the portal, none written today",
    ],
    [
      "two grow",
      statusWith({ delivered: 1_204 }, { instruments: [instrumentStatus({ unsettled: 2 })] }),
      { found: 1_204, delivered: 1_204 },
      "waiting",
      "All 1,204 finished files written today are on the portal; 2 files not finished yet",
    ],
    [
      "a person took some out",
      statusWith({ delivered: 20, cancelled: 3 }),
      { found: 20, delivered: 20 },
      "complete",
      "3 files cancelled by hand and not sent; all others are on the portal",
    ],
    [
      "files go",
      statusWith({ queued: 30, sending: 4, waiting: 1, delivered: 1_167 }),
      { found: 1_204, delivered: 1_167 },
      "sending",
      "Sending 34 files; 1 file to be retried automatically, safe here; 1,167 of 1,204 files written today are on the portal",
    ],
    [
      "files wait",
      statusWith({ waiting: 3, delivered: 1_201 }),
      { found: 1_204, delivered: 1_201 },
      "waiting",
      "3 files to be retried automatically, safe here; 1,201 of 1,204 files written today are on the portal",
    ],
    [
      "the counts of today say less than the record",
      statusWith({ delivered: 9 }),
      { found: 10, delivered: 9 },
      "waiting",
      "9 of 10 files written today are on the portal",
    ],
  ])("%s", (_, status, today, state, sentence) => {
    expect(say(status, today)).toEqual([state, sentence]);
  });
});

describe("while something stops it", () => {
  const here = { queued: 30, blocked: 7, delivered: 1_000 };
  it.each<[string, Status, string, string]>([
    [
      "unreachable",
      statusWith({ queued: 37 }, { holds: [holdOf("unreachable")] }),
      "offline",
      "Portal unreachable since 14:02 UTC; 37 files safe here; sending resumes automatically when it answers",
    ],
    [
      "maintenance, nothing to send, since yesterday",
      statusWith(
        { delivered: 5 },
        { holds: [holdOf("maintenance", { sinceMs: Date.UTC(2026, 10, 20, 23, 5) })] },
      ),
      "offline",
      "Portal under maintenance since 2026-11-20 23:05 UTC; no files are waiting; sending resumes automatically afterwards",
    ],
    [
      "credentials",
      statusWith({ queued: 1 }, { holds: [holdOf("credentials")] }),
      "needs-you",
      "User name or password missing or not accepted since 14:02 UTC; 1 file safe here; check them in Settings",
    ],
    [
      "a pause with an end",
      statusWith({ queued: 2 }, { holds: [pause(Date.UTC(2026, 10, 21, 15))] }),
      "paused",
      "Sending is paused until 15:00 UTC; 2 files safe here; new files are still queued",
    ],
    [
      "a pause without an end, and the portal away",
      statusWith({ queued: 2 }, { holds: [holdOf("unreachable"), pause(null)] }),
      "paused",
      "Sending is paused until you resume it; 2 files safe here; new files are still queued",
    ],
    [
      "quiet hours",
      statusWith(
        { queued: 2 },
        { holds: [holdOf("quiet-hours", { lane: "quiet-hours", nextTryAtMs: Date.UTC(2026, 10, 22, 5) })] },
      ),
      "paused",
      "Quiet hours until 2026-11-22 05:00 UTC, nothing is sent; 2 files safe here; new files are still queued",
    ],
    [
      "blocked files",
      statusWith(here, { causes: [causeOf("refused", 7)] }),
      "needs-you",
      "7 files were refused by the portal; 37 files safe here; the queue shows what to do",
    ],
    [
      "blocked files of which nothing is known",
      statusWith({ blocked: 1 }),
      "needs-you",
      "1 file cannot be sent; 1 file safe here; the queue shows what to do",
    ],
    [
      "files that two instruments take",
      statusWith({ delivered: 3 }, { causes: [causeOf("claimed-twice", 2, halfPastTwo)] }),
      "needs-you",
      "2 files belong to two instruments; 2 files safe here; the queue shows what to do",
    ],
    [
      "a folder",
      statusWith({ delivered: 3 }, { instruments: [gone] }),
      "needs-you",
      "Folder of Radar unreachable since 2026-11-20 09:00 UTC; its files cannot be checked now; check its drive or network; its files are sent when it is back",
    ],
    [
      "a part of a folder",
      statusWith({ delivered: 3 }, { instruments: [closed] }),
      "needs-you",
      "Part of the folder of Radar cannot be read since 2026-11-20 09:00 UTC; no files are waiting; give the user that runs Skyferry read access to 2024: it may contain finished files",
    ],
    [
      "settings",
      statusWith({ queued: 4 }, { settingsProblems: [problem] }),
      "needs-you",
      "1 setting cannot be used and Lidar is left out; 4 files safe here; Settings shows which and why",
    ],
    [
      "settings of two instruments",
      statusWith(
        { queued: 4 },
        { settingsProblems: [problem, { ...problem, key: "instruments[1].pid", instrument: "Radar" }] },
      ),
      "needs-you",
      "2 settings cannot be used and 2 instruments are left out; 4 files safe here; Settings shows which and why",
    ],
    [
      "a settings file that is gone or broken",
      statusWith({ queued: 4 }, { settingsProblems: [{ ...problem, key: "", instrument: null }] }),
      "needs-you",
      "The settings file cannot be used; 4 files safe here; Settings shows why",
    ],
    [
      "own records",
      statusWith({ queued: 4 }, { holds: [holdOf("ledger-trouble", { lane: "record" })] }),
      "needs-you",
      "Deliveries cannot be recorded on this PC, so nothing is sent; 4 files safe here; free up space on the disk of the data folder",
    ],
    [
      "a silent instrument",
      statusWith({ delivered: 3 }, { instruments: [silent] }),
      "needs-you",
      "Radar is silent: no file since 11:20 UTC, usually one every 1 h; no files are waiting; check the instrument",
    ],
    [
      "two at once, and a pause",
      statusWith(here, { causes: [causeOf("refused", 7)], holds: [holdOf("credentials"), pause(null)] }),
      "needs-you",
      "User name or password missing or not accepted since 14:02 UTC; 37 files safe here; check them in Settings; also: 7 files were refused by the portal; sending is paused until you resume it",
    ],
    [
      "three at once",
      statusWith(here, { causes: [causeOf("refused", 7)], holds: [holdOf("tls")], instruments: [silent] }),
      "needs-you",
      "Connection to the portal not secure since 14:02 UTC; 37 files safe here; check the portal's address and this PC's clock, or add a certificate file in Settings; also: 7 files were refused by the portal; Radar is silent: no file since 11:20 UTC, usually one every 1 h",
    ],
  ])("%s", (_, status, state, sentence) => {
    expect(say(status)).toEqual([state, sentence]);
  });
});

describe("where nothing runs", () => {
  it.each<[Status, string]>([
    [statusWith({ queued: 2 }), "Skyferry is not running; 2 files safe here; start it to send them"],
    [
      statusWith({ delivered: 9 }),
      "Skyferry is not running; 9 files on the portal so far; start it to find new files",
    ],
    [statusWith(), "Skyferry is not running; no files found yet; start it to send files"],
  ])("%#", (status, sentence) => {
    expect(say(status, { found: 9, delivered: 9 }, false)).toEqual(["waiting", sentence]);
  });

  it("still says what needs a person", () => {
    expect(say(statusWith({ blocked: 1 }, { causes: [causeOf("unfit-name", 1)] }), null, false)[1]).toBe(
      "1 file has a name that the portal does not accept; 1 file safe here; the queue shows what to do; Skyferry is not running",
    );
  });
});
