import type { StatusShown } from "#contract/status.ts";
import type { Cause } from "#domain/cause.ts";
import type { MockPortal } from "#mock-portal/portal.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { md5, sampleName } from "#test/support/builders/station-place.ts";
import { portalProbe } from "#test/support/portals/portal-probe.ts";
import { startWire, textAnswer, type Wire } from "#test/support/portals/wire.ts";
import { type Ground, openPlace, type StepPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { comesTrue, startStation, type WholeStation } from "./station-in-process.ts";

interface Written {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly checksum: string;
}

/** Fate of the records of some files; the others stay as they are. */
interface Case {
  readonly name: string;
  /** Before anything is sent: what the wire does instead of the portal. */
  before?(wire: Wire, isBad: (checksum: string) => boolean): void;
  /** After everything was confirmed. */
  after?(portal: MockPortal, bad: readonly Written[], wire: Wire): void;
  /** End that the bad files reach by themselves. */
  readonly end: "sent again" | Cause;
}

const created = textAnswer("201 Created", "Created");
const accepted = textAnswer("200 OK", "OK");

/** The announcement passes and the content does not, or neither does; both are answered as if they had. */
const swallows =
  (what: "content" | "both"): NonNullable<Case["before"]> =>
  (wire, isBad) =>
    wire.judge(({ direction, method, path, bytes }) => {
      if (direction !== "request") return "pass";
      const named = /"checksum":"([0-9a-f]{32})"/.exec(bytes.toString("latin1"))?.[1] ?? path.slice(-32);
      if (!isBad(named)) return "pass";
      if (method === "PUT") return { answer: created };
      return method === "POST" && what === "both" ? { answer: accepted } : "pass";
    });

const stops = (_portal: MockPortal, _bad: readonly Written[], wire: Wire) => wire.judge(() => "pass");

const cases: readonly Case[] = [
  { name: "answers 201 and stores no content", before: swallows("content"), after: stops, end: "sent again" },
  {
    name: "answers 200 and 201 and stores nothing",
    before: swallows("both"),
    after: stops,
    end: "sent again",
  },
  { name: "goes on to store nothing", before: swallows("both"), end: "not-kept" },
  {
    name: "loses records later",
    after: (portal, bad) => bad.forEach(({ checksum }) => void portal.tampering.forget(checksum)),
    end: "sent again",
  },
  {
    name: "loses contents later",
    after: (portal, bad) =>
      bad.forEach(({ checksum }) => void portal.tampering.alter(checksum, { status: "created" })),
    end: "sent again",
  },
  {
    name: "has other contents later",
    after: (portal, bad) =>
      bad.forEach(
        ({ checksum }) => void portal.tampering.alter(checksum, { checksum: md5(Buffer.from(checksum)) }),
      ),
    end: "replaced-on-portal",
  },
];

const hourMs = 3_600_000;
/** A comparison rests longer than 2 s between two questions; it has fewer than these in an hour. */
const rest = { ms: 2_500, most: 60 };

/** Records that the portal had confirmed are not there, or not any more. */
export const lostRecordsRow: Row = {
  id: "F32",
  fault: "a portal that answers 200/201 and stores nothing, or loses or changes records later",
  promise: "each found within a day and sent again, or told; none other called lost",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const one of cases)
        for (let round = 1; round <= trial.rounds(4, 1); round++)
          await trial.step(`${one.name}, round ${round}`, (random) => lose(ground, one, random));
    }),
};

async function lose(ground: Ground, one: Case, random: Random): Promise<readonly string[]> {
  const wire = await startWire(ground.portal.url);
  await using place = await openPlace(ground, random, { portalUrl: wire.url });
  await place.writeSettings();
  const written = await write(place, random);
  const bad = written.filter((_, at) => at % 2 === 0);
  const isBad = (checksum: string) => bad.some((file) => file.checksum === checksum);
  one.before?.(wire, isBad);
  const started = await startStation({ dataFolder: place.dataFolder, env: { SKYFERRY_PASSWORD: "station" } });
  if ("message" in started) return [`it does not start: ${started.message}`];
  try {
    return await live(ground, started, { one, wire, written, bad, site: place.site });
  } finally {
    await started.stop();
    await wire.close();
  }
}

