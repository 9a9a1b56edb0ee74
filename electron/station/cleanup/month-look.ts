import { raceTimeout } from "#base/async.ts";
import { datesBetween } from "#base/dates.ts";
import { daysOfMonth } from "#domain/calendar-month.ts";
import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { Metadata, RawFile } from "#domain/portal-records.ts";
import {
  type CleanupDay,
  type CleanupFile,
  type CleanupList,
  type CleanupRecord,
  hasGapInList,
  type KeepReason,
  listedRecordOf,
  listsApartMs,
  reasonByEarlier,
  reasonBySingle,
  reasonOnDisk,
} from "#domain/removable.ts";
import type { Upload } from "#domain/upload.ts";
import type { ListName } from "#engine/ports/portal-lists.ts";
import { isSameList } from "#station/coverage/list-plan.ts";
import type { AskedMonth, CleanupRun, ConfirmedFile, MonthOfList, PendingFile } from "./cleanup-parts.ts";
import { cleanupFileOf, listOfFile, type Surround } from "./file-facts.ts";
import { isDayOpen, reasonNow, surroundOf } from "./ledger-look.ts";
import { keptMonth, type ReadMonth, readMonth } from "./month-list.ts";

/** A list that is older when all files are read is asked for once more. */
const freshMs = listsApartMs;
const recordMs = 10_000;
/** Between two questions for single records. */
const betweenRecordsMs = 50;
const looksAtOnce = 32;
/** A kept list that disagrees is exchanged for the new one when it is so old: nothing else brings it up to date. */
const staleMs = 86_400_000;

/** An upload that is on the disk as it was delivered, as far as its size and time tell. */
interface Present {
  readonly upload: Upload;
  readonly facts: CleanupFile;
  readonly configured: ConfiguredInstrument;
}

/** Looks at the files of a month; a sentence where its list is needed and the portal gave none. */
export async function lookAtMonth(
  run: CleanupRun,
  group: MonthOfList,
  isSilent: boolean,
): Promise<AskedMonth | string> {
  const { parts, request, count, signal } = run;
  const { clock } = parts;
  const present = await presentFiles(run, group);
  const open: Present[] = [];
  for (const one of present) {
    const reason = await run.reader.paced(() => reasonNow(run, one.upload, one.facts));
    if (reason === null) open.push(one);
    else count.keep(one.upload, reason);
  }
  const asked = { ...group, askedAt: clock.monotonicMs(), pending: [] };
  if (open.length === 0) return asked;
  const keepAll = (reason: KeepReason): void => {
    for (const { upload } of open) count.keep(upload, reason);
  };
  if (isSilent) {
    keepAll("not-asked");
    return "";
  }
  const earlier = request.now
    ? null
    : await keptMonth(parts, group.list, group.month, clock.nowMs() - listsApartMs);
  const now = await readMonth(parts, group.list, group.month, signal);
  if (typeof now === "string") {
    keepAll("not-asked");
    return now;
  }
  if (earlier === null) await keep(run, group, now);
  const days = await daysOf(run, group, now);
  const pending: PendingFile[] = [];
  let differ = 0;
  let isListedOnce = false;
  for (const one of open) {
    if (signal.aborted) break;
    const judged = byLists(run, one, now, earlier, days);
    if (typeof judged === "string") {
      if (judged === "lists-differ") differ += 1;
      isListedOnce ||= judged === "listed-once";
      count.keep(one.upload, judged);
      continue;
    }
    const read = await readOne(run, one, judged);
    if (read !== null) pending.push(read);
  }
  if (!request.now && earlier === null && isListedOnce) count.awaitSecondList(now.askedAtMs + listsApartMs);
  if (differ > 0 && earlier !== null && now.askedAtMs - earlier.askedAtMs > staleMs)
    await keep(run, group, now);
  return { ...asked, pending };
}

/** Those of these uploads that the list shows. */
function filesOfList(list: ListName, uploads: readonly Upload[], surround: Surround) {
  return uploads
    .map((upload) => ({ upload, facts: cleanupFileOf(upload, surround) }))
    .filter(({ facts }) => isSameList(listOfFile(facts, surround.configured), list));
}

/** Files of the month that are on the disk; of a folder that cannot be reached nothing is said. */
async function presentFiles(
  run: CleanupRun,
  { list, month, instruments }: MonthOfList,
): Promise<readonly Present[]> {
  const { parts, count } = run;
  const { keeper, files } = parts;
  const { from, to } = daysOfMonth(month);
  const found: Present[] = [];
  for (const configured of instruments) {
    const { name, folder } = configured.instrument;
    const top = await files.stat(folder, "");
    const surround = surroundOf(parts, configured);
    for (const date of datesBetween(from, to)) {
      const uploads = filesOfList(list, await keeper.dayUploads(name, date), surround);
      for (let first = 0; first < uploads.length; first += looksAtOnce) {
        const some = uploads.slice(first, first + looksAtOnce);
        const stats = await run.reader.paced(() =>
          Promise.all(some.map(({ upload: { relPath } }) => files.stat(folder, relPath))),
        );
        for (const [at, { upload, facts }] of some.entries()) {
          const stat = stats[at];
          const isGone = stat !== undefined && "error" in stat && stat.error === "vanished";
          if ("error" in top) count.keep(upload, "unread");
          else if (!isGone || facts.isAdded) found.push({ upload, facts, configured });
        }
      }
    }
  }
  return found;
}

