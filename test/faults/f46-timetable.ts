import type { RateRow } from "#domain/timetable.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import type { Row, Trial } from "./row.ts";
import { startMinuteOf, type TableRow, TimetableStation } from "./timetable-station.ts";

const minute = 60;
const hourMs = 60 * minute * 1000;
/** Minutes that a row is in force, at least and at most. */
const [leastMinutes, mostMinutes] = [7, 25];
/** Summer time changes so long after the begin. */
const beforeChangeMs = 15 * minute * 1000;

type Happening = "set" | "restart" | "table" | "pause";
type Zone = readonly [zone: string, change: string];
type Zones = readonly [Zone, ...Zone[]];

const begins: Zones = [
  ["Europe/Helsinki", "2026-03-29T01:00:00Z"],
  ["America/New_York", "2026-03-08T07:00:00Z"],
];
const ends: Zones = [
  ["Europe/Helsinki", "2026-10-25T01:00:00Z"],
  ["America/New_York", "2026-11-01T06:00:00Z"],
];
/** A day that was left out, half an hour of summer time, half-hour zones, and midnight in UTC. */
const others: Zones = [
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
  ["Asia/Kolkata", "2026-11-02T18:40:00Z"],
  ["UTC", "2026-06-05T00:00:00Z"],
];

interface Case {
  readonly zones: Zones;
  readonly what: readonly Happening[];
}

const cases: Readonly<Record<string, Case>> = {
  "summer time begins": { zones: begins, what: [] },
  "summer time ends": { zones: ends, what: [] },
  "odd zones": { zones: others, what: [] },
  "the clock is set by an hour or a day, and back": { zones: others, what: ["set"] },
  "a restart": { zones: others, what: ["restart"] },
  "another table while files are sent": { zones: others, what: ["table"] },
  "the backlog is paused": { zones: others, what: ["pause"] },
  "all of it while summer time begins": { zones: begins, what: ["set", "restart", "table", "pause"] },
  "all of it while summer time ends": { zones: ends, what: ["set", "restart", "table", "pause"] },
};

/** `portal.rates` by random tables, judged second by second by an oracle with a calendar of its own. */
export const timetableRow: Row = {
  id: "F46",
  fault:
    "timetables with and without rows that are off, while summer time begins and ends, the clock is set by an hour or a day, the program restarts, the table changes, the backlog is paused; always in the middle of files",
  promise:
    "in any window between switches the limit is held within 2 %; nothing old goes while it is off; today's files wait for what is on the line alone; nothing is lost or sent twice",
  async run(trial: Trial) {
    const length = trial.rounds(60, 32) * minute;
    for (const name of trial.sample(Object.keys(cases), 3)) {
      const { zones, what } = cases[name] ?? { zones: others, what: [] };
      for (const zone of trial.isFull ? zones : zones.slice(0, 1))
        for (let round = 1; round <= trial.rounds(3, 1); round += 1)
          await trial.step(`${name}, ${zone[0]}, round ${round}`, (random) =>
            history(random, zone, what, length),
          );
    }
  },
};

async function history(
  random: Random,
  [zone, change]: Zone,
  what: readonly Happening[],
  length: number,
): Promise<readonly string[]> {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    const startMs = Date.parse(change) - beforeChangeMs;
    const startMinute = startMinuteOf(zone, startMs);
    const station = new TimetableStation(zone, startMs, tableOf(random, startMinute, length));
    await station.start(length);
    const todo = what.flatMap((one) => happenings(random, one, station, startMinute, length));
    for (let second = 0; second < length; second += 1) {
      for (const { at, happens } of todo) if (at === second) await happens();
      if (second % (4 * minute) === 5) station.writeFresh();
      await station.second();
    }
    return [...station.broken(), ...(await station.ended())];
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

interface Planned {
  readonly at: number;
  happens(): Promise<void> | void;
}

function happenings(
  random: Random,
  one: Happening,
  station: TimetableStation,
  startMinute: number,
  length: number,
): readonly Planned[] {
  const first = random.int(3 * minute, length / 2);
  const second = first + random.int(5 * minute, length / 3);
  const byMs = random.pick([-24, -1, 1, 24]) * hourMs;
  const other = tableOf(random, startMinute, length);
  switch (one) {
    case "set":
      return [
        { at: first, happens: () => station.setBy(byMs) },
        { at: second, happens: () => station.setBy(-byMs) },
      ];
    case "restart":
      return [{ at: first, happens: () => station.restart() }];
    case "table":
      return [{ at: first, happens: () => station.change(other) }];
    case "pause":
      return [
        { at: first, happens: () => station.pause(true) },
        { at: second, happens: () => station.pause(false) },
      ];
  }
}

/** Rows that begin from a little before the history to its end, in the hour before and after as well, and often one for the rest. */
function tableOf(random: Random, startMinute: number, length: number): readonly TableRow[] {
  const days = random.pick<string | undefined>([
    undefined,
    undefined,
    "mon-fri",
    "sat,sun",
    "sun-wed",
    "sat",
  ]);
  const rows = Array.from({ length: random.int(4, 9) }, (): TableRow => {
    const shift = random.pick([0, 0, 0, -60, 60]);
    const from = (startMinute + shift + random.int(-10, length / minute) + 1440) % 1440;
    const isOff = random.next() < 0.35;
    const kBps: RateRow["kBps"] = isOff ? "off" : random.pick<number | null>([1, 2, 3, null]);
    return {
      from,
      to: (from + random.int(leastMinutes, mostMinutes)) % 1440,
      kBps,
      days: random.next() < 0.5 ? days : undefined,
      all: isOff && random.next() < 0.3,
    };
  });
  return random.next() < 0.5 ? [...rows, { from: 0, to: 1440, kBps: 2, days: undefined, all: false }] : rows;
}
