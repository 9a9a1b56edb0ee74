import { capital, isoTime } from "#base/text.ts";
import type { JournalEntry } from "#contract/journal.ts";
import type { Output } from "#contract/methods.ts";
import type { ExplanationShown, StatusIssue, StatusShown } from "#contract/status.ts";
import { type Failure, needsYou } from "#domain/cause.ts";
import type { JournalLine as EngineEntry } from "#domain/journal.ts";
import type { Upload } from "#domain/upload.ts";
import type { FileVerdict } from "#domain/verdicts.ts";
import type { Station } from "#station/station-api.ts";
import type { Issue } from "#station/status/issue.ts";
import { holdOf, isSilent } from "#station/status/issues.ts";
import { silenceWords } from "#station/status/phrases.ts";
import type { Explanation as EngineExplanation, Status as EngineStatus } from "#station/status/reports.ts";

type PresentedUpload = Output<"upload">["upload"];

/** Gives the text for a name that is no instrument's; `known` are the names in the settings. */
export function noInstrumentText(name: string, known: readonly string[]): string {
  const others = known.length === 0 ? "They have none." : `They have ${known.join(", ")}.`;
  return `No instrument or model of the settings is called ${JSON.stringify(name)}. ${others}`;
}

/** ISO 8601 in UTC. */
export function isoTimeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoTime(atMs);
}

/** The contract's shape of uploads, with what the station knows of them besides. */
export async function presentUploads(
  station: Pick<Station, "progress" | "verdictsOf" | "replacedAmong">,
  uploads: readonly Upload[],
): Promise<PresentedUpload[]> {
  const [verdicts, replaced] = await Promise.all([
    station.verdictsOf(uploads),
    station.replacedAmong(uploads),
  ]);
  const progress = station.progress();
  return uploads.map((upload) => ({
    ...presentUpload(upload, progress.get(upload.id) ?? null, verdicts.get(upload.id) ?? null),
    isReplaced: replaced.has(upload.id),
  }));
}

/** The contract's shape of an upload; `sentBytes` is known while it is being sent. */
export function presentUpload(
  upload: Upload,
  sentBytes: number | null,
  verdict: FileVerdict | null,
): Omit<PresentedUpload, "isReplaced"> {
  return {
    id: upload.id,
    instrument: upload.instrument,
    path: upload.relPath,
    size: upload.size,
    modifiedAt: isoTime(Math.floor(upload.mtimeUs / 1000)),
    measurementDate: upload.measurementDate,
    checksum: upload.checksum,
    state: upload.state,
    failure: upload.failure === null ? null : presentFailure(upload.failure),
    nextTryAt: isoTimeOrNull(upload.notBeforeMs),
    attempts: upload.attempts,
    lane: upload.lane,
    isAnnounced: upload.isAnnounced,
    sentBytes: upload.state === "sending" ? sentBytes : null,
    receipt: upload.receipt === null ? null : presentReceipt(upload.receipt),
    content: upload.content,
    verdict,
    createdAt: isoTime(upload.createdAtMs),
    updatedAt: isoTime(upload.updatedAtMs),
  };
}

function presentReceipt(receipt: NonNullable<Upload["receipt"]>): NonNullable<PresentedUpload["receipt"]> {
  const { kind, checksum, size, confirmedAtMs, recordFilename, recordUuid, portal } = receipt;
  return { kind, checksum, size, confirmedAt: isoTime(confirmedAtMs), recordFilename, recordUuid, portal };
}

function presentFailure({ cause, message, portalMessage }: Failure) {
  return { cause, message, portalMessage, needsYou: needsYou(cause) };
}

/** The contract's shape of a journal line. */
export function presentEntry(entry: EngineEntry): JournalEntry {
  const { seq, atMs, uploadId, instrument, relPath, event, state, detail } = entry;
  return { seq, at: isoTime(atMs), uploadId, instrument, path: relPath, event, state, detail };
}

/** Fields that the host's own clock and the truth add to a station's status. */
type AddedStatus =
  | "today"
  | "sending"
  | "path"
  | "now"
  | "portalClockDriftMs"
  | "truth"
  | "tray"
  | "issues"
  | "lastDeliveredAt"
  | "verified";

