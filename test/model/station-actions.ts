import fc from "fast-check";
import { baseName } from "#domain/file-version.ts";
import { otherPcActs } from "./other-pc.ts";
import { doubtful, scripts } from "./scripted-portal.ts";
import { StationModel } from "./station-model.ts";
import { StationOracle } from "./station-oracle.ts";

/** A station and the oracle that looks at it after each step. */
export class WatchedStation {
  readonly station: StationModel;
  readonly oracle: StationOracle;
  steps = 0;

  constructor(hasModel: boolean) {
    this.station = new StationModel(hasModel);
    this.oracle = new StationOracle(this.station);
  }

  async start(): Promise<void> {
    await this.station.start();
    await this.check("the start", await this.oracle.look());
  }

  /** Throws what is not as promised. */
  async check(after: string, found: readonly string[]): Promise<void> {
    if (found.length > 0) throw new Error(`after ${after}:\n  ${found.join("\n  ")}`);
  }
}

/** May give what is not as promised. */
type Act = (station: StationModel) => unknown;

/** An action on a station. */
export class Action implements fc.AsyncCommand<object, WatchedStation> {
  readonly #name: string;
  readonly #act: Act;
  constructor(name: string, act: Act) {
    this.#name = name;
    this.#act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_: object, watched: WatchedStation): Promise<void> {
    watched.steps += 1;
    const given = await this.#act(watched.station);
    await watched.check(this.#name, Array.isArray(given) ? given : []);
    await watched.station.fixture.clock.advance(0);
    await watched.check(this.#name, await watched.oracle.look());
  }
  toString(): string {
    return this.#name;
  }
}

const hourMs = 3_600_000;
const tenYearsMs = 3653 * 24 * hourMs;
const place = fc.constantFrom(0 as const, 1 as const);
const path = fc.constantFrom("20240601_a.dat", "20240601_b.dat", "sub/20240601_a.dat", "20240530_c.dat");
/** Written once and never changed: the portal keeps equal bytes once, under the name that came first. */
const twins = ["20240601_twin.dat", "20240531_twin.dat", "20240601_twin2.dat"] as const;
let contents = 0;
/** No two contents are equal, and sizes come again. */
const newContent = () => `content ${++contents}`.padEnd(20 + (contents % 3), ".");

/** Contents start again, so that a run can be repeated. */
export function beginContents(): void {
  contents = 0;
}

const writing: fc.Arbitrary<Action>[] = [
  fc.tuple(place, path, fc.boolean()).map(
    ([at, name, hints]) =>
      new Action(`write ${at} ${name} ${hints}`, (station) => {
        station.places[at].written.write(name, newContent());
        if (hints) station.hint(at, name);
      }),
  ),
  fc.tuple(place, path).map(
    ([at, name]) =>
      new Action(`append ${at} ${name}`, (station) => {
        const { written } = station.places[at];
        written.write(name, `${written.contents.get(name) ?? ""}${newContent()}`);
        station.hint(at, name);
      }),
  ),
  fc.tuple(place, path, fc.constantFrom(5_000, 45_000, 59_000, 61_000)).map(
    ([at, name, pauseMs]) =>
      new Action(
        `three pieces into ${at} ${name}, of full size at once, ${pauseMs} ms apart`,
        async (station) => {
          const whole = newContent();
          for (const part of [0, 0.4, 1]) {
            const length = Math.round(whole.length * part);
            station.places[at].written.write(name, whole.slice(0, length).padEnd(whole.length, "\0"));
            station.hint(at, name);
            await station.fixture.clock.advance(part === 1 ? 0 : pauseMs);
          }
        },
      ),
  ),
  fc.tuple(place, path, fc.boolean()).map(
    ([at, name, hints]) =>
      new Action(`rename into ${at} ${name} ${hints}`, (station) => {
        station.places[at].written.renameInto(name, newContent());
        if (hints) station.hint(at, name);
      }),
  ),
  fc.tuple(place, path).map(
    ([at, name]) =>
      new Action(`its usual content again into ${at} ${name}`, (station) => {
        station.places[at].written.renameInto(name, `as usual, ${at} ${name}`);
        station.hint(at, name);
      }),
  ),
  fc.tuple(place, path, fc.constantFrom(100, 450, 200_000)).map(
    ([at, name, ms]) =>
      new Action(`other content in ${at} ${name} for ${ms} ms, then as before`, async (station) => {
        station.places[at].written.renameInto(name, newContent());
        station.hint(at, name);
        await station.fixture.clock.advance(ms);
        station.places[at].written.putBack(name);
        station.hint(at, name);
      }),
  ),
  fc.tuple(place, path, path, fc.boolean()).map(
    ([at, from, to, hints]) =>
      new Action(`rename ${at} ${from} to ${to} ${hints}`, (station) => {
        station.places[at].written.rename(from, to);
        if (!hints) return;
        station.hint(at, from);
        station.hint(at, to);
      }),
  ),
  fc.subarray([...twins], { minLength: 1 }).map(
    (names) =>
      new Action(`twins ${names}`, ({ places }) => {
        for (const { written } of places)
          for (const name of names)
            if (!written.contents.has(name)) written.renameInto(name, "the same bytes");
      }),
  ),
  fc
    .tuple(place, fc.oneof(path, fc.constantFrom(...twins)))
    .map(([at, name]) => new Action(`delete ${at} ${name}`, ({ places }) => places[at].written.remove(name))),
  place.map(
    (at) =>
      new Action(`delete the folder sub of ${at}`, ({ places }) => {
        const { written } = places[at];
        for (const name of [...written.contents.keys()]) if (name.startsWith("sub/")) written.remove(name);
      }),
  ),
  fc.constant(
    new Action("the next file that is sent is rewritten in secret", ({ places, fixture }) => {
      fixture.portal.whileSending = (checksum) => {
        fixture.portal.whileSending = () => {};
        const announced = fixture.portal.log.findLast((one) => one.checksum === checksum);
        for (const { written } of places) void written.rewriteInSecret(checksum, announced?.filename);
      };
    }),
  ),
  fc.tuple(place, path, fc.constantFrom("put", "replace"), fc.boolean()).map(
    ([at, name, how, hints]) =>
      new Action(`${how} other bytes of the same size and time, ${at} ${name} ${hints}`, async (station) => {
        await station.places[at].written.rewriteSameTime(name, how);
        if (hints) station.hint(at, name);
      }),
  ),
  fc
    .tuple(place, path)
    .map(
      ([at, name]) =>
        new Action(`touch ${at} ${name}`, ({ fixture, places }) =>
          fixture.files.touch(places[at].folder, name),
        ),
    ),
  fc.tuple(place, path).map(
    ([at, name]) =>
      new Action(`write while sending ${at} ${name}`, ({ places, fixture }) => {
        fixture.portal.whileSending = () => {
          fixture.portal.whileSending = () => {};
          places[at].written.write(name, newContent());
        };
      }),
  ),
];

const around: fc.Arbitrary<Action>[] = [
  fc
    .constantFrom(...scripts)
    .map((script) => new Action(`portal ${script}`, (station) => station.setScript(script))),
  fc
    .constantFrom(...doubtful)
    .map((answer) => new Action(`one stray ${answer}`, (station) => station.strayAnswer(answer))),
  fc
    .tuple(path, fc.constantFrom("announce", "send"), fc.constantFrom(...doubtful))
    .map(
      ([name, kind, answer]) =>
        new Action(`${kind} of ${name} is always answered ${answer}`, (station) =>
          station.setPoison({ filename: baseName(name), kind, answer }),
        ),
    ),
  fc.constant(new Action("no file is treated differently", (station) => station.setPoison(null))),
  fc
    .tuple(fc.constantFrom(...otherPcActs), fc.nat(20))
    .map(
      ([act, which]) => new Action(`another PC ${act} ${which}`, ({ otherPc }) => otherPc.act(act, which)),
    ),
  fc.tuple(fc.constantFrom(...otherPcActs), fc.nat(20), fc.constantFrom(50, 250, 450, 61_000)).map(
    ([act, which, ms]) =>
      new Action(`another PC ${act} ${which} after ${ms} ms`, async ({ otherPc, fixture }) => {
        await fixture.clock.advance(ms);
        otherPc.act(act, which);
      }),
  ),
  fc
    .constantFrom(100, 150, 300, 450, 700, 5_000, 30_000, 61_000, 200_000, hourMs)
    .map((ms) => new Action(`${ms} ms`, ({ fixture }) => fixture.clock.advance(ms))),
  fc.boolean().map((isHeard) => new Action(`crash ${isHeard}`, (station) => station.crash(isHeard))),
  fc.constant(new Action("restart", (station) => station.restart())),
  fc
    .tuple(place, fc.boolean())
    .map(
      ([at, isGone]) =>
        new Action(`folder ${at} ${isGone ? "goes" : "comes"}`, (station) =>
          station.troubleFolder(at, isGone),
        ),
    ),
  fc
    .boolean()
    .map(
      (fails) =>
        new Action(`ledger ${fails ? "fails" : "works"}`, (station) =>
          station.errorLedger(fails ? "The disk is full." : null),
        ),
    ),
  fc
    .constantFrom(-tenYearsMs, -24 * hourMs, -hourMs, -5_000, 5_000, hourMs, 24 * hourMs, tenYearsMs, null)
    .map((byMs) => new Action(`wall clock ${byMs ?? "right"}`, (station) => station.setClock(byMs))),
  fc.constantFrom(null, 0, 29_000, 45_000, -45_000, 400_000, -hourMs).map(
    (aheadMs) =>
      new Action(`the answers show a clock ${aheadMs} ms ahead`, ({ fixture }) => {
        fixture.portal.aheadMs = aheadMs;
      }),
  ),
  fc
    .constantFrom(0, 150e6, 250e6, 100e9)
    .map((bytes) => new Action(`${bytes} bytes are left on the disk`, (station) => station.setDisk(bytes))),
  fc
    .tuple(place, fc.constantFrom(-hourMs, hourMs))
    .map(
      ([at, byMs]) =>
        new Action(`file times of ${at} move ${byMs}`, ({ places }) => places[at].written.moveTimes(byMs)),
    ),
];

const asking: fc.Arbitrary<Action>[] = [
  fc.constant(new Action("verify", (station) => station.verify())),
  fc.tuple(fc.constantFrom(150, 350, 550, 950), fc.boolean()).map(
    ([ms, isHeard]) =>
      new Action(`crash ${ms} ms after a verification began, ${isHeard}`, async (station) => {
        station.engine.verification.begin({ dates: null, disk: false });
        await station.fixture.clock.advance(ms);
        await station.crash(isHeard);
      }),
  ),
  fc
    .constantFrom(0, 600_000, null)
    .map(
      (forMs) =>
        new Action(forMs === 0 ? "resume" : `pause ${forMs}`, ({ engine, fixture }) =>
          forMs === 0 ? engine.resume() : engine.pause(forMs === null ? null : fixture.clock.nowMs() + forMs),
        ),
    ),
  fc.constant(
    new Action("wake up", (station) => {
      station.hasNudged = true;
      station.engine.tryNow();
    }),
  ),
  fc
    .tuple(fc.constantFrom(1, 2, 4, 6), fc.boolean())
    .map(
      ([concurrency, hasOther]) =>
        new Action(`settings ${concurrency} ${hasOther}`, (station) =>
          station.configure(concurrency, hasOther),
        ),
    ),
  fc.tuple(fc.constantFrom("cancel", "retry"), fc.option(fc.nat(20))).map(
    ([what, which]) =>
      new Action(`${what} ${which ?? "all"}`, async (station) => {
        station.hasNudged = true;
        const uploads = await station.readLedger(() => station.fixture.uploads());
        const one = uploads[(which ?? 0) % Math.max(1, uploads.length)];
        const filter = which === null || one === undefined ? {} : { ids: [one.id] };
        // The ledger may be failing; then nothing happens.
        await (what === "cancel"
          ? station.engine.cancel(filter)
          : station.engine.retry(filter, { sendAnyway: false })
        ).catch(() => {});
      }),
  ),
];

/** Everything that may happen to a station, in any order. */
export const actions: readonly fc.Arbitrary<Action>[] = [...writing, ...around, ...asking];
