import { describe, expect, it } from "vitest";
import type { Cause } from "#domain/cause.ts";
import { usualNotifications } from "#domain/notification-settings.ts";
import { headlineOf } from "#station/notifications/tray-view.ts";
import type { InstrumentStatus } from "#station/status/reports.ts";
import {
  causeOf,
  halfPastTwo,
  holdOf,
  instrumentStatus,
  statusWith,
} from "#test/support/builders/status-shapes.ts";
import { NotificationRun } from "#test/unit/notification-run.ts";

const well = statusWith({ delivered: 50 });
const away = statusWith({ queued: 37 }, { holds: [holdOf("unreachable", { sinceMs: halfPastTwo })] });
const wrongPassword = statusWith(
  { queued: 37 },
  { holds: [holdOf("credentials", { sinceMs: halfPastTwo })] },
);
const refused = (count: number) => statusWith({ blocked: count }, { causes: [causeOf("refused", count)] });
const hour = 60;

describe("trouble of the portal", () => {
  it("of three days is told once, repeated in place after 10 min, 1 h and 1 day, and told to be over", () => {
    const run = new NotificationRun();
    run.look(away);
    run.pass(72 * hour);
    run.look(well);
    run.pass(2);
    expect(run.said).toEqual(["down 2", "repeat 12", "repeat 62", "repeat 1442", "up 4321"]);
    const [down, again, , , up] = run.shown;
    expect(new Set(run.shown.slice(0, 4).map(({ id }) => id)).size).toBe(1);
    expect(run.closed).toEqual([down?.id]);
    expect(down).toMatchObject({
      kind: "waiting",
      cause: "unreachable",
      title: "Portal unreachable",
      sentence:
        "Portal unreachable since 14:30 UTC. 37 files are safe here. Sending resumes automatically when it answers.",
      count: 37,
      sinceMs: halfPastTwo,
      isRepeat: false,
    });
    expect(down?.filter.states).toContain("queued");
    expect(again?.sentence).toMatch(
      /^Portal unreachable for 12 min, since 14:30 UTC. 37 files are safe here./,
    );
    expect(up).toMatchObject({
      kind: "resolved",
      title: "Resolved: Portal unreachable",
      sentence: "Resolved after 3 days, nothing lost: the portal answers again.",
    });
  });

  it("that is over within two minutes raises nothing", () => {
    const run = new NotificationRun();
    run.look(away);
    run.pass(1.9);
    run.look(well);
    run.pass(10);
    expect([run.said, run.memory.seen]).toEqual([[], {}]);
  });

  it("that comes and goes is one trouble", () => {
    const run = new NotificationRun();
    for (let i = 0; i < 60; i++) {
      run.look(away);
      run.pass(0.5);
      run.look(well);
      run.pass(0.2);
    }
    run.pass(10);
    expect(run.said.map((line) => line.split(" ")[0])).toEqual(["down", "repeat", "up"]);
  });

  it("is one trouble although its cause changes, and news when it needs a person", () => {
    const run = new NotificationRun();
    run.look(away);
    run.pass(5);
    run.look(statusWith({ queued: 40 }, { holds: [holdOf("maintenance")] }));
    run.look(wrongPassword);
    run.look(away);
    run.look(wrongPassword);
    run.pass(1);
    expect(run.said).toEqual(["down 2", "down 5"]);
    expect(new Set(run.shown.map(({ id }) => id)).size).toBe(1);
    expect(run.shown[1]).toMatchObject({ kind: "needsYou", cause: "credentials", isRepeat: false });
  });

  it("is not called over while nothing shows that the portal answers again", () => {
    const run = new NotificationRun();
    run.look(away);
    run.pass(5);
    run.restart();
    run.look(statusWith({ queued: 37 }));
    run.pass(30);
    expect(run.said).toEqual(["down 2"]);
    run.look(statusWith({ queued: 36, delivered: 1 }));
    run.pass(2);
    expect(run.said).toEqual(["down 2", "up 35"]);
  });

  it("that needs a person is told after seconds", () => {
    const run = new NotificationRun();
    run.look(wrongPassword);
    run.pass(1);
    expect(run.sentences()).toEqual([
      "Wrong user name or password since 14:30 UTC. 37 files are safe here. Check them in Settings.",
    ]);
  });
});

