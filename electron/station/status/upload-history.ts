import { atText, bytesInWords, spanText } from "#base/text.ts";
import type { JournalEvent, JournalLine } from "#domain/journal.ts";
import type { FinishPolicy } from "#domain/settings.ts";
import type { Receipt, Upload } from "#domain/upload.ts";

/** Facts from which the history of one upload is told. */
export interface HistoryFacts {
  readonly upload: Upload;
  /** Its journal, oldest line first. */
  readonly journal: readonly JournalLine[];
  /** How its instrument's files finish; null where the instrument is no longer set up. */
  readonly finish: FinishPolicy | null;
  /** Why nothing is sent now; empty while something may be. Whole sentences. */
  readonly stops: readonly string[];
  /** Bytes sent so far, while it is being sent. */
  readonly sentBytes: number | null;
  /** The portal's verdict on it, in a sentence; null: nothing is known. */
  readonly listed: string | null;
  /** Words with which persons marked it as known, one sentence each. */
  readonly known: readonly string[];
  /** Findings of quality control in the products of its day, one sentence each. */
  readonly poor: readonly string[];
  /** Sentence about its size; null: there is nothing to say. */
  readonly small: string | null;
  readonly nowMs: number;
}

/** More steps than this are told in short. */
const mostSteps = 14;
const firstSteps = 5;

/** A part of the way of one upload. */
export interface HistoryStep {
  /** When it happened, epoch milliseconds; null for what holds now, and for steps that are told in short. */
  readonly atMs: number | null;
  /** The line of the journal that it tells; null where it tells none. */
  readonly event: JournalEvent | null;
  /** With the time in it. */
  readonly sentence: string;
  /** Without it, for where the time stands beside it. */
  readonly text: string;
}

/** The way of one upload in plain sentences, in the order of time; the last ones say what comes next. */
export function historyOf(facts: HistoryFacts): readonly HistoryStep[] {
  const steps = stepsOf(facts);
  const left = steps.length - mostSteps;
  const shown =
    left <= 0
      ? steps
      : [
          ...steps.slice(0, firstSteps),
          untimed(`Then ${left} more steps of the same kind.`),
          ...steps.slice(firstSteps + left),
        ];
  return [...shown, ...nextOf(facts).map(untimed)];
}

/** When it was, in a sentence: ` at 13:02:10 UTC`, `, confirmed on Saturday 21 November at 13:02:10 UTC`. */
const whenClause =
  /(, (confirmed|as seen))?( yesterday| tomorrow| on [A-Z][a-z]+ \d+ [A-Z][a-z]+( -?\d+)?)? at \d\d:\d\d:\d\d UTC/;

function untimed(sentence: string): HistoryStep {
  return { atMs: null, event: null, sentence, text: sentence };
}

function stepsOf(facts: HistoryFacts): HistoryStep[] {
  const sentencesOf = sentencesOfLines(facts);
  return facts.journal.flatMap((line) => {
    const { event, atMs } = line;
    return sentencesOf(line).map((sentence, n): HistoryStep => {
      const step = { atMs, event: n === 0 ? event : null, sentence };
      return { ...step, text: sentence.replace(whenClause, "") };
    });
  });
}

