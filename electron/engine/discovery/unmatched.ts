import { createInTurn } from "#base/async.ts";
import type { PathStyle } from "#domain/folder-paths.ts";
import { type ConfiguredInstrument, matchingInstruments } from "#domain/instrument-match.ts";
import type { Clock, StateStore, UnmatchedNames } from "#engine/ports/host.ts";
import type { FolderStates } from "./folder-state.ts";

/** Names of one shape that came after the first look into the folder, and that no pattern takes. */
export interface NewNames extends UnmatchedNames {
  /** When the first of them was met, epoch milliseconds. */
  readonly sinceMs: number;
}

/** Names in watched folders that no pattern takes, compared with those that were there at the first look. */
export interface UnmatchedWatch {
  /** Takes over what the rescans since the last call have met. */
  look(): Promise<void>;
  /** Three files of one shape at least; a shape is told by one instrument of a folder. Empty before `look`. */
  of(instrument: string): readonly NewNames[];
}

export interface UnmatchedParts {
  readonly clock: Pick<Clock, "nowMs">;
  readonly folderStates: Pick<FolderStates, "of">;
  /** Null: kept in memory. */
  readonly store: StateStore | null;
  readonly pathStyle: PathStyle;
  /** In the order of the settings. */
  instruments(): readonly ConfiguredInstrument[];
}

/** Fewer may be notes that somebody keeps there. */
const fewestFiles = 3;
/** A folder with more of them has names without a shape: nothing is new in it. */
const mostShapes = 200;

/** By shape: when the first name of it came; 0 for what was there at the first look. */
type Shapes = Readonly<Record<string, number>>;

export function createUnmatched(parts: UnmatchedParts): UnmatchedWatch {
  const { clock, folderStates, store, pathStyle } = parts;
  const instruments = () => parts.instruments();
  const inTurn = createInTurn();
  let known: Readonly<Record<string, Shapes>> | null = null;
  let found: ReadonlyMap<string, readonly NewNames[]> = new Map();
  let seen: readonly unknown[] = [];

  const isTaken = (folder: string, { samplePath }: UnmatchedNames): boolean =>
    matchingInstruments(instruments(), `${folder}/${samplePath}`, {
      caseInsensitive: pathStyle === "win32",
      pathStyle,
    }).length > 0;

  const compare = (before: Readonly<Record<string, Shapes>>): Readonly<Record<string, Shapes>> => {
    const next: Record<string, Shapes> = {};
    const reported = new Map<string, readonly NewNames[]>();
    for (const { instrument } of instruments()) {
      const { name, folder, pattern } = instrument;
      const place = `${folder}\n${pattern}`;
      const known = before[place];
      const { lastRescanAtMs, unmatched } = folderStates.of(name);
      if (lastRescanAtMs === null) {
        if (known !== undefined) next[place] = known;
        continue;
      }
      const isFirstHere =
        instruments().find((one) => one.instrument.folder === folder)?.instrument === instrument;
      const met = isFirstHere ? unmatched.filter((one) => !isTaken(folder, one)) : [];
      const sinceOf = ({ shape }: UnmatchedNames) =>
        known === undefined ? 0 : ((Object.hasOwn(known, shape) ? known[shape] : null) ?? clock.nowMs());
      const old = Object.entries(known ?? {}).filter(([, sinceMs]) => sinceMs === 0);
      const shapes = {
        ...Object.fromEntries(old),
        ...Object.fromEntries(met.map((one) => [one.shape, sinceOf(one)])),
      };
      next[place] = shapes;
      if (Object.keys(shapes).length > mostShapes) continue;
      const fresh = met.map((one): NewNames => ({ ...one, sinceMs: sinceOf(one) }));
      reported.set(
        name,
        fresh.filter(({ count, sinceMs }) => sinceMs > 0 && count >= fewestFiles),
      );
    }
    found = reported;
    return next;
  };

  return {
    look: () =>
      inTurn(async () => {
        // Each rescan gives a list of its own, and each change of the settings other instruments.
        const now = instruments().flatMap((one) => [one, folderStates.of(one.instrument.name).unmatched]);
        if (now.length === seen.length && now.every((one, n) => one === seen[n])) return;
        const before = known ?? readShapes(await store?.read());
        seen = now;
        known = compare(before);
        if (JSON.stringify(known) !== JSON.stringify(before)) await store?.write({ places: known });
      }),
    of: (instrument) => found.get(instrument) ?? [],
  };
}

/** Damaged entries are left out: the next look is the first one again. */
function readShapes(value: unknown): Readonly<Record<string, Shapes>> {
  const { places } = (value ?? {}) as { readonly places?: unknown };
  const isRecord = (one: unknown): one is Record<string, unknown> => typeof one === "object" && one !== null;
  const isShapes = (one: unknown): one is Shapes =>
    isRecord(one) && Object.values(one).every(Number.isFinite);
  if (!isRecord(places)) return {};
  return Object.fromEntries(
    Object.entries(places).flatMap(([place, shapes]) => (isShapes(shapes) ? [[place, shapes] as const] : [])),
  );
}
