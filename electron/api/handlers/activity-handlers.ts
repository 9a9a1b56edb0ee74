import { ok } from "#api/reply.ts";
import { capital, isoTime } from "#base/text.ts";
import type { ActivityShown, activityMethods } from "#contract/activity.ts";
import type { Handlers } from "#contract/methods.ts";
import type { Station } from "#station/station-api.ts";
import type { InstrumentActivity } from "#station/status/activity.ts";
import { silenceWords } from "#station/status/phrases.ts";

/** Answers about what the instruments and the station did lately. */
export function activityHandlers(station: Station): Pick<Handlers, keyof typeof activityMethods> {
  return {
    async activity() {
      const { nowMs, hourStartMs, instruments, throughput } = await station.activity();
      return ok({
        now: isoTime(nowMs),
        hourStart: isoTime(hourStartMs),
        instruments: instruments.map((one) => presentActivity(one, nowMs)),
        throughput: { bytes: throughput.bytes, files: throughput.files },
      });
    },
  };
}

function presentActivity(one: InstrumentActivity, nowMs: number): ActivityShown["instruments"][number] {
  const { instrument, hourly, confirmedHourly, deliveredHourly, expected, lastFileAtMs, usualMinutes } = one;
  const { isQuiet, isSilent, silentAtMs } = one;
  const { name, site, instrument: type, pid, expectEveryMinutes } = instrument;
  const every = expectEveryMinutes ?? usualMinutes;
  return {
    name,
    site,
    instrument: type,
    pid,
    hourly,
    confirmedHourly,
    deliveredHourly,
    expected,
    lastFileAt: lastFileAtMs === null ? null : isoTime(lastFileAtMs),
    usualMinutes,
    isQuiet,
    isSilent,
    silentAt: silentAtMs === null ? null : isoTime(silentAtMs),
    quietMessage:
      isQuiet && lastFileAtMs !== null && every !== null
        ? `${capital(silenceWords(lastFileAtMs, every, nowMs))}.`
        : null,
  };
}
