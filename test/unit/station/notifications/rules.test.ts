import { describe, expect, it } from "vitest";
import { usualNotifications } from "#domain/notification-settings.ts";
import { noMemory, readMemory, renamedIn } from "#station/notifications/memory.ts";
import {
  causeOf,
  halfPastTwo,
  holdOf,
  instrumentStatus,
  statusWith,
} from "#test/support/builders/status-shapes.ts";
import { NotificationRun } from "#test/unit/notification-run.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const well = statusWith({ delivered: 50 });
const away = statusWith({ queued: 37 }, { holds: [holdOf("unreachable", { sinceMs: halfPastTwo })] });
const refused = statusWith({ blocked: 3 }, { causes: [causeOf("refused", 3)] });

describe("a file whose connection makes no progress", () => {
  const stuck = statusWith({ waiting: 1 }, { causes: [causeOf("no-progress", 1)] });
  const tried = statusWith({ sending: 1 });

  it("is told after two minutes, once however often it is tried, and when it is over", () => {
    const run = new NotificationRun();
    for (let round = 0; round < 5; round++) {
      run.look(stuck);
      run.pass(3);
      run.look(tried);
      run.pass(2);
    }
    expect(run.said.filter((line) => !line.startsWith("repeat"))).toEqual(["down 2"]);
    expect(run.sentences()[0]).toMatch(/^1 file stalled on the way to the portal/);
    run.look(well);
    run.pass(30);
    expect(run.said.at(-1)).toMatch(/^up/);
  });

  it("is not told where the next try goes well", () => {
    const run = new NotificationRun();
    run.look(stuck);
    run.pass(1);
    run.look(well);
    run.pass(60);
    expect(run.said).toEqual([]);
  });
});

describe("quiet hours for notifications", () => {
  const quietFor = (run: NotificationRun, minutes: number) => {
    run.quiet = [run.nowMs, run.nowMs + minutes * minuteMs];
  };

  it("show what arose and is still open when they end", () => {
    const run = new NotificationRun();
    quietFor(run, 60);
    run.look(away);
    run.pass(120);
    expect(run.said[0]).toBe("down 60");
  });

  it("never show what came and went", () => {
    const run = new NotificationRun();
    quietFor(run, 60);
    run.look(refused);
    run.pass(30);
    run.look(well);
    run.pass(120);
    expect(run.said).toEqual([]);
  });

  it("keep repeats and what is over for their end", () => {
    const run = new NotificationRun();
    run.look(refused);
    run.pass(1);
    quietFor(run, 120);
    run.look();
    run.pass(90);
    run.look(well);
    run.pass(2);
    expect(run.closed).toHaveLength(1);
    run.pass(120);
    expect(run.said.map((line) => line.split(" ")[0])).toEqual(["down", "up"]);
    expect(run.sentences().at(-1)).toMatch(/^Resolved after 1 h 31 min, nothing lost/);
    expect(run.said.at(-1)).toBe("up 121");
  });

  it("that end while it still lasts give one repeat, not all that were missed", () => {
    const run = new NotificationRun();
    run.look(refused);
    run.pass(1);
    quietFor(run, 120);
    run.look();
    run.pass(200);
    expect(run.said.slice(1)).toEqual(["repeat 121"]);
  });
});

describe("the switches", () => {
  it.each([
    ["needsYou", refused],
    ["waiting", away],
  ] as const)("%s turns its notifications off, and what was told of it is taken away", (kind, status) => {
    const off = new NotificationRun();
    off.rules = { ...usualNotifications, [kind]: false };
    off.look(status);
    off.pass(60);
    expect(off.said).toEqual([]);

    const turned = new NotificationRun();
    turned.look(status);
    turned.pass(5);
    turned.rules = off.rules;
    turned.look();
    expect([turned.said.length, turned.closed.length]).toEqual([1, 1]);
    turned.pass(60);
    expect(turned.said).toHaveLength(1);
  });

  it("resolved only takes the notification away", () => {
    const run = new NotificationRun();
    run.rules = { ...usualNotifications, resolved: false };
    run.look(refused);
    run.pass(5);
    run.look(well);
    run.pass(5);
    expect([run.said.length, run.closed.length]).toEqual([1, 1]);
    expect(run.memory.records[0]?.resolvedAtMs).toBe(halfPastTwo + 5 * minuteMs);
  });
});

