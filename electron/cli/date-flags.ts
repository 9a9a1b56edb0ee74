import { addDays, isRealDate, todayUtc } from "#base/dates.ts";
import { UsageError } from "./command.ts";

/** Both ends included, `YYYY-MM-DD`. */
interface DateSpan {
  readonly from: string;
  readonly to: string;
}

interface DateFlags {
  readonly date?: readonly string[] | undefined;
  readonly last?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Measurement dates (`YYYY-MM-DD`) that the flags choose, `words` being what follows `--date D`;
 * null is every date.
 * Impossible dates, `--from` after `--to` and flags that do not go together are UsageErrors.
 */
export function selectedDates(
  flags: DateFlags,
  words: readonly string[],
  nowMs: number,
): readonly DateSpan[] | null {
  const ways = [flags.date, flags.last, flags.from ?? flags.to].filter((way) => way !== undefined);
  if (ways.length > 1)
    throw new UsageError("--date, --last and --from/--to cannot be combined; give one of them.");
  if (flags.date !== undefined) {
    return [...flags.date, ...words].map((text) => {
      const date = checked(text, "--date");
      return { from: date, to: date };
    });
  }
  if (words[0] !== undefined)
    throw new UsageError(`${JSON.stringify(words[0])} is an unexpected argument; see --help.`);
  if (flags.last !== undefined) {
    const count = Number(flags.last);
    if (!/^\d+$/.test(flags.last) || count < 1 || count > 36_500)
      throw new UsageError(
        `--last must be a number of days from 1 to 36500, not ${JSON.stringify(flags.last)}.`,
      );
    const today = todayUtc(nowMs);
    return [{ from: addDays(today, 1 - count), to: today }];
  }
  if (flags.from === undefined && flags.to === undefined) return null;
  const from = flags.from === undefined ? "0001-01-01" : checked(flags.from, "--from");
  const to = flags.to === undefined ? "9999-12-31" : checked(flags.to, "--to");
  if (from > to) throw new UsageError(`--from ${from} is after --to ${to}; swap them.`);
  return [{ from, to }];
}

/** The days that `--last` or `--from` and `--to` choose, at most `most`; the last `usual` ones, today included, where none are chosen. */
export function chosenDays(
  flags: Omit<DateFlags, "date">,
  { usual, most }: { readonly usual: number; readonly most: number },
  nowMs: number,
): DateSpan {
  const today = todayUtc(nowMs);
  const [span] = selectedDates(flags, [], nowMs) ?? [{ from: addDays(today, 1 - usual), to: today }];
  const to = flags.to ?? today;
  const earliest = addDays(to, 1 - most);
  const from =
    span === undefined || (flags.from === undefined && flags.last === undefined && flags.to !== undefined)
      ? earliest
      : span.from;
  if (from > to) throw new UsageError(`--from ${from} is after today, ${to}; choose an earlier day.`);
  if (from < earliest) throw new UsageError(`At most ${most} days can be shown at once; choose fewer.`);
  return { from, to };
}

function checked(text: string, flag: string): string {
  if (!isRealDate(text))
    throw new UsageError(`${flag} ${JSON.stringify(text)} is not a valid date; write it like 2026-11-21.`);
  return text;
}
