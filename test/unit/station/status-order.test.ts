import { describe, expect, it } from "vitest";
import { causes, causeWords, firstAction, isHoldCause, needsYou } from "#domain/cause.ts";
import { trayViewOf } from "#station/notifications/tray-view.ts";
import { issuesOf } from "#station/status/issues.ts";
import {
  causeOf,
  halfPastTwo,
  holdOf,
  instrumentStatus,
  statusWith,
} from "#test/support/builders/status-shapes.ts";

const gone = (name: string, sinceMs: number) =>
  instrumentStatus({ name, folderTrouble: { message: "Gone.", sinceMs } });

describe("the order of what an operator is told", () => {
  const status = statusWith(
    { blocked: 12, waiting: 900 },
    {
      holds: [holdOf("credentials"), holdOf("ledger-trouble", { lane: "record" })],
      causes: [
        causeOf("file-locked", 900),
        causeOf("too-large", 3),
        causeOf("refused", 9),
        { ...causeOf("claimed-twice", 1, halfPastTwo), instrument: "Lidar" },
      ],
      settingsProblems: [{ key: "portal.url", message: "It is wrong.", instrument: null }],
      instruments: [
        gone("Lidar", halfPastTwo - 1_000),
        gone("Radar", halfPastTwo - 2_000),
        instrumentStatus({
          name: "Disdrometer",
          emptyFiles: { count: 1, samplePath: "a.nc", sinceMs: halfPastTwo - 1_000 },
        }),
      ],
    },
  );

  it("is from what stops everything to single files, then the instruments, then what passes by itself", () => {
    expect(issuesOf(status, halfPastTwo).map(({ key }) => key)).toEqual([
      "records",
      "portal",
      "settings",
      "folder:Radar",
      "folder:Lidar",
      "files:refused",
      "files:too-large",
      "files:claimed-twice",
      "empty:Disdrometer",
      "files:file-locked",
    ]);
  });

  it("does not depend on the order in which it was found", () => {
    const turned = {
      ...status,
      holds: status.holds.toReversed(),
      causes: status.causes.toReversed(),
      instruments: status.instruments.toReversed(),
    };
    const keys = (one: typeof status) => issuesOf(one, halfPastTwo).map(({ key }) => key);
    expect(keys(turned)).toEqual(keys(status));
  });

  it("is the same in the tray", () => {
    const view = trayViewOf({ status, nowMs: halfPastTwo, isRunning: true, today: null });
    const gravest = issuesOf(status, halfPastTwo).slice(0, 3);
    expect(view.causes.map(({ cause }) => cause)).toEqual(gravest.map(({ cause }) => cause));
    expect(view.tooltip).toBe("9 things need you");
  });

  it("names the instrument where it is one, and since when", () => {
    const blocked = { ...causeOf("refused", 2), instrument: "Radar", stoppedAtMs: halfPastTwo - 60_000 };
    const [issue] = issuesOf(statusWith({ blocked: 2 }, { causes: [blocked] }), halfPastTwo);
    expect(issue).toMatchObject({ instrument: "Radar", sinceMs: halfPastTwo - 60_000, action: "show-files" });
  });
});

describe("the first action of a cause", () => {
  it("is a retry or a try only where a person has nothing to do before", () => {
    for (const cause of causes)
      if (["retry", "try-now"].includes(firstAction(cause)))
        expect([cause, needsYou(cause)]).toEqual([cause, false]);
    for (const cause of causes)
      if (isHoldCause(cause) && !needsYou(cause)) expect(firstAction(cause)).toBe("try-now");
  });

  it("leads to Settings where only Settings can help", () => {
    for (const cause of causes) {
      const { remedy } = causeWords(cause);
      if (!/in Settings/.test(remedy) || ["record-clash", "no-permission"].includes(cause)) continue;
      expect([cause, firstAction(cause)]).toEqual([
        cause,
        expect.stringMatching(
          /^(?:enter-password|add-instrument|check-|open-(?:settings|instruments)|save-bundle)/,
        ),
      ]);
    }
  });
});
