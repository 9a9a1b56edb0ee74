import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { OpenLedger } from "#adapters/ledger/ledger-client.ts";
import { startOfDayMs } from "#base/dates.ts";
import { noLines, type StationEvent } from "#domain/station-event.ts";
import { eventDetail, eventTitle } from "#station/station-events/event-sentences.ts";
import { createEventRecorder } from "#station/station-events/recorder.ts";
import { makeScratch } from "#test/support/builders/scratch.ts";
import { holdOf, instrumentStatus, statusWith } from "#test/support/builders/status-shapes.ts";
import { fridayMs, liveThroughWeekend, mondayMs, weekendEvents } from "#test/support/builders/weekend.ts";
import { openInThread, ready, sqliteError } from "#test/support/fakes/in-thread-ledger.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let dataFolder: string;
let ledger: OpenLedger;
let isDiskFull = false;
beforeEach(async () => {
  isDiskFull = false;
  dataFolder = await makeScratch("skyferry-events-");
  const beforeStatement = (sql: string) => {
    if (isDiskFull && sql.startsWith("INSERT INTO station_")) throw sqliteError("FULL");
  };
  ledger = ready(openInThread({ dataFolder, nowMs: fridayMs, beforeStatement }));
});
afterEach(async () => {
  await ledger.close();
  await rm(dataFolder, { recursive: true });
});

const everything = async (): Promise<readonly StationEvent[]> =>
  (await ledger.stationEvents({ before: null, limit: 1_000 })).toReversed();

const told = (events: readonly StationEvent[]) =>
  events.map(({ kind, subject, fromMs, toMs, times }) => ({ kind, subject, fromMs, toMs, times }));

function station(nowMs = fridayMs) {
  const clock = { now: nowMs, nowMs: () => clock.now };
  const parts = { version: "0.1.0", settings: { "portal.url": "a" } as Readonly<Record<string, string>> };
  const log = { info() {}, warn() {}, error() {} };
  const run = () =>
    createEventRecorder({
      clock,
      keeper: ledger,
      log,
      version: parts.version,
      settings: () => parts.settings,
    });
  return { clock, parts, run };
}

