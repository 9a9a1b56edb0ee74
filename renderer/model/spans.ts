import { commonText } from "#renderer/text/common.ts";
/** Why these two days are no span, naming both fields and what to do; null where they are one, or one is left out. */
export function spanProblem(from: string, to: string): string | null {
  if (from === "" || to === "" || from <= to) return null;
  return commonText.fromAfterTo;
}
