import { isSameAddress } from "#base/text.ts";
import { announcedAs } from "#domain/delivered-place.ts";
import type { Receipt, Upload } from "#domain/upload.ts";
import type { DateSpan, DeliveredQuery, Ledger } from "#engine/ports/ledger.ts";
import type { Delivered, MonthGroup } from "./month-verdicts.ts";
import type { VerifyParts } from "./verify-parts.ts";

/** Choice of the receipts that are compared. */
interface GroupRequest extends Pick<DeliveredQuery, "dates" | "changedSinceMs"> {
  readonly beforeMs: number | null;
  readonly signal: AbortSignal;
}

/** Causes of files whose receipts were withdrawn. */
const withdrawingCauses = ["replaced-on-portal", "not-kept"] as const;

const usualMostAtOnce = 50_000;

/** Every upload that the request means, some at a time; those whose receipt was withdrawn last. */
async function* chosen(parts: VerifyParts, request: GroupRequest): AsyncGenerator<Upload> {
  const { ledger, clock } = parts;
  const { dates, changedSinceMs, beforeMs, signal } = request;
  const nowMs = clock.nowMs();
  // A delivery in the future is of a clock that was set back.
  const isMeant = ({ updatedAtMs }: Upload) =>
    beforeMs === null || updatedAtMs < beforeMs || updatedAtMs > nowMs;
  for (let afterSeq: number | null = 0; afterSeq !== null && !signal.aborted; ) {
    const part: Awaited<ReturnType<Ledger["delivered"]>> = await ledger.delivered({
      dates,
      changedSinceMs,
      newestOnly: true,
      afterSeq,
    });
    yield* part.uploads.filter(isMeant);
    afterSeq = part.nextSeq;
  }
  yield* withdrawn(parts, request);
}

const pageLength = 1_000;

/** Their receipts were withdrawn; the portal may have them all the same. */
async function* withdrawn(
  { ledger }: VerifyParts,
  { dates, changedSinceMs, signal }: GroupRequest,
): AsyncGenerator<Upload> {
  const isMeant = ({ measurementDate }: Upload) =>
    dates === null ||
    changedSinceMs !== null ||
    dates.some(({ from, to }) => from <= measurementDate && measurementDate <= to);
  for (const cause of withdrawingCauses) {
    for (let afterId: string | null | undefined = null; afterId !== undefined && !signal.aborted; ) {
      const page: readonly Upload[] = await ledger.list({ states: ["blocked"], cause }, pageLength, afterId);
      yield* page.filter(isMeant);
      afterId = page.length < pageLength ? undefined : page.at(-1)?.id;
    }
  }
}

/** Uploads by what is asked for together, newest months first: all at once, or in lots that fit into memory. */
export async function* monthGroups(
  parts: VerifyParts,
  request: GroupRequest,
  onLeftOut: (reason: string) => void,
): AsyncGenerator<readonly MonthGroup[]> {
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
  if (total <= mostAtOnce) return yield grouped(parts, first, onLeftOut);
  for (const months of monthsInLots(counts, mostAtOnce)) {
    const uploads: Upload[] = [];
    for await (const upload of chosen(parts, narrowed(request, months)))
      if (months.has(upload.measurementDate.slice(0, 7))) uploads.push(upload);
    yield grouped(parts, uploads, onLeftOut);
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

/** Groups the uploads that are asked for together: one site, instrument type or model, and month. */
function grouped(
  parts: VerifyParts,
  uploads: readonly Upload[],
  onLeftOut: (reason: string) => void,
): readonly MonthGroup[] {
  const groups = new Map<string, { delivered: Delivered[]; withdrawn: Delivered[] }>();
  for (const upload of uploads) {
    const delivered = deliveredOf(parts, upload);
    const isDelivered = upload.state === "delivered";
    if (typeof delivered === "string") {
      if (isDelivered) onLeftOut(delivered);
      continue;
    }
    const { kind = "", site, instrument } = delivered.metadata;
    const key = `${upload.measurementDate.slice(0, 7)} ${site} ${instrument} ${kind}`;
    const group = groups.get(key) ?? { delivered: [], withdrawn: [] };
    groups.set(key, group);
    (isDelivered ? group.delivered : group.withdrawn).push(delivered);
  }
  return [...groups].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, group]) => group);
}

/** Dates alone can be narrowed to months. */
function narrowed(request: GroupRequest, months: ReadonlySet<string>): GroupRequest {
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

/** Gives what was announced, or why the portal cannot be asked for it. */
function deliveredOf(parts: VerifyParts, upload: Upload): Delivered | string {
  const receipt = upload.receipt ?? withdrawnReceipt(parts, upload);
  const instrument = parts.instrumentOf(upload.instrument);
  if (instrument === undefined || receipt === null) return "The instrument is no longer in the settings.";
  if (receipt.portal !== null && !isSameAddress(receipt.portal, parts.portalUrl()))
    return `Another portal has confirmed it: ${receipt.portal}.`;
  // As it was delivered: the settings may name another site, PID or tags by now.
  const metadata = announcedAs(instrument, upload, receipt.checksum);
  return metadata === null
    ? "The record does not say what it was delivered as."
    : { upload, receipt, metadata };
}

/** Gives the receipt that a withdrawn upload would have. */
function withdrawnReceipt({ clock, portalUrl }: VerifyParts, upload: Upload): Receipt | null {
  const { state, checksum, size } = upload;
  if (state !== "blocked" || checksum === null) return null;
  const confirmedAtMs = clock.nowMs();
  return {
    kind: "known",
    checksum,
    size,
    confirmedAtMs,
    recordFilename: null,
    recordUuid: null,
    portal: portalUrl(),
  };
}