describe("what happens to the station", () => {
  it("is known after a weekend: outage, silence, crash, update, settings, pause; as are its files", async () => {
    const days = await liveThroughWeekend(ledger);
    const events = await everything();
    expect(events.map(({ kind, subject }) => [kind, subject])).toEqual(
      weekendEvents.map(([kind, subject]) => [kind, subject]),
    );
    for (const [i, [kind, , fromMs, toMs]] of weekendEvents.entries()) {
      const isCrash = kind === "stopped" && events[i]?.detail.isUnclean === true;
      // After a crash only the last sign of life is known.
      if (isCrash) {
        expect(fromMs - (events[i]?.fromMs ?? 0)).toBeLessThanOrEqual(5 * minuteMs);
        expect(events[i]?.fromMs).toBeLessThanOrEqual(fromMs);
      } else expect([kind, events[i]?.fromMs]).toEqual([kind, fromMs]);
      expect([kind, events[i]?.toMs]).toEqual([kind, toMs]);
    }
    expect(events.filter(({ detail }) => detail.isUnclean === true)).toHaveLength(1);
    expect(events.find(({ kind }) => kind === "updated")?.detail.versions).toEqual(["0.1.0", "0.2.0"]);
    expect(events.find(({ kind }) => kind === "settings-changed")?.detail.settings).toEqual([
      { instrument: "Radar", key: "pattern", change: "changed" },
    ]);
    for (const [day, counts] of days) {
      const from = startOfDayMs(day) / hourMs;
      const hours = await ledger.lineHours(from, from + 24, null);
      const sum = hours.reduce(
        (all, { found, delivered, refused, lost }) => ({
          found: all.found + found,
          delivered: all.delivered + delivered,
          refused: all.refused + refused,
          lost: all.lost + lost,
        }),
        noLines,
      );
      expect([day, sum]).toEqual([day, counts]);
    }
  });

  it("is one event where it comes and goes, and none where it passes quickly", async () => {
    const { clock, run } = station();
    const recorder = run();
    await recorder.start();
    const away = statusWith({}, { holds: [holdOf("unreachable", { sinceMs: fridayMs })] });
    for (let n = 0; n < 3 * 60; n++) {
      clock.now = fridayMs + n * minuteMs;
      // Five minutes away, five minutes back, for three hours.
      recorder.look(n % 10 < 5 ? away : statusWith());
      await ledger.lastRun();
    }
    await recorder.stop();
    const outages = (await everything()).filter(({ kind }) => kind === "outage");
    expect(told(outages)).toEqual([
      { kind: "outage", subject: "", fromMs: fridayMs, toMs: fridayMs + 175 * minuteMs, times: 18 },
    ]);
  });

  it("lasts on over a crash, and ended with the run before where the next one does not meet it", async () => {
    const { clock, run } = station();
    const first = run();
    await first.start();
    const gone = instrumentStatus({ folderTrouble: { message: "It is gone.", sinceMs: fridayMs } });
    const bad = statusWith(
      { queued: 1 },
      { holds: [holdOf("unreachable", { sinceMs: fridayMs })], instruments: [gone] },
    );
    for (let n = 0; n <= 4; n++) {
      clock.now = fridayMs + n * minuteMs;
      first.look(bad);
      await ledger.lastRun();
    }
    const aliveMs = (await ledger.lastRun())?.aliveMs ?? 0;
    expect((await everything()).filter(({ toMs }) => toMs === null)).toHaveLength(2);

    // Killed; two hours later the folder is there and the portal is still away.
    const second = run();
    clock.now = fridayMs + 2 * hourMs;
    await second.start();
    for (let n = 0; n <= 5; n++) {
      clock.now += minuteMs;
      second.look(
        statusWith({ queued: 1 }, n < 2 ? {} : { holds: [holdOf("unreachable", { sinceMs: clock.now })] }),
      );
      await ledger.lastRun();
    }
    const events = await everything();
    expect(events.find(({ kind }) => kind === "folder-gone")?.toMs).toBe(aliveMs);
    expect(told(events.filter(({ kind }) => kind === "outage"))).toEqual([
      { kind: "outage", subject: "", fromMs: fridayMs, toMs: null, times: 1 },
    ]);
    expect(events.find(({ kind }) => kind === "stopped")).toMatchObject({
      fromMs: aliveMs,
      toMs: fridayMs + 2 * hourMs,
      detail: { isUnclean: true },
    });
  });

  it("goes on under another name of its instrument, in the same run and in the next one", async () => {
    const { clock, run } = station();
    const goneUnder = (name: string) => {
      const folderTrouble = { message: "It is gone.", sinceMs: fridayMs };
      return statusWith({ queued: 1 }, { instruments: [instrumentStatus({ name, folderTrouble })] });
    };
    const rename = async (recorder: ReturnType<typeof run>, from: string, to: string) => {
      await ledger.renameInstrument(from, to);
      recorder.renamed({ from, to });
    };
    const lookFor = async (recorder: ReturnType<typeof run>, status: ReturnType<typeof statusWith>) => {
      for (let n = 0; n < 5; n++) {
        clock.now += minuteMs;
        recorder.look(status);
        await ledger.lastRun();
      }
    };
    const first = run();
    await first.start();
    await lookFor(first, goneUnder("Radar"));
    await rename(first, "Radar", "Radar 2");
    await lookFor(first, goneUnder("Radar 2"));
    await first.stop();
    const second = run();
    await second.start();
    await rename(second, "Radar 2", "Radar 3");
    const gone = async () => told((await everything()).filter(({ kind }) => kind === "folder-gone"));
    const event = { kind: "folder-gone", subject: "Radar 3", fromMs: fridayMs, toMs: null, times: 1 };
    expect(await gone()).toEqual([event]);
    await lookFor(second, statusWith({}, { instruments: [instrumentStatus({ name: "Radar 3" })] }));
    expect(await gone()).toEqual([{ ...event, toMs: expect.any(Number) }]);
  });

  it("is not doubled by a start that fails again and again", async () => {
    const { clock, run } = station();
    for (let n = 0; n < 50; n++) {
      clock.now += 20_000;
      await run().start();
    }
    const stopped = (await everything()).filter(({ kind }) => kind === "stopped");
    expect(stopped.map(({ times }) => times)).toEqual([49]);
  });

  it("names the settings that were changed while nothing ran, and never what they are", async () => {
    const { clock, parts, run } = station();
    const first = run();
    await first.start();
    await first.stop();
    parts.settings = { "portal.url": "b", "\nRadar": "1", "pattern\nRadar": "2" };
    clock.now += hourMs;
    const second = run();
    await second.start();
    second.settingsTaken();
    second.passwordChanged();
    clock.now += hourMs;
    await second.stop();
    const events = await everything();
    expect(events.map(({ kind }) => kind)).toEqual([
      "ledger-begun",
      "stopped",
      "settings-changed",
      "password-changed",
      "stopped",
    ]);
    expect(events[2]?.detail.settings).toEqual([
      { instrument: "Radar", key: null, change: "added" },
      { instrument: null, key: "portal.url", change: "changed" },
    ]);
    expect(events[1]?.detail).toEqual({});
  });

  it("says what a person marked as known, of which instrument, why and who, and that it was taken back", async () => {
    const { clock, run } = station();
    const recorder = run();
    await recorder.start();
    const file = (instrument: string) => ({ instrument, relPath: "a.nc", version: "1" });
    const known = { id: 1, cause: "judged-invalid", label: "2 files", note: "Rain", by: "operator" } as const;
    recorder.known({ known: { ...known, files: [file("Radar")], atMs: clock.now }, isEnded: false });
    const both = [file("Radar"), file("Lidar")];
    recorder.known({ known: { ...known, files: both, atMs: clock.now }, isEnded: true });
    await recorder.stop();
    const events = (await everything()).filter(({ kind }) => kind === "known");
    expect(events.map((event) => [event.subject, eventTitle(event), eventDetail(event)])).toEqual([
      ["Radar", "Marked as known: 2 files", "By operator: “Rain”"],
      ["", "No longer marked as known: 2 files", "Its note was: “Rain” (operator)."],
    ]);
  });

  it("waits while the disk takes nothing, and is written afterwards", async () => {
    const { clock, run } = station();
    const recorder = run();
    await recorder.start();
    isDiskFull = true;
    const paused = holdOf("paused", { lane: "pause", sinceMs: fridayMs });
    recorder.look(statusWith({}, { holds: [paused] }));
    clock.now += minuteMs;
    recorder.look(statusWith());
    await ledger.lastRun();
    expect((await everything()).map(({ kind }) => kind)).toEqual(["ledger-begun"]);
    isDiskFull = false;
    recorder.look(statusWith());
    await recorder.stop();
    expect(told((await everything()).filter(({ kind }) => kind === "paused"))).toEqual([
      { kind: "paused", subject: "", fromMs: fridayMs, toMs: fridayMs + minuteMs, times: 1 },
    ]);
  });

  it("begins with the ledger: the first one, and one after the first was lost", async () => {
    await ledger.close();
    await rm(`${dataFolder}/ledger.sqlite`);
    ledger = ready(openInThread({ dataFolder, nowMs: mondayMs }));
    const [begun] = await everything();
    expect(begun).toMatchObject({ kind: "ledger-begun", fromMs: mondayMs, toMs: mondayMs });
    expect(begun?.detail.message).toMatch(/was damaged or lost/);
  });

  it("is found by kind, time and subject, page by page, and kept as long as the journal", async () => {
    await liveThroughWeekend(ledger);
    const all = (await everything()).toReversed();
    const ofRadar = await ledger.stationEvents({
      subject: "Radar",
      kinds: ["silent"],
      before: null,
      limit: 9,
    });
    expect(ofRadar.map(({ kind }) => kind)).toEqual(["silent"]);
    const sunday = startOfDayMs("2026-11-22");
    const onSunday = await ledger.stationEvents({
      fromMs: sunday,
      toMs: sunday + 24 * hourMs,
      before: null,
      limit: 99,
    });
    expect(onSunday.map(({ kind }) => kind)).toEqual([
      "paused",
      "updated",
      "stopped",
      "stopped",
      "settings-changed",
      "silent",
    ]);
    const paged: StationEvent[] = [];
    for (;;) {
      const part = await ledger.stationEvents({ before: paged.at(-1) ?? null, limit: 3 });
      if (part.length === 0) break;
      paged.push(...part);
    }
    expect(paged).toEqual(all);
    await ledger.limitJournal(2);
    const now = { kind: "password-changed", subject: "", atMs: mondayMs, detail: {} } as const;
    await ledger.recordEvents([{ type: "note", ...now }], null);
    expect((await everything()).map(({ kind }) => kind)).toEqual(["paused", "password-changed"]);
  });
});
