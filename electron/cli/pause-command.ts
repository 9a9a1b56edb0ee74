import { minuteText } from "#base/text.ts";
import { withAnswers } from "./ask.ts";
import { UsageError } from "./command.ts";
import type { Run } from "./table.ts";
import type { pauseTable } from "./tables/station-tables.ts";
import { jsonLine, printed } from "./words.ts";

const minuteMs = 60_000;
const unitMs: Readonly<Record<string, number>> = { m: minuteMs, h: 60 * minuteMs, d: 1440 * minuteMs };

export const pauseCommand: Run<typeof pauseTable> = async ({ flags }, around) => {
  const { backlog, for: span, json } = flags;
  if (backlog && span !== undefined)
    throw new UsageError("--backlog and --for cannot be combined; give one of them.");
  const untilMs = span === undefined ? null : Date.now() + spanMs(span);
  const until = untilMs === null ? null : new Date(untilMs).toISOString();
  const isRunning = await withAnswers(
    flags,
    around,
    async (ask, isHost) => {
      if (backlog) await ask("backlog.pause", {});
      else if (isHost) await ask("pause", { until });
      return isHost;
    },
    { ledgerHere: "always" },
  );
  if (!backlog && !isRunning) {
    const said = "nothing is running that could be paused; --backlog also holds for a later start.";
    around.stderr.write(printed([`skyferry pause: ${said}`]));
    return 1;
  }
  const next = backlog
    ? "Files of earlier days wait until skyferry resume --backlog."
    : `Paused until ${until === null ? "skyferry resume" : minuteText(until, Date.now())}.`;
  around.stdout.write(json ? jsonLine(backlog ? { isRunning } : { isRunning, until }) : printed([next]));
  return 0;
};

/** `30m`, `8h`, `2d`, in milliseconds. */
function spanMs(given: string): number {
  const [, count = "", unit = ""] = /^(\d{1,5})([mhd])$/.exec(given) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? 0);
  if (ms < minuteMs || ms > 365 * 1440 * minuteMs)
    throw new UsageError(
      `--for must be a time from 1m to 365d, such as 30m, 8h or 2d, not ${JSON.stringify(given)}.`,
    );
  return ms;
}
