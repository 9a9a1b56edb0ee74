import { todayUtc } from "#base/dates.ts";
import type { Cause } from "#domain/cause.ts";
import type { WalkRequest } from "#engine/ports/host.ts";
import type { Ledger } from "#engine/ports/ledger.ts";
import { EngineFixture, folder, md5 } from "#test/support/builders/engine-fixture.ts";
import { monitored } from "#test/support/builders/notification-fixture.ts";
import { holdFor } from "#test/support/builders/outcomes.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { memoryLedger } from "#test/support/fakes/memory-ledger.ts";
import type { Row, Trial } from "./row.ts";

const minuteMs = 60_000;
const blockMs = 30 * minuteMs;
const outageMs = 72 * 60 * minuteMs;
const blocks = outageMs / blockMs;

/** All of them mean: nobody is at home. An outage changes its face while it lasts. */
const faces: readonly [Cause, ...Cause[]] = ["unreachable", "maintenance", "portal-trouble", "unreachable"];

/** Days over many files, in memory that counts everything again. */
const longestMs = 1_200_000;

/** In flight and claimed ahead while one day passes into the other. */
const neighbours = 4 * 16 + 4;

/** A weekend without a portal, by a clock that is moved by hand. */
export const longOutage: Row = {
  id: "F14",
  fault: "72 h outage, 20,000 files gather",
  promise: "≤ 1 request a minute; newest day first; one notification down, one up; all delivered",
  run: async (trial) => {
    const count = trial.rounds(20_000, 600);
    await trial.step(`${count} files`, (random) => outage(count, trial, random), longestMs);
  },
};

async function outage(count: number, trial: Trial, random: Random): Promise<readonly string[]> {
  const fixture = new EngineFixture({ ledger: remembering(memoryLedger()) });
  slowWalks(fixture);
  const engine = await fixture.started();
  const { watch, said } = await monitored(fixture, engine);
  // Something was delivered before: the outage begins, it has not always been there.
  const contents = new Map([["20240601_before.dat", "before"]]);
  fixture.write("20240601_before.dat", "before");
  await fixture.clock.advance(5 * minuteMs);

  let face: Cause = "unreachable";
  fixture.portal.script = () => holdFor(face);
  fixture.portal.log.length = 0;
  const beganAt = fixture.clock.monotonicMs();
  for (let block = 0; block < blocks; block++) {
    face = random.pick(faces);
    const upTo = Math.round((count * (block + 1)) / blocks);
    while (contents.size < upTo) writeOne(fixture, contents, random);
    await fixture.clock.advance(blockMs);
  }
  const found = [...(await duringOutage(fixture, engine, contents.size, beganAt, trial))];

  fixture.portal.script = () => undefined;
  fixture.portal.log.length = 0;
  // The next try is at most a quarter of an hour away.
  await fixture.clock.advance(16 * minuteMs);
  found.push(...delivered(fixture, contents), ...newestFirst(fixture.portal.announced()));
  found.push(...(await claimed(fixture, engine, contents)));
  await fixture.clock.advance(5 * minuteMs);
  const told = (what: string) => said.filter((line) => line.startsWith(what)).length;
  if (told("down") !== 1 || told("up") !== 1) found.push(`it told ${said.join("; ")}`);
  await watch.stop();
  await engine.stop();
  return found;
}

/** Walks over so many files take their time, and so rescans come more seldom. */
function slowWalks(fixture: EngineFixture): void {
  const walk = fixture.files.walk.bind(fixture.files);
  fixture.files.walk = async function* (request: WalkRequest, signal: AbortSignal) {
    await fixture.clock.sleep(4_000, signal);
    yield* walk(request, signal);
  };
}

function writeOne(fixture: EngineFixture, contents: Map<string, string>, random: Random): void {
  const day = todayUtc(fixture.clock.nowMs()).replaceAll("-", "");
  const name = `${day}_${contents.size}.dat`;
  const content = `${name} `.padEnd(random.int(20, 200), ".");
  const ageMs = random.int(2, 25) * minuteMs;
  fixture.files.put(folder, name, content, (fixture.clock.nowMs() - ageMs) * 1000 + (contents.size % 1000));
  contents.set(name, content);
  // Half of the hints are lost.
  if (random.next() < 0.5) fixture.watch.hint(folder, name);
}

