import { addDays, todayUtc } from "#base/dates.ts";
import { EngineFixture, folder } from "#test/support/builders/engine-fixture.ts";
import { holdFor } from "#test/support/builders/outcomes.ts";

export const minuteMs = 60_000;

/** Somebody, or the network's time service, sets the wall clock of the PC. */
export interface Setting {
  /** Since the story began, by the clock that never jumps; milliseconds. */
  readonly atMs: number;
  readonly byMs: number;
}

/** Outcome of a story, in times since it began, by the clock that never jumps. */
export interface Told {
  /** Each time that the locked file was tried. */
  readonly lockedTriesMs: readonly number[];
  /** Each request while the portal was away. */
  readonly outageTriesMs: readonly number[];
  /** First announcement by file name. */
  readonly announcedMs: ReadonlyMap<string, number>;
  /** Requests for files that were delivered before it began. */
  readonly again: readonly string[];
}

/** When what happens: a locked file, a growing one, an outage, a pause. */
const outageFromMs = 20 * minuteMs;
const outageToMs = 50 * minuteMs;
const pauseFromMs = 55 * minuteMs;
const pauseForMs = 10 * minuteMs;
export const historyMs = 75 * minuteMs;

/** A station whose portal has a clock of its own; the PC's clock is set while the station waits in every way it knows. */
export class SetClockStation {
  readonly fixture = new EngineFixture();
  readonly contents = new Map<string, string>();
  readonly today = todayUtc(this.fixture.clock.nowMs());
  /** Old enough to lie in the past by every clock; the older one waits behind the other. */
  readonly locked = this.name("locked", "2012-01-01");
  readonly missed = this.name("missed", "2013-01-01");
  #engine = this.fixture.engine();
  #beganAt = 0;
  #lockedTries: number[] = [];
  readonly #trueAheadMs = this.fixture.clock.nowMs() - this.fixture.clock.monotonicMs();

  /** @param chance in [0, 1); the same in every wait, so that the waits do not depend on which file is tried first. */
  constructor(chance: number) {
    this.fixture.clock.random = () => chance;
  }

  get engine() {
    return this.#engine;
  }

  /** How far the PC's clock is ahead of the true time; milliseconds. */
  get aheadMs(): number {
    return this.fixture.clock.nowMs() - this.fixture.clock.monotonicMs() - this.#trueAheadMs;
  }

  name(what: string, date = this.today): string {
    return `${date.replaceAll("-", "")}_${what}.dat`;
  }

  /** Starts with files of today and of the days before, and delivers them. Some bear times that no clock explains. */
  async start(agesMs: readonly number[]): Promise<void> {
    const { fixture } = this;
    fixture.portal.nowMs = () => fixture.clock.monotonicMs() + this.#trueAheadMs;
    for (const [i, ageMs] of agesMs.entries())
      this.write(this.name(`${i}`, addDays(this.today, -(i % 4))), ageMs);
    await this.#engine.start();
    // A time in the future says nothing: such files must be seen to stand still. The portal's contents from before their delivery
    // are remembered for ten minutes.
    await fixture.clock.advance(15 * minuteMs);
    const open = fixture.files.open.bind(fixture.files);
    fixture.files.open = (where, relPath) => {
      if (relPath === this.locked) this.#lockedTries.push(this.#passedMs());
      return open(where, relPath);
    };
  }

  /** A drive that keeps local time: every file seems to be older or younger by so much. */
  async moveFileTimes(byMs: number): Promise<void> {
    for (const [name, content] of this.contents) {
      const stat = await this.fixture.files.stat(folder, name);
      if (!("error" in stat)) this.fixture.files.put(folder, name, content, stat.mtimeUs + byMs * 1000);
    }
  }

  /** Written now, as the PC's clock says less `ageMs`. */
  write(name: string, ageMs = 0): void {
    const mtimeUs = (this.fixture.clock.nowMs() - ageMs) * 1000 + this.contents.size;
    this.contents.set(name, `content of ${name}`);
    this.fixture.files.put(folder, name, `content of ${name}`, mtimeUs);
    this.fixture.watch.hint(folder, name);
  }

  /** Every way of waiting, one after the other, with the settings of the clock in between. */
  async history(settings: readonly Setting[], restartAtMs: number | null): Promise<Told> {
    const { fixture } = this;
    this.#beganAt = fixture.clock.monotonicMs();
    this.#lockedTries = [];
    fixture.portal.log.length = 0;
    const before = new Set(fixture.portal.records.accepted.map(({ checksum }) => checksum));
    fixture.files.errorFile(folder, this.locked, "locked");
    this.write(this.locked, 5 * minuteMs);
    const happenings: readonly (readonly [number, () => unknown])[] = [
      ...settings.map(
        ({ atMs, byMs }) => [atMs, () => fixture.clock.setWall(fixture.clock.nowMs() + byMs)] as const,
      ),
      ...(restartAtMs === null ? [] : [[restartAtMs, () => this.#restart()] as const]),
      [minuteMs, () => this.write(this.name("growing"))],
      [outageFromMs, () => this.#away(true)],
      [outageFromMs, () => this.write(this.missed, 5 * minuteMs)],
      [outageToMs, () => this.#away(false)],
      [pauseFromMs, () => this.#engine.pause(fixture.clock.nowMs() + pauseForMs)],
      [pauseFromMs + minuteMs, () => this.write(this.name("paused"), 5 * minuteMs)],
    ];
    for (const [atMs, happens] of happenings.toSorted(([a], [b]) => a - b)) {
      await fixture.clock.advance(Math.max(0, atMs - this.#passedMs()));
      await happens();
    }
    await fixture.clock.advance(Math.max(0, historyMs - this.#passedMs()));
    return this.#told(before);
  }

  /** The clock is right again and nothing is locked: time passes until all that can go has gone. */
  async end(): Promise<void> {
    const { clock, files } = this.fixture;
    clock.setWall(clock.nowMs() - this.aheadMs);
    files.errorFile(folder, this.locked, null);
    await clock.advance(65 * minuteMs);
  }

  async #restart(): Promise<void> {
    const stopping = this.#engine.stop();
    await this.fixture.clock.advance(0);
    await stopping;
    this.#engine = this.fixture.engine();
    await this.#engine.start();
  }

  #away(isAway: boolean): void {
    this.fixture.portal.script = () => (isAway ? holdFor("unreachable") : undefined);
  }

  #passedMs(): number {
    return this.fixture.clock.monotonicMs() - this.#beganAt;
  }

  #told(before: ReadonlySet<string>): Told {
    const announcedMs = new Map<string, number>();
    const outageTriesMs: number[] = [];
    const again: string[] = [];
    for (const { kind, atMs, checksum, filename } of this.fixture.portal.log) {
      const sinceMs = atMs - this.#beganAt;
      if (before.has(checksum)) again.push(`${kind} for ${filename}`);
      if (sinceMs >= outageFromMs && sinceMs < outageToMs) outageTriesMs.push(sinceMs);
      else if (kind === "announce" && !announcedMs.has(filename)) announcedMs.set(filename, sinceMs);
    }
    return { lockedTriesMs: this.#lockedTries, outageTriesMs, announcedMs, again };
  }
}
