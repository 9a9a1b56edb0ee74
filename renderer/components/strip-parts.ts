import { commonText } from "#renderer/text/common.ts";

const dayMs = 86_400_000;

/** Midnights between two moments (UTC), as parts of the time from one to the other, with the day that begins; none where they are too many. */
export function midnightsOf(
  beginMs: number,
  endMs: number,
): readonly { readonly left: number; readonly name: string }[] {
  const first = Math.ceil(beginMs / dayMs);
  const last = Math.floor(endMs / dayMs);
  if (last < first || last - first > 14) return [];
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const day = first + i;
    // Time begins on a Thursday.
    const name = commonText.weekdays[(day + 3) % 7] ?? "";
    return { left: (day * dayMs - beginMs) / (endMs - beginMs), name };
  });
}

/** Gives the place of a moment between two others, 0 to 1. */
export function placeBetween(atMs: number, beginMs: number, endMs: number): number {
  return Math.min(1, Math.max(0, (atMs - beginMs) / Math.max(1, endMs - beginMs)));
}

/** Gives the part of a time that a span took, 0 to 1; a moment is a thin line, and a `to` of null lasts until now. */
export function partOf(
  { from, to }: { readonly from: string; readonly to: string | null },
  beginMs: number,
  endMs: number,
  nowMs = endMs,
): { readonly left: number; readonly width: number } {
  const left = placeBetween(Date.parse(from), beginMs, endMs);
  const right = placeBetween(to === null ? nowMs : Date.parse(to), beginMs, endMs);
  return { left, width: Math.max(0, right - left) };
}