async function keep({ parts }: CleanupRun, { list }: MonthOfList, now: ReadMonth): Promise<void> {
  await now.keep();
  parts.listRead(list.site);
}

/** State of each day of each instrument: by the lists that are kept, and by this list of now. */
async function daysOf(
  { parts, request }: CleanupRun,
  { list, month, instruments }: MonthOfList,
  now: CleanupList,
): Promise<ReadonlyMap<string, CleanupDay>> {
  const { from, to } = daysOfMonth(month);
  const days = new Map<string, CleanupDay>();
  for (const configured of instruments) {
    const { name } = configured.instrument;
    const surround = surroundOf(parts, configured);
    const report = await parts.days(from, to, name);
    for (const day of report?.days ?? []) {
      // Also files that are gone from the disk: if the portal lost one, its day is not whole.
      const uploads = await parts.keeper.dayUploads(name, day.date);
      const files = filesOfList(list, uploads, surround).map(({ facts }) => facts);
      days.set(keyOf(name, day.date), {
        hasGap: isDayOpen(day) || hasGapInList(files, now, request.require),
        isPublished: day.published.length > 0,
      });
    }
  }
  return days;
}

function keyOf(instrument: string, date: string): string {
  return `${instrument}/${date}`;
}

interface JudgedFile {
  readonly metadata: Metadata;
  readonly day: CleanupDay;
  readonly record: CleanupRecord;
}

function byLists(
  { request }: CleanupRun,
  { upload, facts }: Present,
  now: CleanupList,
  earlier: CleanupList | null,
  days: ReadonlyMap<string, CleanupDay>,
): JudgedFile | KeepReason {
  const { metadata, size } = facts;
  const day = days.get(keyOf(upload.instrument, upload.measurementDate));
  if (metadata === null) return "other-settings";
  if (day === undefined) return "gap";
  const record = listedRecordOf(now, metadata, size, day, request);
  if (typeof record === "string") return record;
  const listed = { record, askedAtMs: now.askedAtMs };
  const reason = request.now ? null : reasonByEarlier(earlier, listed, metadata, size, request);
  return reason ?? { metadata, day, record };
}

/** Reads a file again; null where it is decided on by that, or gone. */
async function readOne(
  { parts, count, reader }: CleanupRun,
  { upload, configured }: Present,
  judged: JudgedFile,
): Promise<PendingFile | null> {
  const { folder } = configured.instrument;
  if (await reader.paced(() => parts.files.isHeldForWriting(folder, upload.relPath))) {
    count.keep(upload, "growing");
    return null;
  }
  const read = await reader.read(folder, upload);
  if (read === null) return null;
  const reason = reasonOnDisk(read.look, upload.size, judged.metadata.checksum);
  if (reason === null && read.stat !== null) return { ...judged, upload, folder, stat: read.stat };
  count.keep(upload, reason ?? "unread");
  return null;
}

/** Asks once more about what was read: for the list if time has passed, and for the records. A sentence where the portal is silent. */
export async function confirmMonth(
  run: CleanupRun,
  asked: AskedMonth,
): Promise<readonly ConfirmedFile[] | string> {
  const { parts, request, signal } = run;
  const { list, month, askedAt, pending } = asked;
  if (pending.length === 0) return [];
  const isOld = parts.clock.monotonicMs() - askedAt > freshMs;
  const again = isOld ? await readMonth(parts, list, month, signal) : null;
  if (typeof again === "string") return again;
  const days = again === null ? null : await daysOf(run, asked, again);
  const answers: ConfirmedFile[] = [];
  for (const one of pending) {
    if (signal.aborted) return "The check was ended early.";
    const { metadata, upload, record } = one;
    const day = days?.get(keyOf(upload.instrument, upload.measurementDate)) ?? one.day;
    const seen = again === null ? record : listedRecordOf(again, metadata, upload.size, day, request);
    if (typeof seen === "string") answers.push({ one, reason: seen });
    else if (seen.uuid !== record.uuid) answers.push({ one, reason: "lists-differ" });
    else if (!request.now) answers.push({ one, reason: null });
    else {
      const single = await singleRecord(run, metadata.checksum);
      if (typeof single === "string") return single;
      answers.push({ one, reason: reasonBySingle(single, seen, metadata, request) });
    }
  }
  return answers;
}

async function singleRecord(
  { parts, signal }: CleanupRun,
  checksum: string,
): Promise<RawFile | string | null> {
  const { clock, linkClock = clock, portal } = parts;
  const timeout = { clock: linkClock, ms: recordMs, signal };
  const outcome = await raceTimeout((stop) => portal.recordOf(checksum, stop), timeout, null);
  await clock.sleep(betweenRecordsMs, signal);
  if (outcome === null || outcome.kind === "abandoned")
    return `The portal gave no answer within ${recordMs / 1000} s.`;
  if (outcome.kind === "refused") return `The portal refused a record: ${outcome.errors.join("; ")}.`;
  return outcome.kind === "failed" ? outcome.failure.message : outcome.value;
}
