import fc from "fast-check";
import { expect, it } from "vitest";
import { moods, StationModel } from "../harness/station-model.ts";

const runs = Number(process.env.SKYFERRY_MODEL_RUNS ?? 80);
const seed = process.env.SKYFERRY_MODEL_SEED;

type Act = (station: StationModel) => void | Promise<void>;

/** One thing that happens. */
class Happening implements fc.AsyncCommand<object, StationModel> {
  readonly #name: string;
  readonly #act: Act;
  constructor(name: string, act: Act) {
    this.#name = name;
    this.#act = act;
  }
  check(): boolean {
    return true;
  }
  async run(_: object, station: StationModel): Promise<void> {
    await this.#act(station);
    await station.world.clock.advance(0);
  }
  toString(): string {
    return this.#name;
  }
}

const place = fc.constantFrom(0 as const, 1 as const);
const path = fc.constantFrom("20240601_a.dat", "20240601_b.dat", "sub/20240601_a.dat", "20240530_c.dat");
/** Written once and never changed: the portal keeps equal bytes once, under the name that came first. */
const twins = ["20240601_twin.dat", "20240531_twin.dat", "20240601_twin2.dat"] as const;
const twin = fc.constantFrom(...twins);
const isHinted = fc.boolean();
let contents = 0;
const newContent = () => `content ${++contents}`.padEnd(20 + (contents % 3), ".");

const happenings: fc.Arbitrary<Happening>[] = [
  fc.tuple(place, path, isHinted).map(
    ([at, name, hints]) =>
      new Happening(`write ${at} ${name} ${hints}`, (station) => {
        station.places[at].written.write(name, newContent());
        if (hints) station.hint(at, name);
      }),
  ),
  fc.tuple(place, path).map(
    ([at, name]) =>
      new Happening(`append ${at} ${name}`, (station) => {
        const { written } = station.places[at];
        written.write(name, `${written.contents.get(name) ?? ""}${newContent()}`);
        station.hint(at, name);
      }),
  ),
  fc.tuple(place, path, isHinted).map(
    ([at, name, hints]) =>
      new Happening(`rename into ${at} ${name} ${hints}`, (station) => {
        station.places[at].written.renameInto(name, newContent());
        if (hints) station.hint(at, name);
      }),
  ),
  fc.subarray([...twins], { minLength: 1 }).map(
    (names) =>
      new Happening(`twins ${names}`, ({ places }) => {
        for (const { written } of places)
          for (const name of names)
            if (!written.contents.has(name)) written.renameInto(name, "the same bytes");
      }),
  ),
  fc
    .tuple(place, fc.oneof(path, twin))
    .map(
      ([at, name]) =>
        new Happening(`delete ${at} ${name}`, (station) => station.places[at].written.remove(name)),
    ),
  fc.constant(
    new Happening("the next file that is sent is rewritten in secret", (station) => {
      station.world.portal.whileSending = (checksum) => {
        station.world.portal.whileSending = () => {};
        for (const { written } of station.places) void written.rewriteInSecret(checksum);
      };
    }),
  ),
  fc.tuple(place, path).map(
    ([at, name]) =>
      new Happening(`write while sending ${at} ${name}`, (station) => {
        station.world.portal.whileSending = () => {
          station.world.portal.whileSending = () => {};
          station.places[at].written.write(name, newContent());
        };
      }),
  ),
  fc
    .constantFrom(...moods)
    .map((mood) => new Happening(`portal ${mood}`, (station) => station.setMood(mood))),
  fc
    .constantFrom(100, 150, 300, 450, 700, 5_000, 30_000, 61_000, 200_000, 3_600_000)
    .map((ms) => new Happening(`${ms} ms`, (station) => station.world.clock.advance(ms))),
  fc.boolean().map((isHeard) => new Happening(`crash ${isHeard}`, (station) => station.crash(isHeard))),
  fc.constant(new Happening("restart", (station) => station.restart())),
  fc
    .tuple(place, fc.boolean())
    .map(
      ([at, isGone]) =>
        new Happening(`folder ${at} ${isGone ? "goes" : "comes"}`, (station) =>
          station.world.files.troubleFolder(station.places[at].folder, isGone ? "vanished" : null),
        ),
    ),
  fc
    .boolean()
    .map(
      (fails) =>
        new Happening(`ledger ${fails ? "fails" : "works"}`, (station) =>
          station.world.ledger.failWith(fails ? "The disk is full." : null),
        ),
    ),
  fc.constantFrom(-3_600_000, -5_000, 5_000, 3_600_000).map(
    (stepMs) =>
      new Happening(`wall clock ${stepMs}`, ({ places, world }) => {
        world.clock.setWall(world.clock.nowMs() + stepMs);
        for (const { written } of places) written.excuseAll();
      }),
  ),
  fc
    .boolean()
    .map(
      (pauses) =>
        new Happening(pauses ? "pause" : "resume", ({ engine }) =>
          pauses ? engine.pause(null) : engine.resume(),
        ),
    ),
  fc.constant(new Happening("cancel all", ({ engine }) => guarded(engine.cancel({})))),
  fc.constant(new Happening("retry all", ({ engine }) => guarded(engine.retry({})))),
];

/** The ledger may be failing; then nothing happens. */
async function guarded(asked: Promise<unknown>): Promise<void> {
  await asked.catch(() => {});
}

it(`delivers every finished file, whatever happens in whatever order (${runs} runs)`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(happenings, { maxCommands: 60, size: "+1" }), async (commands) => {
      contents = 0;
      const station = new StationModel();
      await station.start();
      await fc.asyncModelRun(() => ({ model: {}, real: station }), commands);
      await station.calmDown();
      expect(await station.wrongs()).toEqual([]);
      const stopping = station.engine.stop();
      await station.world.clock.advance(0);
      await stopping;
    }),
    {
      numRuns: runs,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
      ...(process.env.SKYFERRY_MODEL_RUNS === undefined ? { interruptAfterTimeLimit: 12_000 } : {}),
    },
  );
}, 3_600_000);
