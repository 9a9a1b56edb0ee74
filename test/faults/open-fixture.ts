import { join } from "node:path";
import { createNodeFiles, type NodeFiles } from "#adapters/files/node-files.ts";
import { createHttpPortal } from "#adapters/portal/http-portal.ts";
import { createJsonStore } from "#adapters/settings/json-file.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Upload } from "#domain/upload.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import { type Configuration, createPipeline } from "#engine/pipeline.ts";
import type { Clock, Files, Watch } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Portal } from "#engine/ports/portal.ts";
import type { RunReport } from "#engine/run-once/report.ts";
import { runOnce } from "#engine/run-once/run-once.ts";
import { createStation } from "#station/station.ts";
import { type StationPipeline, withLearned } from "#station/status/station-ports.ts";
import type { Place } from "#test/support/builders/station-place.ts";
import { openInThread, ready } from "#test/support/fakes/in-thread-ledger.ts";
import type { Claims } from "./oracle.ts";
import { WarpClock } from "./warp-clock.ts";

export interface FixtureOptions {
  readonly clock?: Clock;
  /** Clock of the network, where `clock` runs faster. */
  readonly linkClock?: Clock;
  readonly password?: () => string;
  /** Puts something between the engine and a port. */
  readonly ledger?: (real: Ledger) => Ledger;
  readonly files?: (real: Files) => Files;
  readonly portal?: (real: Portal) => Portal;
  /** In place of the ledger of the place's data folder, on this thread. */
  readonly openLedger?: () => Ledger | { readonly message: string };
  /** In the settings in place of the place's own. */
  readonly instruments?: readonly Instrument[];
  /** Files that outlive this fixture; it is given its own otherwise. */
  readonly sharedFiles?: NodeFiles;
  /** Longest silence of the portal, milliseconds; without it, as in earnest. */
  readonly answerMs?: number;
  /** Longest time until an answer is whole where it is not four times `answerMs`, milliseconds. */
  readonly wholeAnswerMs?: number;
  /** Longest wait for a connection where it is not `answerMs`, milliseconds. */
  readonly connectMs?: number;
}

/** Real adapters of one station in this process, over the place's folders. */
export interface OpenedFixture extends AsyncDisposable {
  readonly fixture: EnginePorts;
  readonly configuration: Configuration;
  /** The ledger itself, without anything in between. */
  readonly ledger: Ledger;
  readonly log: readonly string[];
  /** Runs once over everything (`submit`). */
  pass(signal?: AbortSignal): Promise<RunReport>;
  /** Discovery and sending without a host: `rescan` by hand, then `scheduler.idle()`. */
  pipeline(onEnd?: (upload: Upload) => void, onStatus?: () => void): StationPipeline & AsyncDisposable;
  /** The whole engine with this watch. */
  engine(watch: Watch): ReturnType<typeof createStation> & AsyncDisposable;
  claims(): Promise<Claims>;
  close(): Promise<void>;
}

/** How much faster than the day the engine's clock runs where no time is measured. */
export const briskPace = 200;

/** Opens a fixture; throws the ledger's sentence when it cannot be opened. */
export async function openFixture(place: Place, options: FixtureOptions = {}): Promise<OpenedFixture> {
  const clock = options.clock ?? new WarpClock({ pace: briskPace });
  const opened = ready(
    options.openLedger?.() ?? openInThread({ dataFolder: place.dataFolder, nowMs: clock.nowMs() }),
  );
  const files = options.sharedFiles ?? createNodeFiles();
  const { portal: settings } = place.settings;
  const timeouts = options.answerMs === undefined ? {} : silence(options.answerMs, options);
  const portal = createHttpPortal({
    ...settings,
    credentials: async () => ({ username: settings.username, password: options.password?.() ?? "station" }),
    version: "0.0.0-test",
    clock,
    timeouts,
  });
  const log: string[] = [];
  const say = (message: string, facts?: Readonly<Record<string, unknown>>) =>
    void log.push(`${message} ${JSON.stringify(facts ?? {})}`);
  const sayAll = { info: say, warn: say, error: say };
  const fixture: EnginePorts = {
    clock,
    // The network runs no faster than the day.
    linkClock: options.linkClock ?? options.clock ?? new WarpClock(),
    files: options.files?.(files) ?? files,
    ledger: options.ledger?.(opened) ?? opened,
    portal: options.portal?.(portal) ?? portal,
    log: sayAll,
    drivesStore: createJsonStore(join(place.dataFolder, "drives.json"), sayAll),
    entriesStore: createJsonStore(join(place.dataFolder, "instruments.json"), sayAll),
    pathStyle: "posix",
  };
  const { instruments = place.settings.instruments } = options;
  const configuration: Configuration = { settings: { ...place.settings, instruments }, problems: [] };
  const close = async () => {
    const ownFiles = options.sharedFiles === undefined ? files.close() : undefined;
    await Promise.all([ownFiles, portal.close(), opened.close()]);
  };
  return {
    fixture,
    configuration,
    ledger: opened,
    log,
    pass: (signal = new AbortController().signal) =>
      runOnce(fixture, configuration, {
        dates: null,
        waitMs: null,
        isDryRun: false,
        signal,
        onProgress: () => {},
      }),
    pipeline(onEnd = () => {}, onStatus = () => {}) {
      const pipeline = withLearned(createPipeline(fixture, configuration, null), fixture);
      pipeline.onAttemptEnd(({ upload }) => onEnd(upload));
      pipeline.onStatus(onStatus);
      return { ...pipeline, [Symbol.asyncDispose]: pipeline.stop };
    },
    engine(watch) {
      const engine = createStation({ ...fixture, watch }, configuration);
      return { ...engine, [Symbol.asyncDispose]: engine.stop };
    },
    claims: () => claimsOf(opened, place),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function silence(ms: number, { connectMs = ms, wholeAnswerMs = ms * 4 }: FixtureOptions) {
  return { connectMs, answerMs: ms, stallMs: ms, wholeAnswerMs };
}

/** Gives the files that the ledger calls delivered, and the totals. */
async function claimsOf(ledger: Ledger, place: Place): Promise<Claims> {
  const totals = await ledger.totals();
  const uploads = await ledger.list({ states: ["delivered"] }, 100_000, null);
  const delivered = uploads.map(({ relPath, receipt }) => ({
    path: place.path(relPath),
    checksum: receipt?.checksum ?? "none",
  }));
  return { totals, delivered, needsAttention: totals.blocked > 0 };
}
