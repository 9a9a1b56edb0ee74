import type { Display, Rectangle } from "electron";

/** Place and size of the window when it was last seen. */
export interface WindowState {
  readonly bounds: Rectangle;
  readonly isMaximised: boolean;
}

/** Pages are usable from here on. */
export const smallestSize = { width: 900, height: 600 } as const;
const usualSize = { width: 1200, height: 800 } as const;

/** Part of the title bar that must lie on a display, so that a hand can take it. */
const graspable = { width: 100, height: 30 } as const;

/**
 * The state to open with: what was kept, where it is a state and the window can still be reached on a display that is
 * there; else the usual size in the middle of the first display, never larger than it.
 */
export function stateToOpen(
  stored: unknown,
  displays: readonly Pick<Display, "workArea">[],
): WindowState & { readonly isPlaced: boolean } {
  const state = readState(stored);
  if (state !== null && displays.some(({ workArea }) => canBeGrasped(state.bounds, workArea))) {
    return { ...state, isPlaced: true };
  }
  const area = displays[0]?.workArea ?? { x: 0, y: 0, ...usualSize };
  const width = sized(usualSize.width, smallestSize.width, area.width);
  const height = sized(usualSize.height, smallestSize.height, area.height);
  const x = area.x + Math.round((area.width - width) / 2);
  const y = area.y + Math.round((area.height - height) / 2);
  return { bounds: { x, y, width, height }, isMaximised: state?.isMaximised ?? false, isPlaced: false };
}

function readState(stored: unknown): WindowState | null {
  if (typeof stored !== "object" || stored === null || !("bounds" in stored)) return null;
  const { bounds } = stored;
  if (typeof bounds !== "object" || bounds === null) return null;
  const numbers = ["x", "y", "width", "height"].map((name) => Reflect.get(bounds, name) as unknown);
  if (!numbers.every((number) => Number.isSafeInteger(number))) return null;
  const [x = 0, y = 0, width = 0, height = 0] = numbers as number[];
  if (width < smallestSize.width || height < smallestSize.height || width > 20_000 || height > 20_000)
    return null;
  const isMaximised = "isMaximised" in stored && stored.isMaximised === true;
  return { bounds: { x, y, width, height }, isMaximised };
}

function canBeGrasped(bounds: Rectangle, area: Rectangle): boolean {
  const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const isTitleBarInside = bounds.y >= area.y && bounds.y <= area.y + area.height - graspable.height;
  return width >= graspable.width && isTitleBarInside;
}

function sized(wanted: number, least: number, room: number): number {
  return Math.max(least, Math.min(wanted, room));
}
