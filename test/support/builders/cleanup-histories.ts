import { addDays, todayUtc } from "#base/dates.ts";
import type { ListedRecord } from "#domain/portal-records.ts";
import type { Upload } from "#domain/upload.ts";
import type { Advice, CleanupRequest, NamedFile } from "#station/cleanup/advice.ts";
import { adviseCleanup } from "#station/cleanup/advise.ts";
import { CleanupWorld, type GivenList, type Lie, md5Of, radar, uuidOf } from "./cleanup-world.ts";
import type { Random } from "./seeded-random.ts";

/** A history and what the look made of it. */
export interface History {
  /** Names that are wrong by the specification, in words. */
  readonly wrong: readonly string[];
  readonly named: number;
  /** Nothing was at fault: all that is old has to be named. */
  readonly isPlain: boolean;
  readonly old: number;
}

type Fault = (world: CleanupWorld, upload: Upload, random: Random) => void;

const other = (upload: Upload) => "x".repeat(upload.size);

/** Faults of a file here, in the ledger and on the portal. */
const faults: readonly [string, Fault][] = [
  ["rewritten", (world, { relPath }) => world.files.put(radar.folder, relPath, "rewritten")],
  [
    "rewritten with size and time as before",
    (world, one) => world.files.put(radar.folder, one.relPath, other(one), one.mtimeUs),
  ],
  [
    "exchanged, size and time as before",
    (world, one) => world.files.replace(radar.folder, one.relPath, other(one), one.mtimeUs),
  ],
  ["removed here", (world, { relPath }) => world.files.remove(radar.folder, relPath)],
  ["a link", (world, { relPath }) => world.files.errorFile(radar.folder, relPath, "not-a-file")],
  ["held by a writer", (world, { relPath }) => world.files.holdForWriting(radar.folder, relPath, true)],
  ["unsettled", (world, { relPath }) => world.unsettled.add(relPath)],
  ["replaced on the portal", (world, one) => world.alterRecord(one, { checksum: md5Of("other"), size: 5 })],
  [
    "replaced on the portal by content of the same size",
    (world, one) => world.alterRecord(one, { checksum: md5Of(other(one)) }),
  ],
  ["invalid", (world, one) => world.alterRecord(one, { status: "invalid" })],
  ["announced again", (world, one) => world.alterRecord(one, { status: "created" })],
  ["not processed", (world, one) => world.alterRecord(one, { status: "uploaded" })],
  ["of an unknown status", (world, one) => world.alterRecord(one, { status: "quarantined" })],
  ["of another size there", (world, one) => world.alterRecord(one, { size: one.size + 1 })],
  ["without a size there", (world, one) => world.alterRecord(one, { size: null })],
  ["renamed there", (world, one) => world.alterRecord(one, { filename: "other.dat" })],
  ["moved to another day there", (world, one) => world.alterRecord(one, { measurementDate: "2026-09-20" })],
  ["tagged there", (world, one) => world.alterRecord(one, { tags: ["co"] })],
  ["of another instrument there", (world, one) => world.alterRecord(one, { instrumentPid: "pid:other" })],
  ["gone from the portal", (world, one) => world.records.delete(one.receipt?.recordUuid ?? "")],
  [
    "a new record there",
    (world, one) => {
      world.records.delete(one.receipt?.recordUuid ?? "");
      world.record(one.measurementDate, one.relPath, one.checksum ?? "", one.size);
    },
  ],
  ["queued again", (world, one) => world.alterUpload(one, { state: "queued", receipt: null })],
  ["blocked", (world, one) => world.alterUpload(one, { state: "blocked", receipt: null })],
  ["cancelled", (world, one) => world.alterUpload(one, { state: "cancelled", receipt: null })],
  ["a duplicate", (world, one) => asTwin(world, one)],
  [
    "the only copy of a duplicate",
    (world, one) => {
      const twin = world.deliver(one.measurementDate, 900 + world.uploads.length, "twin");
      world.records.delete(twin.receipt?.recordUuid ?? "");
      world.files.remove(radar.folder, twin.relPath);
      const { receipt } = one;
      if (receipt !== null)
        world.alterUpload(twin, { checksum: one.checksum, receipt: { ...receipt, kind: "twin" } });
    },
  ],
  ["of other settings", (world, one) => world.alterUpload(one, { recordKey: "another" })],
  [
    "confirmed by another portal",
    (world, one) =>
      one.receipt !== null &&
      world.alterUpload(one, { receipt: { ...one.receipt, portal: "http://elsewhere" } }),
  ],
  ["of a day with a gap", (world, { measurementDate }) => world.gaps.add(measurementDate)],
];

