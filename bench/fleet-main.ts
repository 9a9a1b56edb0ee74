import { mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type MockPortal, startMockPortal } from "#mock-portal/portal.ts";
import { flagsOf } from "#test/support/hosts/program.ts";
import { probesInOutage, type Returns, returnsAfter, type Spread, spreadOf } from "./support/fleet-load.ts";
import { fleetHelp, readFleetPlan } from "./support/fleet-plan.ts";
import { type Fleet, startFleet } from "./support/fleet-stations.ts";
import { scratchFolder } from "./support/trees.ts";

const plan = flagsOf({ name: "fleet", help: fleetHelp, read: readFleetPlan });
if (typeof plan === "number") process.exit(plan);
const {
  stations,
  perProcess,
  everySeconds,
  steadySeconds,
  outageSeconds,
  isAnnounced: isReturnAnnounced,
} = plan;

const say = (what: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what}\n`);
const scratch = scratchFolder("fleet");
const portal = await startMockPortal({ dataFolder: `${scratch.path}/portal`, seed: "demo" });
say(`${stations} stations are started`);
const fleet = await startFleet(scratch.path, portal.url, stations, perProcess);

const seen = (fromMs: number) =>
  portal
    .requests()
    .map(({ at, checksum }) => ({
      atMs: Date.parse(at),
      station: checksum === null ? undefined : fleet.stationOf(checksum),
    }))
    .filter(({ atMs }) => atMs >= fromMs);

const stopWriting = fleet.startWriting(everySeconds * 1000);
await sleep(everySeconds * 1000 + 5_000);
say("all write: the steady state");
const steadyFrom = Date.now();
const deliveredBefore = portal.acceptances().length;
await sleep(steadySeconds * 1000);
const steadyFiles = portal.acceptances().length - deliveredBefore;
const steady = { files: steadyFiles, ...withoutSeconds(spreadOf(seen(steadyFrom), steadyFrom)) };

say("the portal goes away");
const awayFrom = Date.now();
await away(portal, outageSeconds, isReturnAnnounced);
const outageRequests = seen(awayFrom).length;
say(`the portal is back; ${fleet.written() - portal.acceptances().length} files have gathered`);
stopWriting();
const backAt = Date.now();
const gathered = fleet.written() - portal.acceptances().length;
while (portal.acceptances().length < fleet.written()) await sleep(500);
const recoverySeconds = (Date.now() - backAt) / 1000;
const recovery = spreadOf(seen(backAt), backAt);
say("all is delivered; every station writes one file at the same moment");
const hourAt = Date.now();
fleet.writeAll();
while (portal.acceptances().length < fleet.written()) await sleep(200);
const sameMoment = spreadOf(seen(hourAt), hourAt);

const told = await deliveredByFigures(fleet);
const processMB = Math.round(fleet.processMB());
const probes = { inFirstHour: await probesInOutage(1, 200), inTenHours: await probesInOutage(10, 200) };
const onPaper: Returns[] = [];
for (const seconds of [180, 3_600, 43_200])
  for (const isAnnounced of [false, true]) onPaper.push(await returnsAfter(seconds, 200, isAnnounced));
await fleet.stop();
await portal.close();
scratch.remove();

const result = {
  at: new Date(steadyFrom).toISOString(),
  stations,
  everySeconds,
  steadySeconds,
  steady,
  outageSeconds,
  isReturnAnnounced,
  outageRequests,
  gathered,
  recoverySeconds,
  recovery,
  sameMoment,
  probes,
  onPaper,
  processMB,
  isToldRight: told === fleet.written(),
};
const folder = new URL("./results/", import.meta.url);
mkdirSync(folder, { recursive: true });
const name = `fleet-${result.at.replaceAll(":", "-").slice(0, 19)}.json`;
writeFileSync(new URL(name, folder), JSON.stringify(result, null, 2));
process.stdout.write(`${reportOf()}\n`);
if (!result.isToldRight) process.exitCode = 1;

/** Every request is refused until the time is over. A return that is announced is one moment for all. */
async function away(from: MockPortal, seconds: number, isAnnounced: boolean): Promise<void> {
  const backAtMs = Date.now() + seconds * 1000;
  for (let leftMs = seconds * 1000; leftMs > 0; leftMs = backAtMs - Date.now()) {
    const dateInSeconds = Math.ceil(leftMs / 1000);
    const announced = { maintenance: { retryAfter: { dateInSeconds } } };
    const silent = { answer: { status: 503, body: "Service Unavailable" } };
    from.setFaults([{ fault: isAnnounced ? announced : silent }]);
    await sleep(Math.max(1, Math.min(1000, leftMs)));
  }
  from.setFaults([]);
}

/** Gives the number of uploads that the stations themselves call delivered. */
async function deliveredByFigures({ metrics }: Fleet): Promise<number> {
  const pages = await Promise.all(metrics.map(async (address) => (await fetch(address)).text()));
  return pages
    .flatMap((page) => [...page.matchAll(/^skyferry_uploads\{[^}]*state="delivered"\} (\d+)$/gm)])
    .reduce((sum, [, count]) => sum + Number(count), 0);
}

function withoutSeconds({ perSecond: _, ...rest }: Spread): Omit<Spread, "perSecond"> {
  return rest;
}

function reportOf(): string {
  const perStation = (requests: number): string => (requests / stations).toFixed(1);
  const most = ({ mostInOneSecond, mostStationsInOneSecond }: Spread): string =>
    `most in one second: ${mostInOneSecond} requests, ${mostStationsInOneSecond} stations that return`;
  return [
    `${stations} stations, a file of 10 KiB every ${everySeconds} s each; ${processMB} MB a process`,
    `steady: ${steady.files} files, ${steady.requests} requests, ${(steady.requests / steady.files).toFixed(2)} a file; most in one second: ${steady.mostInOneSecond}`,
    `outage of ${outageSeconds} s${isReturnAnnounced ? ", its end announced" : ""}: ${outageRequests} requests, ${perStation(outageRequests)} a station`,
    `return: ${gathered} files in ${recoverySeconds.toFixed(0)} s with ${recovery.requests} requests; ${most(recovery)}; the middle station came after ${recovery.middleReturnSeconds.toFixed(0)} s, the last after ${recovery.lastReturnSeconds.toFixed(0)} s`,
    `a herd would be: ${stations} stations in the first second`,
    `one file of every station at the same moment: ${most(sameMoment)}`,
    `probes of a station: ${probes.inFirstHour.toFixed(1)} in the first hour, ${((probes.inTenHours - probes.inFirstHour) / 9).toFixed(1)} an hour later`,
    ...onPaper.map(
      (one) =>
        `200 stations on paper, outage of ${one.outageSeconds} s${one.isAnnounced ? ", its end announced" : ""}: most in one second ${one.mostStationsInOneSecond}; the middle one after ${one.middleSeconds} s, the last after ${one.lastSeconds} s`,
    ),
    `delivered by the stations' own figures: ${told} of ${fleet.written()}`,
  ].join("\n");
}
