import { type IssueKind, issueKinds } from "#domain/notification-settings.ts";
import type { UploadFilter } from "#domain/queue.ts";
import { nameNow, type Renamed } from "#domain/renamed.ts";
import { keyNow } from "#station/status/issue.ts";
import type { NotificationMessage, NotificationRecord } from "./types.ts";

/** Memory of one issue, by its key. */
export interface SeenIssue {
  /** When it was first met, epoch milliseconds; a short gap does not begin it again. */
  readonly firstMs: number;
  /** Since when it lasts, as far as is known. */
  readonly sinceMs: number;
  /** Since when it is no longer met; null while it lasts. */
  readonly goneSinceMs: number | null;
  /** Delivered files when a problem of the portal was last met; 0 for anything else. */
  readonly delivered: number;
  /** The notification that told of it; null while it was not told. */
  readonly noticeId: string | null;
}

/** A notification that was shown and whose matter is not over. */
export interface OpenNotification {
  readonly id: string;
  readonly kind: IssueKind;
  /** Kinds of everything that it told of; versions before kept the gravest alone. */
  readonly kinds?: readonly IssueKind[];
  /** Whose matters it told of; versions before kept none. */
  readonly instruments?: readonly (string | null)[];
  readonly title: string;
  /** When it was shown first, or again because it became more serious. */
  readonly shownAtMs: number;
  /** How often it was repeated since. */
  readonly repeats: number;
  readonly sinceMs: number;
  /** Keys of what it told of and is not over. */
  readonly keys: readonly string[];
  /** State that will hold again when it is over. */
  readonly over: string;
}

/**
 * Everything that the next look needs to know of the looks before it: plain data that survives a restart as JSON, so
 * that nothing is told twice.
 */
export interface NotificationMemory {
  readonly form: 1;
  /** Notifications shown so far. */
  readonly serial: number;
  readonly seen: Readonly<Record<string, SeenIssue>>;
  readonly open: readonly OpenNotification[];
  /** Messages about what is over, told when the quiet hours end. */
  readonly owed: readonly NotificationMessage[];
  /** Records of what was shown, newest first. */
  readonly records: readonly NotificationRecord[];
}

export const noMemory: NotificationMemory = { form: 1, serial: 0, seen: {}, open: [], owed: [], records: [] };

/** A memory as it was kept; an empty one where that is damaged or of another form. */
export function readMemory(stored: unknown): NotificationMemory {
  if (typeof stored !== "object" || stored === null) return noMemory;
  const { form, serial, seen, open, owed, records } = stored as Partial<NotificationMemory>;
  const isWhole =
    form === 1 &&
    typeof serial === "number" &&
    typeof seen === "object" &&
    seen !== null &&
    Object.values(seen).every((one) => hasNumbers(one, ["firstMs", "sinceMs", "delivered"])) &&
    areAll(open, (one) => hasNumbers(one, ["shownAtMs", "repeats", "sinceMs"]) && Array.isArray(one.keys)) &&
    areAll(owed, isTold) &&
    areAll(records, isTold);
  if (!isWhole) return noMemory;
  const memory = stored as NotificationMemory;
  // Versions before kept one record a notification, not a cause.
  // Messages that a version before owed are for everybody.
  return {
    ...memory,
    records: memory.records.filter(({ key, over }) => [key, over].every(isText)),
    owed: memory.owed.map((one) => ({
      ...one,
      kinds: one.kinds ?? issueKinds,
      instruments: one.instruments ?? [null],
    })),
  };
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTold(one: Record<string, unknown>): boolean {
  const texts = ["id", "kind", "cause", "title", "sentence"];
  return texts.every((key) => typeof one[key] === "string") && hasNumbers(one, ["count", "sinceMs"]);
}

function areAll(list: unknown, isGood: (one: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(list) && list.every((one) => typeof one === "object" && one !== null && isGood(one));
}

function hasNumbers(one: object, keys: readonly string[]): boolean {
  return keys.every((key) => Number.isFinite(Reflect.get(one, key)));
}

/** The same memory where an instrument has another name: what was told of it goes on. */
export function renamedIn(memory: NotificationMemory, renamed: Renamed): NotificationMemory {
  const key = (one: string) => keyNow(one, renamed);
  const named = <T extends { readonly filter: UploadFilter }>(one: T): T => {
    const { instrument } = one.filter;
    return instrument === undefined
      ? one
      : { ...one, filter: { ...one.filter, instrument: nameNow(instrument, renamed) } };
  };
  const ofNow = ({ instruments = [null] }: Pick<OpenNotification, "instruments">) => ({
    instruments: instruments.map((one) => (one === null ? null : nameNow(one, renamed))),
  });
  return {
    ...memory,
    seen: Object.fromEntries(Object.entries(memory.seen).map(([one, seen]) => [key(one), seen])),
    open: memory.open.map((one) => ({ ...one, keys: one.keys.map(key), ...ofNow(one) })),
    owed: memory.owed.map((one) => ({ ...named(one), ...ofNow(one) })),
    records: memory.records.map((one) => ({ ...named(one), key: key(one.key) })),
  };
}

/** The same memory with no moment later than `nowMs`: the clock of this computer may have been set back. */
export function notAhead(memory: NotificationMemory, nowMs: number): NotificationMemory {
  const past = (atMs: number) => Math.min(atMs, nowMs);
  const seen = Object.entries(memory.seen).map(([key, one]) => [
    key,
    {
      ...one,
      firstMs: past(one.firstMs),
      sinceMs: past(one.sinceMs),
      goneSinceMs: one.goneSinceMs === null ? null : past(one.goneSinceMs),
    },
  ]);
  const open = memory.open.map((one) => ({
    ...one,
    shownAtMs: past(one.shownAtMs),
    sinceMs: past(one.sinceMs),
  }));
  return { ...memory, seen: Object.fromEntries(seen), open };
}
