import { describe, expect, it } from "vitest";
import { noMemory } from "#station/notifications/memory.ts";
import { evaluateNotifications } from "#station/notifications/notifications.ts";
import { trayViewOf } from "#station/notifications/tray-view.ts";
import type { Issue } from "#station/status/issue.ts";
import { issuesOf } from "#station/status/issues.ts";
import { createSnoozes } from "#station/status/snoozes.ts";
import { causeOf, halfPastTwo, statusWith } from "#test/support/builders/status-shapes.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";

const hourMs = 3_600_000;
const refused = causeOf("refused", 3);
const clash = causeOf("record-clash", 1);
const stopped = (files = 3) =>
  statusWith({ blocked: files + 1 }, { causes: [causeOf("refused", files), clash] });
const issueOf = (key: string) => issuesOf(stopped(), halfPastTwo).find((one) => one.key === key) as Issue;

async function opened(store = new MemoryStateStore()) {
  let nowMs = halfPastTwo;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const snoozes = createSnoozes({ clock, store });
  await snoozes.start();
  return { snoozes, store, advance: (ms: number) => (nowMs += ms) };
}

const view = (snoozes: Awaited<ReturnType<typeof opened>>["snoozes"], files = 3, nowMs = halfPastTwo) =>
  trayViewOf({
    status: { ...stopped(files), snoozes: snoozes.list() },
    nowMs,
    isRunning: true,
    today: null,
  });

describe("a snooze", () => {
  it("is counted in the headline, comes last, and calls nobody once all is snoozed", async () => {
    const { snoozes } = await opened();
    await snoozes.begin(issueOf("files:refused"), halfPastTwo + hourMs);
    expect(view(snoozes)).toMatchObject({
      state: "needs-you",
      tooltip: "2 things need you, 1 snoozed",
      badge: 1,
      causes: [
        { cause: "record-clash" },
        { cause: "refused", label: expect.stringMatching(/ \(snoozed\)$/) },
      ],
    });
    await snoozes.begin(issueOf("files:record-clash"), null);
    expect(view(snoozes)).toMatchObject({
      state: "waiting",
      tooltip: "2 things need you, all snoozed",
      badge: 0,
    });
  });

  it("is over at its end; without one, with more files or another cause", async () => {
    const { snoozes } = await opened();
    await snoozes.begin(issueOf("files:refused"), halfPastTwo + hourMs);
    await snoozes.begin(issueOf("files:record-clash"), null);
    const at = (nowMs: number, files: number) =>
      issuesOf({ ...stopped(files), snoozes: snoozes.list() }, nowMs)
        .filter(({ snoozed }) => snoozed !== undefined)
        .map(({ cause }) => cause)
        .toSorted();
    expect(at(halfPastTwo, 9)).toEqual(["record-clash", "refused"]);
    expect(at(halfPastTwo + hourMs, 3)).toEqual(["record-clash"]);
    await snoozes.begin(issueOf("files:refused"), null);
    expect(at(halfPastTwo, 3)).toEqual(["record-clash", "refused"]);
    expect(at(halfPastTwo, 4)).toEqual(["record-clash"]);
  });

  it("is kept from one start to the next, until its matter is over for ten minutes", async () => {
    const { snoozes, store } = await opened();
    await snoozes.begin(issueOf("files:refused"), null);
    const next = await opened(store);
    expect(next.snoozes.list()).toMatchObject([{ key: "files:refused", count: 3, untilMs: null }]);
    await next.snoozes.look([]);
    next.advance(9 * 60_000);
    await next.snoozes.look([]);
    expect(next.snoozes.list()).toHaveLength(1);
    next.advance(60_000);
    await next.snoozes.look([]);
    expect(next.snoozes.list()).toEqual([]);
    expect((await opened(store)).snoozes.list()).toEqual([]);
  });

  it("is ended by hand; what is damaged on disk is left out", async () => {
    const store = new MemoryStateStore();
    store.page = JSON.stringify({
      snoozes: [null, 3, { key: "portal" }, { ...issueOf("files:refused"), untilMs: null }],
    });
    const { snoozes } = await opened(store);
    expect(snoozes.list().map(({ key }) => key)).toEqual(["files:refused"]);
    expect(await snoozes.end("files:refused")).toBe(true);
    expect(await snoozes.end("files:refused")).toBe(false);
    expect(snoozes.list()).toEqual([]);
  });
});

describe("the notification of what is snoozed", () => {
  const rules = { needsYou: true, waiting: true, silentInstrument: true, poorProduct: false, resolved: true };

  it("is taken away, and comes again when the snooze ends", async () => {
    const { snoozes } = await opened();
    const status = (files = 3) => ({
      ...statusWith({ blocked: files }, { causes: [refused] }),
      snoozes: snoozes.list(),
    });
    const look = (memory: typeof noMemory, nowMs: number) =>
      evaluateNotifications(memory, { status: status(), rules: rules as never, quietForMs: 0 }, nowMs);
    const first = look(look(noMemory, halfPastTwo).memory, halfPastTwo + 60_000);
    expect(first.show.map(({ title }) => title)).toEqual(["3 files were refused by the portal"]);
    await snoozes.begin(issueOf("files:refused"), halfPastTwo + hourMs);
    const put = look(first.memory, halfPastTwo + 120_000);
    expect(put.show).toEqual([]);
    expect(put.close).toEqual([first.show[0]?.id]);
    expect(put.memory.records[0]?.sentence).toContain("Snoozed");
    const later = look(look(put.memory, halfPastTwo + hourMs).memory, halfPastTwo + hourMs + 60_000);
    expect(later.show.map(({ title }) => title)).toEqual(["3 files were refused by the portal"]);
  });
});
