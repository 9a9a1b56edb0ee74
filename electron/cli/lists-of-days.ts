import { counted, oneLine } from "#base/text.ts";
import type { DataFolder } from "#compose/data-folder.ts";
import type { Surroundings } from "./command.ts";

/** Lists, where more are asked for at once. */
const mostAMinute = 6;

interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * Without a host nobody else meets the files that were finished since the last run, nor asks the portal. Says on standard error why
 * it takes time, and what failed. False where a list could not be read.
 */
export async function bringUpToDate(
  station: DataFolder,
  dates: Days,
  { stderr, stopping }: Surroundings,
  command: string,
): Promise<boolean> {
  const unreadable = await station.lookThrough([dates], stopping);
  for (const sentence of unreadable)
    stderr.write(`skyferry ${command}: not checked, and may contain finished files: ${oneLine(sentence)}\n`);
  if (station.instrumentCount === 0) return true;
  const isWhole = await station.readLists(dates, stopping, (lists) => {
    if (lists > 0) stderr.write(`skyferry ${command}: ${readingWords(lists)}\n`);
  });
  if (!isWhole)
    stderr.write(
      `skyferry ${command}: not all of the portal's lists could be read; the older ones are used.\n`,
    );
  return isWhole;
}

function readingWords(lists: number): string {
  if (lists <= mostAMinute) return "no daemon is running: reading the portal's lists.";
  const minutes = counted(Math.floor((lists - 1) / mostAMinute), "minute");
  return `no daemon is running: reading ${lists} of the portal's lists, six a minute, takes ${minutes}; Ctrl-C skips the rest.`;
}
