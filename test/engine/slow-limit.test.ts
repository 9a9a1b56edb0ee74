import { expect, it } from "vitest";
import { configuration, EngineFixture, folder } from "#test/support/builders/engine-fixture.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { announcementBytes, headBytes, LimitedPortal } from "#test/support/fakes/limited-portal.ts";

const latencyMs = 20;
const minuteMs = 60_000;
const minutes = 6;

async function limited(put: (fixture: EngineFixture) => void, limitKBps = 4) {
  const clock = new FakeClock();
  const portal = new LimitedPortal(clock, { bandwidthKBps: limitKBps, rates: [] });
  portal.latencyMs = latencyMs;
  const fixture = new EngineFixture({ clock, portal });
  put(fixture);
  const engine = await fixture.started(configuration(undefined, { bandwidthKBps: limitKBps }));
  await clock.advance(2 * minuteMs);
  return { clock, portal, fixture, engine, limitKBps };
}

function putOld(fixture: EngineFixture, count: number, bytes: number, day = "20240401"): void {
  for (let n = 0; n < count; n += 1) {
    const content = Buffer.alloc(bytes, n % 251);
    content.writeUInt32LE(n, 0);
    fixture.files.put(folder, `${day}_${bytes}_${n}.dat`, content);
  }
}

type Limited = Awaited<ReturnType<typeof limited>>;

/** A file of so many bytes every minute; gives how long each was on its way to the portal since it was found, milliseconds. */
async function everyMinute(
  { fixture, clock }: Pick<Limited, "fixture" | "clock">,
  bytes: number,
): Promise<readonly number[]> {
  const names = Array.from({ length: minutes }, (_, n) => `20240601_today${n}.dat`);
  for (const [n, name] of names.entries()) {
    fixture.write(name, Buffer.alloc(bytes, n));
    fixture.watch.hint(folder, name);
    await clock.advance(minuteMs);
  }
  await clock.advance(2 * minuteMs);
  return await Promise.all(
    names.map(async (name) => {
      const { receipt, createdAtMs } = await fixture.latest(name);
      return receipt === null ? Number.POSITIVE_INFINITY : receipt.confirmedAtMs - createdAtMs;
    }),
  );
}

/** Each of the two requests waits for what is on the line already; then its own bytes go, and both are answered. */
function boundMs(bytes: number, { portal, limitKBps }: Pick<Limited, "portal" | "limitKBps">): number {
  const own = 2 * headBytes + announcementBytes + bytes;
  return (2 * portal.largestTurn() + own) / limitKBps + 2 * latencyMs;
}

const backlogs = {
  "small files": (fixture: EngineFixture) => putOld(fixture, 200, 15_000),
  "files of 40 kB": (fixture: EngineFixture) => putOld(fixture, 90, 40_000),
  "files of 3 MB": (fixture: EngineFixture) => putOld(fixture, 8, 3_000_000),
  "large files": (fixture: EngineFixture) => putOld(fixture, 6, 11_000_000),
  "files of yesterday": (fixture: EngineFixture) => putOld(fixture, 90, 40_000, "20240531"),
  "small, middle and large files": (fixture: EngineFixture) => {
    putOld(fixture, 6, 11_000_000, "20240403");
    putOld(fixture, 6, 3_000_000, "20240402");
    putOld(fixture, 100, 15_000);
  },
};

it.each(Object.entries(backlogs))(
  "a small file of today waits for what is on the line at most, while %s drain",
  async (_name, put) => {
    const one = await limited(put);
    expect(Math.max(...(await everyMinute(one, 28)))).toBeLessThanOrEqual(boundMs(28, one));
    await one.engine.stop();
  },
);

it("a small file of today waits for a connection as long as old files of a second each take, where they have all", async () => {
  const one = await limited((fixture) => putOld(fixture, 600, 3_000));
  const old = 2 * headBytes + announcementBytes + 3_000;
  const forConnection = (4 * old) / one.limitKBps + 2 * latencyMs;
  expect(Math.max(...(await everyMinute(one, 28)))).toBeLessThanOrEqual(boundMs(28, one) + forConnection);
  await one.engine.stop();
});

it("a large file of today has nine tenths of the limit, and the backlog under way the tenth", async () => {
  const one = await limited(backlogs["large files"], 40);
  const bytes = 11_000_000;
  const name = "20240601_large.dat";
  let old = 0;
  one.fixture.write(name, Buffer.alloc(bytes, 9));
  one.fixture.watch.hint(folder, name);
  await one.clock.advance(70_000);
  one.portal.onGone = (gone, filename) => {
    if (filename !== name) old += gone;
  };
  const seconds = 240;
  await one.clock.advance(seconds * 1000);
  expect(old / (seconds * one.limitKBps * 1000)).toBeCloseTo(0.1, 2);
  await one.clock.advance(180_000);
  const { receipt, createdAtMs } = await one.fixture.latest(name);
  const own = 2 * headBytes + announcementBytes + bytes;
  expect((receipt?.confirmedAtMs ?? Number.POSITIVE_INFINITY) - createdAtMs).toBeLessThanOrEqual(
    boundMs(0, one) + own / (0.9 * one.limitKBps),
  );
  await one.engine.stop();
});

it("a backlog takes the whole limit where nothing of today waits, and all of it arrives", async () => {
  const one = await limited((fixture) => putOld(fixture, 90, 40_000), 8);
  const before = await one.fixture.delivered();
  await one.clock.advance(5 * minuteMs);
  const files = (await one.fixture.delivered()) - before;
  expect(files * 41_100).toBeGreaterThan(0.9 * 5 * 60 * 8_000);
  await one.clock.advance(10 * minuteMs);
  expect(await one.fixture.delivered()).toBe(90);
  await one.engine.stop();
});
