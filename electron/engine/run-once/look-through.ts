import { shownPath } from "#domain/folder-paths.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import { type Configuration, createPipeline } from "#engine/pipeline.ts";
import type { DateSpan, Ledger } from "#engine/ports/ledger.ts";
import { isWithin } from "./run-count.ts";

/**
 * Looks through the folders as a run does, and records the finished files of these dates; nothing is asked or sent. Gives what could
 * not be read, a sentence each.
 */
export async function lookThrough(
  ports: EnginePorts,
  configuration: Configuration,
  dates: readonly DateSpan[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const unreadable = new Set<string>();
  const claim: Ledger["claim"] = async () => [];
  const ledger = Object.assign(Object.create(ports.ledger) as Ledger, { claim });
  const pipeline = createPipeline({ ...ports, ledger }, configuration, {
    dates,
    wants: (date) => isWithin(date, dates),
    onSeen() {},
    onSkipped() {},
    onConflict() {},
    onHeld() {},
    onUnreadable({ instrument: { folder } }, relPath, reason) {
      unreadable.add(`${shownPath(folder, relPath)}: ${reason}`);
    },
  });
  for (const configured of pipeline.instruments()) {
    if (signal.aborted) break;
    await pipeline.runSafely(() => pipeline.scanner.rescan(configured, signal));
  }
  await pipeline.rechecks.idle();
  await pipeline.stop();
  return [...unreadable];
}
