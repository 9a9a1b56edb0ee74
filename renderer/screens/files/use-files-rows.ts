import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Output } from "#contract/methods.ts";
import { type HostError, useHostQuery } from "#renderer/store/host.tsx";
import type { UploadRow } from "#renderer/text/states.ts";
import { type Loaded, type PlacedPages, pageAt, pageRows, placedPages } from "./placed-pages.ts";
import { sameRows } from "./same-rows.ts";
import { type Layout, type ListPart, layoutOf, type Section } from "./sections.ts";

type Answer = Output<"queue.windows">;

/** Rows around those in view that are loaded with them. */
const aroundRows = 30;
/** Between two looks at what is in view, so that a fast scroll does not ask for every page that it passes. */
const restMs = 100;
/** Most pages that are kept while the list stands still. */
const mostKept = 40;
/** Most rows in view that are renewed while the list stands still. */
const mostFresh = 200;

/** The line above the files of a section. */
export interface Header {
  readonly section: Section;
  /** Files of it. */
  readonly count: number;
}

export interface FilesRows {
  /** Files of the filter; null before the first answer. */
  readonly total: number | null;
  /** Files and headers. */
  readonly rowCount: number;
  /** The upload at a row; undefined for a header, and where it is not loaded yet. */
  readonly at: (row: number) => UploadRow | undefined;
  /** The section whose header is at a row; null for the row of a file. */
  readonly headerAt: (row: number) => Header | null;
  /** Row of an upload among those that are loaded; null where it is not there. */
  readonly rowOf: (id: string) => number | null;
  /** Tells which rows are in view, so that they are loaded and kept fresh. */
  readonly onInView: (first: number, last: number) => void;
  readonly error: HostError | null;
  /** The newest journal line that the places of the rows know of. */
  readonly seq: number;
}

interface Shown {
  /** Key of the filter and order that it shows. */
  readonly key: string;
  readonly layout: Layout;
  readonly totals: ReadonlyMap<string, number>;
  readonly loaded: readonly Loaded[];
  /** Places of the loaded files, by part. */
  readonly placed: ReadonlyMap<string, PlacedPages>;
  readonly seq: number;
  /** When the last of it was answered, epoch milliseconds. */
  readonly atMs: number;
}

const nothing: Shown = {
  key: "",
  layout: layoutOf([], new Map()),
  totals: new Map(),
  loaded: [],
  placed: new Map(),
  seq: 0,
  atMs: 0,
};

/**
 * The files of these parts, loaded page by page: only what is in view is asked for and renewed, all of it at once, so that
 * no file is in two places. While `isStill`, every row keeps its place, and what is known of the files in view is renewed
 * where they are. `key` names filter and order.
 */
