import { startOfDayMs, todayUtc } from "#base/dates.ts";
import { counted } from "#base/text.ts";
import { causeWords } from "#domain/cause.ts";
import { type PathNode, rootCause } from "#domain/path-health.ts";
import type { Core, EnginePorts } from "#engine/pipeline.ts";
import { countDay } from "./activity.ts";
import { isSilent, issuesOf } from "./issues.ts";
import { backlogFrom } from "./pace.ts";
import { isOfPc } from "./pc.ts";
import { damagedFilesWords, emptyFilesWords, silenceWords } from "./phrases.ts";
import type { Status } from "./reports.ts";
import type { SendingRate } from "./sending-rate.ts";
import { unreadableWords } from "./status.ts";

/** What is shown beside the status: how the day goes, and where it is stuck. */
export interface StationNow {
  readonly nowMs: number;
  /** Files whose modification time is today, UTC. */
  readonly today: { readonly found: number; readonly delivered: number };
  /** Uploads in flight; the rate is that of the last seconds. */
  readonly sending: { readonly count: number; readonly bytesPerSecond: number };
  readonly path: readonly PathNode[];
  /** How far this PC's clock is ahead of the portal's, milliseconds; null while not known. */
  readonly portalClockDriftMs: number | null;
}

/** Reads what is shown beside `status`. `isRunning`: a host watches and delivers. */
export async function stationNow(
  core: Core,
  { clock, ledger, portal }: EnginePorts,
  rate: SendingRate,
  status: Status,
  isRunning: boolean,
): Promise<StationNow> {
  const nowMs = clock.nowMs();
  const dayHour = startOfDayMs(todayUtc(nowMs)) / 3_600_000;
  const files = await ledger.fileHours(dayHour, dayHour + 24);
  const names = new Set(status.instruments.map(({ name }) => name));
  const { found, delivered } = countDay(
    files.filter(({ instrument }) => names.has(instrument)),
    dayHour,
  );
  const silent: string[] = [];
  const quiet: string[] = [];
  for (const instrument of status.instruments) {
    const { name, lastFileAtMs, everyMinutes, folderTrouble, emptyFiles, damagedFiles } = instrument;
    // Whether an instrument writes cannot be seen while its folder cannot be.
    if (folderTrouble !== null || instrument.lastRescanAtMs === null) continue;
    if (damagedFiles !== null) silent.push(`${damagedFilesWords(name, damagedFiles, nowMs)}.`);
    if (emptyFiles !== null) silent.push(`${emptyFilesWords(name, emptyFiles, nowMs)}.`);
    if (lastFileAtMs === null || everyMinutes === null) continue;
    const words = silenceWords(lastFileAtMs, everyMinutes, nowMs);
    if (isSilent(instrument, nowMs)) silent.push(`${name} is silent: ${words}.`);
    else if (instrument.isQuiet) quiet.push(`${name} is quiet: ${words}.`);
  }
  const hold = (lane: Status["holds"][number]["lane"]) =>
    status.holds.find((one) => one.lane === lane) ?? null;
  const path = rootCause({
    isRunning,
    instrumentCount: status.instruments.length,
    silent,
    quiet,
    folderTroubles: status.instruments.flatMap(({ folderTrouble }) => folderTrouble?.message ?? []),
    unreadable: status.instruments.flatMap(({ folderTrouble, unreadable }) =>
      folderTrouble !== null || unreadable === null ? [] : unreadableWords(unreadable),
    ),
    record: hold("record"),
    pause: hold("pause") ?? hold("quiet-hours"),
    portal: hold("portal"),
    pc: status.causes
      .filter(({ cause }) => isOfPc(cause))
      .map(({ cause, message }) => ({ cause, message: `${message} ${causeWords(cause).remedy}` })),
    stopped: issuesOf(status, nowMs)
      .filter(({ key }) => key.startsWith("files:"))
      .map(({ cause, label, kind }) => ({
        cause: cause === "silent-instrument" || cause === "poor-product" ? "refused" : cause,
        message: kind === "waiting" ? `${label}; retried automatically.` : `${label}.`,
      })),
    backlog: backlogWords(status),
  });
  const sending = { count: core.scheduler.inFlight().size, bytesPerSecond: rate.bytesPerSecond() };
  return {
    nowMs,
    today: { found, delivered },
    sending,
    path,
    portalClockDriftMs: portal.clockAheadMs?.() ?? null,
  };
}

function backlogWords({ totals }: Status): string | null {
  const unsent = totals.queued + totals.hashing + totals.announcing + totals.sending;
  return unsent < backlogFrom ? null : `${counted(unsent, "file")} to send, today's first.`;
}
