import type { Output } from "#contract/methods.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { md5, sampleName, today } from "#test/support/builders/station-place.ts";
import { portalProbe, type SeenRecord } from "#test/support/portals/portal-probe.ts";
import { startWire, textAnswer, type Wire } from "#test/support/portals/wire.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { comesTrue, startStation, type WholeStation } from "./station-in-process.ts";

/** A list in place of the portal's own. */
interface Lie {
  readonly name: string;
  /** The body, from the records as they are. */
  tell(records: readonly SeenRecord[]): string;
  /** It is no list at all: what was known before stays, with its age. */
  readonly isNoList?: true;
  /** Rows of it cannot be read: what it lacks need not be gone. */
  readonly isSilent?: true;
  /** Coverage tells of other contents as long as lists do. */
  readonly differs?: true;
}

const turned = (checksum: string) => checksum.split("").toReversed().join("");

const lies: readonly Lie[] = [
  {
    name: "other contents",
    tell: (records) => JSON.stringify(records.map((one) => ({ ...one, checksum: turned(one.checksum) }))),
    differs: true,
  },
  { name: "no records", tell: () => "[]" },
  {
    name: "announcements only",
    tell: (records) => JSON.stringify(records.map((one) => ({ ...one, status: "created" }))),
  },
  { name: "a part of them", tell: (records) => JSON.stringify(records.slice(0, 1)) },
  { name: "a word", tell: () => '["db down"]', isNoList: true },
  { name: "broken JSON", tell: () => "[}", isNoList: true },
  { name: "half a list", tell: (records) => JSON.stringify(records).slice(0, -40), isNoList: true },
  {
    name: "one row in two that cannot be read",
    tell: (records) => JSON.stringify(records.map((one, n) => (n % 2 === 0 ? one : { wrong: n }))),
    isSilent: true,
  },
  {
    name: "rows that cannot be read",
    tell: (records) => JSON.stringify(records.map((_, n) => ({ wrong: n }))),
    isNoList: true,
  },
];

const minuteMs = 60_000;

/** Lists that are false for hours, once or in a row, and honest again. */
export const lyingListsRow: Row = {
  id: "F41",
  fault: "lists that are stale, empty, cut, broken, or have rows that cannot be read",
  promise:
    "no receipt withdrawn, nothing sent again without proof, true losses found, figures keep their age",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const [at, lie] of lies.entries())
        for (let round = 1; round <= trial.rounds(3, 1); round++)
          for (const offersRecords of trial.isFull ? [true, false] : [at % 2 === 0])
            await trial.step(
              `${lie.name}, single records ${offersRecords ? "can" : "cannot"} be asked for, round ${round}`,
              (random) => lieTo(ground, random, lie, offersRecords),
            );
    }),
};

const isList = (path: string) => path.startsWith("/api/raw-files");
const isRecord = (path: string) => path.startsWith("/upload/metadata/");
const notFound = textAnswer("404 Not Found", "Not found");

async function lieTo(
  ground: Ground,
  random: Random,
  lie: Lie,
  offersRecords: boolean,
): Promise<readonly string[]> {
  const wire = await startWire(ground.portal.url);
  await using place = await openPlace(ground, random, { portalUrl: wire.url });
  await place.writeSettings();
  const checksums: string[] = [];
  const step = random.int(1, 1_000_000_000);
  for (let n = random.int(4, 9); n > 0; n--) {
    const bytes = random.bytes(random.int(1, 3000));
    await place.finish(sampleName(`${step}-${n}`), bytes);
    checksums.push(md5(bytes));
  }
  await place.oracle.seal(place.instrument.folder);
  const station = await startStation({ dataFolder: place.dataFolder, env: { SKYFERRY_PASSWORD: "station" } });
  if ("message" in station) return [`it does not start: ${station.message}`];
  try {
    const scene = { ground, station, wire, checksums, site: place.site, offersRecords };
    return await live(scene, lie, random);
  } finally {
    await station.stop();
    await wire.close();
  }
}

interface Scene {
  readonly ground: Ground;
  readonly station: WholeStation;
  readonly wire: Wire;
  readonly checksums: readonly string[];
  readonly site: string;
  readonly offersRecords: boolean;
}

