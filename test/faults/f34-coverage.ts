import { rm } from "node:fs/promises";
import { join } from "node:path";
import { addDays, startOfDayMs } from "#base/dates.ts";
import type { StoredUpload as PortalUpload } from "#mock-portal/store/records.ts";
import {
  type CoverageStation,
  checksumOf,
  infoOf,
  instrumentsIn,
  openCoverageStation,
  openStoryPortal,
  type StoryFile,
  storyOf,
  today,
  uuidOf,
} from "#test/engine/coverage/coverage-station.ts";
import { countsOf, plainDays } from "#test/engine/coverage/plain-days.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { type Passing, startWire, textAnswer, type Verdict, type Wire } from "#test/support/portals/wire.ts";
import type { Row, Trial } from "./row.ts";

const instruments = instrumentsIn("/data");
const yesterday = addDays(today, -1);

/** Trouble of a station while it learns what became of its data. */
interface Case {
  readonly name: string;
  /** Records of another PC beside the story's. */
  readonly more?: number;
  /** Requests in a minute where they may be more than usual. */
  readonly most?: number;
  happen(scene: Scene): Promise<void>;
}

interface Scene {
  station: CoverageStation;
  readonly wire: Wire;
  readonly random: Random;
  readonly story: readonly StoryFile[];
  /** Lets minutes pass, and watches the pace of requests. */
  pass(minutes: number): Promise<void>;
}

const isList = ({ direction, method }: Passing, of: Passing["direction"]) =>
  direction === of && method === "GET";

/** Lists break off in their midst, or never come. */
function breaksOff(random: Random, times: number): (passing: Passing) => Verdict {
  let left = times;
  return (passing) => {
    if (left === 0 || !isList(passing, "answer")) return "pass";
    left -= 1;
    const part = passing.bytes.subarray(0, random.int(0, passing.bytes.length - 1));
    return part.length === 0 ? "cut" : { answer: part.toString("latin1") };
  };
}

const refusal = textAnswer("400 Bad Request", '{"status":400,"errors":["Unknown query parameters"]}');

const cases: readonly Case[] = [
  {
    name: "killed while it reads",
    // A new life does not know what the former one asked for in this minute.
    most: 12,
    async happen(scene) {
      for (let kills = scene.random.int(1, 3); kills > 0; kills--) {
        await scene.pass(1);
        const before = scene.station;
        scene.station = await before.killed();
        await before.close();
        scene.station.sync.start();
      }
    },
  },
  {
    name: "its ledger is lost",
    async happen(scene) {
      await scene.pass(scene.random.int(1, 5));
      const { folder } = scene.station;
      await scene.station.sync.stop();
      await scene.station.ledger.close();
      await rm(join(folder, "data"), { recursive: true });
      scene.station = await openCoverageStation(scene.wire, { folder });
      await scene.station.measure(scene.story);
      scene.station.sync.start();
    },
  },
  {
    name: "lists break off",
    // A connection that breaks before an answer begins is tried once more at once.
    most: 10,
    async happen({ wire, random, pass }) {
      wire.judge(breaksOff(random, random.int(1, 4)));
      await pass(130);
    },
  },
  {
    name: "a portal that cannot be reached",
    async happen({ wire, random, pass }) {
      await pass(random.int(0, 2));
      wire.judge((passing) => (isList(passing, "request") ? "cut" : "pass"));
      await pass(random.int(20, 90));
      wire.judge(() => "pass");
      await pass(60);
    },
  },
  {
    name: "a portal that does not tell what changed",
    async happen({ wire, pass }) {
      wire.judge((passing) =>
        isList(passing, "request") && passing.path.includes("updatedAtFrom") ? { answer: refusal } : "pass",
      );
      // Once it has refused, the last days are read again each hour.
      await pass(65);
    },
  },
  {
    name: "files are removed here",
    happen: ({ station }) => rm(join(station.folder, "files"), { recursive: true }),
  },
  { name: "20,000 records of a month", more: 20_000, happen: async () => {} },
];

/** The pace is the station's own clock's; 20,000 records on a busy machine take their time. */
const longestMs = 900_000;

/** The portal's answers are read under faults; in the end every day is as in the portal's own store. */
export const coverageRow: Row = {
  id: "F34",
  fault: "coverage: killed, ledger lost, lists that break off, are refused, hold 20,000 records; files gone",
  promise: "every day agrees with the portal's own store; ≤ 6 requests a minute",
  run: async (trial) => {
    for (const one of cases.filter(({ more }) => trial.isFull || more === undefined))
      for (let round = 1; round <= trial.rounds(5, 1); round++)
        await trial.step(`${one.name}, round ${round}`, (random) => learn(one, random, trial), longestMs);
  },
};

async function learn(one: Case, random: Random, trial: Trial): Promise<readonly string[]> {
  const days = trial.rounds(62, 5);
  const story = storyOf(instruments, days, `${random.int(1, 1e9)}`);
  const { portal, close } = await openStoryPortal(story, ofAnotherPc(one.more ?? 0));
  const wire = await startWire(portal.url);
  const found: string[] = [];
  const station = await openCoverageStation(wire);
  const pass = async (minutes: number): Promise<void> => {
    for (let minute = 0; minute < minutes; minute++) {
      const before = portal.requests().length;
      await scene.station.pass(1);
      const asked = portal.requests().length - before;
      if (asked > (one.most ?? 6)) found.push(`I4 ${asked} requests in a minute`);
    }
  };
  const scene: Scene = { station, wire, random, story, pass };
  try {
    await station.measure(story);
    station.sync.start();
    await one.happen(scene);
    await pass(4);
    // The portal goes on: what it had received is processed, or is not usable.
    for (const file of story.filter(({ fate, date }) => fate === "uploaded" && date > addDays(today, -6)))
      portal.tampering.alter(checksumOf(file), {
        status: random.pick(["processed", "invalid"]),
        updatedAt: new Date(scene.station.clock.nowMs()).toISOString(),
      });
    await pass(70);
    const measured = story.filter(({ fate }) => fate !== "only-on-portal");
    const from = addDays(today, -days);
    const plain = await plainDays(portal, instruments, from, days, measured);
    const report = await scene.station.coverage.days(from, yesterday, null);
    if (report?.asOfMs === null) found.push("nothing is known of the portal's lists");
    const said = (report?.days ?? []).map(countsOf);
    plain.forEach((day, n) => {
      const [truth, told] = [JSON.stringify(day), JSON.stringify(said[n])];
      if (truth !== told) found.push(`I5 it says ${told}, and the store has ${truth}`);
    });
    return found;
  } finally {
    await scene.station.close();
    await wire.close();
    await close();
  }
}

/** Records of one instrument and month that nobody measured here. */
function ofAnotherPc(count: number): readonly PortalUpload[] {
  const [radar] = instruments;
  if (radar === undefined) throw new Error("The demo has no radar.");
  return Array.from({ length: count }, (_, n) => {
    const date = addDays(today, -1 - (n % 19));
    const at = new Date(startOfDayMs(date)).toISOString();
    const uuid = uuidOf(`another PC ${n}`);
    return {
      uuid,
      checksum: uuid.replaceAll("-", ""),
      filename: `other_${n}.nc`,
      measurementDate: date,
      size: 5,
      status: "processed",
      createdAt: at,
      updatedAt: at,
      siteId: radar.site,
      instrumentPid: radar.pid,
      tags: [...radar.tags],
      instrumentId: radar.instrument,
      instrumentInfoUuid: infoOf(radar).infoUuid,
    };
  });
}
