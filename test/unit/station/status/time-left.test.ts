import { expect, it } from "vitest";
import { finishedText } from "#domain/sending-progress.ts";
import type { Upload } from "#domain/upload.ts";
import type { AttemptResult } from "#engine/delivery/attempt-result.ts";
import { createTimeLeft } from "#station/status/time-left.ts";

const names = new Set(["Radar", "Lidar"]);
const minuteMs = 60_000;

/** A portal that takes so many bytes a second of files of so many bytes, one after another. */
function setUp(bytes: Readonly<Record<string, number>> = { Radar: 600_000 }) {
  let now = 1_000_000;
  const rest = new Map(Object.entries(bytes));
  const watch = createTimeLeft(
    { monotonicMs: () => now },
    {
      bytesLeft: async () =>
        [...rest].flatMap(([instrument, bytes]) =>
          bytes > 0 ? [{ instrument, bytes, files: Math.ceil(bytes / 1000) }] : [],
        ),
    },
  );
  let files = 0;
  const end = (kind: AttemptResult["kind"], size: number, id = `${files++}`, isLast = false) => {
    if (kind === "delivered") rest.set("Radar", (rest.get("Radar") ?? 0) - size);
    watch.ended({ upload: { id, size } as Upload, result: { kind } as AttemptResult }, isLast ? names : null);
  };
  const pass = (ms: number) => {
    now += ms;
  };
  const send = (seconds: number, perSecond: number) => {
    for (let second = 0; second < seconds; second++) {
      pass(1000);
      end("delivered", perSecond);
    }
  };
  const progress = () => watch.progress(names);
  const left = async () => (await progress())?.timeLeft ?? null;
  return { watch, send, pass, end, progress, left };
}

it("is told as a range by the bytes that are left, from 20 files or half a minute of sending on", async () => {
  const { send, left } = setUp();
  send(19, 1000);
  expect(await left()).toBeNull();
  send(15, 1000);
  const range = await left();
  // 566 kB at 1 kB/s: 9 min 26 s.
  expect(range?.fromMs).toBeGreaterThan(8 * minuteMs);
  expect(range?.fromMs).toBeLessThan(9.4 * minuteMs);
  expect(range?.toMs).toBeGreaterThan(9.5 * minuteMs);
  expect(range?.toMs).toBeLessThan(11 * minuteMs);
});

it("follows the last five minutes, and not what was before", async () => {
  const { send, left } = setUp({ Radar: 10_000_000 });
  send(200, 10_000);
  send(320, 1000);
  const range = await left();
  expect(range?.toMs).toBeGreaterThan(120 * minuteMs);
});

it("counts instruments of the settings alone", async () => {
  const alone = setUp();
  const among = setUp({ Radar: 600_000, Removed: 100_000_000 });
  for (const { send } of [alone, among]) send(60, 1000);
  expect(await among.left()).toEqual(await alone.left());
});

it("begins again after a rest, and tells nothing while nothing goes", async () => {
  const { send, pass, left } = setUp();
  send(60, 1000);
  pass(30_000);
  expect(await left()).toBeNull();
  send(18, 1000);
  expect(await left()).toBeNull();
  send(20, 1000);
  expect(await left()).not.toBeNull();
});

it("takes back what was sent in vain", async () => {
  const { watch, pass, end, left } = setUp();
  for (let second = 0; second < 60; second++) {
    pass(1000);
    watch.note("vain", 1000);
    end("retry", 1000, "vain");
  }
  expect(await left()).toBeNull();
});

it("tells nothing while the rate is not steady, nor when nothing is left", async () => {
  const { send, pass, left } = setUp({ Radar: 61_000 });
  send(1, 20_000);
  pass(25_000);
  send(1, 1);
  pass(9_000);
  expect(await left()).toBeNull();
  const done = setUp({ Radar: 60_000 });
  done.send(60, 1000);
  expect(await done.left()).toBeNull();
});

it("sees what is under way between two looks at the ledger", async () => {
  const { watch, pass, left } = setUp({ Radar: 100_000 });
  const at = async (second: number) => {
    pass(1000);
    watch.note("large", second * 1000);
    return await left();
  };
  for (let second = 1; second <= 40; second++) await at(second);
  const [before, after] = [await at(41), await at(44)];
  expect(before).not.toBeNull();
  expect(after?.toMs).toBeLessThan(before?.toMs ?? 0);
});

it("counts from when the queue was empty last, with what is under way", async () => {
  const { send, end, watch, pass, progress } = setUp({ Radar: 60_000 });
  send(20, 1000);
  expect(await progress()).toMatchObject({ bytes: 20_000, ofBytes: 60_000, files: 20, ofFiles: 60 });
  watch.note("next", 400);
  expect(await progress()).toMatchObject({ bytes: 20_400, ofBytes: 60_000, files: 20, ofFiles: 60 });
  pass(10_000);
  send(39, 1000);
  end("delivered", 1000, "next", true);
  await Promise.resolve();
  pass(10_000);
  expect(await progress()).toBeNull();
});

it("begins to count again when more comes after the last, whatever is left of a removed instrument", async () => {
  let now = 0;
  let left = [{ instrument: "Radar", files: 1, bytes: 700 }];
  const watch = createTimeLeft({ monotonicMs: () => now }, { bytesLeft: async () => left });
  expect(await watch.progress(names)).toMatchObject({ files: 0, ofFiles: 1, ofBytes: 700 });
  const removed = { instrument: "Removed", files: 9, bytes: 900 };
  left = [removed];
  const upload = { id: "a", size: 700 } as Upload;
  watch.ended({ upload, result: { kind: "delivered" } as AttemptResult }, names);
  await Promise.resolve();
  expect(await watch.progress(names)).toBeNull();
  now += 10_000;
  left = [removed, { instrument: "Radar", files: 2, bytes: 1400 }];
  expect(await watch.progress(names)).toMatchObject({ bytes: 0, ofBytes: 1400, files: 0, ofFiles: 2 });
});

it("tells the end of a backlog for a while, with how long it took", async () => {
  const { watch, send, pass, end, progress } = setUp({ Radar: 25_000 });
  await progress();
  send(24, 1000);
  expect(watch.finished()).toBeNull();
  pass(1000);
  end("delivered", 1000, "last", true);
  await expect.poll(() => watch.finished()).toEqual({ files: 25, bytes: 25_000, tookMs: 25_000 });
  pass(9 * minuteMs);
  expect(watch.finished()).not.toBeNull();
  pass(minuteMs);
  expect(watch.finished()).toBeNull();
});

it("does not call a few files a backlog", async () => {
  const { watch, send, end, progress } = setUp({ Radar: 19_000 });
  await progress();
  send(18, 1000);
  end("delivered", 1000, "last", true);
  await progress();
  expect(watch.finished()).toBeNull();
});

it("is told to the second while that says something", () => {
  const words = (files: number, tookMs: number) => finishedText({ files, bytes: 0, tookMs });
  expect(words(6_000, 250_000)).toBe("6,000 files in 4 min 10 s");
  expect(words(20, 59_000)).toBe("20 files in 59 s");
  expect(words(20, 120_000)).toBe("20 files in 2 min");
  expect(words(6_000, 40 * minuteMs + 7_000)).toBe("6,000 files in 40 min");
  expect(words(90_000, 26 * 60 * minuteMs)).toBe("90,000 files in 26 h");
});
