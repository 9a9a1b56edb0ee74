import { addDays, endOfPeriodMs, todayUtc } from "#base/dates.ts";
import type { Metadata } from "#domain/portal-records.ts";
import {
  isReceived,
  isSameRecord,
  type ReceiptVerdict,
  receiptVerdictOf,
  type SeenRecord,
} from "#domain/receipt-verdict.ts";
import type { Receipt, Upload } from "#domain/upload.ts";
import type { Listed, PortalQuestions } from "./ask-portal.ts";

/** A delivered upload, and what was announced for it. */
export interface Delivered {
  readonly upload: Upload;
  readonly receipt: Receipt;
  readonly metadata: Metadata;
}

/**
 * A delivered upload, judged; `unanswered`, one sentence: the portal could not be asked, so nothing is known. `isDenied`: it
 * gave two answers that contradict each other.
 */
export type Judged =
  | { readonly delivered: Delivered; readonly verdict: ReceiptVerdict }
  | { readonly delivered: Delivered; readonly unanswered: string; readonly isDenied?: true };

/** Uploads of one site, instrument type and month. */
export interface MonthGroup {
  readonly delivered: readonly Delivered[];
  /** Their receipts were withdrawn; `receipt` is what it would be. */
  readonly withdrawn: readonly Delivered[];
}

export interface MonthVerdicts {
  readonly judged: readonly Judged[];
  /** Uploads whose receipts were withdrawn and that are there under their own names. */
  readonly restored: readonly { readonly delivered: Delivered; readonly record: SeenRecord }[];
}

interface Questions extends PortalQuestions {
  /** How many more may be asked. */
  left: number;
  wasAsked(checksum: string): boolean;
}

/**
 * Questions about one month of one instrument: the month by type and by PID, `samples`, each of its days, and single records with
 * what is left.
 * Two looks at a month that differs are 70 at most.
 */
const mostQuestions = 35;

/** So many of what a list does not show as confirmed are asked for singly before that is believed. */
const samples = 3;
/** At once: more than so many, or than this share of the month. */
const [manyFiles, manyOfMonth] = [5, 0.2];

/**
 * Judges what was delivered of one site, instrument type and month. A single list is enough if all is as it was. The rest is
 * asked for by the PIDs of its devices, which may have had another type, by its days, which is the contract's own filter
 * (docs/portal/api.md, "Endpoints"), and what is missing there by its checksum. Nothing is missing that one of these answers shows, or because a question got no answer. If much is not as
 * it was, samples are asked for by their checksum first: if they are there, lists show what is held and nothing else.
 */
export async function judgeMonth(
  { delivered: all, withdrawn }: MonthGroup,
  portal: PortalQuestions,
): Promise<MonthVerdicts> {
  const first = all[0] ?? withdrawn[0];
  if (first === undefined) return { judged: [], restored: [] };
  const { measurementDate } = first.metadata;
  const dateFrom = `${measurementDate.slice(0, 7)}-01`;
  const dateTo = addDays(todayUtc(endOfPeriodMs(dateFrom, "month")), -1);
  const span = { dateFrom, dateTo };
  const questions = limited(portal);
  const month = await portal.list({ ...ofSource(first.metadata), ...span });
  if ("unanswered" in month) {
    const { unanswered, maySplit } = month;
    if (!maySplit) return { judged: all.map((delivered) => ({ delivered, unanswered })), restored: [] };
    const ofDays = await judgeByDays([...all, ...withdrawn], questions);
    const byPid = await judgeByPid(ofDays, span, questions);
    const seen = ofDays.map((one) => byPid.get(one.delivered) ?? one);
    const isOut = new Set(withdrawn);
    const judged = seen.filter(({ delivered }) => !isOut.has(delivered));
    const others = seen.filter(({ delivered }) => isOut.has(delivered));
    return { judged: await judgeRest(judged, questions), restored: heldOf(others) };
  }
  const byType = [...all, ...withdrawn].map((delivered) => judge(delivered, month));
  const byPid = await judgeByPid(byType, span, questions);
  const seen = byType.map((one) => byPid.get(one.delivered) ?? one);
  const judged = seen.slice(0, all.length);
  const restored = heldOf(seen.slice(all.length));
  const doubted = judged.filter((one) => !isHeld(one)).map(({ delivered }) => delivered);
  const isMuch = doubted.length > Math.min(manyFiles, all.length * manyOfMonth);
  const isFalse = isMuch && (await samplesOf(doubted, questions, daysOf(doubted).size)) === "there";
  // The list of a month may show the record of a duplicate; that of the file's own day need not.
  const ofMonth = new Map(judged.filter(isMissing).map((one) => [one.delivered, one]));
  const ofDays = (await judgeByDays(doubted, questions, anySource)).map((one) =>
    isMissing(one) && one.verdict.changed === null
      ? (byPid.get(one.delivered) ?? ofMonth.get(one.delivered) ?? one)
      : one,
  );
  const whole = [...judged.filter(isHeld), ...ofDays];
  if (isFalse) return { judged: whole.map((one) => (isHeld(one) ? one : denied(one))), restored };
  return { judged: await judgeRest(whole, questions), restored };
}

/**
 * Asks once, by PID, for what lists of a type do not show: gives what is there, or that there was no answer. A portal that refuses
 * such a list need not know it.
 */
