import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Input, Output } from "#contract/methods.ts";
import { ask, type HostError, useTransport } from "#renderer/store/host.tsx";
import type { UploadRow } from "#renderer/text/states.ts";

type Window = Output<"queue">;

const pageRows = 100;
/** Rows around those in view that are loaded with them. */
const aroundRows = 30;
/** Between two looks at what is in view, so that a fast scroll does not ask for every page that it passes. */
const restMs = 100;
/** Pages out of view are kept so long. */
const keptMs = 30_000;

export interface FilesRows {
  /** Uploads of the filter; null before the first answer. */
  readonly total: number | null;
  /** The upload at a row; undefined where it is not loaded yet. */
  readonly at: (row: number) => UploadRow | undefined;
  /** Where an upload is among the rows that are loaded; null where it is not. */
  readonly rowOf: (id: string) => number | null;
  /** Tells which rows are in view, so that they are loaded and kept fresh. */
  readonly onInView: (first: number, last: number) => void;
  readonly error: HostError | null;
}

/** The queue of a filter, what needs a person first, then newest found first, loaded in parts: only what is in view is asked for and renewed. */
export function useFilesRows(filter: NonNullable<Input<"queue">["filter"]>): FilesRows {
  const transport = useTransport();
  const [pages, onInView] = usePagesInView();
  const { windows, error } = useQueries({
    queries: pages.map((page) => {
      const input: Input<"queue"> = { filter, order: "needs-you", offset: page * pageRows, limit: pageRows };
      return {
        queryKey: ["queue", input],
        queryFn: () => ask(transport, "queue", input),
        gcTime: keptMs,
      };
    }),
    combine,
  });
  const key = JSON.stringify(filter);
  const [kept, setKept] = useState<Kept | null>(null);
  if (windows.length > 0 && kept?.windows !== windows) setKept({ key, windows, total: newestTotal(windows) });
  // What was shown stays until the answer for another filter is there; rows of this filter are waited for in place.
  const shown = windows.length === 0 && kept !== null && kept.key !== key ? kept.windows : windows;
  const total = windows.length > 0 ? newestTotal(windows) : (kept?.total ?? null);
  return useMemo(() => {
    const byOffset = new Map(shown.map((window) => [window.offset, window]));
    const at = (row: number) => byOffset.get(row - (row % pageRows))?.uploads[row % pageRows];
    const rowOf = (id: string) => {
      for (const { offset, uploads } of shown) {
        const place = uploads.findIndex((upload) => upload.id === id);
        if (place >= 0) return offset + place;
      }
      return null;
    };
    return { total, at, rowOf, onInView, error };
  }, [shown, total, error, onInView]);
}

interface Kept {
  /** The filter of what was shown last. */
  readonly key: string;
  readonly windows: readonly Window[];
  readonly total: number;
}

function newestTotal(windows: readonly Window[]): number {
  return windows.reduce((best, window) => (window.seq >= best.seq ? window : best)).total;
}

function combine(results: readonly UseQueryResult<Window, Error>[]) {
  return {
    windows: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
    error: (results.find(({ error }) => error !== null)?.error ?? null) as HostError | null,
  };
}

/** Numbers of the pages that are in view; a new list only when they are others. */
function usePagesInView(): readonly [readonly number[], (first: number, last: number) => void] {
  const [pages, setPages] = useState<readonly number[]>([0]);
  const seen = useRef({ first: 0, last: 0 });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const onInView = useCallback((first: number, last: number) => {
    seen.current = { first, last };
    timer.current ??= setTimeout(() => {
      timer.current = null;
      const from = Math.floor(Math.max(0, seen.current.first - aroundRows) / pageRows);
      const to = Math.floor((seen.current.last + aroundRows) / pageRows);
      setPages((before) =>
        before[0] === from && before.at(-1) === to
          ? before
          : Array.from({ length: to - from + 1 }, (_, index) => from + index),
      );
    }, restMs);
  }, []);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
    },
    [],
  );
  return [pages, onInView];
}
