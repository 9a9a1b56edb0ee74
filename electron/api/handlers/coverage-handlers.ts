import { noInstrumentText } from "#api/present.ts";
import { fail, ok } from "#api/reply.ts";
import { daysBetween } from "#base/dates.ts";
import type { coverageMethods } from "#contract/coverage.ts";
import type { Answer, Handlers } from "#contract/methods.ts";
import type { CoverageDay } from "#domain/coverage.ts";
import type { Coverage } from "#station/coverage/coverage.ts";

/** Most days that one question may be about. */
const mostDays = 400;

/** `coverage.*`; `null` where a host does not tell. */
export function coverageHandlers(coverage: Coverage | null): Pick<Handlers, keyof typeof coverageMethods> {
  const notOffered = () => fail("not-offered", "This host does not compare with the portal's lists.");
  const noInstrument = (name: string | null) =>
    fail("not-found", noInstrumentText(name ?? "", coverage?.instruments() ?? []));
  return {
    async "coverage.days"({ from, to, instrument }) {
      if (coverage === null) return notOffered();
      const fault = spanFault(from, to);
      if (fault !== null) return fail("bad-input", fault);
      const found = await coverage.days(from, to, instrument);
      if (found === null) return noInstrument(instrument);
      return ok({ ...found, days: found.days.map((day) => shown(day, coverage)) });
    },
    async "coverage.day"({ instrument, date }) {
      if (coverage === null) return notOffered();
      const found = await coverage.day(instrument, date);
      if (found === null) return noInstrument(instrument);
      const { asOfMs, day, files, times } = found;
      return ok({
        asOfMs,
        day: shown(day, coverage),
        files: files.map(({ modifiedAtMs, ...file }) => ({
          ...file,
          writtenAtMs: modifiedAtMs,
          span: modifiedAtMs === null ? null : times.spanOf(modifiedAtMs),
        })),
        pauses: times.pauses,
      });
    },
    async "coverage.gone"({ instrument, date }) {
      if (coverage === null) return notOffered();
      const gone = await coverage.gone(instrument, date);
      if (gone === null) return noInstrument(instrument);
      const named = gone.flatMap(({ uploadId, namedAtMs }) =>
        namedAtMs === null ? [] : [{ uploadId, at: namedAtMs }],
      );
      return ok({ uploadIds: gone.map(({ uploadId }) => uploadId), named });
    },
    async "coverage.places"() {
      return coverage === null ? notOffered() : ok(await coverage.places());
    },
    async "coverage.sendMissing"({ from, to, instrument }) {
      if (coverage === null) return notOffered();
      const fault = spanFault(from, to);
      if (fault !== null) return fail("bad-input", fault);
      return ok(await coverage.sendMissing(from, to, instrument));
    },
  };
}

function spanFault(from: string, to: string): string | null {
  const days = daysBetween(from, to) + 1;
  if (days < 1) return `"from" ${from} is after "to" ${to}; swap them.`;
  return days > mostDays ? `"from" and "to" must be at most ${mostDays} days apart.` : null;
}

function shown(
  day: CoverageDay,
  { reasonsOf }: Pick<Coverage, "reasonsOf">,
): Answer<"coverage.days">["days"][number] {
  return {
    ...day,
    published: day.published.map((product) => ({ ...product, reasons: reasonsOf(product.uuid) })),
  };
}
