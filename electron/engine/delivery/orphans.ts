import type { EnginePorts } from "#engine/engine-ports.ts";
import { orphanFailure } from "./failures.ts";

/** Uploads of instruments that are not in the settings: nothing sends them, and a person decides. */
export interface Orphans {
  /** Blocks them, and puts back into the queue those whose instrument is in the settings again. */
  look(): Promise<void>;
  /** Instruments that are about to get another name: theirs are left as they are. */
  spare(names: readonly string[]): void;
  /** No longer looks at what is committed. */
  stop(): void;
}

/** Nothing that is committed is looked at while nothing may be claimed. */
interface OrphansParts extends Pick<EnginePorts, "clock" | "ledger" | "log" | "mayClaim"> {
  /** Names in the settings; null where nobody knows, as the file cannot be read as a whole. */
  names(): ReadonlySet<string> | null;
  runSafely(work: () => Promise<void>): Promise<boolean>;
  /** Something is in the queue again. */
  onFreed(): void;
}

const open = ["queued", "waiting"] as const;

/** Orphans of one engine; what comes back into the queue later is looked at when it is committed. */
export function createOrphans(parts: OrphansParts): Orphans {
  const { ledger, clock, log } = parts;
  let spared: readonly string[] = [];

  const isOrphan = (instrument: string): boolean =>
    parts.names()?.has(instrument) === false && !spared.includes(instrument);

  const block = async (instrument: string): Promise<void> => {
    const event = { type: "orphaned", failure: orphanFailure(instrument) } as const;
    const files = await ledger.applyAll({ instrument, states: open }, event, clock.nowMs());
    if (files > 0) log.warn("files of an instrument that is not in the settings", { instrument, files });
  };
  const free = async (instrument: string): Promise<void> => {
    const filter = { instrument, states: ["blocked"], cause: "no-instrument" } as const;
    const files = await ledger.applyAll(filter, { type: "retried" }, clock.nowMs());
    if (files === 0) return;
    log.info("the instrument is in the settings again", { instrument, files });
    parts.onFreed();
  };
  const look = async (): Promise<void> => {
    if (parts.names() === null) return;
    const cells = (await ledger.queueCells({})).filter(({ count }) => count > 0);
    const named = (isMeant: (cell: (typeof cells)[number]) => boolean) =>
      new Set(cells.filter(isMeant).map(({ instrument }) => instrument));
    const queued = named(({ state, instrument }) => isOpen(state) && isOrphan(instrument));
    for (const name of queued) await block(name);
    const blocked = named(({ cause, instrument }) => cause === "no-instrument" && !isOrphan(instrument));
    for (const name of blocked) await free(name);
  };

  const stop = ledger.onCommitted((entries) => {
    if (parts.mayClaim?.() === false) return;
    if (entries.some(({ state, instrument }) => isOpen(state) && isOrphan(instrument)))
      void parts.runSafely(look);
  });
  return {
    look,
    spare(names) {
      spared = names;
    },
    stop,
  };
}

function isOpen(state: string): boolean {
  return open.some((one) => one === state);
}
