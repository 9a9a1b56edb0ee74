import { useCallback, useMemo, useRef, useState } from "react";
import type { UploadRow } from "#renderer/text/states.ts";

/** So many files the host takes by name at once. */
export const mostChosen = 500;

/** The files that an action is meant for, by id. */
export interface Chosen {
  readonly ids: ReadonlySet<string>;
  /** `at`: all loaded rows from the one that was chosen before up to `row` are chosen, too. */
  readonly toggle: (row: number, id: string, at: ((row: number) => UploadRow | undefined) | null) => void;
  readonly clear: () => void;
}

const none: ReadonlySet<string> = new Set();

export function useChosen(): Chosen {
  const [ids, setIds] = useState(none);
  const lastRow = useRef<number | null>(null);
  const toggle = useCallback<Chosen["toggle"]>((row, id, at) => {
    const from = at === null ? row : (lastRow.current ?? row);
    lastRow.current = row;
    const [first, last] = from < row ? [from, row] : [row, from];
    const range = Array.from({ length: last - first + 1 }, (_, n) => at?.(first + n)?.id ?? null);
    setIds((before) => {
      const next = new Set(before);
      if (at === null && next.delete(id)) return next;
      for (const one of [id, ...range]) if (one !== null && next.size < mostChosen) next.add(one);
      return next;
    });
  }, []);
  const clear = useCallback(() => setIds(none), []);
  return useMemo(() => ({ ids, toggle, clear }), [ids, toggle, clear]);
}
