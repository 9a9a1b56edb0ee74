import { isSameAddress } from "#base/text.ts";
import { baseName, recordKey } from "#domain/file-version.ts";
import { announcementOf } from "#domain/portal-records.ts";
import type { SeenRecord } from "#domain/receipt-verdict.ts";
import type { Upload } from "#domain/upload.ts";
import type { DateSpan, DeliveredQuery, Ledger } from "#engine/ports/ledger.ts";
import { createQuestions, type PortalQuestions } from "./ask-portal.ts";
import { type DiskVerdict, readAgain } from "./disk-verdicts.ts";
import { type Delivered, type Judged, judgeMonth } from "./month-verdicts.ts";
import { takeVerdict } from "./take-verdict.ts";
import type { VerifyParts } from "./verify-parts.ts";

/** Which receipts are compared with what the portal has now. */
export interface VerifyRequest extends Pick<DeliveredQuery, "dates" | "changedSinceMs"> {
  /** Delivered before this moment, epoch milliseconds: what is younger may not be listed yet. Null: any. */
  readonly beforeMs: number | null;
  /** Reads the files on this PC again, too. */
  readonly disk: boolean;
  readonly signal: AbortSignal;
  /** Called and waited for before each month of an instrument. */
  pace(): Promise<void>;
  onProgress(found: VerifyFound): void;
}

/** A file that is not as its receipt says. `record`: what the portal shows in its place. */
export interface VerifyFinding {
  readonly upload: Upload;
  readonly record: SeenRecord | null;
}

/** What a verification came to, or has found so far. */
export interface VerifyFound {
  /** Receipts about which the portal gave an answer. */
  readonly checked: number;
  /** Of those, the portal holds the bytes. */
  readonly same: number;
  readonly lost: readonly VerifyFinding[];
  readonly replaced: readonly VerifyFinding[];
  /** The portal has a record of it, and no content. */
  readonly notReceived: readonly VerifyFinding[];
  /** Other content on this PC than was delivered. */
  readonly localChanged: readonly VerifyFinding[];
  readonly localGone: readonly VerifyFinding[];
  /** Why nothing was learnt of other receipts or files, by reason. */
  readonly notAsked: ReadonlyMap<string, number>;
}

interface Growing extends VerifyFound {
  checked: number;
  same: number;
  readonly lost: VerifyFinding[];
  readonly replaced: VerifyFinding[];
  readonly notReceived: VerifyFinding[];
  readonly localChanged: VerifyFinding[];
  readonly localGone: VerifyFinding[];
  readonly notAsked: Map<string, number>;
}

const usualMostAtOnce = 50_000;

/**
 * Asks the portal again for what it had confirmed, month by month. What is lost or replaced by this station itself goes back
 * to the queue; what somebody else has put there is told. Rejects with LedgerError as the ledger does.
 */
