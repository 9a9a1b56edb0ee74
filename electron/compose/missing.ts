import { addDays, todayUtc } from "#base/dates.ts";
import type { Settings } from "#domain/settings.ts";
import type { SendMissing } from "#engine/coverage/coverage.ts";
import type { OpenedStation } from "./answering.ts";
import { composeCoverage } from "./coverage.ts";

/** What was found of the files that are measured and not accepted. */
export interface Missing extends SendMissing {
  /** False where a list of the portal's could not be read: what it has of those months is as it was known before. */
  readonly isListed: boolean;
}

/** Days that are looked at where none are chosen, and at most. */
const [usualDays, mostDays] = [62, 400];

/** Reads the portal's lists of these dates, and queues again what it does not have, for the run that follows. */
export async function queueMissing(
  { ports, link }: Pick<OpenedStation, "ports" | "link">,
  settings: Settings,
  dates: readonly { readonly from: string; readonly to: string }[] | null,
  signal: AbortSignal,
): Promise<Missing> {
  const today = todayUtc(ports.clock.nowMs());
  const spans = dates ?? [{ from: addDays(today, 1 - usualDays), to: today }];
  const { clock, files, ledger, log } = ports;
  const { coverage, sync } = composeCoverage({
    clock,
    files,
    ledger,
    log,
    portal: link.portal,
    settings: () => settings,
    // A run tries again whatever waits or is blocked.
    engine: {
      isOpen: () => true,
      listsRead() {},
      poorProducts: async () => [],
      retry: async ({ ids }) => ids?.length ?? 0,
    },
  });
  const found = { queued: 0, left: 0, isListed: true };
  for (const span of spans) {
    const to = span.to < today ? span.to : today;
    const earliest = addDays(to, 1 - mostDays);
    const from = span.from > earliest ? span.from : earliest;
    if (from > to) continue;
    if (!(await sync.readMonths(from, to, signal))) found.isListed = false;
    const { queued, left } = await coverage.sendMissing(from, to, null);
    found.queued += queued;
    found.left += left;
  }
  return found;
}
