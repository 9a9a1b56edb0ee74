import { createInTurn } from "#base/async.ts";
import { atText } from "#base/text.ts";
import { causes } from "#domain/cause.ts";
import { type KnownFile, type KnownIssue, knownOf } from "#domain/known-issue.ts";
import { nameNow, type Renamed } from "#domain/renamed.ts";
import type { Clock, StateStore } from "#engine/ports/host.ts";

/** An issue as far as it can be known. `cause`: that of its files; of another issue nothing can be known. */
interface Knowable {
  readonly cause: string;
  readonly label: string;
  readonly files?: readonly KnownFile[];
}

/** Note of a person who marked an issue, and who it was. */
export interface KnownBecause {
  readonly note: string;
  readonly by: string;
}

/** Issues that persons know of, kept from one start to the next; read when they are asked for first. */
export interface KnownIssues {
  /** Oldest first. */
  list(): Promise<readonly KnownIssue[]>;
  /** Null for an issue whose files are not named, or that may not be known. */
  mark(issue: Knowable, because: KnownBecause): Promise<KnownIssue | null>;
  /** Gives what was known until now; null where nothing of this number was. */
  end(id: number): Promise<KnownIssue | null>;
  /** An instrument has another name: what is known of its files stays known. */
  rename(renamed: Renamed): Promise<void>;
}

/** A station has a few in a year; the oldest go first. */
const mostKept = 500;

export function createKnownIssues(parts: {
  readonly clock: Pick<Clock, "nowMs">;
  /** Null: kept in memory. */
  readonly store: StateStore | null;
}): KnownIssues {
  const { clock, store } = parts;
  const inTurn = createInTurn();
  let reading: Promise<void> | null = null;
  let marked: readonly KnownIssue[] = [];

  const ready = (): Promise<void> => {
    reading ??= Promise.resolve(store?.read() ?? null).then((value) => {
      marked = readKnown(value);
    });
    return reading;
  };
  const keep = async (next: readonly KnownIssue[]): Promise<void> => {
    marked = next;
    await store?.write({ known: next });
  };

  return {
    async list() {
      await ready();
      return marked;
    },
    mark: ({ cause: named, label, files = [] }, { note, by }) =>
      inTurn(async () => {
        await ready();
        const cause = causes.find((one) => one === named);
        if (files.length === 0 || cause === undefined) return null;
        const id = Math.max(0, ...marked.map((one) => one.id)) + 1;
        const known: KnownIssue = { id, cause, label, files, note, by, atMs: clock.nowMs() };
        await keep([...marked, known].slice(-mostKept));
        return known;
      }),
    end: (id) =>
      inTurn(async () => {
        await ready();
        const ended = marked.find((one) => one.id === id) ?? null;
        if (ended !== null) await keep(marked.filter((one) => one.id !== id));
        return ended;
      }),
    rename: (renamed) =>
      inTurn(async () => {
        await ready();
        if (!marked.some(({ files }) => files.some(({ instrument }) => instrument === renamed.from))) return;
        const named = (file: KnownFile) => ({ ...file, instrument: nameNow(file.instrument, renamed) });
        await keep(marked.map((one) => ({ ...one, files: one.files.map(named) })));
      }),
  };
}

/** A sentence for each time that this version of a file was marked, newest first. */
export function knownWords(
  known: readonly KnownIssue[],
  file: Pick<KnownFile, "instrument" | "version">,
  nowMs: number,
): readonly string[] {
  return knownOf(known, file).map(
    ({ by, atMs, note }) => `${by} marked this as known ${atText(atMs, nowMs)}: “${note}”`,
  );
}

/** Leaves out damaged entries: at worst somebody is told again. */
function readKnown(value: unknown): readonly KnownIssue[] {
  const { known } = (value ?? {}) as { readonly known?: unknown };
  return Array.isArray(known) ? known.filter(isKnown) : [];
}

function isKnown(one: Partial<KnownIssue> | null): one is KnownIssue {
  return (
    [one?.label, one?.note, one?.by].every(isText) &&
    [one?.id, one?.atMs].every(Number.isFinite) &&
    causes.some((cause) => cause === one?.cause) &&
    Array.isArray(one?.files) &&
    one.files.every((file: Partial<KnownFile> | null) =>
      [file?.instrument, file?.relPath, file?.version].every(isText),
    )
  );
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}
