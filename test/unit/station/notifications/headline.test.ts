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
  const { state, sentence, detail } = headlineOf({ status, nowMs: halfPastTwo, isRunning, today });
  return [state, sentence, detail.join(" · ")];
};

const all = { found: 1_204, delivered: 1_204 };

describe("while nothing is wrong", () => {
  it.each<[string, Status, { found: number; delivered: number } | null, string, string, string]>([
    [
      "nothing is set up",
      statusWith({}, { instruments: [], settingsProblems: [firstStart] }),
      null,
      "waiting",
      "Nothing is set up yet",
      "it takes about three minutes",
    ],
    [
      "every instrument left the settings",
      statusWith({ delivered: 12 }, { instruments: [] }),
      null,
      "waiting",
      "No instrument is watched",
      "12 files on the portal so far",
    ],
    ["nothing was found", statusWith(), null, "waiting", "No finished files found yet", ""],
    [
      "the first file is being written",
      statusWith({}, { instruments: [instrumentStatus({ unsettled: 1 })] }),
      null,
      "waiting",
      "The first file is being written",
      "1 file still being written",
    ],
    [
      "the first files go",
      statusWith({ queued: 3 }),
      { found: 3, delivered: 0 },
      "sending",
      "Sending files",
      "0 of today's 3 files are on the portal · 3 files to send",
    ],
    [
      "folders have not been looked through since the start",
      statusWith({ delivered: 12_345 }, { instruments: [instrumentStatus({ lastRescanAtMs: null })] }),
      { found: 5, delivered: 5 },
      "waiting",
      "Checking the folders",
      "12,345 files on the portal so far",
    ],
    [
      "all is there",
      statusWith({ delivered: 12_345 }),
      all,
      "complete",
      "Everything is safe",
      "1,204 of today's 1,204 files are on the portal",
    ],
    [
      "one is there",
      statusWith({ delivered: 1 }),
      { found: 1, delivered: 1 },
      "complete",
      "Everything is safe",
      "the only file finished today is on the portal",
    ],
    [
      "all is there, some of it under another name",
      statusWith({ delivered: 12_345 }, { duplicates: { all: 7, today: 2 } }),
      all,
      "complete",
      "Everything is safe",
      "1,204 of today's 1,204 files are on the portal, 2 of them under another name",
    ],
    [
      "files were sent again: each counts once",
      statusWith({ delivered: 91 }, { replaced: 11 }),
      null,
      "complete",
      "Everything is safe",
      "80 files on the portal so far",
    ],
    [
      "the one that is there has another name",
      statusWith({ delivered: 1 }, { duplicates: { all: 1, today: 1 } }),
      { found: 1, delivered: 1 },
      "complete",
      "Everything is safe",
      "the only file finished today is on the portal, under another name",
    ],
    [
      "today brought none",
      statusWith({ delivered: 7 }),
      { found: 0, delivered: 0 },
      "complete",
      "Everything is safe",
      "no file was finished today",
    ],
    [
      "the day is not known",
      statusWith({ delivered: 7 }),
      null,
      "complete",
      "Everything is safe",
      "7 files on the portal so far",
    ],
    [
      "two grow",
      statusWith({ delivered: 1_204 }, { instruments: [instrumentStatus({ unsettled: 2 })] }),
      all,
      "complete",
      "Everything is safe",
      "1,204 of today's 1,204 files are on the portal · 2 files still being written",
    ],
    [
      "one was finished a moment ago",
      statusWith({ announcing: 1, delivered: 1_203 }),
      { found: 1_204, delivered: 1_203 },
      "complete",
      "Everything is safe",
      "1,203 of today's 1,204 files are on the portal",
    ],
    [
      "a person took some out",
      statusWith({ delivered: 20, cancelled: 3 }),
      { found: 20, delivered: 20 },
      "complete",
      "Everything else is safe",
      "3 files cancelled by you and not sent · 20 of today's 20 files are on the portal",
    ],
    [
      "files go, and have for a while",
      statusWith({ queued: 30, sending: 4, waiting: 1, delivered: 1_167 }, { pace: "sending" }),
      { found: 1_204, delivered: 1_167 },
      "sending",
      "Sending files",
      "1,167 of today's 1,204 files are on the portal · 34 files to send · 1 file to be retried automatically",
    ],
    [
      "old files wait for the timetable",
      statusWith({ queued: 30, delivered: 1_167 }, { pace: "sending", isBacklogStopped: true }),
      { found: 1_204, delivered: 1_204 },
      "waiting",
      "Old files wait for the timetable",
      "1,204 of today's 1,204 files are on the portal · 30 files to send",
    ],
    [
      "a person lets old files wait",
      statusWith(
        { queued: 30, delivered: 1_167 },
        { pace: "sending", isBacklogStopped: true, backlogPausedSinceMs: 1 },
      ),
      { found: 1_204, delivered: 1_204 },
      "waiting",
      "Old files wait until you resume them",
      "1,204 of today's 1,204 files are on the portal · 30 files to send",
    ],
    [
      "a person lets old files wait, and today's go on",
      statusWith({ queued: 30, sending: 2, delivered: 1_167 }, { pace: "sending", backlogPausedSinceMs: 1 }),
      { found: 1_204, delivered: 1_202 },
      "sending",
      "Sending files",
      "1,202 of today's 1,204 files are on the portal · 32 files to send · old files are paused by you",
    ],
    [
      "files wait",
      statusWith({ waiting: 3, delivered: 1_201 }, { pace: "retrying" }),
      { found: 1_204, delivered: 1_201 },
      "waiting",
      "Some files are being retried",
      "1,201 of today's 1,204 files are on the portal · 3 files to be retried automatically",
    ],
  ])("%s", (_, status, today, state, sentence, detail) => {
    expect(say(status, today)).toEqual([state, sentence, detail]);
  });
});

