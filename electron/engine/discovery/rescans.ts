import type { ConfiguredInstrument } from "#domain/instrument-match.ts";
import type { Clock, Files } from "#engine/ports/host.ts";
import { type Drives, folderTroubleOf } from "./drives.ts";
import type { FolderStates } from "./folder-state.ts";
import type { Scanner } from "./scanner.ts";

export interface RescansParts {
  readonly clock: Clock;
  readonly files: Pick<Files, "stat">;
  readonly scanner: Scanner;
  readonly folderStates: FolderStates;
  readonly drives: Drives;
  instruments(): readonly ConfiguredInstrument[];
  /** Runs work that may meet a failing ledger: the files stay on disk and are found again by the next rescan. */
  runSafely(work: () => Promise<void>): Promise<void>;
  /** All folders of a group were looked through. */
  onRescanned(): void;
}

/**
 * Looks through whole folders: by the clock, when asked, and when one is gone; until `stopping` aborts. A folder on a network
 * drive is a group of its own, so that a slow one keeps no other waiting; all others are one group, in turn.
 */
export function createRescans(parts: RescansParts, stopping: AbortSignal) {
  const { clock, files, scanner, folderStates, drives, runSafely } = parts;
  /** Groups that are looked through now, and those that are to be once more after that. */
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  /** Monotonic, by group. */
  const endedAt = new Map<string, number>();
  let rescanning: Promise<void> | null = null;

  const groups = () => Map.groupBy(parts.instruments(), groupOf);

  const rescanInTurn = async (group: string): Promise<void> => {
    const before = parts.instruments();
    for (const configured of groups().get(group) ?? []) {
      // Who changes the settings asks for a rescan of its own.
      if (stopping.aborted || !isSame(before, parts.instruments())) break;
      await runSafely(() => scanner.rescan(configured, stopping));
    }
    endedAt.set(group, clock.monotonicMs());
    parts.onRescanned();
  };

  /** Looks through the folders of a group, or joins the rescan that goes on. */
  const rescanGroup = (group: string): Promise<void> => {
    const begun = running.get(group) ?? rescanInTurn(group).finally(() => running.delete(group));
    running.set(group, begun);
    return begun;
  };

  /** Starts again when the settings change on the way: who asked for it wants all of the present folders seen. */
  const rescanAll = async (): Promise<void> => {
    let rescanned: readonly ConfiguredInstrument[];
    do {
      rescanned = parts.instruments();
      await Promise.all([...groups().keys()].map(rescanGroup));
    } while (!stopping.aborted && !isSame(rescanned, parts.instruments()));
  };

  /** Looks through every folder, or joins the rescan that goes on; resolves when it is done. */
  const all = (): Promise<void> => {
    rescanning ??= rescanAll().finally(() => {
      rescanning = null;
    });
    return rescanning;
  };

  const untilDueMs = (group: string, instruments: readonly ConfiguredInstrument[]): number => {
    const ended = endedAt.get(group);
    if (running.has(group)) return networkRescanMs;
    if (ended === undefined) return 0;
    const lasted = instruments.map(({ instrument }) => folderStates.of(instrument.name).lastRescanMs ?? 0);
    const totalMs = lasted.reduce((sum, ms) => sum + ms, 0);
    return ended + rescanPauseMs(totalMs, group !== ownDisks) - clock.monotonicMs();
  };

  const loop = async (): Promise<void> => {
    while (!stopping.aborted) {
      const waits = [...groups()].map(([group, instruments]) => ({
        group,
        ms: untilDueMs(group, instruments),
      }));
      for (const { group, ms } of waits) if (ms <= 0) void rescanGroup(group);
      // Never so long that a group which ends meanwhile is due before.
      const open = waits.map(({ ms }) => ms).filter((ms) => ms > 0);
      await clock.sleep(Math.min(networkRescanMs, ...open), stopping);
    }
  };

  /** A folder that is gone is told within seconds, however long the whole rescan takes, and so is its return: a look at each. */
  const folderLoop = async (): Promise<void> => {
    /** They seem to be back and were looked through: whatever the trouble is, the next rescan sees it. */
    const lookedThrough = new Set<string>();
    const lookAt = async (configured: ConfiguredInstrument): Promise<void> => {
      const { instrument } = configured;
      const { name } = instrument;
      const wasAway = folderStates.of(name).folderTrouble !== null;
      const isAway = wasAway
        ? (await folderTroubleOf(instrument, { files, drives })) !== null
        : "error" in (await files.stat(instrument.folder, ""));
      if (!wasAway || isAway) lookedThrough.delete(name);
      if (isAway === wasAway || lookedThrough.has(name)) return;
      if (isAway) return void (await runSafely(() => scanner.rescan(configured, stopping)));
      lookedThrough.add(name);
      void rescanGroup(groupOf(configured));
    };
    while (!stopping.aborted) {
      await clock.sleep(folderLookMs, stopping);
      for (const configured of parts.instruments())
        if (!stopping.aborted && !running.has(groupOf(configured))) await lookAt(configured);
    }
  };

  return {
    all,
    /** A whole rescan from now on: one that goes on may be past the folder that is asked for. */
    allFromStart(): void {
      for (const group of groups().keys()) {
        if (next.has(group)) continue;
        const after = Promise.resolve(running.get(group)).then(() => {
          next.delete(group);
          return rescanGroup(group);
        });
        next.set(group, after);
      }
    },
    /** Lets the rescan that goes on come to its end, then looks through every folder. */
    async allAfterThis(): Promise<void> {
      await Promise.all([rescanning, ...running.values()]);
      await all();
    },
    /** Looks through the folder of one instrument now. If the folder cannot be reached, it waits for nothing else. */
    async one(configured: ConfiguredInstrument): Promise<void> {
      const found = await files.stat(configured.instrument.folder, "");
      if (!("error" in found)) await running.get(groupOf(configured));
      await runSafely(() => scanner.rescan(configured, stopping));
    },
    /** Looks through every folder now, and then by the clock, until it is stopped; resolves then. */
    run(): Promise<unknown> {
      return Promise.all([all(), loop(), folderLoop()]);
    },
    /** Resolves when none goes on. */
    ended: () => Promise.all([rescanning, ...next.values(), ...running.values()]),
  };
}

/** The group of the folders that are not on a network drive. */
const ownDisks = "";

function groupOf({ instrument: { name, network } }: ConfiguredInstrument): string {
  return network ? name : ownDisks;
}

function isSame(before: readonly ConfiguredInstrument[], now: readonly ConfiguredInstrument[]): boolean {
  return before.length === now.length && before.every((one, at) => one === now[at]);
}

const folderLookMs = 10_000;
const shortestRescanMs = 60_000;
export const longestRescanMs = 600_000;
const networkRescanMs = 45_000;
/**
 * A rescan may take this part of the time. Its three threads together need up to 1.7 times as much of a core, so a
 * station at rest stays below half a percent of one.
 */
const rescanShare = 1 / 600;

/** From the end of one rescan of a group to the next, milliseconds; `lastedMs` is how long the last one took. */
export function rescanPauseMs(lastedMs: number, isOnNetwork: boolean): number {
  if (isOnNetwork) return Math.max(networkRescanMs, lastedMs * 10);
  return Math.min(longestRescanMs, Math.max(shortestRescanMs, lastedMs / rescanShare));
}
