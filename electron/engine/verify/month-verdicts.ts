import { addDays, endOfPeriodMs, todayUtc } from "#base/dates.ts";
import type { Metadata } from "#domain/portal-records.ts";
import {
  isReceived,
  isSameRecord,
  type ReceiptVerdict,
  type SeenRecord,
  verdictOf,
} from "#domain/receipt-verdict.ts";
import type { Receipt, Upload } from "#domain/upload.ts";
import type { Listed, PortalQuestions } from "./ask-portal.ts";

/** A delivered upload, and what was announced for it. */
export interface Delivered {
  readonly upload: Upload;
  readonly receipt: Receipt;
  readonly metadata: Metadata;
}

/** One delivered upload, judged; `unanswered`: the portal could not be asked, so nothing is known. One sentence. */
export type Judged =
  | { readonly delivered: Delivered; readonly verdict: ReceiptVerdict }
  | { readonly delivered: Delivered; readonly unanswered: string };

interface Questions extends PortalQuestions {
  /** How many more may be asked. */
  left: number;
}

/** Questions about one month of one instrument: the month, each of its days, and single records with what is left. */
const mostQuestions = 33;

/**
 * Judges what was delivered of one site, instrument type and month. One list is enough where all is as it was. The rest is
 * asked for by its days, which is the contract's own filter (docs/portal/api.md, "Endpoints"), and what is missing there by
 * its checksum. Nothing is missing that one of these answers shows, or because a question got no answer.
 */
export async function judgeMonth(
  all: readonly Delivered[],
  portal: PortalQuestions,
): Promise<readonly Judged[]> {
  const [first] = all;
  if (first === undefined) return [];
  const { measurementDate } = first.metadata;
  const dateFrom = `${measurementDate.slice(0, 7)}-01`;
  const dateTo = addDays(todayUtc(endOfPeriodMs(dateFrom, "month")), -1);
  const questions: Questions = { ...portal, left: mostQuestions - 1 };
  const month = await portal.list({ ...ofSource(first.metadata), dateFrom, dateTo });
  if ("unanswered" in month) {
    const { unanswered, maySplit } = month;
    if (!maySplit) return all.map((delivered) => ({ delivered, unanswered }));
    return await judgeMissing(await judgeByDays(all, questions), questions);
  }
  const judged = all.map((delivered) => judge(delivered, month));
  const doubted = judged.filter((one) => !isHeld(one)).map(({ delivered }) => delivered);
  // The list of a month may show the record of a duplicate; that of the file's own day need not.
  const ofMonth = new Map(judged.filter(isMissing).map((one) => [one.delivered, one]));
  const ofDays = (await judgeByDays(doubted, questions)).map((one) =>
    isMissing(one) && one.verdict.changed === null ? (ofMonth.get(one.delivered) ?? one) : one,
  );
  return await judgeMissing([...judged.filter(isHeld), ...ofDays], questions);
}

function ofSource({ kind, site, instrument }: Metadata) {
  return { site, instrument, ...(kind === undefined ? {} : { kind }) };
}

function judge(delivered: Delivered, listed: Listed): Judged {
  const verdict = verdictOf(delivered.metadata, delivered.receipt, listed);
  return verdict.kind === "missing" && verdict.changed === null && listed.isPartial
    ? { delivered, unanswered: "Some records in the portal's answer could not be read." }
    : { delivered, verdict };
}

function isHeld(one: Judged): boolean {
  return "verdict" in one && (one.verdict.kind === "same" || one.verdict.kind === "moved");
}

/** A day without an answer ends it: the others of the month would hang or fail, too. */
async function judgeByDays(all: readonly Delivered[], questions: Questions): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  let unanswered: string | null = null;
  for (const [date, ofDay] of Map.groupBy(all, ({ metadata }) => metadata.measurementDate)) {
    questions.left -= 1;
    const listed: Listed | { readonly unanswered: string } =
      unanswered === null && ofDay[0] !== undefined
        ? await questions.list({ ...ofSource(ofDay[0].metadata), date })
        : { unanswered: unanswered ?? "" };
    if ("unanswered" in listed) unanswered = listed.unanswered;
    for (const delivered of ofDay)
      judged.push(
        "unanswered" in listed ? { delivered, unanswered: listed.unanswered } : judge(delivered, listed),
      );
  }
  return judged;
}

/**
 * Asks by its checksum for what no list shows, as far as questions are left: duplicates first, as their record may be of
 * another day or site. A portal that does not offer the route names none.
 */
async function judgeMissing(judged: readonly Judged[], questions: Questions): Promise<readonly Judged[]> {
  const missing = judged.filter(isMissing).map(({ delivered }) => delivered);
  if (missing.length === 0) return judged;
  const ask = createSingleQuestions(questions);
  const held = judged.find(isHeld)?.delivered.metadata.checksum;
  const hasTwins = missing.some(isTwin);
  const probe = hasTwins && held !== undefined ? await ask(held) : "none";
  const answers = new Map<Delivered, Answer>();
  for (const delivered of missing.toSorted((a, b) => Number(isTwin(b)) - Number(isTwin(a))))
    answers.set(delivered, await ask(delivered.metadata.checksum));
  const isOffered = [probe, ...answers.values()].some((answer) => typeof answer === "object");
  const isListFalse = [...answers].some(
    ([{ metadata }, answer]) =>
      typeof answer === "object" && isReceived(answer) && isSameRecord(answer, metadata),
  );
  return judged.map((one) =>
    isMissing(one)
      ? judgeSingle(one, answers.get(one.delivered) ?? "unanswered", { isOffered, isListFalse })
      : one,
  );
}

type Answer = SeenRecord | "none" | "unanswered";

/** Asks until no question is left, or one got no answer. */
function createSingleQuestions(questions: Questions): (checksum: string) => Promise<Answer> {
  let isOver = false;
  return async (checksum) => {
    if (isOver || questions.left <= 0) return "unanswered";
    questions.left -= 1;
    const answer = await questions.record(checksum);
    if (answer === null) return "none";
    isOver = "unanswered" in answer;
    return "unanswered" in answer ? "unanswered" : answer;
  };
}

function judgeSingle(
  one: Missing,
  answer: Answer,
  { isOffered, isListFalse }: { readonly isOffered: boolean; readonly isListFalse: boolean },
): Judged {
  const { delivered, verdict } = one;
  if (typeof answer === "object") {
    if (!isReceived(answer)) return { delivered, verdict: { kind: "not-received", record: answer } };
    const isOwn = isTwin(delivered) || isSameRecord(answer, delivered.metadata);
    return { delivered, verdict: { kind: isOwn ? "same" : "moved", record: answer } };
  }
  if (isListFalse)
    return { delivered, unanswered: "The portal's list leaves out files that the portal has." };
  if (isTwin(delivered) && verdict.changed === null && !(isOffered && answer === "none"))
    return { delivered, unanswered: "The portal cannot be asked for a single record." };
  return one;
}

interface Missing {
  readonly delivered: Delivered;
  readonly verdict: Extract<ReceiptVerdict, { readonly kind: "missing" }>;
}

function isMissing(one: Judged): one is Missing {
  return "verdict" in one && one.verdict.kind === "missing";
}

function isTwin({ receipt }: Delivered): boolean {
  return receipt.kind === "twin";
}
