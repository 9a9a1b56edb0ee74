import { expect, it } from "vitest";
import { headlineOf } from "#station/notifications/tray-view.ts";
import { EngineFixture } from "#test/support/builders/engine-fixture.ts";

const minuteMs = 60_000;

it("ends the alarm about files that a person knows of, says so of each file, and is told to who listens", async () => {
  const fixture = new EngineFixture();
  // A NetCDF file without the end of its header.
  const cutOff = Buffer.concat([Buffer.from("CDF\x01"), Buffer.alloc(4)]);
  const { clock } = fixture;
  const day = new Date(clock.nowMs()).toISOString().slice(0, 10).replaceAll("-", "");
  fixture.files.put("/data/radar", `${day}_0.dat`, cutOff, (clock.nowMs() - 10 * minuteMs) * 1000);
  const engine = await fixture.runFor(10 * minuteMs);
  const changes: unknown[] = [];
  engine.onKnown(({ known, isEnded }) => changes.push([known.id, isEnded]));
  const sentence = async () => {
    const status = await engine.status();
    return headlineOf({ status, nowMs: clock.nowMs(), isRunning: true, today: null }).sentence;
  };
  const exit = async () => (await engine.status()).needsAttention;
  expect([await sentence(), await exit()]).toEqual(["Radar: its files are damaged", true]);
  const because = { note: "The disk was full", by: "operator" };
  expect(await engine.markKnown("damaged:Lidar", because)).toBeNull();
  expect(await engine.markKnown("damaged:Radar", because)).toMatchObject({ id: 1, ...because });
  expect([await sentence(), await exit()]).toEqual(["Everything is safe", false]);
  expect((await engine.explain(`${day}_0.dat`)).verdict).toContain("operator marked this as known");
  const [upload] = await engine.uploads({}, 1, null);
  const told = (await engine.history(upload?.id ?? ""))?.map(({ text }) => text) ?? [];
  expect(told.some((text) => text.includes("“The disk was full”"))).toBe(true);

  // A file that is written again is another one.
  fixture.write(`${day}_0.dat`, Buffer.concat([cutOff, Buffer.alloc(8)]));
  await clock.advance(10 * minuteMs);
  expect(await sentence()).toBe("Radar: its files are damaged");
  expect(await engine.endKnown(1)).toBe(true);
  expect(await engine.endKnown(1)).toBe(false);
  expect(changes).toEqual([
    [1, false],
    [1, true],
  ]);
});