describe("files that need a person", () => {
  it("are one notification a cause, however many follow", () => {
    const run = new NotificationRun();
    for (let count = 1; count <= 200; count++) {
      run.look(refused(count));
      run.pass(0.04);
    }
    expect(run.said).toHaveLength(1);
    run.pass(3);
    run.look(refused(200));
    expect(run.shown).toHaveLength(2);
    expect(run.shown[1]).toMatchObject({ isRepeat: true, count: 200, filter: { cause: "refused" } });
    expect(run.shown[1]?.sentence).toBe(
      "200 files were refused by the portal. This has lasted for 10 min, since 14:30 UTC. 200 files are safe here. The page Files shows what to do.",
    );
  });

  it("are told together when several causes arise at once, and are over together", () => {
    const run = new NotificationRun();
    const three = statusWith(
      { blocked: 5, queued: 1 },
      { causes: [causeOf("refused", 3), causeOf("too-large", 2)], holds: [holdOf("credentials")] },
    );
    run.look(refused(3));
    run.pass(0.1);
    run.look(three);
    run.pass(1);
    expect(run.shown).toHaveLength(1);
    expect(run.shown[0]).toMatchObject({ title: "3 problems at once, 3 need you", count: 6 });
    expect(run.sentences()[0]).toBe(
      "Wrong user name or password since 14:02 UTC. 3 files were refused by the portal. 2 files are too large for the portal. 6 files are safe here. Skyferry shows what to do about each problem.",
    );
    run.look(refused(3));
    run.pass(2);
    expect(run.closed).toEqual([]);
    run.look(well);
    run.pass(2);
    expect(run.said.filter((line) => line.startsWith("up"))).toHaveLength(1);
  });

  it("name the five most serious of many, and say how many there are", () => {
    const run = new NotificationRun();
    const causes = [
      "refused",
      "too-large",
      "unfit-name",
      "record-clash",
      "content-check",
      "replaced-on-portal",
      "not-kept",
    ];
    run.look(
      statusWith({ blocked: 28 }, { causes: causes.map((cause, i) => causeOf(cause as Cause, 7 - i)) }),
    );
    run.pass(1);
    expect(run.shown[0]).toMatchObject({ title: "7 problems at once, 7 need you" });
    expect(run.sentences()[0]).toBe(
      "7 files were refused by the portal. 6 files are too large for the portal. 5 files have names that the portal does not accept. 4 files would replace other files on the portal. 3 files look damaged and are held back. 2 more problems. 28 files are safe here. Skyferry shows what to do about each problem.",
    );
  });

  it("of a cause that comes back after it was over are told again", () => {
    const run = new NotificationRun();
    for (let i = 0; i < 2; i++) {
      run.look(refused(1));
      run.pass(2);
      run.look(well);
      run.pass(2);
    }
    expect(run.said.map((line) => line.split(" ")[0])).toEqual(["down", "up", "down", "up"]);
  });

  it("that pass by themselves are told only after half an hour", () => {
    const run = new NotificationRun();
    run.look(statusWith({ waiting: 2 }, { causes: [causeOf("file-locked", 2)] }));
    run.pass(29);
    expect(run.said).toEqual([]);
    run.pass(2);
    expect(run.shown[0]).toMatchObject({
      kind: "waiting",
      title: "2 files are in use by another program",
    });
  });
});

