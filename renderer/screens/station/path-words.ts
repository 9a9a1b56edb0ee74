import type { Status } from "../../../electron/contract/status.ts";
import type { Shape } from "../../components/state-shape.tsx";

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

/** Shape and word for one of the five places that a file passes. */
export function nodeStanding({ state }: PathNode): { readonly shape: Shape; readonly word: string } {
  switch (state) {
    case "ok":
      return { shape: "done", word: "Well" };
    case "waiting":
      return { shape: "held", word: "Waits" };
    case "trouble":
      return { shape: "trouble", word: "In trouble" };
    case "unknown":
      return { shape: "idle", word: "Not known" };
  }
}

/**
 * The places as they are shown: a portal or network at which nobody here has to act waits; trouble, in red, is what
 * needs somebody.
 */
export function shownPath({ path, holds }: Pick<Status, "path" | "holds">): readonly PathNode[] {
  const isPassing = holds.some(({ lane, needsYou }) => lane === "portal" && !needsYou);
  return path.map((node) =>
    isPassing && node.state === "trouble" && (node.node === "network" || node.node === "portal")
      ? { ...node, state: "waiting" }
      : node,
  );
}

/** The first place that is in trouble, else the first that waits; null where all is well or not known. */
export function firstFault(path: readonly PathNode[]): PathNode | null {
  return (
    path.find(({ state }) => state === "trouble") ?? path.find(({ state }) => state === "waiting") ?? null
  );
}

/** Where an operator goes to mend it. Null where nothing in the program helps. */
export function remedyOf({ node }: PathNode): { readonly words: string; readonly to: string } | null {
  switch (node) {
    case "instrument":
      return null;
    case "folder":
      return { words: "Check the folders in Settings", to: "/settings/instruments" };
    case "pc":
      return { words: "See what waits in the queue", to: "/queue?state=blocked,waiting" };
    case "network":
    case "portal":
      return { words: "Test the connection in Settings", to: "/settings/portal" };
  }
}
