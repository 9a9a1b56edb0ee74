import { addDays } from "#base/dates.ts";
import { md5 } from "#test/support/builders/engine-fixture.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import type { Row } from "./row.ts";
import { historyMs, minuteMs, SetClockStation, type Setting, type Told } from "./set-clock-station.ts";

const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const tenYearsMs = 3653 * dayMs;

interface Case {
  readonly settings: (random: Random) => readonly Setting[];
  readonly hasRestart?: true;
  /** The drive keeps local time, and all its files seem an hour older or younger at the change to summer time. */
  readonly movesFileTimes?: true;
}

/** Two minutes, a day and ten years old, and ahead of the clock by more than an hour and by days. */
const oddAgesMs = [2 * minuteMs, 26 * hourMs, tenYearsMs, -90 * minuteMs, -3 * dayMs];

const once = (byMs: number): Case => ({ settings: (random) => [{ atMs: random.int(0, historyMs), byMs }] });

const forthAndBack = (random: Random): readonly Setting[] => {
  const byMs = random.pick([hourMs, -hourMs, dayMs, -dayMs, tenYearsMs, -tenYearsMs]);
  const [fromMs = 0, toMs = 0] = [random.int(0, historyMs), random.int(0, historyMs)].sort((a, b) => a - b);
  return [
    { atMs: fromMs, byMs },
    { atMs: toMs, byMs: -byMs },
  ];
};

const again = (random: Random): readonly Setting[] =>
  Array.from({ length: 30 }, () => ({
    atMs: random.int(0, historyMs),
    byMs: random.pick([1, -1]) * random.pick([400, 5_000, 90_000, 20 * minuteMs, hourMs, dayMs]),
  }));

const cases: Readonly<Record<string, Case>> = {
  "an hour ahead": once(hourMs),
  "an hour back": once(-hourMs),
  "a day ahead": once(dayMs),
  "a day back": once(-dayMs),
  "ten years ahead": once(tenYearsMs),
  "ten years back": once(-tenYearsMs),
  "summer time on a drive that keeps local time": { settings: () => [], movesFileTimes: true },
  "forth and back": { settings: forthAndBack },
  "again and again": { settings: again },
  "forth and back with a restart in between": { settings: forthAndBack, hasRestart: true },
};

/** The wall clock is set while the station waits in every way it knows. */
export const clockSettings: Row = {
  id: "F16",
  fault: "clock ± 1 h, ± 1 day, ± 10 years, DST, stepping during back-off, with a restart in between",
  promise: "no wait ends earlier or later; nothing delivered is sent again; a future date is held and named",
  async run(trial) {
    for (const [name, one] of Object.entries(cases))
      for (let round = 1; round <= trial.rounds(10, 1); round++)
        await trial.step(`${name}, round ${round}`, (random) => setting(one, random));
  },
};

async function setting(one: Case, random: Random): Promise<readonly string[]> {
  const settings = one.settings(random);
  const times = settings.map(({ atMs }) => atMs).sort((a, b) => a - b);
  const restartAtMs = one.hasRestart ? random.int(times[0] ?? 0, times.at(-1) ?? 0) : null;
  // The same station with the same numbers and a clock that nobody sets.
  const agesMs = [...oddAgesMs, ...Array.from({ length: 15 }, () => random.int(2, 3000) * minuteMs)];
  const chance = random.int(50, 99) / 100;
  const calm = new SetClockStation(chance);
  await calm.start(agesMs);
  const expected = await calm.history([], restartAtMs);
  await calm.engine.stop();

  const station = new SetClockStation(chance);
  await station.start(agesMs);
  const future = station.name("future", addDays(station.today, 30));
  station.write(future, 5 * minuteMs);
  await station.fixture.clock.advance(0);
  const found: string[] = [...heldOrRefused(station, future, await station.fixture.states(future), false)];
  if (one.movesFileTimes) await station.moveFileTimes(random.pick([hourMs, -hourMs]));
  const told = await station.history(settings, restartAtMs);
  found.push(...unequal(told, expected, one, settings));
  found.push(...sentAgain(station, told, one));
  // A rescan looks again at what is held.
  await station.fixture.clock.advance(70_000);
  const wasHidden = settings.some(({ byMs }) => byMs >= tenYearsMs);
  found.push(...heldOrRefused(station, future, await station.fixture.states(future), wasHidden));
  await station.end();
  found.push(...(await ended(station, future, wasHidden)));
  await station.engine.stop();
  return found.map(
    (line) => `${line} (set ${settings.map(({ atMs, byMs }) => `${byMs} at ${atMs}`).join(", ")})`,
  );
}

