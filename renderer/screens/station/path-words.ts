import type { Status } from "#contract/status.ts";
import type { Shape } from "#renderer/components/state-shape.tsx";
import { stationText } from "#renderer/text/station.tsx";

export type PathNode = Status["path"][number];

const names: Readonly<Record<PathNode["node"], string>> = {
  instrument: "Instrument",
  folder: "Folder",
  pc: "This PC",
  network: "Network",
  portal: "Portal",
};

export function nodeName({ node }: PathNode): string {
  return names[node];
}

/** Shape and word for one of the five places that a file passes. `isHeld`: the portal or the way to it is held. */
export function nodeStatus(
  { node, state }: PathNode,
  isHeld: boolean,
): { readonly shape: Shape; readonly word: string } {
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
      return { shape: "problem", word: "Problem" };
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

/** The first place that is in trouble, else that waits, else that is busy; null where all is well or not known. */
export function firstFault(path: readonly PathNode[]): PathNode | null {
  const first = (wanted: PathNode["state"]) => path.find(({ state }) => state === wanted);
  return first("trouble") ?? first("waiting") ?? first("busy") ?? null;
}

/** Where an operator goes to look or to correct it. Null where nothing in the program helps. `isHeld`: by a hold. */
export function remedyOf(
  { node, state }: PathNode,
  isHeld: boolean,
): { readonly words: string; readonly to: string } | null {
  switch (node) {
    case "instrument":
      return null;
    case "folder":
      if (state === "waiting") return seeQueue;
      return { words: stationText.checkFolders, to: "/settings/instruments" };
    case "pc":
      return state === "busy" ? null : seeQueue;
    case "network":
    case "portal":
      if (!isHeld) return seeQueue;
      return { words: stationText.testConnection, to: "/settings/portal" };
  }
}

const seeQueue = { words: stationText.seeInQueue, to: "/queue?state=blocked,waiting" };
