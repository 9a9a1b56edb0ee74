import { useCallback, useMemo, useRef, useState } from "react";
import type { ResultRow } from "./rows.ts";

const none: ReadonlySet<string> = new Set();

/** Files that are chosen for a download. */
export interface ChosenFiles {
  readonly has: (uuid: string) => boolean;
  readonly chosen: readonly ResultRow[];
  /** Turns one on or off; with `isSpan` every one from the last that was turned. */
  readonly toggle: (index: number, isSpan: boolean) => void;
  readonly choose: (rows: readonly ResultRow[]) => void;
}

/** Chosen lines of a list; another list (another `key`) begins without any. */
export function useChoice(key: string, shown: readonly ResultRow[]): ChosenFiles {
  const [state, setState] = useState({ key, uuids: none });
  const last = useRef(0);
  const uuids = state.key === key ? state.uuids : none;
  const chosen = useMemo(
    () => (uuids.size === 0 ? [] : shown.filter(({ uuid }) => uuids.has(uuid))),
    [shown, uuids],
  );
  const toggle = useCallback(
    (index: number, isSpan: boolean) => {
      const row = shown[index];
      if (row === undefined) return;
      const from = isSpan ? Math.min(last.current, index) : index;
      const to = isSpan ? Math.max(last.current, index) : index;
      last.current = index;
      const isOn = !uuids.has(row.uuid);
      const next = new Set(uuids);
      for (const { uuid } of shown.slice(from, to + 1))
        if (isOn) next.add(uuid);
        else next.delete(uuid);
      setState({ key, uuids: next });
    },
    [shown, uuids, key],
  );
  const choose = useCallback(
    (rows: readonly ResultRow[]) => setState({ key, uuids: new Set(rows.map(({ uuid }) => uuid)) }),
    [key],
  );
  const has = useCallback((uuid: string) => uuids.has(uuid), [uuids]);
  return { has, chosen, toggle, choose };
}
