import { ok } from "#api/reply.ts";
import { capital } from "#base/text.ts";
import type { activityMethods } from "#contract/activity.ts";
import type { Answer, Handlers } from "#contract/methods.ts";
import type { Station } from "#station/station-api.ts";
import type { InstrumentActivity } from "#station/status/activity.ts";
import { quietWords } from "#station/status/phrases.ts";

/** Answers about what the instruments and the station did lately. */
export function activityHandlers(station: Station): Pick<Handlers, keyof typeof activityMethods> {
  return {
    async activity() {
      const { instruments, ...activity } = await station.activity();
      return ok({ ...activity, instruments: instruments.map((one) => presentActivity(one, activity.nowMs)) });
    },
  };
}

function presentActivity(
  { instrument, ...activity }: InstrumentActivity,
  nowMs: number,
): Answer<"activity">["instruments"][number] {
  const { name, site, instrument: type, pid, expectEveryMinutes } = instrument;
  const { isQuiet, lastFileAtMs, usualMinutes } = activity;
  const every = expectEveryMinutes ?? usualMinutes;
  return {
    ...activity,
    name,
    site,
    instrument: type,
    pid,
    quietMessage:
      isQuiet && lastFileAtMs !== null && every !== null
        ? `${capital(quietWords(lastFileAtMs, every, nowMs))}.`
        : null,
  };
}
