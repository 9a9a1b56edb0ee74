import { placeAfter, sliderKeys } from "#renderer/components/strip-keys.ts";
import type { WallPlot } from "#renderer/plots/wall.ts";

/** A line of the wall: the same variable in each of its columns, null where one has none. */
export interface DayRow {
  readonly key: string;
  readonly plots: readonly (WallPlot | null)[];
  /** The first plot that is there. */
  readonly lead: WallPlot;
  /** The line above shows another product. */
  readonly isFirst: boolean;
}

/** The lines of one column or of several, in the order of the first; what only another has follows its own product. */
export function dayRowsOf(columns: readonly (readonly WallPlot[])[]): DayRow[] {
  const keyed = columns.map(keyedPlots);
  const order: { readonly key: string; readonly lead: WallPlot }[] = [];
  for (const column of keyed)
    for (const [key, lead] of column)
      if (!order.some((known) => known.key === key)) order.splice(placeFor(order, lead), 0, { key, lead });
  return order.map(({ key, lead }, index) => {
    const above = order[index - 1]?.lead;
    return {
      key,
      lead,
      plots: keyed.map((column) => column.get(key) ?? null),
      isFirst: above === undefined || groupOf(above) !== groupOf(lead),
    };
  });
}

/** The plots of a column by variable; several of one variable are counted. */
function keyedPlots(plots: readonly WallPlot[]): Map<string, WallPlot> {
  const seen = new Map<string, number>();
  return new Map(
    plots.map((plot) => {
      const nth = seen.get(plot.variableId) ?? 0;
      seen.set(plot.variableId, nth + 1);
      return [`${plot.variableId} ${nth}`, plot];
    }),
  );
}

function placeFor(order: readonly { readonly lead: WallPlot }[], { product }: WallPlot): number {
  const last = order.findLastIndex(({ lead }) => lead.product === product);
  return last < 0 ? order.length : last + 1;
}

function groupOf({ site, product, source }: WallPlot): string {
  return `${site}\n${product}\n${source}`;
}

/** Minutes of a day. */
export const dayMinutes = 1_440;

/** The minute of the day at a share of the axis, 0 to 1440. */
export function minuteAt(share: number): number {
  return Math.min(dayMinutes, Math.max(0, Math.round(share * dayMinutes)));
}

/** `14:35`; `24:00` at the end of the day. */
export function minuteOfDayText(minute: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The minute that a key moves the cursor to; null for a key that does not. `←` and `→` go by ten minutes, with Shift by an hour. */
export function movedBy(key: string, isLarge: boolean, minute: number): number | null {
  return placeAfter(key, minute, dayMinutes, sliderKeys(isLarge ? 60 : 10, 60));
}