describe("while something stops it", () => {
  const here = { queued: 30, blocked: 7, delivered: 1_000 };
  const one = "1 thing needs you";
  it.each<[string, Status, string, string, string]>([
    [
      "unreachable",
      statusWith({ queued: 37 }, { holds: [holdOf("unreachable")] }),
      "offline",
      "Waiting for the portal",
      "37 files safe here · sending resumes automatically when it answers",
    ],
    [
      "maintenance, nothing to send",
      statusWith({ delivered: 5 }, { holds: [holdOf("maintenance")] }),
      "offline",
      "Waiting for the portal",
      "no files are waiting · sending resumes automatically afterwards",
    ],
    [
      "credentials",
      statusWith({ queued: 1 }, { holds: [holdOf("credentials")] }),
      "needs-you",
      "The portal refuses the user name or password",
      "1 file safe here",
    ],
    [
      "a pause with an end",
      statusWith({ queued: 2 }, { holds: [pause(Date.UTC(2026, 10, 21, 15))] }),
      "paused",
      "Sending is paused",
      "until 15:00 UTC · 2 files safe here · new files are still queued",
    ],
    [
      "a pause without an end, and the portal away",
      statusWith({ queued: 2 }, { holds: [holdOf("unreachable"), pause(null)] }),
      "paused",
      "Sending is paused",
      "until you resume it · 2 files safe here · new files are still queued",
    ],
    [
      "quiet hours",
      statusWith(
        { queued: 2 },
        { holds: [holdOf("quiet-hours", { lane: "quiet-hours", nextTryAtMs: Date.UTC(2026, 10, 22, 5) })] },
      ),
      "paused",
      "Quiet hours, nothing is sent",
      "until tomorrow 05:00 UTC · 2 files safe here · new files are still queued",
    ],
    [
      "blocked files",
      statusWith(here, { causes: [causeOf("refused", 7)] }),
      "needs-you",
      one,
      "37 files safe here",
    ],
    [
      "blocked files of which nothing is known",
      statusWith({ blocked: 1 }),
      "needs-you",
      one,
      "1 file safe here",
    ],
    [
      "files that two instruments take",
      statusWith({ delivered: 3 }, { causes: [causeOf("claimed-twice", 2, halfPastTwo)] }),
      "needs-you",
      one,
      "2 files safe here",
    ],
    [
      "a folder",
      statusWith({ delivered: 3 }, { instruments: [gone] }),
      "needs-you",
      "Radar: its folder cannot be opened",
      "some files cannot be checked now",
    ],
    [
      "a part of a folder",
      statusWith({ delivered: 3 }, { instruments: [closed] }),
      "needs-you",
      "Radar: its folder is partly unreadable",
      "",
    ],
    [
      "settings",
      statusWith({ queued: 4 }, { settingsProblems: [problem] }),
      "needs-you",
      "Lidar: its settings cannot be used",
      "4 files safe here",
    ],
    [
      "own records",
      statusWith({ queued: 4 }, { holds: [holdOf("ledger-trouble", { lane: "record" })] }),
      "needs-you",
      "Skyferry cannot write its records",
      "4 files safe here",
    ],
    [
      "a silent instrument",
      statusWith({ delivered: 3 }, { instruments: [silent] }),
      "needs-you",
      "Radar has stopped writing",
      "",
    ],
    [
      "two at once, and a pause",
      statusWith(here, { causes: [causeOf("refused", 7)], holds: [holdOf("credentials"), pause(null)] }),
      "needs-you",
      "2 things need you",
      "37 files safe here · Sending is paused until you resume it",
    ],
    [
      "three at once",
      statusWith(here, { causes: [causeOf("refused", 7)], holds: [holdOf("tls")], instruments: [silent] }),
      "needs-you",
      "3 things need you",
      "37 files safe here",
    ],
    [
      "what passes by itself beside what does not",
      statusWith(here, { causes: [causeOf("refused", 7)], holds: [holdOf("unreachable")] }),
      "needs-you",
      one,
      "37 files safe here",
    ],
  ])("%s", (_, status, state, sentence, detail) => {
    expect(say(status)).toEqual([state, sentence, detail]);
  });
});

describe("where nothing runs", () => {
  it.each<[Status, string]>([
    [statusWith({ queued: 2 }), "2 files safe here · start it to send them"],
    [statusWith({ delivered: 9 }), "9 files on the portal so far · start it to find new files"],
    [statusWith(), "no files found yet · start it to send files"],
  ])("%#", (status, detail) => {
    expect(say(status, { found: 9, delivered: 9 }, false)).toEqual([
      "waiting",
      "Skyferry is not running",
      detail,
    ]);
  });

  it("still says what needs a person", () => {
    expect(say(statusWith({ blocked: 1 }, { causes: [causeOf("unfit-name", 1)] }), null, false)).toEqual([
      "needs-you",
      "1 thing needs you",
      "1 file safe here · Skyferry is not running",
    ]);
  });
});
