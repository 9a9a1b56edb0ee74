import { expect, it } from "vitest";
import { createPeriodic } from "#base/periodic.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";

/** Work that takes `lastsMs`, after pauses of 10 ms. */
function begin(lastsMs: number) {
  const clock = new FakeClock();
  const happened: string[] = [];
  const periodic = createPeriodic(async (signal) => {
    while (!signal.aborted) {
      await clock.sleep(10, signal);
      if (signal.aborted) break;
      happened.push("begun");
      await clock.sleep(lastsMs);
      happened.push("done");
    }
    happened.push("over");
  });
  return { clock, happened, periodic };
}

it("does nothing before it is started, and can be stopped then", async () => {
  const { clock, happened, periodic } = begin(0);
  await clock.advance(100);
  await periodic.stop();
  expect(happened).toEqual([]);
});

it("works until it is stopped: a pause ends at once", async () => {
  const { clock, happened, periodic } = begin(5);
  periodic.start();
  await clock.advance(30);
  await periodic.stop();
  expect(happened).toEqual(["begun", "done", "begun", "done", "over"]);
});

it("resolves `stop` when the work under way has ended, and not before", async () => {
  const { clock, happened, periodic } = begin(50);
  periodic.start();
  await clock.advance(20);
  const stopped = periodic.stop().then(() => happened.push("stopped"));
  await clock.advance(10);
  expect(happened).toEqual(["begun"]);
  await clock.advance(50);
  await stopped;
  expect(happened).toEqual(["begun", "done", "over", "stopped"]);
});

it("rejects `stop` as the work does", async () => {
  const periodic = createPeriodic(async (signal) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    throw new Error("no disk");
  });
  periodic.start();
  await expect(periodic.stop()).rejects.toThrow("no disk");
});
