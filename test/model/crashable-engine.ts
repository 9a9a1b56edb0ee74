import type { EnginePorts } from "#engine/engine-ports.ts";
import type { Configuration } from "#engine/pipeline.ts";
import type { Clock } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import type { Portal } from "#engine/ports/portal.ts";
import { createStation } from "#station/station.ts";
import type { EngineFixture } from "#test/support/builders/engine-fixture.ts";
import { FakeWatch } from "#test/support/fakes/fake-watch.ts";

/** An engine that can die in the middle of everything, as a process does. */
export class CrashableEngine {
  readonly watch = new FakeWatch();
  readonly engine: ReturnType<typeof createStation>;
  readonly #fixture: EngineFixture;
  readonly #cut = new AbortController();
  #isDead = false;

  constructor(fixture: EngineFixture, configuration: Configuration, room: EnginePorts["room"]) {
    this.#fixture = fixture;
    const { clock, portal, log, drivesStore } = fixture;
    const ledger = this.#deafAfterDeath(fixture.ledger);
    // Reading is all that it is given of the files.
    const files = {
      walk: fixture.files.walk.bind(fixture.files),
      stat: fixture.files.stat.bind(fixture.files),
      open: fixture.files.open.bind(fixture.files),
      isHeldForWriting: fixture.files.isHeldForWriting.bind(fixture.files),
      drive: fixture.files.drive.bind(fixture.files),
    };
    const parts = { files, ledger, log, drivesStore, pathStyle: "posix", watch: this.watch } as const;
    const crashableParts = {
      ...parts,
      ...(room === undefined ? {} : { room }),
      clock: this.#crashableClock(clock),
      portal: this.#crashablePortal(portal),
    };
    this.engine = createStation(crashableParts, configuration);
  }

  /** Dies. Its requests to the portal break off, or, where `isHeard`, have their effect before anything else happens. */
  async die(isHeard: boolean): Promise<void> {
    this.#isDead = true;
    if (!isHeard) this.#cut.abort();
    await this.watch.stop();
    await this.#fixture.clock.advance(isHeard ? this.#fixture.portal.latencyMs : 0);
  }

  /** Keeps an answer that comes after death from being heard. */
  #untilDeath<T>(asked: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      asked.then(
        (value) => (this.#isDead ? undefined : resolve(value)),
        (error: unknown) => (this.#isDead ? undefined : reject(error)),
      );
    });
  }

  /** The dead hear nothing of what the next life commits. */
  #deafAfterDeath(ledger: Ledger): Ledger {
    const onCommitted: Ledger["onCommitted"] = (listener) =>
      ledger.onCommitted((entries) => (this.#isDead ? undefined : listener(entries)));
    return { ...ledger, onCommitted };
  }

  #crashableClock(clock: Clock): Clock {
    return {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      random: () => clock.random(),
      sleep: (ms, signal) => this.#untilDeath(clock.sleep(ms, signal)),
    };
  }

  #crashablePortal(portal: Portal): Portal {
    const either = (signal: AbortSignal) => AbortSignal.any([signal, this.#cut.signal]);
    return {
      announce: (metadata, signal) => this.#untilDeath(portal.announce(metadata, either(signal))),
      send: (checksum, body, signal, onSent) =>
        this.#untilDeath(portal.send(checksum, body, either(signal), onSent)),
      rawFiles: (query, signal) => this.#untilDeath(portal.rawFiles(query, either(signal))),
      recordOf: (checksum, signal) => this.#untilDeath(portal.recordOf(checksum, either(signal))),
      sites: (signal) => this.#untilDeath(portal.sites(either(signal))),
      requests: () => portal.requests(),
      clockAheadMs: () => portal.clockAheadMs?.() ?? null,
      close: () => portal.close(),
    };
  }
}
