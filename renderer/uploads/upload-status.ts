import { say } from "#base/say.ts";
import type { StatusShown as StationStatus } from "#contract/status.ts";
import { canRetryCause } from "#domain/cause.ts";
import { firstActionOf } from "#domain/refusal.ts";
import { canRetry, isFailed } from "#domain/upload.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { filesText } from "#renderer/text/files.ts";
import { type StateWords, stateWords, type UploadRow } from "#renderer/text/states.ts";

type Status = Pick<UploadRow, "state" | "receipt"> &
  Partial<Pick<UploadRow, "verdict" | "content" | "isReplaced">>;

/**
 * The state of an upload in words; while nothing is sent (`stop`, by which shape), what is queued waits for more than its turn. A twin has no
 * record under its own name and day, and does not look like one that has.
 */
export function uploadStatusOf(
  { state, receipt, verdict = null, content = null, isReplaced = false }: Status,
  stop: Shape | null,
): StateWords {
  if (isReplaced) return stateWords("superseded");
  const words = stateWords(state);
  if (state === "delivered" && receipt?.kind === "twin")
    return {
      label: filesText.underAnotherName,
      shape: "over",
      meaning: `${underAnotherName(receipt.recordFilename)}.`,
    };
  if (state === "delivered" && verdict !== null)
    return verdict === "invalid"
      ? {
          label: filesText.verdict.invalid,
          shape: "problem",
          meaning: filesText.verdictMeaning.invalid(whyNotUsable(content?.reason ?? null)),
        }
      : { label: filesText.verdict[verdict], shape: "done", meaning: filesText.verdictMeaning[verdict] };
  if (state !== "queued" || stop === null) return words;
  return { ...words, shape: stop, meaning: filesText.finishedAndWaits(waitWords(stop)) };
}

/** Says until when a queued file waits: only what is held on purpose resumes. */
export function waitWords(stop: Shape): string {
  return stop === "held" ? filesText.untilSendingResumes : filesText.untilSendingWorks;
}

/** The parts of a status that tell whether files are sent. */
export interface Stopping {
  readonly holds: readonly Pick<StationStatus["holds"][number], "lane" | "extent">[];
  readonly instruments: readonly Pick<StationStatus["instruments"][number], "name" | "kind">[];
}

export function stoppingOf({ holds, instruments }: Stopping): Stopping {
  return {
    holds: holds.map(({ lane, extent }) => ({ lane, extent })),
    instruments: instruments.map(({ name, kind }) => ({ name, kind })),
  };
}

/** Why no file of this instrument or model is sent now: held on purpose, or it does not work; null while they go. */
export function stopOf(status: Stopping | undefined, instrument: string): Shape | null {
  const isModel = status?.instruments.some(({ name, kind }) => name === instrument && kind === "model");
  const holds = status?.holds.filter(
    ({ extent }) => extent === "everything" || (extent === "models") === isModel,
  );
  if (holds === undefined || holds.length === 0) return null;
  return holds.some(({ lane }) => lane === "pause" || lane === "quiet-hours") ? "held" : "away";
}

/** Gives the words for a duplicate: the portal keeps the same bytes once, under the name that came first. */
export function underAnotherName(name: string | null): string {
  return name === null ? filesText.onPortalUnderOtherName : filesText.onPortalAs(name);
}

/** True where trying again can deliver the file. */
export function retryHelps({ state, failure }: Pick<UploadRow, "state" | "failure">): boolean {
  return canRetry(state) && (failure === null || !isFailed(state) || canRetryCause(failure.cause));
}

/** True where trying again is the first thing to do: nothing has to be fixed before. */
export function retryIsFirst({ state, failure }: Pick<UploadRow, "state" | "failure">): boolean {
  return state === "cancelled" || (failure !== null && firstActionOf(failure) === "retry");
}

/** Gives no more than anybody knows: the portal has no reasons. */
function whyNotUsable(reason: string | null): string {
  return reason === null
    ? say("The portal gives no reason, and Skyferry's own check found no problem.")
    : say("The portal gives no reason. Skyferry's own check found that the file {reason}.", { reason });
}
