import { addDays, todayUtc } from "#base/dates.ts";
import type { Settings } from "#domain/settings.ts";
import { createDrives, folderTroubleOf } from "#engine/discovery/drives.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import { createQualityReports } from "#station/coverage/quality-reports.ts";
import type { SendMissing } from "#station/coverage/send-missing.ts";
import { createVerdicts } from "#station/status/verdicts.ts";
import { allReceipts, verifyReceipts } from "#station/verify/verify-receipts.ts";
import { type CoverageOfStation, composeCoverage } from "./coverage.ts";
import type { DataFolderParts } from "./data-folder-parts.ts";

/** Report on the files that are measured and not accepted. */
export interface Missing extends SendMissing {
  /** False where a list of the portal's could not be read: what it has of those months is as it was known before. */
  readonly isListed: boolean;
}

/** Days that are looked at where none are chosen, and at most. */
const [usualDays, mostDays] = [62, 400];

/** Gives the coverage of the data, for a command without a host. */
function coverageOf(
  { ports, link }: Pick<DataFolderParts, "ports" | "link">,
  settings: Settings,
  compareReceipts: (dates: readonly DateSpan[]) => Promise<void> = async () => {},
): CoverageOfStation {
  const { clock, files, ledger, log } = ports;
  const { portal } = link;
  const verdicts = createVerdicts({ ledger, clock }, () => settings.instruments);
  return composeCoverage({
    clock,
    files,
    ledger,
    log,
    portal,
    settings: () => settings,
    // A run tries again whatever waits or is blocked.
    station: {
      isOpen: () => true,
      listsRead() {},
      poorProducts: async () => (await verdicts.current()).flatMap(({ poor }) => poor),
      retry: async ({ ids }) => ids?.length ?? 0,
    },
    compareReceipts,
    quality: createQualityReports({ clock, log, portal, store: ports.qualityStore }),
  });
}

/** A host asks for each list once an hour. */
const freshMs = 3_600_000;

/**
 * Reads the portal's lists of these dates that a host would ask for by now, and some of its reports on poor products;
 * `onPlan` hears first how many lists there are.
 * False where one could not be read.
 */
export async function readLists(
  opened: Pick<DataFolderParts, "ports" | "link">,
  settings: Settings,
  dates: DateSpan,
  signal: AbortSignal,
  onPlan: (lists: number) => void,
): Promise<boolean> {
  const { sync } = coverageOf(opened, settings);
  const isWhole = await sync.readMonths(dates, signal, { freshMs, onPlan });
  await sync.readReports(signal);
  return isWhole;
}

/** Reads the portal's lists of these dates, and queues again what it does not have, for the run that follows. */
export async function queueMissing(
  opened: Pick<DataFolderParts, "ports" | "link">,
  settings: Settings,
  dates: readonly DateSpan[] | null,
  signal: AbortSignal,
): Promise<Missing> {
  const today = todayUtc(opened.ports.clock.nowMs());
  const spans = dates ?? [{ from: addDays(today, 1 - usualDays), to: today }];
  const { ports } = opened;
  const { files } = ports;
  const drives = createDrives(files, ports.drivesStore);
  const { coverage, sync } = coverageOf(opened, settings, async (dates) => {
    await verifyReceipts(
      {
        ...ports,
        instrumentOf: (name) => settings.instruments.find((one) => one.name === name),
        folderTrouble: (instrument) => folderTroubleOf(instrument, { files, drives }),
        portalUrl: () => settings.portal.url,
        onRequeued() {},
        onRewritten: async () => {},
      },
      { ...allReceipts, dates, signal },
    );
  });
  const found = { queued: 0, left: 0, asked: 0, isListed: true };
  for (const span of spans) {
    const to = span.to < today ? span.to : today;
    const earliest = addDays(to, 1 - mostDays);
    const from = span.from > earliest ? span.from : earliest;
    if (from > to) continue;
    if (!(await sync.readMonths({ from, to }, signal))) found.isListed = false;
    const { queued, left, asked } = await coverage.sendMissing(from, to, null);
    found.queued += queued;
    found.left += left;
    found.asked += asked;
  }
  return found;
}
