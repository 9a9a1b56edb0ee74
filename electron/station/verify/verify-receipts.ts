import type { ReceiptVerdict, SeenRecord } from "#domain/receipt-verdict.ts";
import type { Upload } from "#domain/upload.ts";
import type { DeliveredQuery } from "#engine/ports/ledger.ts";
import { createQuestions, type PortalQuestions } from "./ask-portal.ts";
import { type DiskVerdict, readAgain } from "./disk-verdicts.ts";
import { monthGroups } from "./month-groups.ts";
import { type Delivered, type Judged, judgeMonth, type MonthGroup } from "./month-verdicts.ts";
import { restore, takeVerdict } from "./take-verdict.ts";
import type { VerifyParts } from "./verify-parts.ts";

/** Choice of the receipts that are compared with what the portal has now. */
export interface VerifyRequest extends Pick<DeliveredQuery, "dates" | "changedSinceMs"> {
  /** Delivered before this moment, epoch milliseconds: what is younger may not be listed yet. Null: any. */
  readonly beforeMs: number | null;
  /** Only months of instruments that have one of these uploads; null: all. */
  readonly withIds: ReadonlySet<string> | null;
  /** Reads the files on this PC again, too. */
  readonly disk: boolean;
  readonly signal: AbortSignal;
  /** Called and waited for before each month of an instrument. */
  pace(): Promise<void>;
  onProgress(found: VerifyFound): void;
}

/** Every receipt, without rest; a request says what it wants otherwise. */
export const allReceipts = {
  dates: null,
  changedSinceMs: null,
  beforeMs: null,
  withIds: null,
  disk: false,
  pace: async () => {},
  onProgress() {},
} as const satisfies Omit<VerifyRequest, "signal">;

/** A file that is not as its receipt says. `record`: what the portal shows in its place. */
export interface VerifyFinding {
  readonly upload: Upload;
  readonly record: SeenRecord | null;
  /** It is in the queue again. */
  readonly isQueued: boolean;
}

/** Result of a verification, or what it has found so far. */
export interface VerifyFound {
  /** Receipts about which the portal gave an answer. */
  readonly checked: number;
  /** Receipts among them whose bytes the portal holds. */
  readonly same: number;
  /** Withdrawn before, and there: delivered again, by the record. */
  readonly restored: readonly VerifyFinding[];
  readonly lost: readonly VerifyFinding[];
  readonly replaced: readonly VerifyFinding[];
  /** The portal has a record of it, and no content. */
  readonly notReceived: readonly VerifyFinding[];
  /** Not seen as their receipts say, by one look: another has to agree before anything changes. */
  readonly unconfirmed: readonly VerifyFinding[];
  /** From when on another look may confirm the last of them, epoch milliseconds; null where there is none. */
  readonly lookAgainAtMs: number | null;
  /** Other content on this PC than was delivered. */
  readonly localChanged: readonly VerifyFinding[];
  readonly localGone: readonly VerifyFinding[];
  /** Why nothing was learnt of other receipts or files, by reason. */
  readonly notAsked: ReadonlyMap<string, number>;
}

interface Growing extends VerifyFound {
  checked: number;
  same: number;
  readonly restored: VerifyFinding[];
  readonly lost: VerifyFinding[];
  readonly replaced: VerifyFinding[];
  readonly notReceived: VerifyFinding[];
  readonly unconfirmed: VerifyFinding[];
  lookAgainAtMs: number | null;
  readonly localChanged: VerifyFinding[];
  readonly localGone: VerifyFinding[];
  readonly notAsked: Map<string, number>;
}

/**
 * Asks the portal again for what it had confirmed, month by month. A file that is lost, or replaced by this station itself,
 * goes back to the queue; what somebody else has put there is told. Rejects with LedgerError as the ledger does.
 */
export async function verifyReceipts(parts: VerifyParts, request: VerifyRequest): Promise<VerifyFound> {
  const { signal } = request;
  const found: Growing = {
    checked: 0,
    same: 0,
    restored: [],
    lost: [],
    replaced: [],
    notReceived: [],
    unconfirmed: [],
    lookAgainAtMs: null,
    localChanged: [],
    localGone: [],
    notAsked: new Map(),
  };
  const portal = createQuestions(parts, signal);
  const doubted = new Set((await parts.ledger.firstLooks()).map(({ id }) => id));
  const onLeftOut = (reason: string) => add(found.notAsked, reason);
  for await (const groups of monthGroups(parts, request, onLeftOut)) {
    for (const group of groups) {
      const { withIds } = request;
      if (withIds !== null && !group.delivered.some(({ upload }) => withIds.has(upload.id))) continue;
      await request.pace();
      if (!signal.aborted) await verifyMonth(parts, request, found, group, portal, doubted);
      if (signal.aborted) return found;
      request.onProgress(found);
    }
  }
  return found;
}

