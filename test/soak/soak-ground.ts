import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createOracle, type Oracle } from "#test/faults/oracle.ts";
import { seededRandom } from "#test/support/builders/seeded-random.ts";
import type { FaultCounts } from "./fault-round.ts";
import { type InstrumentFolder, makeInstrumentFolder } from "./instrument-folder.ts";
import { createRequestTally, type RequestTally } from "./request-tally.ts";
import type { FaultGround } from "./soak-faults.ts";
import { soakInstruments, soakSettings } from "./soak-instruments.ts";
import type { SoakPlan } from "./soak-plan.ts";
import { makeSoakStation, type SoakStation } from "./soak-station.ts";
import { createWrittenRecord, type WrittenRecord } from "./written-record.ts";

/** Everything that a soak needs, once the daemon runs. */
export interface SoakGround {
  readonly plan: SoakPlan;
  readonly station: SoakStation;
  readonly tally: RequestTally;
  readonly oracle: Oracle;
  readonly record: WrittenRecord;
  /** By name of the instrument. */
  readonly folders: ReadonlyMap<string, InstrumentFolder>;
  readonly faults: FaultGround;
  /** Faults done until now. */
  readonly counts: FaultCounts;
  /** When the daemon was ready, epoch milliseconds. */
  readonly startedAtMs: number;
}

/** Starts portal and daemon on folders of their own below `root`. The caller closes the station. */
export async function openGround(plan: SoakPlan, root: string): Promise<SoakGround> {
  const tally = createRequestTally();
  const station = await makeSoakStation(root, tally);
  try {
    const oracle = await createOracle(station.wire.url);
    const folders = new Map<string, InstrumentFolder>();
    for (const { name, folder } of soakInstruments)
      folders.set(name, await makeInstrumentFolder(join(root, "instruments", folder)));
    const settings = soakSettings(station.wire.url, ({ name }) => folders.get(name)?.path ?? "", plan);
    await writeFile(join(station.dataFolder, "settings.json"), JSON.stringify(settings, null, 2));
    await station.startDaemon();
    const faults: FaultGround = {
      station,
      folders: [...folders.values()],
      random: seededRandom(`${plan.seed}/faults`),
      longestRetryAfterS: Math.ceil(plan.faultLasts[1] / 2_000),
    };
    const record = createWrittenRecord(oracle);
    return { plan, station, tally, oracle, record, folders, faults, counts: {}, startedAtMs: Date.now() };
  } catch (error) {
    await station.close();
    throw error;
  }
}
