import type { Renamed } from "#domain/renamed.ts";
import type { Instrument, Settings, SettingsProblem } from "#domain/settings.ts";
import type { StateStore } from "./ports/host.ts";

/** Settings as they were read, and what is wrong with them. */
interface Read {
  readonly settings: Pick<Settings, "instruments">;
  readonly problems: readonly SettingsProblem[];
}

/** The entries of the settings as they were taken last, also by an earlier run. */
export interface InstrumentEntries {
  /** Reads what an earlier run kept. */
  begin(): Promise<void>;
  /** Entries that left while one of the same folder, site, PID, tags and pattern came: one each. */
  renamed(next: Read): readonly Renamed[];
  /** This rename is made, and no station heard of it: the next one will. */
  owe(renamed: Renamed): void;
  /** Renames that earlier runs owe to a station, in their order; told by who takes them. */
  takeOwed(): readonly Renamed[];
  /** These are in force now. */
  keep(next: Read): Promise<void>;
  /** Those that left and did not come back, by any name; the last one first. */
  removed(): readonly Instrument[];
  /** Those of the settings, as they were when they had no problem. */
  taken(): readonly Instrument[];
}

interface Entry {
  readonly name: string;
  /** All that makes it the same instrument under another name. */
  readonly identity: string;
  /** Null in what a version kept that needed its identity alone. */
  readonly instrument: Instrument | null;
}

/** A station rarely has more. */
const mostRemoved = 20;

/** `instruments[2]`: an entry without a name. */
const nameless = /^(instruments|models)\[\d+\]$/;

/**
 * Names of all entries, also of those that are left out for a problem. Null where nobody knows: the file, a list in it, or an
 * entry's name cannot be read.
 */
export function namesIn({ settings, problems }: Read): ReadonlySet<string> | null {
  if (problems.some(isOfNames)) return null;
  const leftOut = problems.flatMap(({ instrument }) => instrument ?? []);
  return new Set([...settings.instruments.map(({ name }) => name), ...leftOut]);
}

function isOfNames({ key, instrument }: SettingsProblem): boolean {
  if (instrument !== null) return nameless.test(instrument);
  return key === "" || /^(instruments|models)\b/.test(key);
}

function entryOf(one: Instrument): Entry {
  const { name, kind, folder, site, instrument, pid, tags, pattern } = one;
  const identity = JSON.stringify([kind ?? "", folder, site, instrument, pid, tags, pattern]);
  return { name, identity, instrument: one };
}

/** Without a store what was taken is known until the end of the run. */
export function createInstrumentEntries(store: StateStore | null): InstrumentEntries {
  let before: readonly Entry[] = [];
  let gone: readonly Entry[] = [];
  let owed: readonly Renamed[] = [];
  let written = "";
  return {
    async begin() {
      const stored = (await store?.read()) as Partial<Record<"entries" | "removed" | "owed", unknown>> | null;
      before = entriesIn(stored?.entries);
      gone = entriesIn(stored?.removed);
      owed = renamesIn(stored?.owed);
      written = JSON.stringify([before, gone, owed]);
    },
    owe(renamed) {
      owed = [...owed, renamed];
    },
    takeOwed() {
      const all = owed;
      owed = [];
      return all;
    },
    renamed(next) {
      const names = namesIn(next);
      if (names === null) return [];
      const left = before.filter(({ name }) => !names.has(name));
      const came = next.settings.instruments
        .filter(({ name }) => before.every((one) => one.name !== name))
        .map(entryOf);
      return left.flatMap(({ name: from, identity }) => {
        const isSame = (one: Entry) => one.identity === identity;
        const [to, ...others] = came.filter(isSame);
        const isOne = to !== undefined && others.length === 0 && left.filter(isSame).length === 1;
        return isOne ? [{ from, to: to.name }] : [];
      });
    },
    async keep(next) {
      const names = namesIn(next);
      if (names === null) return;
      const now = next.settings.instruments.map(entryOf);
      // Entries that are left out for a problem are there all the same.
      const leftOut = before.filter(({ name }) => names.has(name) && now.every((one) => one.name !== name));
      const entries = [...now, ...leftOut];
      const isHere = (one: Entry) =>
        names.has(one.name) || now.some(({ identity }) => identity === one.identity);
      const left = before.filter((one) => !isHere(one));
      const leftNames = new Set(left.map(({ name }) => name));
      const removed = [...left, ...gone.filter((one) => !isHere(one) && !leftNames.has(one.name))];
      before = entries;
      gone = removed.slice(0, mostRemoved);
      const page = JSON.stringify([before, gone, owed]);
      if (page === written) return;
      written = page;
      await store?.write({ entries, removed: gone, ...(owed.length > 0 && { owed }) });
    },
    removed: () => instrumentsIn(gone),
    taken: () => instrumentsIn(before),
  };
}

function instrumentsIn(entries: readonly Entry[]): readonly Instrument[] {
  return entries.flatMap(({ instrument }) => instrument ?? []);
}

function entriesIn(stored: unknown): readonly Entry[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one: unknown) => {
    const { name, identity, instrument } = (one ?? {}) as Partial<Record<keyof Entry, unknown>>;
    if (typeof name !== "string" || typeof identity !== "string") return [];
    return [{ name, identity, instrument: isInstrument(instrument) ? instrument : null }];
  });
}

function renamesIn(stored: unknown): readonly Renamed[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (one: Partial<Renamed> | null) => typeof one?.from === "string" && typeof one.to === "string",
  );
}

/** It was written by this program, and is shown in a form that checks it. */
function isInstrument(value: unknown): value is Instrument {
  return typeof value === "object" && value !== null && "name" in value;
}
