import { type Cause, needsYou } from "./cause.ts";

/** The five places that a file passes, in the order of its way. */
export type PathNodeName = "instrument" | "folder" | "pc" | "network" | "portal";

/** A place on the way of a file. "unknown": what lies before it keeps it from being seen. "busy": it works off many files. */
export interface PathNode {
  readonly node: PathNodeName;
  readonly state: "ok" | "busy" | "waiting" | "trouble" | "unknown";
  /** Says what is wrong or awaited, in words; null where nothing is. */
  readonly message: string | null;
  /** In trouble by nothing but what a person has snoozed. */
  readonly isSnoozed?: true;
}

interface Stop {
  readonly cause: Cause;
  readonly message: string;
  /** For "unreachable": the network is well, and the portal's own machine does not take the connection. */
  readonly isPortalSide?: true;
}

/** Facts by which the places are judged. Messages are whole sentences. */
export interface PathFacts {
  /** Nothing watches and delivers; only the record is read. */
  readonly isRunning: boolean;
  readonly instrumentCount: number;
  /** A message for each instrument that has not written for much longer than the operator said. */
  readonly silent: readonly string[];
  /** A message for each that has not written for much longer than it usually does; nobody said how often it should. */
  readonly quiet: readonly string[];
  /** A message for each folder that cannot be read. */
  readonly folderTroubles: readonly string[];
  /** A message for each folder with a part that cannot be read. */
  readonly unreadable: readonly string[];
  /** Own records cannot be written: disk full, data folder gone. */
  readonly record: Stop | null;
  /** Causes of the PC itself; no upload waits for them. */
  readonly pc: readonly Stop[];
  /** Paused by hand or by the quiet hours. */
  readonly pause: Stop | null;
  /** The portal or the way to it. */
  readonly portal: Stop | null;
  /** Stops of single files, by cause. */
  readonly stopped: readonly Stop[];
  /** Many files wait for their turn; null where few do. */
  readonly backlog: string | null;
}

/**
 * Judges the five places. The first one in trouble is the answer to "where is it stuck"; a portal that cannot be
 * seen through a broken network is "unknown".
 */
export function rootCause(facts: PathFacts): readonly PathNode[] {
  const placed = facts.portal === null ? null : placeOf(facts.portal);
  const isNetworkDown = placed === "network";
  const nodes = [
    instrumentNode(facts),
    folderNode(facts),
    pcNode(facts, placed),
    isNetworkDown ? trouble("network", facts.portal?.message ?? null) : ok("network"),
    isNetworkDown ? unseen("portal") : portalNode(facts, placed),
  ];
  return nodes.map((node) => worstOf(node, facts));
}

/** The places as they are; what is left of them without what is snoozed says which trouble asks nobody for anything. */
export function withSnoozed(nodes: readonly PathNode[], unsnoozed: readonly PathNode[]): readonly PathNode[] {
  return nodes.map((node, index) =>
    node.state === "trouble" && unsnoozed[index]?.state !== "trouble" ? { ...node, isSnoozed: true } : node,
  );
}

/** Place of a file that one of these causes stopped. Causes of a whole hold are placed by `placeOf`. */
const fileNodes: Partial<Record<Cause, PathNodeName>> = {
  "future-date": "instrument",
  "file-unreadable": "folder",
  "file-locked": "folder",
  "file-vanished": "folder",
  "file-changing": "folder",
  "claimed-twice": "pc",
  "program-error": "pc",
  "link-broken": "network",
};

/** A place is as its worst file is; what stops all of them says more than what stops some. */
function worstOf(node: PathNode, { stopped, backlog }: PathFacts): PathNode {
  if (node.state === "trouble" || node.state === "unknown") return node;
  const here = stopped.filter(({ cause }) => (fileNodes[cause] ?? "portal") === node.node);
  const forPerson = here.filter(({ cause }) => needsYou(cause));
  if (forPerson.length > 0) return trouble(node.node, several(forPerson.map(({ message }) => message)));
  if (node.state === "waiting") return node;
  if (here.length > 0) return waiting(node.node, several(here.map(({ message }) => message)));
  return node.node === "pc" && backlog !== null ? { node: "pc", state: "busy", message: backlog } : node;
}

function placeOf({ cause, isPortalSide }: Stop): PathNodeName {
  if (cause === "unreachable") return isPortalSide === true ? "portal" : "network";
  if (cause === "link-broken") return "network";
  return cause === "settings" || cause === "program-error" ? "pc" : "portal";
}

/** Causes that pass by themselves, and at which nobody is at fault. */
const temporary: ReadonlySet<Cause> = new Set(["maintenance", "throttled"]);

function instrumentNode({ instrumentCount, silent, quiet, folderTroubles }: PathFacts): PathNode {
  if (instrumentCount === 0) return unseen("instrument", "No instrument is set up yet.");
  if (silent.length > 0) return trouble("instrument", several([...silent, ...quiet]));
  if (quiet.length > 0) return waiting("instrument", several(quiet));
  return folderTroubles.length === instrumentCount ? unseen("instrument") : ok("instrument");
}

function folderNode({ instrumentCount, folderTroubles, unreadable }: PathFacts): PathNode {
  if (instrumentCount === 0) return unseen("folder");
  const troubles = [...folderTroubles, ...unreadable];
  return troubles.length > 0 ? trouble("folder", several(troubles)) : ok("folder");
}

function pcNode({ isRunning, record, pause, portal, pc }: PathFacts, placed: PathNodeName | null): PathNode {
  if (record !== null) return trouble("pc", record.message);
  if (placed === "pc" && portal !== null) return trouble("pc", portal.message);
  if (!isRunning) return trouble("pc", "Skyferry is not running, so nothing is watched and nothing is sent.");
  const wrong = pc.filter(({ cause }) => needsYou(cause));
  if (wrong.length > 0) return trouble("pc", several(wrong.map(({ message }) => message)));
  if (pause !== null) return waiting("pc", pause.message);
  return pc.length > 0 ? waiting("pc", several(pc.map(({ message }) => message))) : ok("pc");
}

function portalNode({ portal }: PathFacts, placed: PathNodeName | null): PathNode {
  if (portal === null || placed !== "portal") return ok("portal");
  return temporary.has(portal.cause) ? waiting("portal", portal.message) : trouble("portal", portal.message);
}

function several(messages: readonly string[]): string {
  const [first = "", ...others] = messages;
  return others.length === 0 ? first : `${first} And ${others.length} more.`;
}

function ok(node: PathNodeName): PathNode {
  return { node, state: "ok", message: null };
}

function waiting(node: PathNodeName, message: string): PathNode {
  return { node, state: "waiting", message };
}

function trouble(node: PathNodeName, message: string | null): PathNode {
  return { node, state: "trouble", message };
}

function unseen(node: PathNodeName, message: string | null = null): PathNode {
  return { node, state: "unknown", message };
}
