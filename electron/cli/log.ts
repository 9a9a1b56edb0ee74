import { noInstrumentText } from "#api/present.ts";
import { addDays } from "#base/dates.ts";
import { countText } from "#base/text.ts";
import type { LogDayShown, StationEventShown } from "#contract/log.ts";
import type { Output } from "#contract/methods.ts";
import { withAnswers } from "./ask.ts";
import { UsageError } from "./command.ts";
import { chosenDays } from "./date-flags.ts";
import { sayEnglish as message } from "./speaker.ts";
import type { Run } from "./table.ts";
import type { logTable } from "./tables/telling-tables.ts";
import { jsonLine, printed } from "./words.ts";

/** Days that are shown where none are chosen, and that can be shown at once. */
const days = { usual: 7, most: 100 };

export const log: Run<typeof logTable> = async ({ flags }, around) => {
  const span = chosenDays(flags, days, Date.now());
  const { instrument = null } = flags;
  const found = await withAnswers(
    flags,
    around,
    async (ask) => {
      // A name that nothing was recorded of would look like an instrument without a file.
      const known = instrument === null ? [] : (await ask("status", {})).instruments.map(({ name }) => name);
      if (instrument !== null && !known.includes(instrument))
        throw new UsageError(noInstrumentText(instrument, known));
      return await ask("log.days", { ...span, instrument });
    },
    { ledgerHere: "always" },
  );
  around.stdout.write(flags.json ? jsonLine(found) : inWords(found));
  return 0;
};

function inWords({ firstDay, days: shown, events }: Output<"log.days">): string {
  if (firstDay === null) return printed(["Nothing has happened yet."]);
  if (shown.length === 0)
    return printed([`Nothing was recorded on these days. The record begins on ${firstDay}.`]);
  return printed(shown.flatMap((day) => [dayLine(day), ...eventLines(day.date, events)]));
}

function dayLine({ date, found, delivered, refused, lost }: LogDayShown): string {
  const figures = [
    message("{found} found", { found: countText(found) }),
    message("{delivered} delivered", { delivered: countText(delivered) }),
    ...(refused === 0 ? [] : [message("{refused} stopped", { refused: countText(refused) })]),
    message("{lost} lost", { lost: countText(lost) }),
  ];
  return `${date}  ${figures.join(", ")}`;
}

/** Gives a line for each event that lasted on this day, oldest first. */
function eventLines(date: string, events: readonly StationEventShown[]): readonly string[] {
  const begin = `${date}T00:00:00.000Z`;
  const end = `${addDays(date, 1)}T00:00:00.000Z`;
  return events
    .filter(({ from, to }) => from < end && (to === null || to > begin || from === begin))
    .toReversed()
    .map(({ from, to, title, detail }) => {
      const [first, last] = [from < begin ? "     " : from.slice(11, 16), clockBefore(end, to)];
      const span = from === to || first === last ? first : `${first}–${last}`;
      return `  ${span.padEnd(11)}  ${title}.${detail === null ? "" : ` ${detail}`}`;
    });
}

function clockBefore(end: string, to: string | null): string {
  return to === null || to >= end ? "" : to.slice(11, 16);
}
