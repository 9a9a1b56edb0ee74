import { modelPid } from "#domain/portal-records.ts";
import type { Instrument } from "#domain/settings.ts";
import type { Hold } from "#engine/delivery/holds.ts";
import type { Configuration } from "#engine/pipeline.ts";
import { configuration, EngineFixture, folder, instrument } from "#test/support/builders/engine-fixture.ts";
import { MemoryStateStore } from "#test/support/fakes/memory-state-store.ts";
import { CrashableEngine } from "./crashable-engine.ts";
import { OtherPc } from "./other-pc.ts";
import { createScriptedPortal, type DoubtfulAnswer, type Poison, type Script } from "./scripted-portal.ts";
import { WrittenFiles } from "./written-files.ts";

/** Every instrument's files are finished when they have not changed for so long. */
export const settleMs = 60_000;
const otherFolder = "/data/other";
const pattern = "**/%Y%m%d_*.dat";
const radar = instrument({ pattern });
const pid = "https://hdl.handle.net/21.12132/3.ffffffffffffffff";
const other = instrument({ name: "Other", folder: otherFolder, pattern, pid });
/** The same folder with the files of a model. */
const model = { ...other, kind: "model", instrument: "ecmwf", pid: modelPid("ecmwf") } as const;
const dataFolder = "/var/lib/skyferry";
const diskBytes = 500e9;
const usualFreeBytes = 100e9;

/** Longest plain read of the portal. */
const plainReadMs = 20_000;
const stepMs = 100;

/** A whole station with everything that may happen to it. */
export class StationModel {
  readonly fixture = new EngineFixture();
  readonly places = [
    { name: radar.name, folder, written: new WrittenFiles(this.fixture, folder) },
    { name: other.name, folder: otherFolder, written: new WrittenFiles(this.fixture, otherFolder) },
  ] as const;
  readonly #portal = createScriptedPortal(this.fixture.portal);
  readonly otherPc = new OtherPc(this.fixture.portal, () => this.fixture.clock.monotonicMs());
  /** When the engine last lost sight of the folders, the time or its memory; monotonic milliseconds. */
  disturbedAtMs = 0;
  /** Somebody asked for a try, changed the settings, or started it again, since `hasNudged` was last set to false. */
  hasNudged = false;
  /** Most uploads that were ever allowed to have a connection at once. */
  mostAtOnce = 4;
  /** Free room on the disk of the data folder, and since when; bytes and monotonic milliseconds. */
  disk = { freeBytes: usualFreeBytes, sinceMs: 0 };
  /** The file that the portal treats differently. */
  poison: Poison | null = null;
  #life: CrashableEngine;
  #configuration: Configuration;
  #ledgerError: string | null = null;
  readonly #missing = new Set<string>();
  readonly #wallAheadMs = this.fixture.clock.nowMs();

  readonly #second: Instrument;
  readonly #room = { dataFolder, store: new MemoryStateStore() };

  /** `hasModel`: the second folder has the files of a model. */
  constructor(hasModel: boolean) {
    this.#second = hasModel ? model : other;
    this.#configuration = configuration([radar, this.#second]);
    const { files, portal, clock } = this.fixture;
    files.makeFolder(otherFolder);
    files.makeFolder(dataFolder);
    this.setDisk(usualFreeBytes);
    portal.latencyMs = 200;
    portal.nowMs = () => this.#wallAheadMs + clock.monotonicMs();
    this.#life = new CrashableEngine(this.fixture, this.#configuration, this.#room);
  }

  get engine() {
    return this.#life.engine;
  }

  /** True while something keeps the engine from seeing or recording files. */
  get isBlind(): boolean {
    return this.#ledgerError !== null || this.#missing.size > 0;
  }

  get isLedgerFailing(): boolean {
    return this.#ledgerError !== null;
  }

  isConfigured(name: string): boolean {
    return this.#configuration.settings.instruments.some((one) => one.name === name);
  }

