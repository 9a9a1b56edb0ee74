import type { StatusShown } from "#contract/status.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { md5, sampleName } from "#test/support/builders/station-place.ts";
import { startWire, textAnswer, type Wire } from "#test/support/portals/wire.ts";
import { type Ground, openPlace, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";
import { comesTrue, startStation, type WholeStation } from "./station-in-process.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The portal cannot use some of the files; later they are replaced; then it is away for three days. */
export const verdictsRow: Row = {
  id: "F35",
  fault: "the portal cannot use 5 of 50 files, has not processed others, is away for 72 h",
  promise: "one notification that names 5, over when they are replaced; the outage adds no request",
  run: (trial) =>
    withPortal(async (ground) => {
      for (let round = 1; round <= trial.rounds(10, 1); round++)
        await trial.step(`round ${round}`, (random) => judge(ground, random));
    }),
};

async function judge(ground: Ground, random: Random): Promise<readonly string[]> {
  const wire = await startWire(ground.portal.url);
  await using place = await openPlace(ground, random, {
    portalUrl: wire.url,
    instrument: { check: "off", deadlines: { acceptedHours: 2, processedHours: 48, publishedDays: 9 } },
  });
  await place.writeSettings();
  const step = random.int(1, 1_000_000_000);
  const names = Array.from({ length: 50 }, (_, n) => sampleName(`${step}-${n}`));
  const contents = new Map(names.map((name) => [name, random.bytes(random.int(1, 300))]));
  for (const [name, bytes] of contents) await place.finish(name, bytes);
  await place.oracle.seal(place.instrument.folder);
  const started = await startStation({ dataFolder: place.dataFolder, env: { SKYFERRY_PASSWORD: "station" } });
  if ("message" in started) return [`it does not start: ${started.message}`];
  const found: string[] = [];
  const expect = async (what: string, isSo: (status: StatusShown) => boolean, mostMinutes: number) => {
    if (!(await within(started, mostMinutes, isSo))) found.push(what);
  };
  try {
    await expect("it is not all delivered", ({ totals }) => totals.delivered === 50, 1);
    const damaged = names.toSorted(() => random.next() - 0.5).slice(0, 5);
    const settle = (name: string, status: "processed" | "invalid") =>
      ground.portal.tampering.alter(md5(contents.get(name) ?? Buffer.from("")), {
        status,
        updatedAt: new Date(started.clock.nowMs()).toISOString(),
      });
    for (const name of names) settle(name, damaged.includes(name) ? "invalid" : "processed");
    await expect("the 5 files are not told", (status) => invalidOf(status) === 5, 75);
    const told = () => started.notifications.filter((text) => text.startsWith("judged-invalid:"));
    await within(started, 10, () => told().length > 0);
    if (!(await started.status()).issues.some(({ label }) => /could not use 5 files/.test(label)))
      found.push(`no issue names them: ${(await started.status()).issues.map(({ label }) => label)}`);

    for (const name of damaged) {
      contents.set(name, random.bytes(random.int(301, 600)));
      await place.finish(name, contents.get(name) ?? Buffer.from(""));
    }
    await place.oracle.seal(place.instrument.folder);
    await expect("they are replaced and still told", (status) => invalidOf(status) === 0, 10);
    await expect("their new content is not sent", ({ totals }) => totals.delivered === 55, 10);
    for (const name of damaged) settle(name, "processed");
    const late = sampleName(`${step}-late`);
    const bring = () => place.finish(late, random.bytes(100));
    found.push(...(await outage(started, wire, bring)));
    if (told().length !== 1 || !/\b5\b/.test(told()[0] ?? "")) found.push(`told: ${told().join("; ")}`);
    const { uploads } = await started.ask("uploads", { limit: 100, filter: { states: ["delivered"] } });
    const isWrong = ({ path, verdict, checksum }: (typeof uploads)[number]) =>
      verdict !== (contentIs(contents.get(path), checksum) ? "processed" : "invalid") && verdict !== null;
    found.push(...uploads.filter(isWrong).map(({ path, verdict }) => `${path} is called ${verdict}`));
    if (uploads.every(({ verdict }) => verdict === null)) found.push("no file has a verdict");
    return found;
  } finally {
    await started.stop();
    await wire.close();
  }
}

/** Nothing passes for 72 hours while a file waits: nobody asks for what became of the others. */
async function outage(station: WholeStation, wire: Wire, bring: () => Promise<unknown>): Promise<string[]> {
  let asked = 0;
  wire.judge(({ direction, method, path }) => {
    if (direction === "request" && method === "GET" && listOfFates.test(path)) asked += 1;
    return { answer: maintenance };
  });
  await bring();
  if (!(await within(station, 10, ({ holds }) => holds.length > 0))) return ["the outage is not noticed"];
  const before = asked;
  for (let hours = 0; hours < 72; hours += 6) {
    station.clock.skip(6 * hourMs);
    await comesTrue(() => false, 20);
  }
  wire.judge(() => "pass");
  const isOver = await within(station, 40, ({ holds, totals }) => holds.length === 0 && totals.queued === 0);
  return [
    ...(asked > before ? [`I4 ${asked - before} lists were asked for in the outage`] : []),
    ...(isOver ? [] : ["it does not go on"]),
  ];
}

const maintenance = textAnswer("503 Service Unavailable", "<html>Maintenance</html>", "text/html");

/** Lists that nothing but coverage and verdicts asks for. */
const listOfFates = /^\/api\/(files|quality)\b|updatedAtFrom/;

function invalidOf({ instruments }: StatusShown): number {
  return instruments.reduce((sum, { verdicts }) => sum + (verdicts?.invalid ?? 0), 0);
}

function contentIs(bytes: Uint8Array | undefined, checksum: string | null): boolean {
  return bytes !== undefined && md5(bytes) === checksum;
}

/** True when it came within so many minutes of the station. */
async function within(
  station: WholeStation,
  minutes: number,
  isSo: (status: StatusShown) => boolean,
): Promise<boolean> {
  for (let minute = 0; minute < minutes; minute++) {
    // Work outside of the clock has time at first.
    if (await comesTrue(async () => isSo(await station.status()), minute === 0 ? 400 : 10)) return true;
    station.clock.skip(minuteMs);
  }
  return await comesTrue(async () => isSo(await station.status()));
}
