import { causes, isHoldCause } from "#domain/cause.ts";
import { uploadStates } from "#domain/upload.ts";
import type { Verdicts } from "#domain/verdicts.ts";
import type { InstrumentMetrics, Metrics } from "#station/status/metrics.ts";
import { createCounts } from "./counts.ts";
import { type Family, gauge, oneGauge, type Sample } from "./families.ts";

/** Stands for all instruments that the ledger knows and the settings do not name any more. */
export const formerInstruments = "(no longer configured)";

/** Gives the state of the station at this moment. */
export function stationFamilies(metrics: Metrics): readonly Family[] {
  const { nowMs, ledger, holds, disks, clockAheadMs } = metrics;
  const oldestMs = ledger?.oldestUnsentAtMs;
  const ofCause = new Map(holds.map((hold) => [hold.cause, hold]));
  return [
    ...uploadFamilies(metrics),
    ...instrumentFamilies(metrics),
    oneGauge(
      "skyferry_oldest_unsent_age_seconds",
      "Time since the last change of the oldest file that is not on the portal; 0 if there is none.",
      oldestMs === undefined ? null : oldestMs === null ? 0 : ageSeconds(nowMs, oldestMs),
    ),
    gauge(
      "skyferry_hold",
      "1 while nothing is sent for this cause, else 0.",
      [...new Set([...holdCauses, ...ofCause.keys()])].map((one) => ({
        labels: { cause: one },
        value: ofCause.has(one) ? 1 : 0,
      })),
    ),
    gauge(
      "skyferry_hold_age_seconds",
      "How long sending has been on hold for this cause; no value otherwise.",
      [...ofCause].map(([one, { sinceMs }]) => ({
        labels: { cause: one },
        value: ageSeconds(nowMs, sinceMs),
      })),
    ),
    oneGauge("skyferry_paused", "1 while a person has paused sending.", ofCause.has("paused") ? 1 : 0),
    oneGauge(
      "skyferry_needs_attention",
      "1 while a person has to do something.",
      metrics.needsAttention ? 1 : 0,
    ),
    oneGauge(
      "skyferry_settings_problems",
      "Settings that cannot be used as written.",
      metrics.settingsProblems,
    ),
    oneGauge("skyferry_uploads_in_hand", "Uploads in flight.", metrics.inFlight),
    oneGauge("skyferry_ledger_readable", "1 while the ledger can be read.", ledger === null ? 0 : 1),
    oneGauge(
      "skyferry_ledger_rebuilt",
      "1 when the ledger was damaged or lost at this start and was rebuilt.",
      metrics.wasLedgerRebuilt ? 1 : 0,
    ),
    oneGauge(
      "skyferry_clock_ahead_seconds",
      "How far this PC's clock is ahead of the portal's, to about a second; no value while unknown.",
      clockAheadMs === null ? null : clockAheadMs / 1000,
    ),
    gauge(
      "skyferry_disk_free_bytes",
      "Free space where instruments write and where the data folder is.",
      disks.map(({ disk, freeBytes }) => ({ labels: { disk }, value: freeBytes })),
    ),
    gauge(
      "skyferry_disk_full_in_seconds",
      "Time until the disk is full, at the rate of the last seven days; no value if unknown.",
      disks.flatMap(({ disk, fullInMs }) =>
        fullInMs === null ? [] : [{ labels: { disk }, value: fullInMs / 1000 }],
      ),
    ),
  ];
}

/** Usual causes of a hold; any other cause is shown while it lasts. */
const holdCauses = causes.filter(
  (one) => isHoldCause(one) || ["no-model-route", "paused", "quiet-hours", "ledger-trouble"].includes(one),
);

function uploadFamilies({ instruments, ledger }: Metrics): readonly Family[] {
  const known = new Set(instruments.map(({ name }) => name));
  const nameOf = (instrument: string): string => (known.has(instrument) ? instrument : formerInstruments);
  const uploads = createCounts();
  if (ledger !== null)
    for (const { name } of instruments)
      for (const state of uploadStates) uploads.add({ instrument: name, state }, 0);
  for (const { instrument, state, uploads: count } of ledger?.counts ?? [])
    uploads.add({ instrument: nameOf(instrument), state }, count);
  const causes = createCounts();
  for (const { instrument, state, cause: one, uploads: count } of ledger?.causes ?? [])
    causes.add({ instrument: nameOf(instrument), state, cause: one }, count);
  const duplicates = createCounts();
  if (ledger !== null) for (const { name } of instruments) duplicates.add({ instrument: name }, 0);
  for (const { instrument, uploads: count } of ledger?.duplicates ?? [])
    duplicates.add({ instrument: nameOf(instrument) }, count);
  return [
    gauge(
      "skyferry_duplicates",
      "Delivered files that the portal has only under another name.",
      duplicates.samples(),
    ),
    gauge("skyferry_uploads", "File versions by instrument and state.", uploads.samples()),
    gauge(
      "skyferry_uploads_by_cause",
      "File versions that wait (they are retried) or are blocked (they need a person), by cause.",
      causes.samples(),
    ),
  ];
}

function instrumentFamilies({ instruments, nowMs }: Metrics): readonly Family[] {
  const each = (value: (one: InstrumentMetrics) => number | null): readonly Sample[] =>
    instruments.flatMap((one) => {
      const found = value(one);
      return found === null ? [] : [{ labels: { instrument: one.name }, value: found }];
    });
  const ageOf = (atMs: number | null) => (atMs === null ? null : ageSeconds(nowMs, atMs));
  return [
    gauge(
      "skyferry_instrument_info",
      "The portal's ids of site and instrument; always 1.",
      instruments.map(({ name, site, instrument }) => ({
        labels: { instrument: name, site, portal_instrument: instrument },
        value: 1,
      })),
    ),
    gauge(
      "skyferry_newest_file_age_seconds",
      "Time since the last change of this instrument's newest file; no value before the first one.",
      each(({ lastFileAtMs }) => ageOf(lastFileAtMs)),
    ),
    gauge(
      "skyferry_instrument_silent",
      "1 when no file came for three times as long as usual, and for two hours, or as expectEveryMinutes says.",
      each(({ isSilent }) => (isSilent ? 1 : 0)),
    ),
    gauge(
      "skyferry_portal_verdicts",
      "Files of the last 7 days that the portal could not use or has not processed in time, and products with an error.",
      instruments.flatMap(({ name, verdicts }) => (verdicts === null ? [] : verdictSamples(name, verdicts))),
    ),
    gauge(
      "skyferry_unfinished_files",
      "Files that are still being written.",
      each(({ unsettled }) => unsettled),
    ),
    gauge(
      "skyferry_folder_reachable",
      "0 while the instrument's folder cannot be read.",
      each(({ isFolderReachable }) => (isFolderReachable ? 1 : 0)),
    ),
    gauge(
      "skyferry_last_sweep_age_seconds",
      "Time since the last complete scan of the instrument's folder; no value before the first scan.",
      each(({ lastRescanAtMs }) => ageOf(lastRescanAtMs)),
    ),
  ];
}

function verdictSamples(
  instrument: string,
  { invalid, unprocessed, poorProducts }: Verdicts,
): readonly Sample[] {
  const sample = (verdict: string, value: number) => ({ labels: { instrument, verdict }, value });
  return [
    sample("invalid", invalid?.count ?? 0),
    sample("not_processed", unprocessed?.count ?? 0),
    sample("poor_product", poorProducts),
  ];
}

/** Seconds; 0 where the clock was set back or a file is dated ahead. */
function ageSeconds(nowMs: number, atMs: number): number {
  return Math.max(0, nowMs - atMs) / 1000;
}
