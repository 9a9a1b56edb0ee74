import { presentStatus } from "#api/present.ts";
import { isoTime } from "#base/text.ts";
import type { Status } from "#contract/status.ts";
import type { Engine } from "#engine/engine-api.ts";
import { verdictOf } from "#engine/notifications/headline.ts";
import type { StationNow } from "#engine/status/station.ts";

/** The status as of now, with the journal line after which the feed goes on. `isRunning`: a host watches and delivers. */
export async function statusSnapshot(engine: Engine, isRunning: boolean): Promise<Status> {
  const seq = await engine.lastSeq();
  const status = await engine.status();
  const now = await engine.stationNow(status, isRunning);
  const { today, nowMs } = now;
  const { state, tone, sentence } = verdictOf({ status, nowMs, isRunning, today });
  return {
    ...presentStatus(status, isRunning, seq),
    ...presentNow(now, status.duplicates.today),
    truth: { tone, sentence },
    tray: state,
  };
}

function presentNow({ nowMs, today, sending, path, portalClockDriftMs }: StationNow, duplicates: number) {
  return { now: isoTime(nowMs), today: { ...today, duplicates }, sending, path, portalClockDriftMs };
}
