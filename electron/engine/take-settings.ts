import type { Renamed } from "#domain/renamed.ts";
import type { EnginePorts } from "./engine-ports.ts";
import { createInstrumentEntries, type InstrumentEntries } from "./instrument-entries.ts";
import type { KnownIssues } from "./known-issues.ts";
import type { Configuration, Pipeline } from "./pipeline.ts";

/** Puts settings in force, with what they mean for uploads that the ledger holds. */
export interface SettingsTaker {
  /** Those that the pipeline has; before anything is claimed or looked for. */
  first(): Promise<void>;
  /**
   * In force when the call returns. An instrument with another name comes once nothing is in flight under the former one, and its
   * uploads are moved.
   */
  take(next: Configuration): Promise<void>;
  readonly entries: Pick<InstrumentEntries, "begin" | "removed" | "taken">;
}

type TakerParts = Pick<EnginePorts, "ledger" | "log" | "entriesStore"> & {
  readonly known: Pick<KnownIssues, "rename">;
};

/**
 * Takes settings for one pipeline. `onMoved`: what a station keeps by the name of an instrument goes with its uploads; null
 * where no station runs, the next one hears of it when it begins.
 */
export function createSettingsTaker(
  parts: TakerParts,
  pipeline: Pipeline,
  onMoved: ((renamed: Renamed) => Promise<void>) | null,
): SettingsTaker {
  const { ledger, log, known } = parts;
  const { orphans, scheduler, runSafely } = pipeline;
  const entries = createInstrumentEntries(parts.entriesStore ?? null);
  let newest: Configuration | null = null;

  const move = async (renamed: Renamed): Promise<void> => {
    const { from, to } = renamed;
    const files = await ledger.renameInstrument(from, to);
    if (files === null) {
      log.warn(
        "the files of an instrument with another name stay under the former one: the new one has files of its own, or a person added some",
        { from, to },
      );
      return;
    }
    log.info("an instrument has another name, and its files go with it", { from, to, files });
    await pipeline.drives.rename(renamed);
    await known.rename(renamed);
    if (onMoved === null) entries.owe(renamed);
    else await onMoved(renamed);
  };
  const settle = async (taken: Configuration): Promise<void> => {
    await entries.keep(taken);
    orphans.spare([]);
    await orphans.look();
  };
  const endUnder = async (names: ReadonlySet<string>): Promise<void> => {
    const theirs = [...scheduler.inFlight().values()].filter(({ instrument }) => names.has(instrument));
    await Promise.all(theirs.map(({ id }) => scheduler.abort(id)));
  };

  return {
    entries,
    async first() {
      await runSafely(async () => {
        await entries.begin();
        if (onMoved !== null) for (const one of entries.takeOwed()) await onMoved(one);
        const first = pipeline.configuration();
        for (const one of entries.renamed(first)) await move(one);
        await settle(first);
      });
    },
    async take(next) {
      newest = next;
      const renamed = entries.renamed(next);
      const [from, to] = [new Set(renamed.map((one) => one.from)), new Set(renamed.map((one) => one.to))];
      orphans.spare([...from]);
      pipeline.configure(renamed.length === 0 ? next : without(next, to));
      await runSafely(async () => {
        if (renamed.length > 0) {
          await endUnder(from);
          // Settings that came meanwhile see to it.
          if (newest !== next) return;
          try {
            for (const one of renamed) await move(one);
          } finally {
            pipeline.configure(next);
          }
        }
        await settle(next);
      });
    },
  };
}

function without(configuration: Configuration, names: ReadonlySet<string>): Configuration {
  const { settings } = configuration;
  const instruments = settings.instruments.filter(({ name }) => !names.has(name));
  return { ...configuration, settings: { ...settings, instruments } };
}