export async function verifyReceipts(parts: VerifyParts, request: VerifyRequest): Promise<VerifyFound> {
  const { signal } = request;
  const found: Growing = {
    checked: 0,
    same: 0,
    lost: [],
    replaced: [],
    notReceived: [],
    localChanged: [],
    localGone: [],
    notAsked: new Map(),
  };
  const portal = createQuestions(parts, signal);
  for await (const groups of lots(parts, request, found)) {
    for (const group of groups.values()) {
      await request.pace();
      if (!signal.aborted) await verifyMonth(parts, request, found, group, portal);
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
  group: readonly Delivered[],
  portal: PortalQuestions,
): Promise<void> {
  const judged = await judgeMonth(group, portal);
  // An answer that was cut short by the end of it all is none.
  if (signal.aborted) return;
  await complete(parts, judged);
  const isThisPortal = judged.some((one) => "verdict" in one && one.verdict.kind === "same");
  for (const one of judged) await take(parts, found, isThisPortal ? one : ofUnknownPortal(one));
  if (!disk) return;
  for (const { upload } of group) {
    const verdict = await readAgain(parts, upload, signal);
    if (signal.aborted) return;
    noteDisk(found, upload, verdict);
  }
}

function add(to: Map<string, number>, reason: string): void {
  to.set(reason, (to.get(reason) ?? 0) + 1);
}

/** Every upload that the request means, some at a time. */
async function* chosen(
  { ledger }: VerifyParts,
  { dates, changedSinceMs, beforeMs, signal }: VerifyRequest,
): AsyncGenerator<Upload> {
  for (let afterSeq: number | null = 0; afterSeq !== null && !signal.aborted; ) {
    const part: Awaited<ReturnType<Ledger["delivered"]>> = await ledger.delivered({
      dates,
      changedSinceMs,
      newestOnly: true,
      afterSeq,
    });
    for (const upload of part.uploads) if (beforeMs === null || upload.updatedAtMs < beforeMs) yield upload;
    afterSeq = part.nextSeq;
  }
}

type Groups = ReadonlyMap<string, readonly Delivered[]>;

/** Uploads by what is asked for together, newest months first: all at once, or in lots that fit into memory. */
async function* lots(parts: VerifyParts, request: VerifyRequest, found: Growing): AsyncGenerator<Groups> {
  const { mostAtOnce = usualMostAtOnce } = parts;
  const counts = new Map<string, number>();
  const first: Upload[] = [];
  let total = 0;
  for await (const upload of chosen(parts, request)) {
    const month = upload.measurementDate.slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + 1);
    total += 1;
    if (total <= mostAtOnce) first.push(upload);
    else first.length = 0;
  }
  if (total <= mostAtOnce) return yield grouped(parts, first, found);
  for (const months of monthsInLots(counts, mostAtOnce)) {
    const uploads: Upload[] = [];
    for await (const upload of chosen(parts, narrowed(request, months)))
      if (months.has(upload.measurementDate.slice(0, 7))) uploads.push(upload);
    yield grouped(parts, uploads, found);
  }
}

function monthsInLots(
  counts: ReadonlyMap<string, number>,
  mostAtOnce: number,
): readonly ReadonlySet<string>[] {
  const sets: Set<string>[] = [];
  let room = 0;
  for (const [month, count] of [...counts].sort(([a], [b]) => (a < b ? 1 : -1))) {
    room -= count;
    if (sets.length === 0 || room < 0) {
      sets.push(new Set());
      room = mostAtOnce - count;
    }
    sets.at(-1)?.add(month);
  }
  return sets;
}

/** What is asked for together: one site, instrument type or model, and month. */
function grouped(parts: VerifyParts, uploads: readonly Upload[], found: Growing): Groups {
  const groups = new Map<string, Delivered[]>();
  for (const upload of uploads) {
    const delivered = deliveredOf(parts, upload);
    if (typeof delivered === "string") {
      add(found.notAsked, delivered);
      continue;
    }
    const { kind = "", site, instrument } = delivered.metadata;
    const key = `${upload.measurementDate.slice(0, 7)} ${site} ${instrument} ${kind}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [delivered]);
    else group.push(delivered);
  }
  return new Map([...groups].sort(([a], [b]) => (a < b ? 1 : -1)));
}

/** Dates alone can be narrowed to months. */
function narrowed(request: VerifyRequest, months: ReadonlySet<string>): VerifyRequest {
  if (request.changedSinceMs !== null) return request;
  const wanted: readonly DateSpan[] = request.dates ?? [{ from: "0001-01-01", to: "9999-12-31" }];
  const dates = [...months].flatMap((month) =>
    wanted.map(({ from, to }) => ({
      from: from > `${month}-01` ? from : `${month}-01`,
      to: to < `${month}-31` ? to : `${month}-31`,
    })),
  );
  return { ...request, dates };
}

/** What was announced, or why the portal cannot be asked for it. */
function deliveredOf(parts: VerifyParts, upload: Upload): Delivered | string {
  const { receipt, measurementDate, relPath } = upload;
  const instrument = parts.instrumentOf(upload.instrument);
  if (instrument === undefined || receipt === null) return "The instrument is no longer in the settings.";
  if (receipt.portal !== null && !isSameAddress(receipt.portal, parts.portalUrl()))
    return `Another portal has confirmed it: ${receipt.portal}.`;
  const { checksum } = receipt;
  const metadata = announcementOf(instrument, { measurementDate, filename: baseName(relPath), checksum });
  return recordKey({ ...metadata, pid: instrument.pid }) === upload.recordKey
    ? { upload, receipt, metadata }
    : "Site, PID or tags of the instrument have changed since then.";
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

async function take(parts: VerifyParts, found: Growing, judged: Judged): Promise<void> {
  if ("unanswered" in judged) return add(found.notAsked, judged.unanswered);
  const { delivered, verdict } = judged;
  const { upload } = delivered;
  if (!(await takeVerdict(parts, delivered, verdict))) return;
  found.checked += 1;
  switch (verdict.kind) {
    case "same":
    case "moved":
      found.same += 1;
      return;
    case "missing":
      found.lost.push({ upload, record: null });
      return;
    case "not-received":
      found.notReceived.push({ upload, record: verdict.record });
      return;
    case "replaced":
      found.replaced.push({ upload, record: verdict.record });
  }
}

function noteDisk(found: Growing, upload: Upload, verdict: DiskVerdict): void {
  if (verdict.kind === "changed") found.localChanged.push({ upload, record: null });
  if (verdict.kind === "gone") found.localGone.push({ upload, record: null });
  if (verdict.kind === "unread") add(found.notAsked, verdict.message);
}