function asTwin(world: CleanupWorld, one: Upload): void {
  if (one.receipt !== null) world.alterUpload(one, { receipt: { ...one.receipt, kind: "twin" } });
}

type RowLie = (row: ListedRecord, random: Random) => readonly ListedRecord[];

const rowLies: readonly [RowLie, ...RowLie[]] = [
  () => [],
  (row) => [row, row],
  (row, random) => [row, { ...row, uuid: uuidOf(random.int(500, 600)) }],
  (row, random) => [row, { ...row, uuid: uuidOf(random.int(500, 600)), checksum: md5Of("y") }],
  (row) => [row, { ...row, filename: "y.dat", checksum: md5Of("y") }],
  (row, random) => [row, { ...row, uuid: uuidOf(random.int(500, 600)), filename: "y.dat" }],
  (row, random) => [{ ...row, uuid: uuidOf(random.int(500, 600)) }],
  (row) => [{ ...row, checksum: md5Of("y") }],
  (row) => [{ ...row, checksum: null }],
  (row) => [{ ...row, size: row.size === null ? 1 : row.size + 1 }],
  (row) => [{ ...row, size: null }],
  (row) => [{ ...row, status: "created" }],
  (row) => [{ ...row, status: "processed" }],
  (row) => [{ ...row, status: "invalid" }],
  (row) => [{ ...row, siteId: "munich" }],
];

function lieOf(random: Random): Lie {
  const kind = random.int(0, 9);
  if (kind === 0) return () => "fails";
  if (kind === 1) return () => "partial";
  if (kind === 2) return () => [];
  const lie = random.pick(rowLies);
  const share = random.pick([0.2, 0.5, 1]);
  return (rows) => rows.flatMap((row) => (random.next() < share ? lie(row, random) : [row]));
}

const honest: Lie = (rows) => rows;
const minuteMs = 60_000;
/** Requests a look for a list and month. */
const mostLists = 2;

