import { type FocusEvent, type KeyboardEvent, useState } from "react";

/** Steps by key, along a strip of time or another line of cells. */
export type KeySteps = Readonly<Record<string, number>>;

/** Keys of a strip: a cell to either side, and both ends. */
export const stripKeys: KeySteps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

/** Keys of a slider over time (WAI-ARIA, "Slider"): small steps by arrows, large ones by Page Up and Page Down. */
export function sliderKeys(small: number, large: number): KeySteps {
  return {
    ...stripKeys,
    ArrowLeft: -small,
    ArrowDown: -small,
    ArrowRight: small,
    ArrowUp: small,
    PageDown: -large,
    PageUp: large,
  };
}

/** Gives the place to which a key leads, 0 to `last`; null for a key that leads nowhere. */
export function placeAfter(key: string, at: number, last: number, steps: KeySteps): number | null {
  const step = steps[key];
  return step === undefined ? null : Math.min(last, Math.max(0, at + step));
}

/**
 * Roving focus (WAI-ARIA) among cells that bear their name as `data-at`: Tab reaches the active one, the keys lead to the
 * others from there. `start` is active until another has the focus.
 */
export function useRovingFocus(names: readonly string[], start: string, steps: KeySteps) {
  const [current, setCurrent] = useState<string | null>(null);
  const active = current !== null && names.includes(current) ? current : start;
  return {
    active,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      if (target.dataset.at !== undefined) setCurrent(target.dataset.at);
    },
    /** Gives the cell that the focus was moved to; null for a key that moves it nowhere. */
    onKeyDown(event: KeyboardEvent<HTMLElement>): string | null {
      const at = placeAfter(event.key, names.indexOf(active), names.length - 1, steps);
      const next = at === null ? undefined : names[at];
      if (next === undefined) return null;
      event.preventDefault();
      event.currentTarget.querySelector<HTMLElement>(`[data-at="${next}"]`)?.focus();
      return next;
    },
  };
}

/** Handlers of a cell that is opened by click, Enter and the space bar. */
export function opensBy(open: () => void) {
  return {
    onClick: open,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      open();
    },
  };
}