async function judgeByPid(
  byType: readonly Judged[],
  span: { readonly dateFrom: string; readonly dateTo: string },
  questions: Questions,
): Promise<ReadonlyMap<Delivered, Judged>> {
  const lacking = byType
    .filter((one) => isMissing(one) || "unanswered" in one)
    .map(({ delivered }) => delivered)
    .filter(
      ({ metadata: { kind, instrument, instrumentPid } }) => kind !== "model" && instrument !== instrumentPid,
    );
  const [first] = lacking;
  if (first === undefined) return new Map();
  questions.left -= 1;
  const pids = [...new Set(lacking.map(({ metadata }) => metadata.instrumentPid))];
  const listed = await questions.list({ ...ofSource(first.metadata), ...span, pids });
  if ("unanswered" in listed) {
    const { unanswered, maySplit } = listed;
    return new Map(maySplit ? [] : lacking.map((delivered) => [delivered, { delivered, unanswered }]));
  }
  const judged = lacking.map((delivered) => judge(delivered, listed));
  return new Map(
    judged.flatMap((one) => (isMissing(one) || "unanswered" in one ? [] : [[one.delivered, one]])),
  );
}

/** Asks for no checksum twice. */
function limited(portal: PortalQuestions): Questions {
  const asked = new Map<string, ReturnType<PortalQuestions["record"]>>();
  const questions: Questions = {
    list: (query) => portal.list(query),
    record(checksum) {
      const before = asked.get(checksum);
      if (before !== undefined) return before;
      questions.left -= 1;
      const answer = portal.record(checksum);
      asked.set(checksum, answer);
      return answer;
    },
    left: mostQuestions - 1,
    wasAsked: (checksum) => asked.has(checksum),
  };
  return questions;
}

/** Judges uploads that lists show with other content, or with none, and those that they do not show. */
async function judgeRest(judged: readonly Judged[], questions: Questions): Promise<readonly Judged[]> {
  const others = judged.filter(isOther).map(({ delivered }) => delivered);
  const isFalse = (await samplesOf(others, questions)) !== "not there";
  return await judgeMissing(
    judged.map((one) => (isFalse && isOther(one) ? denied(one) : one)),
    questions,
  );
}

function denied({ delivered }: Judged): Judged {
  return {
    delivered,
    unanswered: "The portal's lists contradict its records: nothing was changed.",
    isDenied: true,
  };
}

/** A record is there, with other content or with none. */
function isOther(one: Judged): boolean {
  return "verdict" in one && (one.verdict.kind === "replaced" || one.verdict.kind === "not-received");
}

/**
 * Asks for some of them by their checksum: all that are named are there as they were confirmed, some are, or none is. The
 * route is optional: no record is no word. Records of duplicates are of other names. `kept`: questions that are needed for others.
 */
async function samplesOf(
  doubted: readonly Delivered[],
  questions: Questions,
  kept = 0,
): Promise<"there" | "partly there" | "not there"> {
  const own = doubted.filter((one) => !isTwin(one));
  const step = Math.max(1, Math.floor(own.length / samples));
  const found: boolean[] = [];
  for (let at = 0, asked = 0; asked < samples && questions.left > kept; at += step, asked += 1) {
    const one = own[at];
    if (one === undefined) break;
    const answer = await questions.record(one.metadata.checksum);
    if (answer === null) continue;
    if ("unanswered" in answer) break;
    found.push(isReceived(answer) && isSameRecord(answer, one.metadata));
  }
  if (!found.includes(true)) return "not there";
  return found.includes(false) ? "partly there" : "there";
}

function heldOf(judged: readonly Judged[]): MonthVerdicts["restored"] {
  return judged.flatMap((one) =>
    "verdict" in one && one.verdict.kind === "same"
      ? [{ delivered: one.delivered, record: one.verdict.record }]
      : [],
  );
}

function ofSource({ kind, site, instrument }: Metadata) {
  return { site, instrument, ...(kind === undefined ? {} : { kind }) };
}

/** A day of a whole site needs no filter but those of the contract: the device may have had another type. */
function anySource(metadata: Metadata) {
  return metadata.kind === "model" ? ofSource(metadata) : { site: metadata.site, instrument: "" };
}

function judge(delivered: Delivered, listed: Listed): Judged {
  const verdict = receiptVerdictOf(delivered.metadata, delivered.receipt, listed);
  return verdict.kind === "missing" && verdict.changed === null && listed.isPartial
    ? { delivered, unanswered: "Some records in the portal's answer could not be read." }
    : { delivered, verdict };
}

function isHeld(one: Judged): boolean {
  return "verdict" in one && (one.verdict.kind === "same" || one.verdict.kind === "moved");
}

function daysOf(all: readonly Delivered[]): ReadonlyMap<string, readonly Delivered[]> {
  return Map.groupBy(all, ({ metadata }) => metadata.measurementDate);
}

/** A day without an answer ends it: the others of the month would hang or fail, too. */
async function judgeByDays(
  all: readonly Delivered[],
  questions: Questions,
  sourceOf = ofSource,
): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  let unanswered: string | null = null;
  for (const [date, ofDay] of daysOf(all)) {
    questions.left -= 1;
    const listed: Listed | { readonly unanswered: string } =
      unanswered === null && ofDay[0] !== undefined
        ? await questions.list({ ...sourceOf(ofDay[0].metadata), date })
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
    const mayAsk = questions.left > 0 || questions.wasAsked(checksum);
    if (isOver || !mayAsk) return "unanswered";
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
    return {
      delivered,
      unanswered: "The portal's list leaves out files that the portal has.",
      isDenied: true,
    };
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
