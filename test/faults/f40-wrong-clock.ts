import { createServer } from "node:http";
import { addDays, todayUtc } from "#base/dates.ts";
import { spanText } from "#base/text.ts";
import { openDataFolder } from "#compose/data-folder.ts";
import type { StatusShown } from "#contract/status.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { sampleName } from "#test/support/builders/station-place.ts";
import { startWire } from "#test/support/portals/wire.ts";
import { type Ground, openPlace, type StepPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { comesTrue, startStation, type WholeStation } from "./station-in-process.ts";
import { WarpClock } from "./warp-clock.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** This PC's clock is wrong, with files and without any. */
export const wrongClockRow: Row = {
  id: "F40",
  fault:
    "this PC's clock is behind or ahead, from the start or set under a running daemon, with uploads and without",
  promise:
    "named within 2 minutes of the first answer, with how far and what to do; over when it is right; held files are told",
  run: (trial) =>
    withPortal(async (ground) => {
      const all = amounts.flatMap((byMs) => [-byMs, byMs]);
      const wrong = trial.isFull
        ? all.flatMap((byMs) =>
            [0, 1, 15].flatMap((files) => [false, true].map((isSetLater) => ({ byMs, files, isSetLater }))),
          )
        : shortList;
      for (const one of wrong) {
        const when = one.isSetLater ? "set under the daemon" : "from the start";
        await trial.step(`${inWords(one.byMs)}, ${one.files} files, ${when}`, (random) =>
          differ(ground, random, one),
        );
      }
      for (const byMs of trial.isFull ? all : [-6 * dayMs, minuteMs])
        for (const files of trial.isFull ? [0, 3] : [3])
          await trial.step(`submit, ${inWords(byMs)}, ${files} files`, (random) =>
            submit(ground, random, byMs, files),
          );
      for (const answer of ["kept", "page", "garbage"] as const)
        await trial.step(`${answer} answers of another time`, (random) => foreign(ground, random, answer));
      for (let round = 1; round <= trial.rounds(10, 1); round++)
        await trial.step(`misdated files, round ${round}`, (random) => misdated(ground, random));
    }),
};

const amounts = [
  1,
  4,
  6,
  60,
  24 * 60,
  5 * 24 * 60,
  6 * 24 * 60,
  40 * 24 * 60,
  366 * 24 * 60,
  3_653 * 24 * 60,
].map((minutes) => minutes * minuteMs);

const shortList: readonly Wrong[] = [
  { byMs: -6 * dayMs, files: 3, isSetLater: false },
  { byMs: -6 * dayMs, files: 3, isSetLater: true },
  { byMs: -60 * minuteMs, files: 0, isSetLater: false },
  { byMs: minuteMs, files: 0, isSetLater: true },
  { byMs: 3_653 * dayMs, files: 1, isSetLater: false },
];

function inWords(byMs: number): string {
  return `${spanText(Math.abs(byMs))} ${byMs < 0 ? "behind" : "ahead"}`;
}

/** The portal's own clock goes with that of the station, which leaps; the length of a `Date` never changes. */
async function startLine(ground: Ground, clock: WarpClock) {
  const wire = await startWire(ground.portal.url);
  wire.judge(({ direction, bytes }) => {
    const text = direction === "answer" ? bytes.subarray(0, 2048).toString("latin1") : "";
    const at = text.search(/(?<=\r\ndate: )/i);
    if (at < 0 || at > text.indexOf("\r\n\r\n")) return "pass";
    bytes.write(new Date(clock.trueMs()).toUTCString(), at, "latin1");
    return "pass";
  });
  return wire;
}

interface Opened extends AsyncDisposable {
  readonly place: StepPlace;
  readonly station: WholeStation;
}

async function opened(ground: Ground, random: Random, aheadMs: number): Promise<Opened> {
  const clock = new WarpClock({ random, aheadMs });
  const wire = await startLine(ground, clock);
  const place = await openPlace(ground, random, { portalUrl: wire.url, instrument: { check: "off" } });
  await place.writeSettings();
  const { dataFolder } = place;
  const station = await startStation({ dataFolder, env: { SKYFERRY_PASSWORD: "station" }, clock });
  if ("message" in station) throw new Error(`it does not start: ${station.message}`);
  return {
    place,
    station,
    async [Symbol.asyncDispose]() {
      await station.stop();
      await wire.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

/** Finished files of today by the true time; gives their number. */
async function write(place: StepPlace, random: Random, count: number, date: string): Promise<void> {
  const step = random.int(1, 1_000_000_000);
  for (let n = 0; n < count; n++)
    await place.finish(sampleName(`${step}-${n}`, date), Buffer.from(`${step} ${n}`), date);
}

/** Time passes, fifteen seconds after the other; false where it did not come true within `withinMs`. */
async function within(
  { clock }: WholeStation,
  withinMs: number,
  isSo: () => Promise<boolean>,
): Promise<boolean> {
  for (let passedMs = 0; passedMs <= withinMs; passedMs += 15_000) {
    if (await comesTrue(isSo, 150)) return true;
    clock.skip(15_000);
  }
  return await comesTrue(isSo, 5_000);
}

function headlineOf({ truth }: StatusShown): string {
  return [truth.sentence, ...truth.detail].join("; ");
}

/** The headline names the clock, how far and which way it is off, and what to do. */
function names(status: StatusShown, byMs: number): boolean {
  const said = headlineOf(status);
  const [unit = ""] = spanText(Math.abs(byMs)).split(" ").slice(1);
  const way = byMs < 0 ? "behind" : "ahead";
  return /clock/.test(said) && said.includes(way) && said.includes(unit) && /set this PC's clock/i.test(said);
}

interface Wrong {
  readonly byMs: number;
  readonly files: number;
  readonly isSetLater: boolean;
}

async function differ(
  ground: Ground,
  random: Random,
  { byMs, files, isSetLater }: Wrong,
): Promise<readonly string[]> {
  await using open = await opened(ground, random, isSetLater ? 0 : byMs);
  const { station, place } = open;
  const found: string[] = [];
  const status = () => station.status();
  if (isSetLater) {
    // Long enough for three answers that agree.
    await within(station, 90_000, async () => (await status()).portalClockDriftMs === 0);
    if (/clock/.test(headlineOf(await status()))) found.push("a clock that is right is told");
    station.clock.aheadMs = byMs;
  }
  await write(place, random, files, todayUtc(station.clock.trueMs()));
  await station.ask("rescan", {});
  const isTold = await within(station, 120_000, async () => names(await status(), byMs));
  const wrong = await status();
  if (!isTold) found.push(`not told within 2 minutes: ${headlineOf(wrong)}`);
  const isFar = Math.abs(byMs) >= 5 * minuteMs;
  if (wrong.needsAttention !== isFar) found.push(`needs attention: ${wrong.needsAttention}`);
  const issue = wrong.issues.find(({ key }) => key === "clock");
  if (issue?.kind !== (isFar ? "needsYou" : "waiting")) found.push(`told as ${issue?.kind}`);
  if (/being written/.test(headlineOf(wrong)) && wrong.totals.delivered + files > 0)
    found.push(`files that are finished are called written: ${headlineOf(wrong)}`);
  const isHeld = byMs <= -6 * dayMs && files > 0;
  const held = wrong.causes.find(({ cause }) => cause === "future-date")?.count ?? 0;
  if (held !== (isHeld ? files : 0)) found.push(`${held} files are held for their dates`);
  if (isHeld && /safe$/.test(wrong.truth.sentence)) found.push(`"${wrong.truth.sentence}" over held files`);
  // Somebody sets it right: nothing is told any more, and all is delivered.
  station.clock.aheadMs = 0;
  const isOver = await within(station, 180_000, async () => {
    const { totals, issues, causes } = await status();
    const isDone = totals.delivered === files && !causes.some(({ cause }) => cause === "future-date");
    return isDone && !issues.some(({ key }) => key === "clock");
  });
  const last = await status();
  if (!isOver) found.push(`set right: ${headlineOf(last)}, ${last.totals.delivered} of ${files} delivered`);
  return found;
}

/** Does one run, on a clock that goes fast. */
async function submit(
  ground: Ground,
  random: Random,
  byMs: number,
  files: number,
): Promise<readonly string[]> {
  const clock = new WarpClock({ random, aheadMs: byMs, pace: 50 });
  const wire = await startLine(ground, clock);
  await using place = await openPlace(ground, random, { portalUrl: wire.url, instrument: { check: "off" } });
  await place.writeSettings();
  await write(place, random, files, todayUtc(clock.trueMs()));
  const station = await openDataFolder({
    dataFolder: place.dataFolder,
    settingsFile: null,
    passwordFile: null,
    env: { SKYFERRY_PASSWORD: "station" },
    version: "0.0.0-test",
    clock,
  });
  if ("message" in station) return [station.message];
  try {
    const { signal } = new AbortController();
    const report = await station.runOnce({
      dates: null,
      waitMs: null,
      isDryRun: false,
      signal,
      onProgress() {},
    });
    const isHeld = byMs <= -6 * dayMs && files > 0;
    const found: string[] = [];
    if (report.held.length !== (isHeld ? files : 0)) found.push(`${report.held.length} files are held`);
    if (report.delivered !== (isHeld ? 0 : files)) found.push(`${report.delivered} files are delivered`);
    const { clock: told } = report;
    if (told === null || !/clock/.test(told.message)) found.push("the clock is not told");
    if (told?.needsYou !== Math.abs(byMs) >= 5 * minuteMs) found.push(`needs somebody: ${told?.needsYou}`);
    if (report.seconds > 120) found.push(`it took ${report.seconds} s`);
    return found;
  } finally {
    await station.close();
    await wire.close();
  }
}

/** A kept answer, a page, and an answer that is no list say nothing of the clock. */
async function foreign(
  ground: Ground,
  random: Random,
  kind: "kept" | "page" | "garbage",
): Promise<readonly string[]> {
  const clock = new WarpClock({ random });
  const portal = createServer((_, response) => {
    response.setHeader("content-type", kind === "page" ? "text/html" : "application/json");
    response.setHeader("date", new Date(clock.trueMs() + dayMs).toUTCString());
    if (kind === "kept") response.setHeader("age", "86400");
    response.end(kind === "page" ? "<!doctype html><p>Log in</p>" : kind === "kept" ? "[]" : "{[}");
  });
  await new Promise<void>((resolve) => portal.listen(0, "127.0.0.1", resolve));
  const address = portal.address();
  const port = typeof address === "object" ? address?.port : 0;
  await using place = await openPlace(ground, random, {
    portalUrl: `http://127.0.0.1:${port}`,
    instrument: { check: "off" },
  });
  await place.writeSettings();
  const station = await startStation({
    dataFolder: place.dataFolder,
    env: { SKYFERRY_PASSWORD: "station" },
    clock,
  });
  if ("message" in station) return [station.message];
  try {
    const isTold = await within(station, 180_000, async () =>
      /clock/.test(headlineOf(await station.status())),
    );
    return isTold ? [`told: ${headlineOf(await station.status())}`] : [];
  } finally {
    await station.stop();
    await new Promise((resolve) => portal.close(resolve));
    portal.closeAllConnections();
  }
}

/** A single file of another year is told and calls nobody; where all new files are so, somebody is called. */
async function misdated(ground: Ground, random: Random): Promise<readonly string[]> {
  await using open = await opened(ground, random, 0);
  const { station, place } = open;
  const found: string[] = [];
  const nowMs = station.clock.trueMs();
  const future = addDays(todayUtc(nowMs), random.int(6, 4_000));
  await write(place, random, 4, todayUtc(nowMs));
  await place.write(sampleName("misdated", future), Buffer.from("misdated"));
  await station.ask("rescan", {});
  const heldCount = async () =>
    (await station.status()).causes.find(({ cause }) => cause === "future-date")?.count ?? 0;
  await within(station, 120_000, async () => (await station.status()).totals.delivered === 4);
  const one = await station.status();
  if ((await heldCount()) !== 1) found.push("the misdated file is not told");
  if (one.needsAttention) found.push("one misdated file calls somebody");
  if (/^Everything is safe/.test(one.truth.sentence)) found.push(`"${one.truth.sentence}" over a held file`);
  if (!/held/.test(headlineOf(one))) found.push(`the headline is silent: ${headlineOf(one)}`);
  const key = one.issues.find(({ cause }) => cause === "future-date")?.key ?? "";
  await station.ask("known.mark", { key, note: "a typing error", by: "the operator" });
  const known = await station.status();
  if ((await heldCount()) !== 0 || known.issues.some(({ cause }) => cause === "future-date"))
    found.push("a misdated file is told although it is known");
  if (/held/.test(headlineOf(known))) found.push(`the headline tells what is known: ${headlineOf(known)}`);
  station.clock.skip(10 * minuteMs);
  for (let n = 0; n < 3; n++) {
    await place.write(sampleName(`more-${n}`, addDays(future, n)), Buffer.from(`more ${n}`));
    await station.ask("rescan", {});
    station.clock.skip(minuteMs);
  }
  const all = await station.status();
  if (!all.needsAttention) found.push("all new files are held, and nobody is called");
  if ((await heldCount()) !== 3) found.push(`${await heldCount()} of 3 are held and not known`);
  return found;
}