/** Makes a random history, looks for what may be removed, and judges every name by the specification. */
export async function playHistory(random: Random): Promise<History> {
  const world = new CleanupWorld();
  const request: CleanupRequest = {
    olderThanDays: random.pick([1, 30, 60]),
    require: random.pick(["processed", "accepted", "published"]),
    instrument: null,
    now: random.next() < 0.3,
    waits: false,
  };
  const today = todayUtc(world.nowMs);
  const dates = ["2026-09-01", "2026-09-02", "2026-10-01"].concat(
    [0, 1, 2].map((more) => addDays(today, -request.olderThanDays - more)),
  );
  for (const date of dates)
    for (let n = 1; n <= random.int(1, 2); n += 1)
      world.deliver(date, n, `${date} ${n} ${random.int(0, 1e6)}`);
  for (const date of dates) if (request.require === "published") world.published.add(date);

  const isPlain = random.next() < 0.15;
  const faultNow = (chance: number): void => {
    while (!isPlain && random.next() < chance) {
      const [first = null] = random.shuffled(world.uploads);
      const [, fault] = random.pick(faults as [[string, Fault], ...[string, Fault][]]);
      if (first !== null) fault(world, first, random);
      if (random.next() < 0.1) world.published.clear();
    }
  };
  const liar = (chance: number) => (!isPlain && random.next() < chance ? lieOf(random) : honest);

  faultNow(0.3);
  const waitMs = isPlain
    ? random.pick([10, 11, 1_000]) * minuteMs
    : random.pick([0, 1, 9.99, 10, 10.01, 60, 5_000]) * minuteMs;
  const keptAtMs = world.nowMs;
  if (isPlain || random.next() < 0.9) world.keepList(liar(0.2), isPlain || random.next() < 0.95);
  world.nowMs += waitMs;
  faultNow(0.4);
  const lies = [liar(0.15), liar(0.15), liar(0.15), liar(0.15)];
  world.lie = (nth) => lies[nth] ?? honest;
  const isRecordLie = !isPlain && random.next() < 0.3;
  world.lieAboutRecord = (record) => {
    if (!isRecordLie || random.next() < 0.5) return record;
    if (random.next() < 0.1) return "fails";
    return record === null ? null : (random.pick(rowLies)(record, random).at(-1) ?? null);
  };
  const isSlow = random.next() < 0.3;
  world.onAsked = (what) => {
    if (isSlow) world.nowMs += random.int(0, what === "answer" ? 2 : 6) * minuteMs;
    faultNow(0.04);
  };
  const kept: GivenList = {
    askedAtMs: keptAtMs,
    month: "",
    rows: world.kept.flatMap(({ record, metAtMs }) => (metAtMs === null ? [] : [record])),
    isPartial: false,
  };
  const advice = await adviseCleanup(world.parts(), request, new AbortController().signal, () => {});
  world.onAsked = () => {};
  const youngFrom = addDays(todayUtc(world.nowMs), -request.olderThanDays);
  const isOld = ({ measurementDate }: Upload) => measurementDate < youngFrom;
  return {
    wrong: await wrongIn(world, request, advice, kept),
    named: advice.named.length,
    isPlain,
    old: world.uploads.filter(isOld).length,
  };
}

/**
 * The specification, word by word, and none of the program's own rules: hashed now = record now in two lists ten minutes
 * apart that agree (or one list and the record by checksum), state as required, older, not growing, no duplicate or only
 * copy of one, no gap that day, no link.
 */
async function wrongIn(
  world: CleanupWorld,
  request: CleanupRequest,
  { named, unanswered }: Advice,
  kept: GivenList,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  if (unanswered !== null && named.length > 0)
    wrong.push("something is named although the portal was silent");
  for (const [month, lists] of Map.groupBy(world.given, (list) => list.month))
    if (lists.length > mostLists) wrong.push(`the list of ${month} was asked for ${lists.length} times`);
  for (const name of named) {
    const relPath = name.path.slice(radar.folder.length + 1);
    const upload = world.uploads.findLast((one) => one.relPath === relPath);
    const found =
      upload === undefined
        ? ["it is not known"]
        : [
            ...(await wrongHere(world, request, name, upload)),
            ...wrongThere(world, request, name, upload, kept),
          ];
    wrong.push(...found.map((what) => `${name.path}: ${what}`));
  }
  return wrong;
}

async function wrongHere(
  world: CleanupWorld,
  { olderThanDays }: CleanupRequest,
  name: NamedFile,
  upload: Upload,
): Promise<readonly string[]> {
  const { relPath, state, receipt, recordKey, measurementDate } = upload;
  const bytes = world.files.contents(radar.folder).get(relPath);
  const youngFrom = addDays(todayUtc(world.nowMs), -olderThanDays);
  const wrongs: readonly (readonly [boolean, string])[] = [
    [bytes === undefined || md5Of(bytes) !== name.checksum, "other bytes on the disk"],
    [bytes?.length !== name.size, "another size on the disk"],
    [state !== "delivered" || receipt?.portal === "http://elsewhere", "not delivered here"],
    [recordKey === "another", "another record by the settings"],
    [receipt?.kind === "twin", "a duplicate"],
    [await isOnlyCopy(world, name.checksum), "the only copy of a duplicate"],
    [measurementDate >= youngFrom, "too young"],
  ];
  return wrongs.flatMap(([isWrong, what]) => (isWrong ? [what] : []));
}

