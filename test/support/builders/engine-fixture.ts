import { createHash } from "node:crypto";
import { usualNotifications } from "#domain/notification-settings.ts";
import { usualOf } from "#domain/setting-rows.ts";
import { type Instrument, type PortalSettings, usualKeep } from "#domain/settings.ts";
import { portalRows } from "#domain/settings-table.ts";
import type { Upload, UploadState } from "#domain/upload.ts";
import type { Configuration } from "#engine/pipeline.ts";
import type { Log } from "#engine/ports/host.ts";
import { type RunRequest, runOnce } from "#engine/run-once/run-once.ts";
import { createStation } from "#station/station.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { FakePortal } from "#test/support/fakes/fake-portal.ts";
import { FakeWatch } from "#test/support/fakes/fake-watch.ts";
import { MemoryFiles } from "#test/support/fakes/memory-files.ts";
import { type MemoryLedger, memoryLedger } from "#test/support/fakes/memory-ledger.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";

/** The only folder of a fixture, unless a test adds others. */
export const folder = "/data/radar";

/** An instrument that takes `YYYYMMDD_*.dat` a minute after its last change. */
export function instrument(change: Partial<Instrument> = {}): Instrument {
  return {
    name: "Radar",
    site: "hyytiala",
    instrument: "mira-35",
    pid: "https://hdl.handle.net/21.12132/3.0123456789abcdef",
    folder,
    pattern: "%Y%m%d_*.dat",
    tags: [],
    finish: { policy: "settle", seconds: 60 },
    since: null,
    network: false,
    expectEveryMinutes: null,
    ...change,
  };
}

/** A portal on this PC, with the settings that are usual. */
export function portalSettings(change: Partial<PortalSettings> = {}): PortalSettings {
  return {
    ...usualOf(portalRows),
    url: "http://127.0.0.1",
    username: "station",
    ...change,
  };
}

export function configuration(
  instruments: readonly Instrument[] = [instrument()],
  portal: Partial<PortalSettings> = {},
): Configuration {
  const settings = {
    portal: portalSettings(portal),
    instruments,
    notifications: usualNotifications,
    keep: usualKeep,
  };
  return { settings, problems: [] };
}

/** Lines of the log at warn and error. */
class FakeLog implements Log {
  readonly lines: string[] = [];
  info(): void {}
  warn(message: string, facts?: unknown): void {
    this.lines.push(`${message} ${JSON.stringify(facts ?? {})}`);
  }
  error(message: string, facts?: unknown): void {
    this.lines.push(`${message} ${JSON.stringify(facts ?? {})}`);
  }
}

interface FixtureParts {
  readonly ledger?: MemoryLedger;
  readonly clock?: FakeClock;
  readonly files?: MemoryFiles;
  readonly portal?: FakePortal;
  readonly drivesStore?: MemoryStateStore;
  readonly unmatchedStore?: MemoryStateStore;
  readonly passwordStore?: MemoryStateStore;
  readonly knownStore?: MemoryStateStore;
  readonly backlogStore?: MemoryStateStore;
}

/** Every port of the engine, faked, and hands to move the world with. */
export class EngineFixture {
  readonly clock: FakeClock;
  readonly files: MemoryFiles;
  readonly watch = new FakeWatch();
  readonly log = new FakeLog();
  readonly pathStyle = "posix";
  readonly drivesStore: MemoryStateStore;
  readonly unmatchedStore: MemoryStateStore;
  readonly passwordStore: MemoryStateStore;
  readonly knownStore: MemoryStateStore;
  readonly backlogStore: MemoryStateStore;
  /** Receipts were compared with the portal just now: the next time is in a day. */
  readonly verifyStore: MemoryStateStore;
  readonly ledger: MemoryLedger;
  readonly portal: FakePortal;

  /** A new fixture, or one with parts of another, as after a restart. */
  constructor({ clock = new FakeClock(), ...parts }: FixtureParts = {}) {
    this.clock = clock;
    this.ledger = parts.ledger ?? memoryLedger();
    this.files = parts.files ?? new MemoryFiles();
    this.drivesStore = parts.drivesStore ?? new MemoryStateStore();
    this.unmatchedStore = parts.unmatchedStore ?? new MemoryStateStore();
    this.passwordStore = parts.passwordStore ?? new MemoryStateStore();
    this.knownStore = parts.knownStore ?? new MemoryStateStore();
    this.backlogStore = parts.backlogStore ?? new MemoryStateStore();
    this.verifyStore = new MemoryStateStore();
    this.verifyStore.page = JSON.stringify({ lastMs: clock.nowMs() });
    this.portal = parts.portal ?? new FakePortal(clock);
    this.files.makeFolder(folder);
  }

  engine(config = configuration()) {
    return createStation(this, config);
  }

  /** A running engine after its first rescan. */
  async started(config = configuration()) {
    const engine = this.engine(config);
    await engine.start();
    await this.clock.advance(0);
    return engine;
  }

  /** A running engine, so long after its first rescan. */
  async runFor(ms: number, config = configuration()) {
    const engine = await this.started(config);
    await this.clock.advance(ms);
    return engine;
  }

  /** A run from its start to its end, over as much time as it takes. */
  async pass(config = configuration(), request: Partial<RunRequest> = {}) {
    let isOver = false;
    const { signal } = new AbortController();
    const whole = { dates: null, waitMs: null, isDryRun: false, signal, onProgress() {}, ...request };
    const pass = runOnce(this, config, whole).finally(() => {
      isOver = true;
    });
    for (let steps = 0; steps < 1000; steps++) {
      await this.clock.advance(isOver ? 0 : 200);
      if (isOver) return await pass;
    }
    throw new Error("the pass does not end");
  }

  /** Writes a file now, as an instrument does. */
  write(relPath: string, content: string | Uint8Array, where = folder): void {
    this.files.put(where, relPath, content, this.clock.nowMs() * 1000);
  }

  /** Puts `20240601_0.dat` and so on, long finished; no two have the same content, in whatever folder. */
  putMany(count: number, where = folder): void {
    for (let i = 0; i < count; i++) this.files.put(where, `20240601_${i}.dat`, `content ${where} ${i}`);
  }

  /** How many uploads the ledger calls delivered. */
  async delivered(): Promise<number> {
    return (await this.ledger.totals()).delivered;
  }

  async uploads(): Promise<readonly Upload[]> {
    return await this.ledger.list({}, 100_000, null);
  }

  /** States of a path's versions, newest first. */
  async states(relPath: string, name = "Radar"): Promise<readonly UploadState[]> {
    return (await this.ledger.versions(name, relPath)).map(({ state }) => state);
  }

  async latest(relPath: string, name = "Radar"): Promise<Upload> {
    const [upload] = await this.ledger.versions(name, relPath);
    if (upload === undefined) throw new Error(`${relPath} is not in the ledger`);
    return upload;
  }
}

export function md5(content: string | Uint8Array): string {
  return createHash("md5").update(content).digest("hex");
}
