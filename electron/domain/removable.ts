import type { ListedRecord, Metadata } from "./portal-records.ts";
import { isSameRecord } from "./receipt-verdict.ts";
import type { Receipt, UploadState } from "./upload.ts";

/** How far the portal has to be with a file before it is named as one that may be removed. */
export const cleanupRequirements = ["accepted", "processed", "published"] as const;

export type CleanupRequirement = (typeof cleanupRequirements)[number];

/** Why a file is kept, or several are, as words behind a name or a number of files; the first that holds is told. */
export const keepReasons = {
  added: "added by a person: a copy in the data folder",
  "not-delivered": "not delivered",
  young: "not old enough",
  "other-settings": "the settings of the instrument have changed since the delivery",
  "other-portal": "confirmed by another portal",
  growing: "may still grow",
  duplicate: "on the portal under another name only",
  "last-copy": "the only copy of a duplicate that the portal has under no name of its own",
  "not-asked": "the portal could not be asked",
  "list-unreadable": "the portal's list has rows that cannot be read",
  "not-listed": "not in the portal's list",
  "listed-twice": "more than once in the portal's list",
  "other-content": "other content on the portal under the same name",
  "other-size": "another size on the portal, or none",
  "not-received": "no content on the portal",
  invalid: "not usable for the portal",
  "not-processed": "not processed by the portal yet",
  "not-published": "no product of the day is published",
  gap: "something of the day is missing",
  "listed-once": "in only one list of the portal so far: check again in ten minutes",
  "lists-differ": "two lists of the portal do not agree",
  "no-record": "no record of the checksum on the portal",
  "record-differs": "the portal's record differs from its list",
  link: "a link, or behind one",
  changed: "changed since the delivery",
  unread: "could not be read",
} as const;

export type KeepReason = keyof typeof keepReasons;

/** Two lists that confirm each other lie so far apart, by the moments at which they were asked for. */
export const listsApartMs = 600_000;

/** Fields of a portal's record on which the advice rests. */
export type CleanupRecord = Pick<
  ListedRecord,
  "uuid" | "checksum" | "filename" | "measurementDate" | "size" | "status" | "siteId" | "tags"
> & {
  /** Null where the route does not tell it. */
  readonly instrumentPid: string | null;
};

/** Rows of a list as the portal gave them, doubles included. */
export interface CleanupList {
  /** When it was asked for, epoch milliseconds. */
  readonly askedAtMs: number;
  /** Some rows could not be read. */
  readonly isPartial: boolean;
  withChecksum(checksum: string): readonly CleanupRecord[];
  named(measurementDate: string, filename: string): readonly CleanupRecord[];
  withUuid(uuid: string): readonly CleanupRecord[];
}

/** Indexes the rows of a list. */
export function cleanupList(
  records: readonly CleanupRecord[],
  about: Pick<CleanupList, "askedAtMs" | "isPartial">,
): CleanupList {
  const byChecksum = Map.groupBy(records, ({ checksum }) => checksum ?? "");
  const byName = Map.groupBy(records, ({ measurementDate, filename }) => `${measurementDate}/${filename}`);
  const byUuid = Map.groupBy(records, ({ uuid }) => uuid);
  return {
    ...about,
    withChecksum: (checksum) => byChecksum.get(checksum) ?? [],
    named: (measurementDate, filename) => byName.get(`${measurementDate}/${filename}`) ?? [],
    withUuid: (uuid) => byUuid.get(uuid) ?? [],
  };
}

/** The newest version of a file in the ledger, and what is known of it without disk and portal. */
export interface CleanupFile {
  readonly state: UploadState;
  readonly size: number;
  readonly receipt: Receipt | null;
  readonly isAdded: boolean;
  /** As it would be announced today; null where the settings take the file no more, or as another record. */
  readonly metadata: Metadata | null;
  /** Confirmed by another portal than the one in the settings. */
  readonly isOfOtherPortal: boolean;
  /** End of its day, or month for a file of a month, epoch milliseconds. */
  readonly endsAtMs: number;
  /** Not finished, by what the engine saw or the instrument's policy says. */
  readonly isGrowing: boolean;
  /** A duplicate with these bytes is known whose own file is not on this PC. */
  readonly isLastCopy: boolean;
}

/** State of the day of a file. */
export interface CleanupDay {
  readonly hasGap: boolean;
  readonly isPublished: boolean;
}

/** Wishes of who asks. */
export interface CleanupWish {
  readonly olderThanDays: number;
  readonly require: CleanupRequirement;
}

/** State of a file on the disk, as it was read again. */
export type CleanupLook =
  | { readonly kind: "link" | "unread" | "changed" }
  /** `checksum`: MD5 of all its bytes. `isStill`: size, times and file are as before it was read. */
  | { readonly kind: "read"; readonly checksum: string; readonly size: number; readonly isStill: boolean };

const dayMs = 86_400_000;

