import { describe, expect, it } from "vitest";
import { unsentStates } from "#domain/upload.ts";
import { trayViewOf } from "#station/notifications/tray-view.ts";
import type { Status } from "#station/status/reports.ts";
import {
  causeOf,
  halfPastTwo,
  holdOf,
  instrumentStatus,
  statusWith,
} from "#test/support/builders/status-shapes.ts";

const view = (status: Status) => trayViewOf({ status, nowMs: halfPastTwo, isRunning: true, today: null });

describe("the tray", () => {
  it.each<[string, Status]>([
    ["complete", statusWith({ delivered: 5 })],
    ["complete", statusWith({ sending: 1, delivered: 5 })],
    ["complete", statusWith({ delivered: 5 }, { instruments: [instrumentStatus({ unsettled: 1 })] })],
    ["sending", statusWith({ sending: 1, delivered: 5 }, { pace: "sending" })],
    ["waiting", statusWith({ waiting: 1, delivered: 5 }, { pace: "retrying" })],
    ["offline", statusWith({ queued: 1 }, { holds: [holdOf("portal-trouble")] })],
    ["needs-you", statusWith({ blocked: 1 })],
    ["paused", statusWith({ queued: 1 }, { holds: [holdOf("paused", { lane: "pause" })] })],
  ])("is %s", (state, status) => {
    expect(view(status).state).toBe(state);
  });

  it("lists the gravest three causes, the gravest first, with the filter of the queue that each opens", () => {
    const folderTrouble = { message: "Gone.", sinceMs: halfPastTwo - 3_000 };
    const status = statusWith(
      { blocked: 3 },
      {
        holds: [holdOf("unreachable")],
        causes: [causeOf("refused", 2), causeOf("too-large", 1)],
        instruments: [instrumentStatus({ folderTrouble })],
      },
    );
    expect(view(status).causes).toEqual([
      {
        cause: "folder-unreachable",
        label: "Cannot open the folder of Radar since 14:29 UTC",
        filter: { instrument: "Radar" },
      },
      { cause: "refused", label: "2 files were refused by the portal", filter: { cause: "refused" } },
      { cause: "too-large", label: "1 file is too large for the portal", filter: { cause: "too-large" } },
    ]);
  });

  it.each([
    ["portal.caFile", null, { states: unsentStates }],
    ["instruments[0].pattern", "Radar", { instrument: "Radar" }],
    ["notifications.quietHours", null, {}],
  ])("tells what the setting %s of %s concerns", (key, instrument, filter) => {
    const settingsProblems = [{ key, message: "It cannot be used.", instrument }];
    expect(view(statusWith({}, { settingsProblems })).causes).toMatchObject([{ cause: "settings", filter }]);
  });

  it("counts files that need a person one by one and everything else once, and not what passes by itself", () => {
    const causes = [causeOf("refused", 12), causeOf("file-locked", 5)];
    const status = statusWith({ blocked: 12, waiting: 5 }, { causes, holds: [holdOf("credentials")] });
    expect(view(status).badge).toBe(13);
    expect(view(statusWith({ queued: 9 }, { holds: [holdOf("unreachable")] })).badge).toBe(0);
  });

  it("knows until when sending is paused, and how much is unfinished", () => {
    const hold = holdOf("paused", { lane: "pause", nextTryAtMs: halfPastTwo + 1 });
    const paused = view(statusWith({ queued: 3, sending: 1 }, { holds: [hold] }));
    expect(paused).toMatchObject({ pause: { untilMs: halfPastTwo + 1 }, unsentCount: 4 });
    expect(view(statusWith()).pause).toBeNull();
  });
});

it("tells with a backlog how far it is, in the words of `status`", () => {
  const progress = {
    ...{ bytes: 3e6, ofBytes: 12e6, files: 41, ofFiles: 2_000, bytesPerSecond: 5_000 },
    timeLeft: { fromMs: 1_800_000, toMs: 2_220_000 },
  };
  const sending = statusWith({ queued: 1_959, delivered: 41 }, { pace: "sending" });
  const tooltip = (status: Status, of = progress) =>
    trayViewOf({ status, nowMs: halfPastTwo, isRunning: true, today: null, progress: of }).tooltip;
  expect(tooltip(sending)).toBe(
    "Sending files · 3.0 of 12.0 MB · 41 of 2,000 files · 5.0 kB/s · 30–37 min left",
  );
  expect(tooltip(sending, { ...progress, ofFiles: 60 })).toBe("Sending files");
  expect(tooltip(statusWith({ blocked: 1 }))).not.toContain("MB");
});
