import type { Status } from "#contract/status.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { todayText } from "#renderer/text/today.tsx";

export type PathNode = Status["path"][number];

/** What is wrong at a place in the one or two words that its own name leaves open; null where there are none. */
export function brokenWord(
  { node, state, isSnoozed }: PathNode,
  { holds, issues, instruments }: Pick<Status, "holds" | "issues" | "instruments">,
): string | null {
  if (isSnoozed === true) return null;
  switch (`${node} ${state}`) {
    case "instrument trouble":
      return issues.some(({ kind }) => kind === "silentInstrument") ? "Silent" : null;
    case "instrument waiting":
      return "Quiet";
    case "folder trouble":
      return instruments.some(({ folderTrouble }) => folderTrouble !== null) ? todayText.folderAway : null;
    case "pc waiting":
      return holds.some(({ lane }) => lane === "pause" || lane === "quiet-hours") ? "Paused" : null;
    case "network trouble":
    case "network waiting":
      return "Network away";
    default:
      return null;
  }
}

/** Shape and word for one of the five places that a file passes. `isHeld`: the portal or the way to it is held. */
export function nodeStatus(
  { node, state, isSnoozed }: PathNode,
  isHeld: boolean,
): { readonly shape: Shape; readonly word: string } {
  if (isSnoozed === true) return { shape: "over", word: todayText.snoozed };
  switch (state) {
    case "ok":
      return { shape: "done", word: "OK" };
    case "busy":
      return { shape: "busy", word: "Busy" };
    case "waiting":
      return isHeld || node === "pc"
        ? { shape: "held", word: "Waiting" }
        : { shape: "retry", word: "Retrying" };
    case "trouble":
      return { shape: "problem", word: todayText.needsYou };
    case "unknown":
      return { shape: "idle", word: "Unknown" };
  }
}

/**
 * The places as they are shown: a portal or network at which nobody here has to act waits; problem, in red, is what
 * needs somebody.
 */
export function shownPath({ path, holds }: Pick<Status, "path" | "holds">): readonly PathNode[] {
  const isTransient = holds.some(({ lane, needsYou }) => lane === "portal" && !needsYou);
  return path.map((node) =>
    isTransient && node.state === "trouble" && (node.node === "network" || node.node === "portal")
      ? { ...node, state: "waiting" }
      : node,
  );
}

/** The worse of two places that are drawn as one; the first where both are alike. */
export function worse(one: PathNode, other: PathNode): PathNode {
  return badnessOf(other) > badnessOf(one) ? other : one;
}

const badness: readonly PathNode["state"][] = ["ok", "unknown", "busy", "waiting", "trouble"];

/** What asks nobody for anything gives way to what is still waited for. */
function badnessOf({ state, isSnoozed }: PathNode): number {
  return badness.indexOf(isSnoozed === true ? "busy" : state);
}
