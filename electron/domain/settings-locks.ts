import { phrase } from "#base/phrase.ts";
import {
  byName,
  entryName,
  isLayer,
  isNamedList,
  isSameValue,
  keyBelow,
  type Layer,
  valueAt,
} from "./settings-layers.ts";
import { settingsTable } from "./settings-table.ts";

/**
 * Keys that an administrator's file keeps: `portal`, `portal.url`, `instruments`, `instruments[].pid`. They are as the layers
 * below `settings.json` have them, also where those leave them out. An entry of a list with a locked key can neither be removed nor
 * get another name; entries that only `settings.json` has are free.
 */
export interface SettingsLock {
  readonly key: string;
  readonly file: string;
  /** The administrator's reason; null where none is given. */
  readonly because: string | null;
}

/** Keys of a notification channel, whatever its type. */
const channelKeys = [
  "name",
  "type",
  "url",
  "kinds",
  "instruments",
  "digest",
  "allowInsecure",
  "username",
  "server",
  "from",
  "to",
];

const lockable: ReadonlySet<string> = new Set([
  ...Object.entries(settingsTable).flatMap(([section, rows]) => {
    const parent = isNamedList(section) ? `${section}[]` : section;
    return [section, ...Object.keys(rows).map((key) => keyBelow(parent, key))];
  }),
  ...channelKeys.map((key) => `notifications.channels[].${key}`),
]);

export function canBeLocked(key: string): boolean {
  return lockable.has(key);
}

/** `notifications.channels[].url` is channels of notifications, each entry, its url. */
function stepsOf(key: string): readonly string[] {
  return key.replaceAll("[]", ".[]").split(".");
}

/** The document with each locked key as it is below. */
export function withLocks(document: Layer, below: Layer, locks: readonly SettingsLock[]): Layer {
  return locks.reduce((all, { key }) => lockedAt(all, below, stepsOf(key)) as Layer, document);
}

function lockedAt(wanted: unknown, below: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return below;
  if (step === "[]") return lockedEntries(wanted, below, rest);
  const [object, lower] = [isLayer(wanted) ? wanted : {}, isLayer(below) ? below : {}];
  const value = lockedAt(object[step], lower[step], rest);
  if (value === undefined && object[step] === undefined) return wanted;
  const kept = { ...object, [step]: value };
  return Object.fromEntries(Object.entries(kept).filter(([key]) => key !== step || value !== undefined));
}

function lockedEntries(wanted: unknown, below: unknown, rest: readonly string[]): unknown {
  const lower = byName(Array.isArray(below) ? below : []);
  if (lower.size === 0) return wanted;
  const entries = Array.isArray(wanted) ? wanted : [];
  const names = new Set(entries.map(entryName));
  return [
    ...entries.map((entry) => {
      const other = lower.get(entryName(entry) ?? "");
      return other === undefined ? entry : lockedAt(entry, other, rest);
    }),
    ...[...lower].flatMap(([name, entry]) => (names.has(name) ? [] : [entry])),
  ];
}

/** A locked key that a document has otherwise. `key` by name: `portal.url`, `instruments[].pid of "Radar"`. */
export interface LockedChange {
  readonly key: string;
  readonly lock: SettingsLock;
}

export function lockedChanges(
  document: Layer,
  below: Layer,
  locks: readonly SettingsLock[],
): readonly LockedChange[] {
  return locks.flatMap((lock) => {
    const kept = withLocks(document, below, [lock]);
    return changedKeys(document, kept, "").map((key) => ({ key, lock }));
  });
}

function changedKeys(one: unknown, other: unknown, at: string): readonly string[] {
  if (isSameValue(one, other)) return [];
  if (isNamedList(at)) {
    const [first, second] = [one, other].map((list) => byName(Array.isArray(list) ? list : []));
    const names = new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])]);
    const changed = [...names].flatMap((name) =>
      changedKeys(first?.get(name), second?.get(name), `${at}[]`).map((key) => phrase(`${key} of "${name}"`)),
    );
    return changed.length === 0 ? [at] : changed;
  }
  if (!isLayer(one) || !isLayer(other)) return [at];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => changedKeys(valueAt(one, key), valueAt(other, key), keyBelow(at, key)));
}

/** Names of the entries for which a key of a list is locked; null for other keys. */
export function lockedNames(key: string, below: Layer): readonly string[] | null {
  const [list, ...rest] = key.split("[]");
  if (list === undefined || rest.length === 0) return null;
  const entries = list
    .split(".")
    .reduce<unknown>((at, step) => (isLayer(at) ? valueAt(at, step) : null), below);
  return [...byName(Array.isArray(entries) ? entries : []).keys()];
}
