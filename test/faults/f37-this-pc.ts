import type { Cause } from "#domain/cause.ts";
import { createStation } from "#station/station.ts";
import { issuesOf } from "#station/status/issues.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { md5, sampleName } from "#test/support/builders/station-place.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";
import { startWire } from "#test/support/portals/wire.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { comesTrue, startStation, type WholeStation } from "./station-in-process.ts";

const minuteMs = 60_000;
const dataFolder = "/var/lib/skyferry";
/** A clock that differs is told within two minutes, also where the last of the files was not there to confirm it. */
const looksForCause = 4;

/** An instrument that stops, a clock that differs from the portal's, disks without room. */
export const thisPcRow: Row = {
  id: "F37",
  fault: "an instrument falls silent, this PC's clock differs, a disk is full, also across restarts",
  promise: "told in time, by what is so, and over when it is over; nothing is told that is not so",
  run: (trial) =>
    withPortal(async (ground) => {
      for (let round = 1; round <= trial.rounds(20, 1); round++)
        await trial.step(`clock, round ${round}`, (random) => differ(ground, random));
      for (let round = 1; round <= trial.rounds(50, 2); round++)
        await trial.step(`disk, round ${round}`, fill);
      // Its cost is in the days that pass; `npm test` has two of them elsewhere (engine/silence.test.ts).
      for (let round = 1; round <= trial.rounds(20, 0); round++)
        await trial.step(`silence, round ${round}`, fallSilent);
    }),
};

interface Difference {
  readonly name: string;
  readonly byMs: number;
  readonly cause: Cause | null;
}

const differences: readonly [Difference, ...Difference[]] = [
  { name: "a few seconds", byMs: 9_000, cause: null },
  { name: "a minute", byMs: 60_000, cause: "clock-off" },
  { name: "an hour", byMs: 3_600_000, cause: "clock-wrong" },
  { name: "a day", byMs: -86_400_000, cause: "clock-wrong" },
];

/** The answers of the portal name another time, then the right one again; the length of a `Date` never changes. */
async function differ(ground: Ground, random: Random): Promise<readonly string[]> {
  const wire = await startWire(ground.portal.url);
  let byMs = 0;
  const started: { station?: WholeStation } = {};
  wire.judge(({ direction, bytes }) => {
    const text = direction === "answer" ? bytes.subarray(0, 2048).toString("latin1") : "";
    const at = text.search(/(?<=\r\ndate: )/i);
    // The portal's own clock goes with that of the station, which leaps.
    const nowMs = (started.station?.clock.nowMs() ?? Date.now()) - byMs;
    if (at > 0 && at < text.indexOf("\r\n\r\n")) bytes.write(new Date(nowMs).toUTCString(), at, "latin1");
    return "pass";
  });
  await using place = await openPlace(ground, random, {
    portalUrl: wire.url,
    instrument: { check: "off" },
  });
  await place.writeSettings();
  const station = await startStation({ dataFolder: place.dataFolder, env: { SKYFERRY_PASSWORD: "station" } });
  if ("message" in station) return [`it does not start: ${station.message}`];
  started.station = station;
  const found: string[] = [];
  const step = random.int(1, 1_000_000_000);
  let files = 0;
  const deliver = async (count: number) => {
    for (let n = 0; n < count; n++) {
      files += 1;
      await place.finish(sampleName(`${step}-${files}`), Buffer.from(md5(Buffer.from(`${step} ${files}`))));
      const isThere = async () => (await station.status()).totals.delivered === files;
      for (let tries = 0; tries < 20 && !(await comesTrue(isThere, 100)); tries++) station.clock.skip(61_000);
      if (!(await isThere())) found.push("a file is not delivered");
      station.clock.skip(31_000);
    }
  };
  const causeNow = async () => {
    const causes = (await station.status()).causes.map(({ cause }) => cause);
    return causes.find((cause) => cause.startsWith("clock-")) ?? null;
  };
  try {
    const { name, byMs: much, cause } = random.pick(differences);
    for (const [what, ms, expected] of [
      ["right at first", 0, null],
      [name, random.next() < 0.5 ? much : -much, cause],
      ["right again", 0, null],
    ] as const) {
      byMs = ms;
      await deliver(3);
      // A difference counts once answers of more than one minute agree; the watch asks for them by itself.
      const isTold = async () => (await causeNow()) === expected;
      for (let looks = 0; looks < looksForCause && !(await comesTrue(isTold, 100)); looks++)
        station.clock.skip(31_000);
      const seen = await causeNow();
      if (seen !== expected) found.push(`${what}: ${seen} is told, not ${expected}`);
    }
    return found;
  } finally {
    await station.stop();
    await wire.close();
  }
}