async function write(place: StepPlace, random: Random): Promise<readonly Written[]> {
  const written: Written[] = [];
  const count = random.int(4, 9);
  // The steps share a portal.
  const step = random.int(1, 1_000_000_000);
  for (let n = 1; n <= count; n++) {
    const [name, bytes] = [sampleName(`${step}-${n}`), random.bytes(random.int(1, 3000))];
    await place.finish(name, bytes);
    written.push({ name, bytes, checksum: md5(bytes) });
  }
  await place.oracle.seal(place.instrument.folder);
  return written;
}

async function live(
  { portal }: Ground,
  station: WholeStation,
  at: {
    readonly one: Case;
    readonly wire: Wire;
    readonly written: readonly Written[];
    readonly bad: readonly Written[];
    readonly site: string;
  },
): Promise<readonly string[]> {
  const { one, wire, written, bad, site } = at;
  const isAllDelivered = ({ totals }: StatusShown) => totals.delivered === written.length;
  const isSettled = (status: StatusShown) =>
    one.end === "sent again"
      ? isAllDelivered(status)
      : status.causes.some(({ cause, count }) => cause === one.end && count === bad.length);
  if (!(await comesTrue(async () => isAllDelivered(await station.status()))))
    return [`it is not all called delivered: ${JSON.stringify((await station.status()).totals)}`];
  one.after?.(portal, bad, wire);
  const found: string[] = [];
  const held = async () => {
    const records = await portalProbe(portal.url).rawFiles(site);
    return written.filter(({ checksum }) =>
      records.some((record) => record.checksum === checksum && record.status !== "created"),
    );
  };
  const isOver = async () =>
    isSettled(await station.status()) && (await isHeldAsTold(one, written, bad, held));
  // A day for what is found at once, and another for what was sent again in vain.
  for (let hours = 0; hours < (one.end === "not-kept" ? 50 : 25); hours++) {
    await skipHour(station, portal);
    if (await comesTrue(isOver, 100)) break;
  }
  // A busy computer may still be at what the station began within the day.
  for (let rests = 0; rests < rest.most && !(await isOver()); rests++) {
    station.clock.skip(rest.ms);
    await comesTrue(isOver, 500);
  }
  const status = await station.status();
  if (!isSettled(status))
    found.push(
      `after a day: ${JSON.stringify(status.totals)}, ${status.causes.map(({ cause }) => cause).join()}`,
    );
  if (!(await isHeldAsTold(one, written, bad, held))) found.push("the portal has not what is told");
  const isTold = () => station.notifications.some((text) => text.startsWith(`${one.end}:`));
  for (let minutes = 0; minutes < 10 && one.end !== "sent again" && !isTold(); minutes++) {
    station.clock.skip(60_000);
    await comesTrue(isTold, 100);
  }
  if (one.end !== "sent again" && !(isTold() && status.needsAttention)) found.push("nobody is told");
  const { uploads } = await station.ask("uploads", { limit: 100 });
  const wronged = uploads.filter(
    ({ path, state }) => state !== "delivered" && !bad.some(({ name }) => path.endsWith(name)),
  );
  found.push(...wronged.map(({ path, state }) => `${path} is ${state}, and its record is as it was`));
  return found;
}

/** An hour, in which the program rests as often as it asks. */
async function skipHour(station: WholeStation, portal: MockPortal): Promise<void> {
  station.clock.skip(hourMs);
  let silent = 0;
  for (let rests = 0; rests < rest.most && silent < 2; rests++) {
    const asked = portal.requests().length;
    station.clock.skip(rest.ms);
    silent = (await comesTrue(() => portal.requests().length > asked, 50)) ? 0 : silent + 1;
  }
}

async function isHeldAsTold(
  { end }: Case,
  written: readonly Written[],
  bad: readonly Written[],
  held: () => Promise<readonly Written[]>,
): Promise<boolean> {
  const expected = end === "sent again" ? written.length : written.length - bad.length;
  return (await held()).length === expected;
}
