import { describe, expect, it } from "vitest";
import { dispatch } from "#api/dispatch.ts";
import { createFeed, type HeardEvent } from "#api/events/feed.ts";
import { notificationHandlers } from "#api/handlers/notifications-handlers.ts";
import type { Output } from "#contract/methods.ts";
import type { ShellNews } from "#station/notifications/types.ts";
import {
  causeOf,
  halfPastTwo,
  holdOf,
  instrumentStatus,
  statusWith,
} from "#test/support/builders/status-shapes.ts";
import { createManualSleep } from "#test/support/fakes/manual-sleep.ts";
import { createFakeNotifications, offlineTray } from "#test/support/hosts/fake-notifications.ts";
import { NotificationRun } from "#test/unit/notification-run.ts";

describe("what a shell shows", () => {
  const ask = async (news: ShellNews) => {
    const log = { ...createFakeNotifications(), news: () => news };
    const reply = await dispatch(notificationHandlers(log), "tray", {});
    if (!reply.ok) throw new Error(reply.error.message);
    return reply.value as Output<"tray">;
  };

  it("is given as the engine judged it, in the contract's shape", async () => {
    const shown = {
      id: "a",
      kind: "resolved",
      kinds: ["waiting"],
      instruments: [null],
      cause: "unreachable",
      title: "Resolved: The portal cannot be reached",
      sentence: "Resolved after 4 min, nothing lost: the portal answers again.",
      count: 4,
      sinceMs: halfPastTwo,
      isRepeat: false,
      filter: { cause: "unreachable" },
    } as const;
    const { sinceMs: _, kinds: __, instruments: ___, ...same } = shown;
    const told = [
      { number: 1, id: "a", shown },
      { number: 2, id: "a", shown: null },
    ];
    expect(await ask({ tray: offlineTray, sinceMs: halfPastTwo, told })).toEqual({
      tray: offlineTray,
      since: "2026-11-21T14:30:00.000Z",
      told: [
        { number: 1, id: "a", shown: { ...same, since: "2026-11-21T14:30:00.000Z" } },
        { number: 2, id: "a", shown: null },
      ],
    });
  });

  it("says until when sending is paused", async () => {
    const paused = { ...offlineTray, pause: { untilMs: halfPastTwo } };
    expect((await ask({ tray: paused, sinceMs: halfPastTwo, told: [] })).tray.pause).toEqual({
      until: "2026-11-21T14:30:00.000Z",
    });
    const resumed = { ...offlineTray, pause: { untilMs: null } };
    expect((await ask({ tray: resumed, sinceMs: halfPastTwo, told: [] })).tray.pause).toEqual({
      until: null,
    });
  });

  it("is nothing where no host runs", async () => {
    expect(await notificationHandlers(null).tray({}, AbortSignal.any([]))).toMatchObject({
      error: { code: "not-found" },
    });
  });
});

describe("notifications", () => {
  it("are given in the contract's shape, newest first, those that are over with their end", async () => {
    const run = new NotificationRun();
    run.look(statusWith({ blocked: 2 }, { causes: [causeOf("refused", 2)] }));
    run.pass(3);
    run.look(statusWith({ delivered: 2 }));
    run.pass(3);
    run.look(statusWith({ queued: 4 }, { holds: [holdOf("credentials", { sinceMs: run.nowMs })] }));
    run.pass(1);
    const { records } = run.memory;
    const reply = await dispatch(
      notificationHandlers(createFakeNotifications(() => records)),
      "notifications",
      {},
    );
    expect(reply).toMatchObject({
      ok: true,
      value: {
        notices: [
          { cause: "credentials", count: 4, since: "2026-11-21T14:36:00.000Z", resolvedAt: null },
          {
            kind: "needsYou",
            title: "2 files were refused by the portal",
            resolvedAt: "2026-11-21T14:33:00.000Z",
            filter: { cause: "refused" },
          },
        ],
      },
    });
  });

  it("of every kind fit the contract", async () => {
    const run = new NotificationRun();
    const folderTrouble = { message: "Gone.", sinceMs: halfPastTwo };
    const silent = { expectEveryMinutes: 1, lastFileAtMs: halfPastTwo - 3_600_000, name: "Lidar" };
    run.look(
      statusWith(
        { waiting: 1 },
        {
          holds: [holdOf("unreachable"), holdOf("ledger-trouble", { lane: "record" })],
          causes: [causeOf("portal-error", 1)],
          instruments: [instrumentStatus({ folderTrouble }), instrumentStatus(silent)],
          settingsProblems: [{ key: "portal", message: "Wrong.", instrument: null }],
        },
      ),
    );
    run.pass(60);
    const log = createFakeNotifications(() => run.memory.records);
    const reply = await dispatch(notificationHandlers(log), "notifications", {});
    if (!reply.ok) throw new Error(reply.error.message);
    const { notices } = reply.value as Output<"notifications">;
    expect(notices.length).toBeGreaterThanOrEqual(4);
  });

  it("are announced by the feed, once for many changes at a time", async () => {
    let tell = (_: HeardEvent): void => {};
    const source = {
      lastSeq: async () => 0,
      onEvent(listener: (event: HeardEvent) => void) {
        tell = listener;
        return () => {};
      },
    };
    const feed = await createFeed(source, createManualSleep());
    const leaving = new AbortController();
    const batches = feed.follow(0, leaving.signal);
    expect((await batches.next()).value).toEqual([{ type: "status.changed" }]);
    for (let i = 0; i < 3; i++) tell({ type: "notifications.changed" });
    expect((await batches.next()).value).toEqual([{ type: "notifications.changed" }]);
    leaving.abort();
    feed.close();
  });
});
