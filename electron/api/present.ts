import { capital } from "#base/text.ts";
import type { Answer } from "#contract/methods.ts";
import { type Failure, needsYou } from "#domain/cause.ts";
import type { Upload } from "#domain/upload.ts";
import type { Station } from "#station/station-api.ts";
import type { Issue } from "#station/status/issue.ts";
import { holdOf, isSilent } from "#station/status/issues.ts";
import { silenceWords } from "#station/status/phrases.ts";
import type { Explanation, Status } from "#station/status/reports.ts";

/** Gives the text for a name that is no instrument's; `known` are the names in the settings. */
export function noInstrumentText(name: string, known: readonly string[]): string {
  const others = known.length === 0 ? "They have none." : `They have ${known.join(", ")}.`;
  return `No instrument or model of the settings is called ${JSON.stringify(name)}. ${others}`;
}

/** Needs of the answers about uploads. */
type UploadFacts = Pick<Station, "progress" | "verdictsOf" | "replacedAmong">;

/** Uploads with what the station knows of them besides. */
export async function presentUploads(
  station: UploadFacts,
  uploads: readonly Upload[],
): Promise<Answer<"upload">["upload"][]> {
  const [verdicts, replaced] = await Promise.all([
    station.verdictsOf(uploads),
    station.replacedAmong(uploads),
  ]);
  const progress = station.progress();
  return uploads.map((upload) => ({
    ...upload,
    modifiedAtMs: Math.floor(upload.mtimeUs / 1000),
    failure: upload.failure === null ? null : presentFailure(upload.failure),
    sentBytes: upload.state === "sending" ? (progress.get(upload.id) ?? null) : null,
    verdict: verdicts.get(upload.id) ?? null,
    isReplaced: replaced.has(upload.id),
  }));
}

function presentFailure<F extends Pick<Failure, "cause">>(failure: F) {
  return { ...failure, needsYou: needsYou(failure.cause) };
}

type StatusAnswer = Answer<"status">;

/** An issue with what is known of the hold behind it. */
export function presentIssue(issue: Issue, { holds }: Status): StatusAnswer["issues"][number] {
  const hold = holdOf(issue, holds);
  return {
    ...issue,
    sinceMs: issue.kind === "silentInstrument" ? null : issue.sinceMs,
    message: hold?.message ?? null,
    portalMessage: hold?.portalMessage ?? issue.portalMessage ?? null,
    nextTryAtMs: hold?.nextTryAtMs ?? null,
    day: issue.day ?? null,
    canBeKnown: (issue.files ?? []).length > 0,
    snoozed: issue.snoozed ?? null,
  };
}

/** Fields of a status that are not shown as the station has them. */
export function presentStatus(
  status: Status,
  nowMs: number,
): Pick<StatusAnswer, "duplicates" | "holds" | "causes" | "questionable" | "instruments"> {
  return {
    duplicates: status.duplicates.all,
    holds: status.holds.map((hold) => ({
      ...presentFailure(hold),
      extent: hold.lane === "models" ? "models" : hold.isOfUploads ? "uploads" : "everything",
    })),
    causes: status.causes.map(({ portalMessage = null, ...one }) => ({
      ...presentFailure(one),
      portalMessage,
    })),
    questionable: status.questionable ?? [],
    instruments: status.instruments.map((instrument) => presentInstrument(instrument, nowMs)),
  };
}

function presentInstrument(
  instrument: Status["instruments"][number],
  nowMs: number,
): StatusAnswer["instruments"][number] {
  const { lastFileAtMs, everyMinutes, verdicts } = instrument;
  return {
    ...instrument,
    kind: instrument.kind ?? "instrument",
    silence:
      isSilent(instrument, nowMs) && lastFileAtMs !== null && everyMinutes !== null
        ? `${capital(silenceWords(lastFileAtMs, everyMinutes, nowMs))}.`
        : null,
    verdicts:
      verdicts === null
        ? null
        : {
            invalid: verdicts.invalid?.count ?? 0,
            notProcessed: verdicts.unprocessed?.count ?? 0,
            poorProducts: verdicts.poorProducts,
            poor: verdicts.poor.map((product) => ({ ...product, reasons: product.reasons ?? null })),
            tellsWhy: verdicts.tellsWhy ?? null,
          },
  };
}

/** Gives the answer of `explain`. */
export async function presentExplanation(
  explanation: Explanation,
  station: UploadFacts,
): Promise<Answer<"explain">> {
  const { instrument, kind, uploads } = explanation;
  return {
    ...explanation,
    kind: instrument === null ? null : (kind ?? "instrument"),
    uploads: await presentUploads(station, uploads),
  };
}