async function live(scene: Scene, lie: Lie, random: Random): Promise<readonly string[]> {
  const { station, checksums } = scene;
  const isAllDelivered = async () => (await station.status()).totals.delivered === checksums.length;
  if (!(await comesTrue(isAllDelivered))) return ["it is not all called delivered"];
  const knows = async () => (await coverage(station)).asOf !== null;
  for (let n = 0; n < 5 && !(await comesTrue(knows, 200)); n++) station.clock.skip(10 * minuteMs);
  return [...(await deceive(scene, lie, random)), ...(await loseOne(scene))];
}

/**
 * For an hour or two lists are false. If single records cannot be asked for, two looks that agree are believed: there a list
 * lies once, unless it says nothing of what it lacks.
 */
async function deceive(scene: Scene, lie: Lie, random: Random): Promise<readonly string[]> {
  const { ground, station, wire, checksums, site, offersRecords } = scene;
  const probe = portalProbe(ground.portal.url);
  const { acceptance } = await probe.now();
  const records = await probe.rawFiles(site);
  const body = lie.tell(records.filter(({ checksum }) => checksums.includes(checksum)));
  const sinceMs = station.clock.nowMs();
  const saysNothing = lie.isNoList === true || lie.isSilent === true;
  judge((path) => (isList(path) ? textAnswer("200 OK", body) : null));
  const found = await verified(station);
  for (let looks = 0; looks < 3; looks++) {
    if (!offersRecords && !saysNothing) judge(() => null);
    station.clock.skip(random.int(20, 40) * minuteMs);
    found.push(...(await verified(station)));
    const { delivered } = (await station.status()).totals;
    if (delivered !== checksums.length) found.push(`by false lists ${delivered} are still delivered`);
    const { asOf, accepted } = await coverage(station);
    if (lie.differs !== true && accepted !== checksums.length)
      found.push(`coverage says ${accepted} of ${checksums.length} accepted`);
    if (lie.isNoList === true && Date.parse(asOf ?? "") > sinceMs)
      found.push("figures are as of an answer that was no list");
  }
  judge(() => null);
  if ((await probe.now()).acceptance !== acceptance) found.push("files were sent again without a proof");
  return found;

  function judge(answer: (path: string) => string | null): void {
    wire.judge(({ direction, method, path }) => {
      if (direction !== "request" || method !== "GET") return "pass";
      const given = isRecord(path) && !offersRecords ? notFound : answer(path);
      return given === null ? "pass" : { answer: given };
    });
  }
}

/** The portal loses a record, and its lists say so. */
async function loseOne({ ground, station, checksums, site }: Scene): Promise<readonly string[]> {
  const probe = portalProbe(ground.portal.url);
  const { acceptance } = await probe.now();
  const [lost = ""] = checksums;
  ground.portal.tampering.forget(lost);
  const found = await verified(station);
  if ((await probe.now()).acceptance !== acceptance) found.push("one look was enough");
  const isBack = async () =>
    (await probe.rawFiles(site)).some(({ checksum, status }) => checksum === lost && status !== "created") &&
    (await station.status()).totals.delivered === checksums.length;
  for (let n = 0; n < 40 && !(await comesTrue(isBack, 250)); n++) station.clock.skip(5 * minuteMs);
  if (!(await comesTrue(isBack))) found.push("what was lost was not sent again");
  const again = (await probe.acceptances(acceptance)).map(({ checksum }) => checksum);
  if (again.some((checksum) => checksum !== lost)) found.push("others were sent again");
  const isCovered = async () => (await coverage(station)).accepted === checksums.length;
  for (let n = 0; n < 6 && !(await comesTrue(isCovered, 500)); n++) station.clock.skip(70 * minuteMs);
  if (!(await comesTrue(isCovered))) found.push("coverage does not say that all are accepted");
  return found;
}

async function coverage(station: WholeStation): Promise<{
  readonly asOf: Output<"coverage.days">["asOf"];
  readonly accepted: number | null;
}> {
  const { asOf, days } = await station.ask("coverage.days", { from: today(), to: today() });
  return { asOf, accepted: days[0]?.accepted ?? null };
}

/** Receipts are compared by a person's word. */
async function verified(station: WholeStation): Promise<string[]> {
  await station.ask("verify.start", { dates: null });
  const isOver = async () => !(await station.ask("verify.read", {})).running;
  return (await comesTrue(isOver)) ? [] : ["the comparison does not end"];
}