/** Tells each line of the journal in turn. */
function sentencesOfLines({ upload, finish, small, nowMs }: HistoryFacts) {
  let attempts = 0;
  return ({ event, atMs, detail }: JournalLine): string[] => {
    const at = atText(atMs, nowMs, "second");
    const why = reason(detail);
    switch (event) {
      case "enqueued":
        return [
          `Found ${at}: ${bytesInWords(upload.size)}, last changed ${atText(upload.mtimeUs / 1000, nowMs, "second")}.`,
          ...(small === null ? [] : [small]),
          ...(finish === null ? [] : [finished(finish)]),
        ];
      case "hashed":
        return [`Read ${at}.`];
      case "announced":
        return [`Announced to the portal ${at}.`];
      case "confirmed":
        return upload.receipt === null ? [] : [confirmed(upload.receipt, nowMs)];
      case "failed-passing":
      case "failed-final":
        attempts += 1;
        return [`Attempt ${attempts} failed ${at}. ${why}`.trim()];
      case "released":
        return [`Queued again ${at}: ${why === "" ? "it was interrupted" : why.replace(/\.$/, "")}.`];
      case "retried":
        return [`Retried by you ${at}.`];
      case "changed":
        return [`Replaced ${at}: the file changed, and this version is no longer sent.`];
      case "cancelled":
        return [`Cancelled by you ${at}.`];
      case "displaced":
        return [
          `It may have been overwritten on the portal, as seen ${at}. It is sent again if the file is unchanged.`,
        ];
      case "lost":
      case "revoked":
        return [`The portal was asked again ${at}. ${why}`.trim()];
      case "orphaned":
        return [`Held ${at}. ${why}`.trim()];
      case "record-found":
        return [`The portal's record of this content was found ${at}.`];
      default:
        return [];
    }
  };
}

/** The journal writes `cause: message`. */
function reason(detail: string | null): string {
  return detail?.replace(/^[a-z-]+: /, "") ?? "";
}

function finished(finish: FinishPolicy): string {
  const unchanged = `has not changed for ${finish.seconds} s`;
  switch (finish.policy) {
    case "settle":
      return `Finished: it counts as finished when it ${unchanged}.`;
    case "next-file":
      return `Finished: it counts as finished when a newer file exists and it ${unchanged}.`;
    case "sentinel":
      return `Finished: it counts as finished when its marker file (${finish.suffix}) exists.`;
    case "day-closed":
      return `Finished: it counts as finished when its day is over and it ${unchanged}.`;
    case "append":
      return `It grows during its day and is sent every ${finish.everyHours} h, and once more at the end.`;
  }
}

function confirmed(receipt: Receipt, nowMs: number): string {
  const at = atText(receipt.confirmedAtMs, nowMs, "second");
  const what = `${bytesInWords(receipt.size)}, MD5 ${receipt.checksum}.`;
  switch (receipt.kind) {
    case "stored":
      return `The portal stored it ${at}: ${what}`;
    case "replaced":
      return `The portal stored it ${at} in place of earlier content: ${what}`;
    case "known":
      return `The portal already had it, confirmed ${at}: ${what}`;
    case "twin": {
      const name = receipt.recordFilename === null ? "" : ` (${receipt.recordFilename})`;
      return `The portal already had the same content under another name${name}, confirmed ${at}: ${what}`;
    }
  }
}

function nextOf({ upload, stops, sentBytes, listed, known, poor, nowMs }: HistoryFacts): string[] {
  const { state, failure, attempts, notBeforeMs } = upload;
  const said =
    failure === null || failure.portalMessage === null ? [] : [`The portal said: “${failure.portalMessage}”`];
  switch (state) {
    case "queued":
      return stops.length === 0
        ? ["It is in the queue and is sent when its turn comes."]
        : ["It is safe here, in the queue. Nothing is sent now.", ...stops];
    case "hashing":
      return ["It is being read now."];
    case "announcing":
      return ["It is being announced to the portal now."];
    case "sending":
      return [`It is being sent now: ${bytesInWords(sentBytes ?? 0)} of ${bytesInWords(upload.size)}.`];
    case "waiting": {
      const dueMs = notBeforeMs ?? nowMs;
      const attempt = attempts + 1;
      return [
        ...said,
        `It is safe here. Next try ${dueMs > nowMs ? `${atText(dueMs, nowMs, "second")} (in ${spanText(dueMs - nowMs)})` : "at any moment"}, attempt ${attempt}. Reason: ${failure?.message ?? "unknown."}`,
      ];
    }
    case "blocked":
      return [...said, `It is safe here and waits for you. ${failure?.message ?? ""}`.trim()];
    case "cancelled":
      return ["It stays here and is not sent unless you retry it."];
    case "delivered":
      return [...(listed === null ? [] : [listed]), ...known, ...poor];
    case "superseded":
      return [];
  }
}