export function useFilesRows(parts: readonly ListPart[], key: string, isStill: boolean): FilesRows {
  const [seen, onInView] = useRowsInView();
  const [kept, setKept] = useState<Shown>(nothing);
  const before = kept.key === key ? kept : nothing;
  const { totals: totalsBefore } = before;
  const standing = isStill ? before.loaded : nothing.loaded;
  const inView = pagesInView(parts, before, seen).filter(
    ({ part, page }) => !standing.some((one) => one.partId === part.id && one.page === page),
  );
  const inViewKey = inView.map(({ part, page }) => `${part.id} ${page}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list only when it names other pages
  const asked = useMemo(() => inView, [parts, inViewKey]);
  const { data, dataUpdatedAt, error } = useHostQuery(
    "queue.windows",
    { windows: asked.map(({ part, page }) => ({ ...part.ask, ...placeOf(page) })) },
    { enabled: asked.length > 0 },
  );
  // These pages may have been in view before, and what was answered then be older than what is shown.
  const isOld = data !== undefined && dataUpdatedAt < before.atMs && data.seq !== before.seq;
  const answer = isOld ? null : (data ?? null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was shown before is compared with, no more
  const shown = useMemo((): Shown | null => {
    if (answer === null) return null;
    const known = before.loaded.flatMap(({ window }) => window.uploads);
    const loaded = joined(standing, loadedOf(asked, answer, known));
    const totals = new Map(totalsBefore);
    const placed = new Map<string, PlacedPages>();
    for (const part of parts) {
      const own = loaded.filter(({ partId }) => partId === part.id);
      if (own.length === 0) continue;
      const pages = placedPages(own, newest(own).window.total);
      placed.set(part.id, pages);
      totals.set(part.id, pages.total);
    }
    if (parts.some(({ id }) => !totals.has(id))) return null;
    const same = parts.every(({ id }) => totals.get(id) === totalsBefore.get(id));
    const { seq } = answer;
    return {
      key,
      layout: layoutOf(parts, totals),
      totals: same ? totalsBefore : totals,
      loaded,
      placed,
      seq,
      atMs: dataUpdatedAt,
    };
  }, [parts, key, asked, answer, dataUpdatedAt, standing, totalsBefore]);
  if (shown !== null && shown !== kept) setKept(shown);
  // Rows that were shown stay until the answer for another filter is there.
  const now = shown ?? kept;
  const fresh = useFresh(now, seen, isStill);
  return useMemo(() => {
    const { layout, placed, totals, seq } = now;
    const at = (row: number) => {
      const found = uploadAt(now, row);
      if (found === undefined) return undefined;
      // Until it is answered, the query gives what it knew of these files when it was asked before.
      const renewed = fresh.seq >= found.seq ? fresh.uploads.get(found.upload.id) : undefined;
      return renewed ?? found.upload;
    };
    const headerAt = (row: number) => {
      const place = layout.placeOf(row);
      const section = place?.place === null ? place.part.section : null;
      return section === null ? null : { section, count: totals.get(section.id) ?? 0 };
    };
    const rowOf = (id: string) => {
      for (const [partId, { pages }] of placed)
        for (const { first, loaded } of pages) {
          const place = loaded.window.uploads.findIndex((upload) => upload.id === id);
          if (place >= 0) return layout.rowAt(partId, first + place);
        }
      return null;
    };
    const total = now === nothing ? null : [...totals.values()].reduce((sum, count) => sum + count, 0);
    return { total, rowCount: layout.rowCount, at, headerAt, rowOf, onInView, error, seq };
  }, [now, fresh, onInView, error]);
}

/** The upload at a row of files, and the newest journal line that it knows of. */
function uploadAt(
  { layout, placed }: Pick<Shown, "layout" | "placed">,
  row: number,
): { readonly upload: UploadRow; readonly seq: number } | undefined {
  const found = layout.placeOf(row);
  if (found === null || found.place === null) return undefined;
  const { part, place } = found;
  const own = placed.get(part.id)?.pages.findLast(({ first }) => first <= place);
  const upload = own?.loaded.window.uploads[place - own.first];
  return own === undefined || upload === undefined ? undefined : { upload, seq: own.loaded.seq };
}

function loadedOf(
  asked: readonly AskedPage[],
  { seq, windows }: Answer,
  known: readonly UploadRow[],
): readonly Loaded[] {
  return asked.flatMap(({ part, page }, n): Loaded[] => {
    const window = windows[n];
    if (window === undefined) return [];
    return [{ partId: part.id, page, seq, window: { ...window, uploads: sameRows(known, window.uploads) } }];
  });
}

/** Pages that stand still and those that have come into view since: a file that has moved on meanwhile stays where it stands. */
function joined(standing: readonly Loaded[], added: readonly Loaded[]): readonly Loaded[] {
  const ids = new Set(standing.flatMap(({ window }) => window.uploads.map(({ id }) => id)));
  const others = added.map((one) => {
    const uploads = one.window.uploads.filter(({ id }) => !ids.has(id));
    return { ...one, window: { ...one.window, uploads } };
  });
  return [...standing, ...others].slice(-mostKept);
}

function newest(loaded: readonly Loaded[]): Loaded {
  return loaded.reduce((best, one) => (one.seq >= best.seq ? one : best));
}

interface AskedPage {
  readonly part: ListPart;
  /** Null: only how many there are. */
  readonly page: number | null;
}

/** The pages that are in view, and the first of each part, which tells how many there are. */
function pagesInView(
  parts: readonly ListPart[],
  { placed, totals }: Pick<Shown, "placed" | "totals">,
  seen: RowsInView,
): readonly AskedPage[] {
  const layout = layoutOf(parts, totals);
  return parts.flatMap((part): AskedPage[] => {
    if (part.isFolded) return [{ part, page: null }];
    const total = totals.get(part.id) ?? 0;
    const pages = placed.get(part.id) ?? placedPages([], total);
    const top = layout.rowAt(part.id, 0) ?? 0;
    const first = Math.max(0, seen.first - aroundRows - top);
    const last = Math.min(total - 1, seen.last + aroundRows - top);
    if (first > last) return [{ part, page: 0 }];
    const from = pageAt(pages, first);
    const count = pageAt(pages, last) - from + 1;
    return Array.from({ length: count }, (_, n) => ({ part, page: from + n }));
  });
}

/** Gives the begin and the length of a page; of a folded part only the number of its files is wanted. */
function placeOf(page: number | null) {
  return page === null ? { offset: 0, limit: 1 } : { offset: page * pageRows, limit: pageRows };
}

/**
 * Gives the newest state of the files in view while the list stands still, by id. It stays when the list moves on: what was
 * loaded before is older until the next answer is there.
 */
function useFresh(shown: Shown, { first, last }: RowsInView, isStill: boolean) {
  const known = useMemo(() => {
    if (!isStill) return [];
    const rows = Array.from({ length: Math.min(mostFresh, last - first + 1) }, (_, n) => first + n);
    return rows.flatMap((row) => uploadAt(shown, row)?.upload ?? []);
  }, [shown, first, last, isStill]);
  const { data } = useHostQuery(
    "queue",
    { filter: { ids: known.map(({ id }) => id) }, limit: mostFresh },
    { enabled: known.length > 0, keepsPrevious: true },
  );
  return useMemo(
    () => ({
      seq: data?.seq ?? 0,
      uploads: new Map(sameRows(known, data?.uploads ?? []).map((upload) => [upload.id, upload])),
    }),
    [data, known],
  );
}

interface RowsInView {
  readonly first: number;
  readonly last: number;
}

/** The rows in view, told a few times a second; not while they go by faster than anybody reads. */
function useRowsInView(): readonly [RowsInView, (first: number, last: number) => void] {
  const [inView, setInView] = useState<RowsInView>({ first: 0, last: 0 });
  const seen = useRef(inView);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const onInView = useCallback((first: number, last: number) => {
    seen.current = { first, last };
    if (timer.current !== null) return;
    const look = (before: RowsInView) => {
      timer.current = setTimeout(() => {
        const now = seen.current;
        if (now.first > before.last || now.last < before.first) return look(now);
        timer.current = null;
        setInView((shown) => (shown.first === now.first && shown.last === now.last ? shown : now));
      }, restMs);
    };
    look(seen.current);
  }, []);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return [inView, onInView];
}