function engineOf(fixture: EngineFixture, store: MemoryStateStore) {
  const { clock, files, ledger, log, portal, drivesStore, pathStyle, watch } = fixture;
  const parts = { clock, files, ledger, log, portal, drivesStore, pathStyle, watch } as const;
  return createStation({ ...parts, room: { dataFolder, store } }, configuration([instrument()]));
}

/** Disks lose and get room, do not answer, and the program starts again. */
async function fill(random: Random): Promise<readonly string[]> {
  const fixture = new EngineFixture();
  fixture.files.makeFolder(dataFolder);
  const store = new MemoryStateStore();
  const found: string[] = [];
  const records = { path: dataFolder, root: "/", freeBytes: 1e11, leastBytes: 200e6 };
  const data = { path: folder, root: "D:\\", freeBytes: 1e11, leastBytes: 50e6 };
  const mount = ({ path, root, freeBytes }: typeof records) =>
    fixture.files.mountOn(path, { device: root, root, bytes: 5e11, freeBytes });
  mount(records);
  mount(data);
  let engine = engineOf(fixture, store);
  await engine.start();
  for (let step = 0; step < 12; step++) {
    const room = random.pick([records, data]);
    room.freeBytes = random.pick([0, 1e6, 150e6, 1e10, 4e11]);
    mount(room);
    if (random.next() < 0.2) {
      await engine.stop();
      engine = engineOf(fixture, store);
      await engine.start();
    }
    await fixture.clock.advance(random.int(11, 40) * minuteMs);
    const status = await engine.status();
    const full = issuesOf(status, fixture.clock.nowMs()).flatMap(({ cause, key }) =>
      cause === "disk-full" ? [key] : [],
    );
    const expected = [records, data]
      .filter(({ freeBytes, leastBytes }) => freeBytes < leastBytes)
      .map(({ path }) => (path === folder ? "disk:D:" : "disk:/"));
    if (full.toSorted().join() !== expected.toSorted().join())
      found.push(`step ${step}: full are ${expected.join() || "none"}, told ${full.join() || "none"}`);
    if (status.needsAttention !== expected.length > 0) found.push(`step ${step}: attention is wrong`);
  }
  await engine.stop();
  return found;
}

/** Some days of one file every so often, then none; then it writes again. */
async function fallSilent(random: Random): Promise<readonly string[]> {
  const everyMs = random.pick([20, 30, 60, 120, 180]) * minuteMs;
  const fixture = new EngineFixture();
  const found: string[] = [];
  let engine = await fixture.started();
  const isTold = async () =>
    issuesOf(await engine.status(), fixture.clock.nowMs()).some(({ key }) => key === "silent:Radar");
  let files = 0;
  const write = async () => {
    files += 1;
    const day = new Date(fixture.clock.nowMs()).toISOString().slice(0, 10).replaceAll("-", "");
    fixture.files.put(folder, `${day}_${files}.dat`, `${files}`, fixture.clock.nowMs() * 1000);
    await engine.rescan();
  };
  const writes = Math.ceil((random.int(96, 120) * 60 * minuteMs) / everyMs);
  for (let n = 0; n < writes; n++) {
    await write();
    await fixture.clock.advance(n === writes - 1 ? 0 : everyMs);
    if (await isTold()) found.push(`it is told after ${n} files, one every ${everyMs / minuteMs} min`);
    if (random.next() < 0.02) {
      await engine.stop();
      engine = await fixture.started();
    }
  }
  const lastMs = fixture.clock.nowMs();
  // With few files the hours of the day are not well known.
  const soonestMs = Math.max(120 * minuteMs, (everyMs > 60 * minuteMs ? 2 : 3) * everyMs);
  const latestMs = Math.max(soonestMs + 61 * minuteMs, 3.5 * everyMs);
  let toldAtMs: number | null = null;
  while (toldAtMs === null && fixture.clock.nowMs() - lastMs < 24 * 60 * minuteMs) {
    await fixture.clock.advance(10 * minuteMs);
    if (await isTold()) toldAtMs = fixture.clock.nowMs() - lastMs;
  }
  const said = `one file every ${everyMs / minuteMs} min, told after ${(toldAtMs ?? 0) / minuteMs} min`;
  if (toldAtMs === null) found.push(`one file every ${everyMs / minuteMs} min: silence is never told`);
  else if (toldAtMs < soonestMs || toldAtMs > latestMs) found.push(said);
  await write();
  if (await isTold()) found.push("it is told although it writes again");
  await engine.stop();
  return found;
}