async function duringOutage(
  fixture: EngineFixture,
  engine: ReturnType<EngineFixture["engine"]>,
  count: number,
  beganAt: number,
  trial: Trial,
): Promise<readonly string[]> {
  const found: string[] = [];
  const times = fixture.portal.log.map(({ atMs }) => atMs - beganAt);
  const later = times.filter((atMs) => atMs > 10 * minuteMs);
  const gaps = later.slice(1).map((atMs, i) => atMs - (later[i] ?? 0));
  trial.figure("requests in 72 h", times.length);
  trial.figure("shortest gap s, after 10 min", Math.round(Math.min(...gaps) / 1000));
  if (times.length > outageMs / minuteMs) found.push(`I4 ${times.length} requests in 72 h`);
  if (Math.min(...gaps) < minuteMs) found.push(`I4 two requests within ${Math.min(...gaps)} ms`);
  // Giving up would be quiet too.
  if (times.length < 200) found.push(`only ${times.length} tries in 72 h`);
  const { totals, holds, needsAttention } = await engine.status();
  if (totals.queued !== count - 1) found.push(`I5 ${totals.queued} are queued, ${count - 1} have gathered`);
  if (totals.delivered !== 1) found.push(`I5 it calls ${totals.delivered} delivered in an outage`);
  if (holds.length !== 1) found.push(`${holds.length} holds are open`);
  if (needsAttention) found.push("I7 it calls for a person");
  if ((await fixture.uploads()).some(({ attempts }) => attempts > 0))
    found.push("the outage costs files attempts");
  return found;
}

/** I1 to I4 once the portal is back: every file once, whole, by one announcement and one content. */
function delivered(fixture: EngineFixture, contents: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  const { portal } = fixture;
  const received = portal.records.all().filter(({ status }) => status !== "created");
  const held = new Map(received.map(({ filename, checksum }) => [filename, checksum]));
  for (const [name, content] of contents)
    if (held.get(name) !== md5(content)) found.push(`I1 ${name} is not on the portal as written`);
  for (const { filename, checksum } of portal.records.accepted)
    if (md5(contents.get(filename) ?? "") !== checksum) found.push(`I3 ${filename} was accepted otherwise`);
  const { post, put } = { post: portal.announced().length, put: portal.records.accepted.length };
  if (post !== contents.size - 1) found.push(`I4 ${post} announcements for ${contents.size - 1} files`);
  if (put !== contents.size) found.push(`I4 ${put} contents for ${contents.size} files`);
  return found.concat(portal.overlaps.map((key) => `I4 two requests at the same time for ${key}`));
}

async function claimed(
  fixture: EngineFixture,
  engine: ReturnType<EngineFixture["engine"]>,
  contents: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const found: string[] = [];
  const { totals, holds, needsAttention } = await engine.status();
  if (totals.delivered !== contents.size) found.push(`I5 it calls ${totals.delivered} delivered`);
  for (const { relPath, state, receipt } of await fixture.uploads())
    if (state !== "delivered" || receipt?.checksum !== md5(contents.get(relPath) ?? ""))
      found.push(`I5 ${relPath} is ${state} with ${receipt?.checksum}`);
  if (holds.length > 0 || needsAttention) found.push("I7 the trouble is not over");
  return found;
}

/** No file goes while many of a newer day are still here. */
function newestFirst(announced: readonly string[]): readonly string[] {
  const days = announced.map((name) => name.slice(0, 8));
  const left = new Map<string, number>();
  for (const day of days) left.set(day, (left.get(day) ?? 0) + 1);
  if (left.size < 3) return [`files of ${left.size} days went`];
  for (const day of days) {
    left.set(day, (left.get(day) ?? 0) - 1);
    const newer = [...left].reduce((sum, [other, count]) => sum + (other > day ? count : 0), 0);
    if (newer > neighbours) return [`a file of ${day} went while ${newer} of newer days were here`];
  }
  return [];
}

const remembered: ReadonlySet<PropertyKey> = new Set<keyof Ledger>([
  "totals",
  "laneTotals",
  "causes",
  "instrumentCounts",
  "bytesLeft",
  "oldestUnsentAtMs",
  "fileHours",
  "deliveryHours",
  "arrivals",
]);

/**
 * The same ledger, whose answers to those who look again and again are kept until a journal line is written. The one
 * in memory counts everything again each time, which is too slow where days pass over many files.
 */
function remembering<L extends Ledger>(ledger: L): L {
  const kept = new Map<string, unknown>();
  ledger.onCommitted(() => kept.clear());
  return new Proxy(ledger, {
    get(target, name) {
      const call = Reflect.get(target, name) as unknown;
      if (typeof call !== "function" || !remembered.has(name)) return call;
      return (...values: readonly unknown[]) => {
        const key = `${String(name)} ${JSON.stringify(values)}`;
        if (!kept.has(key)) kept.set(key, Reflect.apply(call, target, values));
        return kept.get(key);
      };
    },
  });
}