describe("a restart", () => {
  it("tells nothing again, and goes on with the repeats", () => {
    const run = new NotificationRun();
    run.look(refused);
    run.pass(5);
    for (let i = 0; i < 3; i++) {
      run.restart();
      run.look();
    }
    expect(run.said).toHaveLength(1);
    run.pass(20);
    expect(run.said).toHaveLength(2);
    expect(run.shown[1]?.isRepeat).toBe(true);
  });

  it("does not call a folder readable before it was looked at", () => {
    const folder = { folderTrouble: { message: "Gone.", sinceMs: halfPastTwo } };
    const run = new NotificationRun();
    run.look(statusWith({}, { instruments: [instrumentStatus(folder)] }));
    run.pass(5);
    run.restart();
    run.look(statusWith({}, { instruments: [instrumentStatus({ lastRescanAtMs: null })] }));
    run.pass(5);
    expect(run.said).toEqual(["down 2"]);
    run.look(statusWith({}, { instruments: [instrumentStatus()] }));
    run.pass(2);
    expect(run.said).toEqual(["down 2", "up 10"]);
  });

  it("starts again with a memory that is damaged or of another form", () => {
    const whole = { ...noMemory, serial: 7 };
    expect(readMemory(whole)).toEqual(whole);
    const bad = [null, 3, "x", [], {}, { ...noMemory, form: 2 }, { ...noMemory, open: [{}] }];
    const worse = [
      { ...noMemory, seen: { a: {} } },
      { ...noMemory, records: [{ id: 1 }] },
      { ...noMemory, owed: 1 },
    ];
    for (const kept of [...bad, ...worse]) expect(readMemory(kept)).toEqual(noMemory);
  });

  it("tells of a renamed instrument by its new name, also that it is over", () => {
    const run = new NotificationRun();
    const gone = (name: string) =>
      statusWith(
        {},
        {
          instruments: [
            instrumentStatus({ name, folderTrouble: { message: "Gone.", sinceMs: halfPastTwo - hourMs } }),
          ],
        },
      );
    run.look(gone("Radar"));
    run.pass(3);
    run.memory = renamedIn(run.memory, { from: "Radar", to: "Cloud radar" });
    run.look(gone("Cloud radar"));
    run.look(statusWith({}, { instruments: [instrumentStatus({ name: "Cloud radar" })] }));
    run.pass(3);
    expect(run.shown.map(({ instruments }) => instruments)).toEqual([["Radar"], ["Cloud radar"]]);
  });

  it("after the clock was set back still repeats in time", () => {
    const run = new NotificationRun();
    run.look(refused);
    run.pass(1);
    run.nowMs -= 365 * 24 * 60 * minuteMs;
    run.look();
    run.pass(11);
    expect(run.shown.map(({ isRepeat }) => isRepeat)).toEqual([false, true]);
    expect(run.shown[1]?.sentence).toContain("This has lasted for 10 min");
  });
});

describe("the records", () => {
  const both = statusWith(
    { blocked: 3 },
    {
      causes: [causeOf("refused", 3)],
      instruments: [instrumentStatus({ folderTrouble: { message: "Gone.", sinceMs: halfPastTwo - hourMs } })],
    },
  );

  it("are one for each cause, each with its own time and sentence", () => {
    const run = new NotificationRun();
    run.look(both);
    run.pass(3);
    const told = run.memory.records.map(({ key, sinceMs, sentence }) => [key, sinceMs, sentence]);
    expect(told.toSorted()).toEqual([
      [
        "files:refused",
        halfPastTwo,
        "3 files were refused by the portal. 3 files are safe here. The page Files shows what to do.",
      ],
      [
        "folder:Radar",
        halfPastTwo - hourMs,
        "Cannot open the folder of Radar since 13:30 UTC. Its files cannot be checked now. Check the drive or the network. Sending then continues by itself.",
      ],
    ]);
  });

  it("say at once, in the past tense, what is over, and that it is back should it come again", () => {
    const run = new NotificationRun();
    const refused = statusWith({ blocked: 3 }, { causes: [causeOf("refused", 3)] });
    const files = () => run.memory.records.find(({ key }) => key === "files:refused");
    run.look(refused);
    run.pass(5);
    run.look(statusWith({ delivered: 3 }));
    expect(files()).toMatchObject({
      resolvedAtMs: halfPastTwo + 5 * minuteMs,
      sentence: "Resolved after 5 min, nothing lost: no more files are affected.",
    });
    expect(run.closed).toEqual([]);
    run.look(refused);
    expect(files()).toMatchObject({ resolvedAtMs: null, sentence: expect.stringMatching(/^3 files were/) });
    run.look(statusWith({ delivered: 3 }));
    run.pass(2);
    expect(run.closed).toHaveLength(1);
    expect(files()?.resolvedAtMs).toBe(halfPastTwo + 5 * minuteMs);
  });

  it("follow the number of what they tell, and keep the greatest when it is over", () => {
    const run = new NotificationRun();
    const refusedFiles = (count: number) =>
      statusWith({ blocked: count, delivered: 5 }, { causes: [causeOf("refused", count)] });
    const counts: number[] = [];
    for (const count of [3, 40, 12]) {
      run.look(refusedFiles(count));
      run.pass(1);
      const [record] = run.memory.records;
      counts.push(record?.count ?? 0);
      expect(record?.title).toContain(`${count} files`);
    }
    expect(counts).toEqual([3, 40, 12]);
    expect(run.said).toHaveLength(1);
    run.restart();
    run.look(statusWith({ delivered: 45 }));
    run.pass(2);
    expect(run.memory.records).toMatchObject([{ count: 40, title: expect.stringContaining("40 files") }]);
  });

  it("hold the last fifty, newest first, with their end", () => {
    const run = new NotificationRun();
    for (let i = 0; i < 60; i++) {
      run.look(refused);
      run.pass(2);
      run.look(well);
      run.pass(2);
    }
    const { records } = run.memory;
    expect(records).toHaveLength(50);
    expect(records.every(({ resolvedAtMs }) => resolvedAtMs !== null)).toBe(true);
    expect(records.map(({ sinceMs }) => sinceMs)).toEqual(
      records
        .map(({ sinceMs }) => sinceMs)
        .toSorted()
        .reverse(),
    );
    expect(records.every((one) => !("isRepeat" in one))).toBe(true);
  });
});