  async start(): Promise<void> {
    await this.engine.start();
    await this.fixture.clock.advance(0);
  }

  /** Killed and started again. */
  async crash(isHeard: boolean): Promise<void> {
    await this.#life.die(isHeard);
    this.fixture.ledger.loseSteps();
    this.fixture.portal.dropConnections();
    await this.fixture.clock.advance(0);
    await this.#startAnew();
  }

  /** Stopped in order and started again. */
  async restart(): Promise<void> {
    await this.stop();
    await this.#startAnew();
  }

  async stop(): Promise<void> {
    let isOver = false;
    const stopping = this.engine.stop().then(() => {
      isOver = true;
    });
    await this.fixture.clock.advance(0);
    // A plain read of the portal that is under way has its end first.
    for (let ms = 0; !isOver && ms < plainReadMs; ms += stepMs) await this.fixture.clock.advance(stepMs);
    await stopping;
  }

  setScript(script: Script): void {
    this.#portal.setScript(script);
  }

  setPoison(poison: Poison | null): void {
    this.#portal.setPoison(poison);
    this.poison = poison;
  }

  strayAnswer(answer: DoubtfulAnswer): void {
    this.#portal.strayAnswer(answer);
  }

  hint(place: 0 | 1, path: string): void {
    this.#life.watch.hint(this.places[place].folder, path);
  }

  troubleFolder(place: 0 | 1, isGone: boolean): void {
    const { folder: path } = this.places[place];
    this.fixture.files.troubleFolder(path, isGone ? "vanished" : null);
    if (isGone) this.#missing.add(path);
    else this.#missing.delete(path);
    this.#disturb();
  }

  errorLedger(message: string | null): void {
    this.#ledgerError = message;
    this.fixture.ledger.failWith(message);
    this.#disturb();
  }

  /** The disk of the data folder has so much room from now on. */
  setDisk(freeBytes: number): void {
    const { files, clock } = this.fixture;
    files.mountOn(dataFolder, { device: "/var", root: "/var", bytes: diskBytes, freeBytes });
    this.disk = { freeBytes, sinceMs: clock.monotonicMs() };
  }

