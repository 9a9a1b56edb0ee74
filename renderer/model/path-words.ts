import { say } from "#base/say.ts";
import type { StatusShown } from "#contract/status.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { todayText } from "#renderer/text/today.tsx";

/** Word for an instrument of which a person is told that it has stopped writing. */
export const silentWord = say("Silent");

export type PathNodeShown = StatusShown["path"][number];

/** Gives the trouble of a place in the one or two words that its own name leaves open; null where there are none. */
export function brokenWord(
  { node, state, isSnoozed }: PathNodeShown,
  { holds, issues, instruments }: Pick<StatusShown, "holds" | "issues" | "instruments">,
): string | null {
  if (isSnoozed === true) return null;
  switch (`${node} ${state}`) {
    case "instrument trouble":
      return issues.some(({ key }) => key.startsWith("silent:")) ? silentWord : null;
    case "instrument waiting":
      return say("Quiet");
    case "folder trouble":
      return instruments.some(({ folderTrouble }) => folderTrouble !== null) ? todayText.folderAway : null;
    case "pc waiting":
      return holds.some(({ lane }) => lane === "pause" || lane === "quiet-hours") ? say("Paused") : null;
    case "network trouble":
    case "network waiting":
      return say("Network away");
    default:
      return null;
  }
}

/** Shape and word for one of the five places that a file passes. `isHeld`: the portal or the way to it is held. */
export function nodeStatus(
  { node, state, isSnoozed }: PathNodeShown,
  isHeld: boolean,
): { readonly shape: Shape; readonly word: string } {
  if (isSnoozed === true) return { shape: "over", word: todayText.snoozed };
  switch (state) {
    case "ok":
      return { shape: "done", word: "OK" };
    case "busy":
      return { shape: "busy", word: say("Busy") };
    case "waiting":
      if (node === "pc") return { shape: "held", word: say("Paused") };
      if (node === "instrument") return { shape: "notice", word: say("Quiet") };
      return isHeld ? { shape: "away", word: say("Waiting") } : { shape: "retry", word: say("Retrying") };
    case "trouble":
      return { shape: "problem", word: todayText.needsYou };
    case "unknown":
      return { shape: "unknown", word: say("Unknown") };
  }
}

/**
 * The places as they are shown: a portal or network at which nobody here has to act waits; problem, in red, is what
 * needs somebody.
 */
export function calmPath({ path, holds }: Pick<StatusShown, "path" | "holds">): readonly PathNodeShown[] {
  const isTransient = holds.some(({ lane, needsYou }) => lane === "portal" && !needsYou);
  return path.map((node) =>
    isTransient && node.state === "trouble" && (node.node === "network" || node.node === "portal")
      ? { ...node, state: "waiting" }
      : node,
  );
}

/** The worse of two places that are drawn as one; the first where both are alike. */
export function worse(one: PathNodeShown, other: PathNodeShown): PathNodeShown {
  return badnessOf(other) > badnessOf(one) ? other : one;
}

const badness: readonly PathNodeShown["state"][] = ["ok", "unknown", "busy", "waiting", "trouble"];

/** Ranks a place: a snoozed one, which asks nobody for anything, gives way to what is still waited for. */
function badnessOf({ state, isSnoozed }: PathNodeShown): number {
  return badness.indexOf(isSnoozed === true ? "busy" : state);
}

/**
 * The shape of why nothing goes along a leg; null where something can, though single files or instruments may not: that
 * is seen at the place.
 */
export function breaksOf(status: Pick<StatusShown, "path" | "holds" | "running" | "instruments">): {
  readonly toPc: Shape | null;
  readonly toPortal: Shape | null;
} {
  const { running, holds, instruments } = status;
  const isHeld = holds.some(({ lane }) => lane === "portal");
  const nodes = calmPath(status);
  const shapeAmong = (...names: readonly PathNodeShown["node"][]) => {
    const [first, ...others] = nodes.filter(({ node }) => names.includes(node));
    return first === undefined ? "problem" : nodeStatus(others.reduce(worse, first), isHeld).shape;
  };
  const isOut = instruments
    .filter(({ offUntil }) => offUntil === null)
    .every(({ folderTrouble, silence }) => folderTrouble !== null || silence !== null);
  const isOff = instruments.every(({ offUntil }) => offUntil !== null);
  return {
    toPc: !running ? shapeAmong("pc") : isOut && !isOff ? shapeAmong("instrument", "folder") : null,
    toPortal: !running || holds.length > 0 ? shapeAmong("pc", "network", "portal") : null,
  };
}

/** Numbers of which one grows when an instrument has written, or a file was found. */
export function foundSigns({
  instruments,
  totals,
}: Pick<StatusShown, "instruments" | "totals">): readonly number[] {
  const written = instruments.map(({ lastFileAt }) => Date.parse(lastFileAt ?? "") || 0);
  const known = Object.values(totals).reduce((sum, count) => sum + count, 0);
  return [Math.max(0, ...written), known];
}

/** Tells whether a number has grown; one that is not known is not larger than anything. */
export function hasGrown(before: readonly number[], now: readonly number[]): boolean {
  return now.some((one, index) => one > (before[index] ?? one));
}
