import { aboutText, bytesText } from "#base/text.ts";
import type { Cause } from "#domain/cause.ts";
import { farOffMs, offMs } from "#domain/clock-drift.ts";
import type { DiskRoom } from "#engine/discovery/disks.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import { clockWords } from "#engine/run-once/clock-finding.ts";
import { silenceWords } from "./phrases.ts";
import type { CauseSummary, InstrumentStatus, Status } from "./reports.ts";

/** Gives the causes why this PC itself is not well; they stop no upload. */
export function pcCauses(
  { disks }: Pick<Pipeline, "disks">,
  { portal }: Pick<EnginePorts, "portal">,
): readonly CauseSummary[] {
  return [...clockCauses(portal.clockAheadMs?.() ?? null), ...(disks?.list() ?? []).flatMap(diskCauses)];
}

/** Says what is wrong with this PC, and whether an instrument is silent: a sentence each. */
export function aroundWords({ causes, instruments }: Status, name: string, nowMs: number): readonly string[] {
  const instrument = instruments.find((one) => one.name === name);
  const silence = instrument === undefined ? null : silenceOf(instrument, nowMs);
  return [
    ...causes.filter(({ cause }) => isOfPc(cause)).map(({ message }) => message),
    ...(silence === null ? [] : [`${name} ${silence}.`]),
  ];
}

/** Causes of `pcCauses`. */
export function isOfPc(cause: Cause): boolean {
  return (
    cause === "clock-off" || cause === "clock-wrong" || cause === "disk-filling" || cause === "disk-full"
  );
}

/** Key of such a cause while it lasts, whatever it changes to: the clock, or one disk. */
export function pcKey({ cause, samplePath }: CauseSummary): string {
  return cause === "clock-off" || cause === "clock-wrong" ? "clock" : `disk:${samplePath}`;
}

function clockCauses(aheadMs: number | null): readonly CauseSummary[] {
  const byMs = Math.abs(aheadMs ?? 0);
  if (aheadMs === null || byMs <= offMs) return [];
  const message = clockWords(aheadMs);
  const cause = byMs >= farOffMs ? "clock-wrong" : "clock-off";
  return [{ cause, count: 0, samplePath: "", message, sinceMs: null, instrument: null, stoppedAtMs: null }];
}

function diskCauses({
  disk,
  freeBytes,
  hasRecords,
  isFull,
  isFilling,
  fullInMs,
}: DiskRoom): readonly CauseSummary[] {
  const name = hasRecords ? `${disk}, the disk of the data folder,` : disk;
  const found = { count: 0, samplePath: disk, sinceMs: null, instrument: null, stoppedAtMs: null };
  if (isFull)
    return [{ ...found, cause: "disk-full", message: `${name} is full: ${bytesText(freeBytes)} are left.` }];
  if (!isFilling || fullInMs === null) return [];
  return [
    { ...found, cause: "disk-filling", message: `${name} will be full in about ${aboutText(fullInMs)}.` },
  ];
}

/** In words, once a person is told of it; null before. */
function silenceOf(
  { silentAtMs, everyMinutes, lastFileAtMs }: InstrumentStatus,
  nowMs: number,
): string | null {
  const isTold = silentAtMs !== null && nowMs > silentAtMs;
  if (!isTold || everyMinutes === null || lastFileAtMs === null) return null;
  return silenceWords(lastFileAtMs, everyMinutes, nowMs);
}