describe("an instrument that writes no files any more", () => {
  const radar = (lastFileAtMs: number) =>
    statusWith(
      { delivered: 1 },
      { instruments: [instrumentStatus({ expectEveryMinutes: 60, lastFileAtMs })] },
    );

  it("is told after three times its usual time, and told to be over", () => {
    const run = new NotificationRun();
    run.look(radar(halfPastTwo));
    run.pass(3 * hour);
    expect(run.said).toEqual([]);
    run.pass(10);
    expect(run.shown[0]).toMatchObject({
      kind: "silentInstrument",
      cause: "silent-instrument",
      title: "Radar stopped writing at 14:30 UTC (usually one file an hour)",
      filter: { instrument: "Radar" },
    });
    run.look(radar(run.nowMs));
    run.pass(2);
    expect(run.sentences().at(-1)).toBe("Resolved after 3 h 10 min, nothing lost: Radar writes files again.");
  });

  const learned = (change: Partial<InstrumentStatus> = {}) =>
    statusWith(
      { delivered: 1 },
      {
        instruments: [
          instrumentStatus({
            everyMinutes: 60,
            silentAtMs: halfPastTwo,
            lastFileAtMs: halfPastTwo - 3 * 3_600_000,
            ...change,
          }),
        ],
      },
    );

  it("is told ten minutes later where it was learned: it may be starting with this PC", () => {
    const run = new NotificationRun();
    run.look(learned());
    run.pass(10);
    expect(run.said).toEqual([]);
    run.pass(2);
    expect(run.shown.map(({ cause }) => cause)).toEqual(["silent-instrument"]);
  });

  it("is over only when a file came, not when its folder cannot be seen, and taken away when it is off", () => {
    const run = new NotificationRun();
    run.look(learned());
    run.pass(12);
    run.look(learned({ silentAtMs: null, folderTrouble: { message: "It is gone.", sinceMs: run.nowMs } }));
    run.pass(1);
    run.look(learned({ silentAtMs: null, lastRescanAtMs: null }));
    run.pass(3);
    expect(run.sentences().filter((sentence) => sentence.startsWith("Resolved"))).toEqual([]);
    run.look(learned());
    run.pass(2);
    const told = run.said.length;
    run.look(learned({ silentAtMs: run.nowMs + 86_400_000, offUntil: "2026-12-01" }));
    run.pass(3);
    expect(run.said.slice(told)).toEqual([]);
    expect(run.memory.open).toEqual([]);
  });

  it("is told at most once a switch, which turns it off", () => {
    const run = new NotificationRun();
    run.rules = { ...usualNotifications, silentInstrument: false };
    run.look(radar(halfPastTwo - 5 * 3_600_000));
    run.pass(hour);
    expect(run.said).toEqual([]);
  });
});

describe("this PC", () => {
  const clock = (cause: "clock-off" | "clock-wrong") =>
    statusWith({}, { causes: [causeOf(cause, 0)], clockAheadMs: 400_000 });

  it("is told of a clock that differs after half an hour, at once when it is wrong, and of its end when it is known", () => {
    const run = new NotificationRun();
    run.look(clock("clock-off"));
    run.pass(29);
    expect(run.said).toEqual([]);
    run.pass(2);
    expect(run.shown.map(({ kind, cause }) => [kind, cause])).toEqual([["waiting", "clock-off"]]);
    run.look(clock("clock-wrong"));
    run.pass(1);
    expect(run.shown.at(-1)).toMatchObject({ kind: "needsYou", cause: "clock-wrong", isRepeat: false });
    run.restart();
    run.look(statusWith({}, { clockAheadMs: null }));
    run.pass(9);
    expect(run.said).toHaveLength(2);
    run.look(well);
    run.pass(2);
    expect(run.sentences().at(-1)).toMatch(/nothing lost: the clocks agree again/);
  });
});

describe("products in which the portal found errors", () => {
  const radarOf2Days = [
    { product: "radar", uuid: "a", date: "2026-11-20", updatedAtMs: 1, reasons: ["Data coverage: none"] },
    { product: "radar", uuid: "b", date: "2026-11-18", updatedAtMs: 1, reasons: null },
  ];
  const withPoor = (poor: typeof radarOf2Days) => {
    const verdicts = {
      instrument: "Radar",
      invalid: null,
      unprocessed: null,
      poorProducts: poor.length,
      poor,
    };
    return statusWith({ delivered: 50 }, { instruments: [instrumentStatus({ verdicts })] });
  };

  it("are not told by themselves, and keep nothing from being safe", () => {
    const run = new NotificationRun();
    run.look(withPoor(radarOf2Days));
    run.pass(72 * hour);
    expect(run.said).toEqual([]);
    const judged = headlineOf({
      status: withPoor(radarOf2Days),
      nowMs: halfPastTwo,
      isRunning: true,
      today: null,
    });
    expect(judged.state).toBe("complete");
  });

  it("are told once a day for each instrument where somebody wants it, until they are over", () => {
    const run = new NotificationRun();
    run.rules = { ...usualNotifications, poorProduct: true };
    run.look(withPoor(radarOf2Days));
    run.pass(50 * hour);
    run.look(withPoor([]));
    run.pass(2);
    const said = run.said.map((one) => one.replace(/\..*/, ""));
    expect(said).toEqual(["down 0", "repeat 1440", "repeat 2880", "up 3001"]);
    expect(run.shown[0]).toMatchObject({
      kind: "poorProduct",
      cause: "poor-product",
      title: "The portal found errors in 2 products of Radar: newest radar of 20 Nov 2026",
      sentence: expect.stringMatching(/Data coverage: none\.$/),
    });
  });
});