async function verifyMonth(
  parts: VerifyParts,
  { disk, signal }: VerifyRequest,
  found: Growing,
  group: MonthGroup,
  portal: PortalQuestions,
  doubted: ReadonlySet<string>,
): Promise<void> {
  const { judged, restored } = await judgeMonth(group, portal);
  // An answer that was cut short by the end of it all is none.
  if (signal.aborted) return;
  await complete(parts, judged);
  const seen = judged.flatMap((one) => (endsDoubt(one) ? one.delivered.upload.id : []));
  await parts.ledger.clearLooks(seen.filter((id) => doubted.has(id)));
  const isThisPortal = judged.some((one) => "verdict" in one && one.verdict.kind === "same");
  for (const one of judged) await take(parts, found, isThisPortal ? one : ofUnknownPortal(one));
  for (const { delivered, record } of restored)
    if (await restore(parts, delivered, record))
      found.restored.push({ upload: delivered.upload, record, isQueued: false });
  if (!disk) return;
  for (const { upload } of group.delivered) {
    const verdict = await readAgain(parts, upload, signal);
    if (signal.aborted) return;
    noteDisk(found, upload, verdict);
  }
}

function add(to: Map<string, number>, reason: string): void {
  to.set(reason, (to.get(reason) ?? 0) + 1);
}

/** A receipt that is not complete gets the record's uuid, and the portal's address. */
async function complete({ ledger, portalUrl }: VerifyParts, judged: readonly Judged[]): Promise<void> {
  const completed = judged.flatMap((one) => {
    if (!("verdict" in one) || one.verdict.kind !== "same") return [];
    const { receipt, upload } = one.delivered;
    const { uuid: recordUuid, filename: recordFilename } = one.verdict.record;
    const isComplete = receipt.recordUuid === recordUuid && receipt.portal !== null;
    const whole = { ...receipt, recordUuid, recordFilename, portal: receipt.portal ?? portalUrl() };
    return isComplete ? [] : [{ id: upload.id, receipt: whole }];
  });
  if (completed.length > 0) await ledger.completeReceipts(completed);
}

/** Receipts of earlier versions do not say which portal has confirmed them; others of the month may. */
function ofUnknownPortal(judged: Judged): Judged {
  const { delivered } = judged;
  return delivered.receipt.portal === null && "verdict" in judged
    ? { delivered, unanswered: "The receipt does not name its portal." }
    : judged;
}

/** A single list may be a stale copy: what two looks so far apart agree on is taken. */
export const betweenLooksMs = 600_000;

/** When the first look was that saw the same; null where it is as its receipt says, or delivered no more. */
async function firstLook(
  { ledger, clock }: VerifyParts,
  { upload }: Delivered,
  verdict: ReceiptVerdict,
): Promise<number | null> {
  if (verdict.kind === "same" || verdict.kind === "moved") return null;
  const record = recordOf(verdict);
  const seen = [verdict.kind, record?.uuid ?? "", record?.checksum ?? ""].join(" ");
  return await ledger.noteLook(upload.id, seen, clock.nowMs());
}

/** Gives the record that the portal shows in its place. */
function recordOf(verdict: ReceiptVerdict): SeenRecord | null {
  return verdict.kind === "missing" ? verdict.changed : verdict.record;
}

/** It was seen as its receipt says, or the lists are not to be believed. */
function endsDoubt(one: Judged): boolean {
  return "verdict" in one
    ? one.verdict.kind === "same" || one.verdict.kind === "moved"
    : one.isDenied === true;
}

async function take(parts: VerifyParts, found: Growing, judged: Judged): Promise<void> {
  if ("unanswered" in judged) return add(found.notAsked, judged.unanswered);
  const { delivered, verdict } = judged;
  const { upload } = delivered;
  const firstMs = await firstLook(parts, delivered, verdict);
  const againAtMs = firstMs === null ? 0 : firstMs + betweenLooksMs;
  if (againAtMs > parts.clock.nowMs()) {
    found.checked += 1;
    found.lookAgainAtMs = Math.max(found.lookAgainAtMs ?? 0, againAtMs);
    found.unconfirmed.push({ upload, record: recordOf(verdict), isQueued: false });
    return;
  }
  const taken = await takeVerdict(parts, delivered, verdict);
  if (taken === null) return;
  const isQueued = taken === "queued";
  found.checked += 1;
  switch (verdict.kind) {
    case "same":
    case "moved":
      found.same += 1;
      return;
    case "missing":
      found.lost.push({ upload, record: null, isQueued });
      return;
    case "not-received":
      found.notReceived.push({ upload, record: verdict.record, isQueued });
      return;
    case "replaced":
      found.replaced.push({ upload, record: verdict.record, isQueued });
  }
}

function noteDisk(found: Growing, upload: Upload, verdict: DiskVerdict): void {
  if (verdict.kind === "changed") found.localChanged.push({ upload, record: null, isQueued: true });
  if (verdict.kind === "gone") found.localGone.push({ upload, record: null, isQueued: false });
  if (verdict.kind === "unread") add(found.notAsked, verdict.message);
}