function wrongThere(
  world: CleanupWorld,
  request: CleanupRequest,
  name: NamedFile,
  upload: Upload,
  kept: GivenList,
): readonly string[] {
  const { measurementDate } = upload;
  const ofMonth = world.given.filter(({ month }) => month === measurementDate.slice(0, 7));
  const last = ofMonth.at(-1);
  const row = last === undefined ? null : rowIn(last, upload, request);
  if (last === undefined || row === null) return ["the last list does not show it"];
  const before = [kept, ...ofMonth.slice(0, -1)].filter(
    ({ askedAtMs }) => last.askedAtMs - askedAtMs >= 10 * minuteMs,
  );
  const isTwice = before.some((list) => rowIn(list, upload, request)?.uuid === row.uuid);
  const single = world.givenRecords.get(name.checksum);
  const isSingle = typeof single === "object" && single !== null && isSame(single, row);
  const missing = missingIn(world, last, measurementDate);
  const isPublished = world.published.has(measurementDate) || isLate(world);
  const wrongs: readonly (readonly [boolean, string])[] = [
    [!request.now && !isTwice, "no earlier list shows the same"],
    [request.now && !isSingle, "its record is another"],
    [last.askedAtMs < world.lastOpenedMs - 10 * minuteMs, "the last list is old"],
    [row.uuid !== name.recordUuid, "another record is named"],
    [missing !== null, `of its day ${missing} is missing`],
    [request.require === "published" && !isPublished, "not published"],
  ];
  return wrongs.flatMap(([isWrong, what]) => (isWrong ? [what] : []));
}

/** Products were taken away while the look was on its way: nothing asks for them again. */
const isLate = (world: CleanupWorld) => world.published.size === 0;

function isSame(a: ListedRecord, b: ListedRecord): boolean {
  const facts = ({ uuid, checksum, size, filename, measurementDate }: ListedRecord) =>
    JSON.stringify([uuid, checksum, size, filename, measurementDate]);
  return facts(a) === facts(b) && a.status !== "created" && a.status !== "invalid";
}

/** The one row that shows the file with its bytes, its size and a status as required. */
function rowIn(list: GivenList, upload: Upload, { require }: CleanupRequest): ListedRecord | null {
  if (list.rows === null || list.isPartial) return null;
  const { relPath, measurementDate, checksum, size } = upload;
  const ofBytes = list.rows.filter((row) => row.checksum === checksum);
  const ofName = list.rows.filter(
    (row) =>
      row.filename === relPath &&
      row.measurementDate === measurementDate &&
      row.siteId === radar.site &&
      row.instrumentPid === radar.pid &&
      row.tags.length === 0,
  );
  const [row] = ofName;
  if (row === undefined || ofName.length > 1 || ofBytes.length !== 1 || ofBytes[0] !== row) return null;
  if (list.rows.filter(({ uuid }) => uuid === row.uuid).length > 1 || row.size !== size) return null;
  const isEnough = row.status === "processed" || (row.status === "uploaded" && require === "accepted");
  return isEnough ? row : null;
}

async function isOnlyCopy(world: CleanupWorld, checksum: string): Promise<boolean> {
  for (const { receipt, relPath, state } of world.uploads)
    if (state === "delivered" && receipt?.kind === "twin" && receipt.checksum === checksum)
      if ("error" in (await world.files.stat(radar.folder, relPath))) return true;
  return false;
}

/** A file of the day that is on its way, or that the list does not show as received. */
function missingIn(world: CleanupWorld, list: GivenList, date: string): string | null {
  for (const { measurementDate, state, receipt, relPath, checksum, recordKey } of world.uploads) {
    if (measurementDate !== date || state === "cancelled" || state === "superseded") continue;
    if (state !== "delivered") return relPath;
    // Whether those are on the portal, under whichever name, is not to be seen in this list.
    if (receipt?.kind === "twin" || recordKey === "another") continue;
    const isThere = list.rows?.some((row) => row.status !== "created" && row.checksum === checksum);
    if (isThere !== true) return relPath;
  }
  return null;
}
