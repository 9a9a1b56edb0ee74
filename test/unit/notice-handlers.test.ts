import { describe, expect, it } from "vitest";
import { dispatch } from "#api/dispatch.ts";
import { createFeed, type HeardEvent } from "#api/events/feed.ts";
import { noticeHandlers } from "#api/handlers/notifications.ts";
import { noticeMethods } from "#contract/notifications.ts";
import { createManualSleep } from "#test/harness/manual-sleep.ts";
import { NoticeRun } from "#test/harness/notice-run.ts";
import { causeOf, halfPastTwo, holdOf, instrumentStatus, statusWith } from "#test/harness/status-shapes.ts";

describe("notices", () => {
  it("are given in the contract's shape, newest first, those that are over with their end", async () => {
    const run = new NoticeRun();
    run.look(statusWith({ blocked: 2 }, { causes: [causeOf("refused", 2)] }));
    run.pass(3);
    run.look(statusWith({ delivered: 2 }));
    run.pass(3);
    run.look(statusWith({ queued: 4 }, { holds: [holdOf("credentials", { sinceMs: run.nowMs })] }));
    run.pass(1);
    const { records } = run.memory;
    const reply = await dispatch(
      noticeHandlers(() => records),
      "notices",
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
    const run = new NoticeRun();
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
    const reply = await noticeHandlers(() => run.memory.records).notices({}, AbortSignal.abort());
    if (!reply.ok) throw new Error(reply.error.message);
    expect(noticeMethods.notices.output.parse(reply.value)).toEqual(reply.value);
    expect(reply.value.notices.length).toBeGreaterThanOrEqual(4);
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
    for (let i = 0; i < 3; i++) tell({ type: "notice.changed" });
    expect((await batches.next()).value).toEqual([{ type: "notice.changed" }]);
    leaving.abort();
    feed.close();
  });
});
