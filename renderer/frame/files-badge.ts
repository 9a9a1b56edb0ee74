import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import type { StatusShown } from "#contract/status.ts";
import { totalOf, unsentStates } from "#domain/upload.ts";
import { frameText } from "#renderer/text/frame-text.tsx";

export interface FilesBadge {
  readonly count: number;
  /** `count` is of files that need a person. */
  readonly isProblem: boolean;
  /** Everything that is not delivered, in words. */
  readonly words: string;
}

/** The number on the way to the queue: what needs a person where there is any, else what is not delivered yet. */
export function filesBadge(totals: StatusShown["totals"]): FilesBadge | null {
  const { blocked } = totals;
  const others = totalOf(totals, unsentStates) - blocked;
  if (blocked + others === 0) return null;
  if (blocked === 0)
    return { count: others, isProblem: false, words: frameText.notDelivered(countText(others)) };
  const need = blocked === 1 ? say("1 needs you") : say("{blocked} need you", { blocked });
  const words = others === 0 ? need : frameText.needsYouAndNotDelivered(need, countText(others));
  return { count: blocked, isProblem: true, words };
}