/** Why a file is kept whatever portal and disk say; null where they decide. */
export function reasonBefore(file: CleanupFile, wish: CleanupWish, nowMs: number): KeepReason | null {
  const { state, receipt, metadata } = file;
  if (file.isAdded) return "added";
  if (state !== "delivered" || receipt === null) return "not-delivered";
  if (nowMs - file.endsAtMs < wish.olderThanDays * dayMs) return "young";
  if (metadata === null) return "other-settings";
  if (file.isOfOtherPortal) return "other-portal";
  if (file.isGrowing) return "growing";
  if (receipt.kind === "twin") return "duplicate";
  if (receipt.checksum !== metadata.checksum || receipt.size !== file.size) return "changed";
  return file.isLastCopy ? "last-copy" : null;
}

/** The record by which a list says that the portal holds exactly this file, or why it does not say so. */
export function recordInList(
  list: CleanupList,
  metadata: Metadata,
  size: number,
): CleanupRecord | KeepReason {
  if (list.isPartial) return "list-unreadable";
  const holders = list.withChecksum(metadata.checksum);
  const own = list.named(metadata.measurementDate, metadata.filename).filter((one) => isOwn(one, metadata));
  const [holder] = holders;
  const [named] = own;
  if (holders.length > 1 || own.length > 1) return "listed-twice";
  if (named === undefined) return holder === undefined ? "not-listed" : "duplicate";
  if (named.checksum !== metadata.checksum) return "other-content";
  if (list.withUuid(named.uuid).length > 1) return "listed-twice";
  return named.size === size ? named : "other-size";
}

function isOwn(record: CleanupRecord, metadata: Metadata): boolean {
  return record.siteId === metadata.site && isSameRecord(record, metadata);
}

/** Why the portal's status of a record is not enough. */
function statusReason({ status }: CleanupRecord, require: CleanupRequirement): KeepReason | null {
  if (status === "created") return "not-received";
  if (status === "invalid") return "invalid";
  return status === "processed" || (status === "uploaded" && require === "accepted") ? null : "not-processed";
}

function sizedRecord(list: CleanupList, metadata: Metadata, size: number, require: CleanupRequirement) {
  const record = recordInList(list, metadata, size);
  return typeof record === "string" ? record : (statusReason(record, require) ?? record);
}

/** The record of a file that the list of now shows as required, or why it is kept. */
export function listedRecordOf(
  now: CleanupList,
  metadata: Metadata,
  size: number,
  day: CleanupDay,
  { require }: Pick<CleanupWish, "require">,
): CleanupRecord | KeepReason {
  const record = sizedRecord(now, metadata, size, require);
  if (typeof record === "string") return record;
  if (day.hasGap) return "gap";
  return require === "published" && !day.isPublished ? "not-published" : record;
}

/** Why an earlier list does not confirm what the list of now shows; null where it does. */
export function reasonByEarlier(
  earlier: CleanupList | null,
  listed: { readonly record: CleanupRecord; readonly askedAtMs: number },
  metadata: Metadata,
  size: number,
  { require }: Pick<CleanupWish, "require">,
): KeepReason | null {
  if (earlier === null || listed.askedAtMs - earlier.askedAtMs < listsApartMs) return "listed-once";
  const before = sizedRecord(earlier, metadata, size, require);
  if (before === "not-listed") return "listed-once";
  return typeof before !== "string" && before.uuid === listed.record.uuid ? null : "lists-differ";
}

/** Why the record that the portal names for the checksum (null: none) does not confirm its list; null where it does. */
export function reasonBySingle(
  single: CleanupRecord | null,
  listed: CleanupRecord,
  metadata: Metadata,
  { require }: Pick<CleanupWish, "require">,
): KeepReason | null {
  if (single === null) return "no-record";
  const isSame =
    single.uuid === listed.uuid &&
    single.checksum === listed.checksum &&
    single.size === listed.size &&
    isSameRecord(single, metadata);
  return isSame && statusReason(single, require) === null ? null : "record-differs";
}

/** Why a file is kept by what was read of it on the disk; `checksum`: MD5 of the portal's record. */
export function reasonOnDisk(look: CleanupLook, size: number, checksum: string): KeepReason | null {
  if (look.kind !== "read") return look.kind;
  return look.isStill && look.size === size && look.checksum === checksum ? null : "changed";
}

/** Reasons by which a delivered file of a day shows that the day is not whole on the portal. */
const gapReasons: ReadonlySet<KeepReason> = new Set([
  "not-listed",
  "other-content",
  "other-size",
  "not-received",
]);

/** Whether the list shows that something is missing of a day that has these files. */
export function hasGapInList(
  files: readonly CleanupFile[],
  list: CleanupList,
  require: CleanupRequirement,
): boolean {
  return files.some(({ state, receipt, metadata, size }) => {
    if (state === "cancelled" || state === "superseded") return false;
    if (state !== "delivered" || receipt === null) return true;
    if (metadata === null || receipt.kind === "twin") return false;
    const record = sizedRecord(list, metadata, size, require);
    return typeof record === "string" && (gapReasons.has(record) || record === "not-processed");
  });
}