/** The contract's shape of an issue, with what is known of the hold behind it. */
export function presentIssue(issue: Issue, { holds }: EngineStatus): StatusIssue {
  const { key, cause, kind, label, remedy, action, instrument, count, sinceMs, filter } = issue;
  const hold = holdOf(issue, holds);
  return {
    key,
    cause,
    kind,
    label,
    remedy,
    action,
    instrument,
    count,
    since: kind === "silentInstrument" ? null : isoTimeOrNull(sinceMs),
    message: hold?.message ?? null,
    portalMessage: hold?.portalMessage ?? issue.portalMessage ?? null,
    nextTryAt: isoTimeOrNull(hold?.nextTryAtMs ?? null),
    filter,
    day: issue.day ?? null,
    canBeKnown: (issue.files ?? []).length > 0,
    snoozed: issue.snoozed === undefined ? null : { until: isoTimeOrNull(issue.snoozed.untilMs) },
  };
}

/** The contract's shape of a status. `running`: a host watches and delivers; `seq`: newest journal line before it. */
export function presentStatus(
  status: EngineStatus,
  running: boolean,
  seq: number,
  nowMs: number,
): Omit<StatusShown, AddedStatus> {
  return {
    running,
    totals: { ...status.totals },
    duplicates: status.duplicates.all,
    replaced: status.replaced,
    holds: status.holds.map((hold) => ({
      lane: hold.lane,
      extent: hold.lane === "models" ? "models" : hold.isOfUploads ? "uploads" : "everything",
      ...presentFailure(hold),
      since: isoTime(hold.sinceMs),
      nextTryAt: isoTimeOrNull(hold.nextTryAtMs),
    })),
    causes: status.causes.map(({ cause, count, portalMessage = null, samplePath, message, sinceMs }) => ({
      cause,
      count,
      portalMessage,
      samplePath,
      message,
      needsYou: needsYou(cause),
      since: isoTimeOrNull(sinceMs),
    })),
    questionable: (status.questionable ?? []).map(({ instrument, relPath, reason }) => ({
      instrument,
      path: relPath,
      reason,
    })),
    oldestUnsentAt: isoTimeOrNull(status.oldestUnsentAtMs),
    instruments: status.instruments.map((instrument) => presentInstrument(instrument, nowMs)),
    settingsProblems: status.settingsProblems.map(({ key, message, instrument }) => ({
      key,
      message,
      instrument,
    })),
    ledgerMessage: status.ledgerMessage,
    needsAttention: status.needsAttention,
    seq,
  };
}

function presentInstrument(
  instrument: EngineStatus["instruments"][number],
  nowMs: number,
): StatusShown["instruments"][number] {
  const {
    name,
    site,
    instrument: type,
    folder,
    lastFileAtMs,
    everyMinutes,
    offUntil,
    today,
    queue,
    unsettled,
    verdicts,
    folderTrouble,
    lastRescanAtMs,
  } = instrument;
  return {
    kind: instrument.kind ?? "instrument",
    name,
    site,
    instrument: type,
    folder,
    lastFileAt: isoTimeOrNull(lastFileAtMs),
    silence:
      isSilent(instrument, nowMs) && lastFileAtMs !== null && everyMinutes !== null
        ? `${capital(silenceWords(lastFileAtMs, everyMinutes, nowMs))}.`
        : null,
    offUntil,
    today,
    queue,
    growing: unsettled,
    verdicts:
      verdicts === null
        ? null
        : {
            invalid: verdicts.invalid?.count ?? 0,
            notProcessed: verdicts.unprocessed?.count ?? 0,
            poorProducts: verdicts.poorProducts,
            poor: verdicts.poor.map(({ product, date, uuid, reasons = null }) => ({
              product,
              date,
              uuid,
              reasons,
            })),
            tellsWhy: verdicts.tellsWhy ?? null,
          },
    folderTrouble:
      folderTrouble === null
        ? null
        : { message: folderTrouble.message, since: isoTime(folderTrouble.sinceMs) },
    lastSweepAt: isoTimeOrNull(lastRescanAtMs),
  };
}

/** Gives the answer of `explain`. */
export async function presentExplanation(
  explanation: EngineExplanation,
  station: Pick<Station, "progress" | "verdictsOf" | "replacedAmong">,
): Promise<ExplanationShown> {
  const { next, uploads, journal, kind, ...judged } = explanation;
  return {
    ...judged,
    kind: judged.instrument === null ? null : (kind ?? "instrument"),
    next: next === null ? null : { what: next.what, at: isoTimeOrNull(next.atMs) },
    uploads: await presentUploads(station, uploads),
    journal: journal.map(presentEntry),
  };
}
