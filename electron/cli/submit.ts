import { addDays, isRealDate, todayUtc } from "#base/dates.ts";
import type { Station } from "#compose/station.ts";
import { type Command, readFlags, UsageError, wholeNumber } from "./command.ts";
import { openFromFlags } from "./station.ts";
import { stationFlags, stationHelp } from "./station-flags.ts";
import { createProgressLine, reportInWords } from "./submit-report.ts";
import { jsonLine } from "./words.ts";

export const submit: Command = {
  name: "submit",
  summary: "runs once: finds, delivers, reports, exits",
  help: `skyferry submit: runs once over every instrument: find, deliver, report, exit. Needs no daemon.

Usage: skyferry submit [--data DIR] [--settings FILE] [--date D … | --last N | --from D --to D]
                       [--wait SECONDS] [--dry-run] [--json]

${stationHelp}  --date D …            only these measurement dates (YYYY-MM-DD)
  --last N              only the last N days, including today (UTC)
  --from D, --to D      only these days, both included; you can give only one
  --wait SECONDS        longest wait for unfinished files; default: the settle time
  --dry-run             finds and reports, sends nothing
  --json                one JSON document

Without dates it sends everything that is finished and not delivered.
Exit code 0 when everything is delivered; 1 when something was not, when a folder or file could not be read, or when it was stopped early; 2 for bad usage or settings.
`,
  async run(argv, around) {
    const manyDates = 36_500;
    const flagSet = {
      ...stationFlags,
      date: { type: "string", multiple: true },
      last: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      wait: { type: "string" },
      "dry-run": { type: "boolean" },
      json: { type: "boolean" },
    } as const;
    const { flags, words } = readFlags(argv, flagSet, manyDates);
    const dates = selectedDates(flags, words, Date.now());
    const wait = wholeNumber(flags.wait, "--wait", { from: 0, to: 86_400, otherwise: -1 });
    const station = await openFromFlags(flags, around, { needsSettings: true });
    const isJson = flags.json === true;
    const line = createProgressLine(isJson ? null : around.stdout);
    try {
      if (station.instrumentCount === 0) {
        if (station.problems.length === 0)
          throw new UsageError('The settings have no instrument: add one under "instruments".');
        return 2;
      }
      if (!station.canSend && flags["dry-run"] !== true) return 2;
      const report = await station.runOnce({
        dates,
        waitMs: wait < 0 ? null : wait * 1000,
        isDryRun: flags["dry-run"] === true,
        signal: around.stopping,
        onProgress: line.show,
      });
      line.end();
      around.stdout.write(isJson ? jsonLine(report) : reportInWords(report, flags["dry-run"] === true));
      if (around.stopping.aborted) {
        around.stderr.write(
          "skyferry submit: stopped early, some files may be missing; run it again for the rest.\n",
        );
        return 1;
      }
      const { blocked, waiting, holds, unreadable } = report;
      const isAllDelivered = [blocked, waiting, holds, unreadable].every((left) => left.length === 0);
      return isAllDelivered && station.problems.length === 0 ? 0 : 1;
    } finally {
      line.end();
      await station.close();
    }
  },
};

interface DateFlags {
  readonly date?: readonly string[] | undefined;
  readonly last?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

type Dates = Parameters<Station["runOnce"]>[0]["dates"];

/**
 * Measurement dates (`YYYY-MM-DD`) that the flags of `submit` choose, `words` being what follows `--date D`;
 * null is every date.
 * Impossible dates, `--from` after `--to` and flags that do not go together are UsageErrors.
 */
function selectedDates(flags: DateFlags, words: readonly string[], nowMs: number): Dates {
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

function checked(text: string, flag: string): string {
  if (!isRealDate(text))
    throw new UsageError(`${flag} ${JSON.stringify(text)} is not a valid date; write it like 2026-11-21.`);
  return text;
}