/** Each came at its time, or as long after the one before it: settings too small to be seen add up over many waits. */
function areNear(got: readonly number[], wanted: readonly number[]): boolean {
  const offByMs = got.map((ms, i) => ms - (wanted[i] ?? 0));
  const isNear = (ms: number) => Math.abs(ms) < 2_000;
  return (
    got.length === wanted.length && offByMs.every((ms, i) => isNear(ms) || isNear(ms - (offByMs[i - 1] ?? 0)))
  );
}

/** Every wait lasted as long as where nobody set the clock. */
function unequal(told: Told, expected: Told, one: Case, settings: readonly Setting[]): readonly string[] {
  const found: string[] = [];
  const compare = (what: string, got: readonly number[], wanted: readonly number[]) => {
    if (!areNear([...new Set(got)], [...new Set(wanted)]))
      found.push(`${what} at ${got.join(", ")}; without the setting at ${wanted.join(", ")}`);
  };
  // Times that were noted on disk in one clock are read in another after a restart: nobody can know by how much it was set.
  if (one.hasRestart) return [];
  // Ten years ahead, the file of the future is one of today: it asks the portal in the locked file's place.
  if (!settings.some(({ byMs }) => byMs >= tenYearsMs))
    compare("the locked file was tried", told.lockedTriesMs, expected.lockedTriesMs);
  compare("the portal was tried", told.outageTriesMs, expected.outageTriesMs);
  // With a clock that is years back, files of today lie in the future and are held.
  const isFarBack = settings.some(({ byMs }) => byMs <= -tenYearsMs || byMs >= tenYearsMs);
  for (const [name, atMs] of expected.announcedMs)
    if (!isFarBack && !name.endsWith("locked.dat")) compare(name, [told.announcedMs.get(name) ?? -1], [atMs]);
  return found;
}

/**
 * Files that were delivered before: no content a second time, and no announcement unless their times moved. The record
 * of one that the portal has received before is looked up.
 */
function sentAgain({ today, fixture }: SetClockStation, { again }: Told, one: Case): readonly string[] {
  const day = today.replaceAll("-", "");
  const mayBeAsked = (request: string) =>
    one.movesFileTimes === true && (request.startsWith(`announce for ${day}`) || request === "record for ");
  const found = again.filter((request) => !mayBeAsked(request)).map((request) => `I4 again: ${request}`);
  const contents = fixture.portal.records.accepted.map(({ filename }) => filename);
  const twice = contents.filter((filename, i) => contents.indexOf(filename) !== i);
  return [...found, ...twice.map((filename) => `I4 the content of ${filename} was sent twice`)];
}

/** A file that is dated too far ahead is held and named; where the PC's clock hides that, the portal refuses it. */
function heldOrRefused(
  { engine, fixture, aheadMs }: SetClockStation,
  future: string,
  states: readonly string[],
  wasHidden: boolean,
): readonly string[] {
  if (fixture.portal.received(future) !== null) return ["I3 a file of the future was accepted"];
  const isSeenThrough = aheadMs < 24 * dayMs;
  const reason = engine.unsent().find(({ relPath }) => relPath === future)?.reason ?? null;
  const isNamed = reason !== null && /is more than 5 days after today.*check the clocks/.test(reason);
  if (isSeenThrough && states.length === 0 && !isNamed)
    return [`a file of the future is held with: ${reason}`];
  if (states.length > 0 && !wasHidden) return ["a file of the future was queued"];
  if (states.length > 0 && states[0] !== "blocked") return [`a file of the future is ${states[0]}`];
  return [];
}

/** I1, I2, I5 and I7 once the clock is right. */
async function ended(
  station: SetClockStation,
  future: string,
  wasHidden: boolean,
): Promise<readonly string[]> {
  const { fixture, contents, engine } = station;
  const found: string[] = [];
  for (const [name, content] of contents) {
    if (name === future) continue;
    const [latest] = await fixture.ledger.versions("Radar", name);
    if (fixture.portal.received(name) !== md5(content))
      found.push(`I1 ${name} is not on the portal as written`);
    if (latest?.state !== "delivered" || latest.receipt?.checksum !== md5(content))
      found.push(`I5 ${name} is ${latest?.state ?? "unknown"} ${latest?.failure?.message ?? ""}`);
  }
  const isRefused = (await fixture.states(future))[0] === "blocked";
  const { holds, needsAttention } = await engine.status();
  if (holds.length > 0 || needsAttention !== isRefused)
    found.push(`I7 holds ${holds.length}, calls ${needsAttention}`);
  return [...found, ...heldOrRefused(station, future, await fixture.states(future), wasHidden)];
}
