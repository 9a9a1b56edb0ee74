import { fail, ok } from "#api/reply.ts";
import { daysBetween } from "#base/dates.ts";
import type { logMethods } from "#contract/log.ts";
import type { Answer, Handlers } from "#contract/methods.ts";
import type { StationEvent } from "#domain/station-event.ts";
import { eventDetail, eventTitle } from "#station/station-events/event-sentences.ts";
import type { LogDay, StationLog } from "#station/station-events/log.ts";

/** Most days that one question may be about. */
const mostDays = 100;

/** `log.*`; `null` where a host does not tell. */
export function logHandlers(log: StationLog | null): Pick<Handlers, keyof typeof logMethods> {
  const notOffered = () => fail("not-offered", "This host keeps no log of the station.");
  return {
    async "log.days"({ from, to, instrument }) {
      if (log === null) return notOffered();
      const days = daysBetween(from, to) + 1;
      if (days < 1) return fail("bad-input", `"from" ${from} is after "to" ${to}; swap them.`);
      if (days > mostDays)
        return fail("bad-input", `"from" and "to" must be at most ${mostDays} days apart.`);
      const found = await log.days(from, to, instrument);
      return ok({
        firstDay: found.firstDay,
        days: found.days.map(dayShown),
        events: found.events.map(eventShown),
      });
    },
    async "log.events"({ from, to, kinds, instrument, before, limit }) {
      if (log === null) return notOffered();
      const found = await log.events({
        ...(kinds === undefined ? {} : { kinds }),
        ...(instrument === undefined ? {} : { subject: instrument }),
        ...(from === undefined ? {} : { fromMs: Date.parse(from) }),
        ...(to === undefined ? {} : { toMs: Date.parse(to) }),
        before: before === null ? null : { fromMs: Date.parse(before.from), seq: before.seq },
        limit: limit + 1,
      });
      const events = found.slice(0, limit);
      const next = found.length > limit ? (events.at(-1) ?? null) : null;
      return ok({ events: events.map(eventShown), next });
    },
    async "log.since"({ from }) {
      if (log === null) return notOffered();
      const found = await log.since(Date.parse(from));
      return ok({ ...found, events: found.events.map(eventShown) });
    },
  };
}

function dayShown({ hours, ...day }: LogDay): Answer<"log.days">["days"][number] {
  return { ...day, hours: hours.map((one) => ({ ...one, hour: one.hour % 24 })) };
}

/** An event with its sentences. */
export function eventShown(event: StationEvent): Answer<"log.events">["events"][number] {
  return {
    ...event,
    title: eventTitle(event),
    detail: eventDetail(event),
    isUnclean: event.detail.isUnclean === true,
  };
}