  /** Reads the ledger, also while it fails those who use it. */
  async readLedger<T>(work: () => Promise<T>): Promise<T> {
    this.fixture.ledger.failWith(null);
    try {
      return await work();
    } finally {
      this.fixture.ledger.failWith(this.#ledgerError);
    }
  }

  /** The wall clock is set; null sets it right. */
  setClock(byMs: number | null): void {
    const { clock } = this.fixture;
    const before = clock.nowMs();
    clock.setWall(byMs === null ? this.#wallAheadMs + clock.monotonicMs() : before + byMs);
    // A file that was just written looks old at a first look now.
    if (clock.nowMs() > before) for (const { written } of this.places) written.excuseAll();
    this.#disturb();
  }

  /** Other settings, in the midst of whatever goes on. */
  async configure(concurrency: number, hasOther: boolean): Promise<void> {
    this.#configuration = configuration(hasOther ? [radar, this.#second] : [radar], { concurrency });
    this.mostAtOnce = Math.max(this.mostAtOnce, concurrency);
    this.#disturb();
    const taken = this.engine.configure(this.#configuration);
    await this.fixture.clock.advance(0);
    await taken;
  }

  /**
   * All troubles end but that of one file, and nobody does anything: what passes by itself passes, and what waits for a
   * person waits.
   */
  async leaveAlone(): Promise<void> {
    this.setScript("well");
    this.fixture.portal.whileSending = () => {};
    this.errorLedger(null);
    for (const place of [0, 1] as const) this.troubleFolder(place, false);
    this.setClock(null);
    this.setDisk(usualFreeBytes);
    this.fixture.portal.aheadMs = null;
    await this.configure(4, true);
    // Who paused it resumes it.
    this.engine.resume();
    // A hold may have begun before; the one file then takes its turns as a probe.
    await this.fixture.clock.advance((this.poison === null ? 75 : 300) * 60_000);
  }

  /** Brings one more file by each route, and lets an hour pass in which they can be delivered. */
  async bringAnother(): Promise<void> {
    const name = "20240601_another.dat";
    for (const place of [0, 1] as const) {
      this.places[place].written.renameInto(name, `another file of ${place}`);
      this.hint(place, name);
    }
    await this.fixture.clock.advance((this.poison === null ? 60 : 300) * 60_000);
  }

  /** A person does what was asked for, and time passes until nothing more can happen. */
  async help(): Promise<readonly string[]> {
    this.setPoison(null);
    for (let i = 0; i < 2; i++) {
      await this.engine.retry({}, { sendAnyway: false });
      this.engine.tryNow();
      await this.fixture.clock.advance(40 * 60_000);
    }
    // Contents that were taken away after their delivery are found, and sent again where a person wants it.
    const found = [...(await this.verify())];
    // A single look withdraws nothing.
    await this.fixture.clock.advance(25 * 60_000);
    found.push(...(await this.verify()), ...(await this.#falselyWithdrawn()));
    await this.engine.retry({}, { sendAnyway: false });
    await this.fixture.clock.advance(40 * 60_000);
    return found;
  }

  /** Receipts that were ever withdrawn although nobody took what they are for. */
  async #falselyWithdrawn(): Promise<readonly string[]> {
    const { ledger } = this.fixture;
    const lines = await ledger.journal({ sinceSeq: 0, limit: 1_000_000 });
    const withdrawn = lines.filter(({ event }) => event === "lost" || event === "revoked");
    const uploads = await Promise.all(withdrawn.map(({ uploadId }) => ledger.get(uploadId)));
    return uploads.flatMap((upload) =>
      upload === null || this.#isTaken(upload.checksum ?? "")
        ? []
        : `I5 the receipt of ${upload.relPath} was withdrawn, and nobody took its content`,
    );
  }

  /** By another PC; or what came in its place may be outdated before it is confirmed, and be taken away itself. */
  #isTaken(checksum: string): boolean {
    return this.otherPc.hasTaken(checksum, 0) || this.fixture.portal.records.displaced.has(checksum);
  }

  /** Receipts are compared with the portal, to the end. Gives what is called lost although nobody took it. */
  async verify(): Promise<readonly string[]> {
    this.hasNudged = true;
    const { verification } = this.engine;
    if (!verification.begin({ dates: null, disk: false })) return [];
    for (let minutes = 0; minutes < 60 && verification.state().isRunning; minutes++)
      await this.fixture.clock.advance(60_000);
    this.hasNudged = true;
    const { isRunning, found } = verification.state();
    const falsely = [...(found?.lost ?? []), ...(found?.notReceived ?? [])].filter(
      ({ upload: { checksum } }) => !this.#isTaken(checksum ?? ""),
    );
    return [
      ...(isRunning ? ["the verification does not end"] : []),
      ...falsely.map(({ upload }) => `I5 ${upload.relPath} is called lost, and nobody took it`),
    ];
  }

  /** Holds of the portal; none while the engine cannot be asked. */
  async portalHold(): Promise<Hold | null> {
    const { holds } = await this.readLedger(() => this.engine.status());
    return holds.find(({ lane }) => lane === "portal") ?? null;
  }

  #disturb(): void {
    this.disturbedAtMs = this.fixture.clock.monotonicMs();
    this.hasNudged = true;
  }

  /** As the ledger does when it is opened, and the opening itself. */
  async #startAnew(): Promise<void> {
    this.errorLedger(null);
    const states = ["hashing", "announcing", "sending"] as const;
    const released = { type: "released", reason: "found unfinished at start" } as const;
    await this.fixture.ledger.applyAll({ states }, released, this.fixture.clock.nowMs());
    this.#life = new CrashableEngine(this.fixture, this.#configuration, this.#room);
    await this.start();
  }
}
