import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { makeScratch } from "#test/support/builders/scratch.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import {
  askStatus,
  type Running,
  runSubmit,
  startDaemon,
  startPortalProcess,
} from "#test/support/hosts/station-under-test.ts";
import { askOnce } from "#test/support/portals/ask-once.ts";
import { portalProbe } from "#test/support/portals/portal-probe.ts";
import { createOracle, type Oracle } from "./oracle.ts";
import type { Row, Trial } from "./row.ts";

/** The daemon is killed again and again while it works. */
export const randomKills: Row = {
  id: "F2",
  fault: "SIGKILL at random, 1,000 files of mixed sizes",
  promise: "all delivered; recovery ≤ 5 s",
  run: async (trial) => {
    const seen: Seen = { recoveriesMs: [], busyKills: 0, repeatedPuts: 0 };
    const kills = trial.rounds(50, 5);
    for (let round = 1; round <= trial.rounds(10, 1); round++)
      await trial.step(
        `${kills} kills, round ${round}`,
        (random) => killAgainAndAgain({ kills, files: trial.rounds(1_000, 150) }, seen, random),
        longestMs,
      );
    figures(trial, seen);
  },
};

/** Measurements over all rounds. */
interface Seen {
  readonly recoveriesMs: number[];
  /** Kills with a request open. */
  busyKills: number;
  repeatedPuts: number;
}

/** A busy machine takes its time to start a daemon 50 times; milliseconds. */
const longestMs = 900_000;

/** A request takes this long, so that there is something in flight whenever the daemon is killed; milliseconds. */
const latencyMs = 40;

async function killAgainAndAgain(
  { kills, files }: { readonly kills: number; readonly files: number },
  all: Seen,
  random: Random,
): Promise<readonly string[]> {
  const portalFolder = await makeScratch("skyferry-portal-");
  const portal = await startPortalProcess(portalFolder);
  // Files of random bytes are no NetCDF, which is told of files that have been there for two minutes.
  const place = await makePlace({ portalUrl: portal.url, instrument: { check: "off" } });
  try {
    await slowDown(portal.url, latencyMs);
    await place.writeSettings();
    const oracle = await createOracle(portal.url);
    for (let life = 0; life < kills; life++) {
      await writeSome(place, oracle, life, Math.ceil(files / kills), random);
      const before = (await portalProbe(portal.url).now()).request;
      const daemon = startDaemon(place);
      // Some die before they are ready.
      if (random.next() < 0.9) await daemon.ready;
      await sleep(random.int(0, 1200));
      await daemon.kill();
      const seen = (await portalProbe(portal.url).requests(before)).filter(({ method }) => method !== "GET");
      if (seen.length > 0) all.recoveriesMs.push(firstAt(seen) - daemon.startedAtMs);
      if (seen.some(({ status }) => status === null)) all.busyKills += 1;
    }
    await oracle.seal(place.instrument.folder);
    await slowDown(portal.url, 1);
    const last: Running = startDaemon(place);
    await last.ready;
    const exitCode = await last.end();
    const { code, report } = await runSubmit(place);
    const found = await oracle.check(await askStatus(place));
    const more = await repeatedPuts(portal.url, files);
    all.repeatedPuts += more;
    return [
      ...found,
      ...(exitCode === 0 ? [] : [`the daemon ended with ${exitCode}: ${last.stderr()}`]),
      ...(code === 0 ? [] : [`submit ended with ${code}: ${JSON.stringify(report).slice(0, 2000)}`]),
      // Four are in flight at once, and each may be asked again once.
      ...(more <= kills * 8 ? [] : [`I4 ${more} PUTs were repeated after ${kills} kills`]),
    ];
  } finally {
    await portal.kill();
    await Promise.all([place.remove(), rm(portalFolder, { recursive: true, force: true })]);
  }
}

async function writeSome(
  place: Place,
  oracle: Oracle,
  life: number,
  count: number,
  random: Random,
): Promise<void> {
  for (let n = 0; n < count; n++) {
    const kind = random.next();
    const size = kind < 0.8 ? random.int(1, 20_000) : kind < 0.98 ? random.int(20_000, 900_000) : 9_000_000;
    const path = await place.write(`life${life}/${sampleName(`${life}.${n}`)}`, random.bytes(size));
    await oracle.finished(path, { site: place.instrument.site, measurementDate: today() });
  }
}

async function slowDown(portalUrl: string, ms: number): Promise<void> {
  const rules = [{ route: "/upload/**", fault: { latencyMs: ms } }];
  const answer = await askOnce(`${portalUrl}/__control/faults`, {
    method: "PUT",
    body: JSON.stringify({ rules }),
  });
  if (!answer.isOk) throw new Error(answer.text());
}

function firstAt(seen: readonly { readonly at: string }[]): number {
  return Math.min(...seen.map(({ at }) => Date.parse(at)));
}

function figures(trial: Trial, { recoveriesMs, busyKills, repeatedPuts }: Seen): void {
  const sorted = recoveriesMs.toSorted((a, b) => a - b);
  trial.figure("lives that sent", sorted.length);
  trial.figure("killed with a request open", busyKills);
  trial.figure("repeated PUTs", repeatedPuts);
  trial.figure("recovery ms, median", sorted[Math.floor(sorted.length / 2)] ?? "none");
  trial.figure("recovery ms, longest", sorted.at(-1) ?? "none");
}

/** PUT requests beyond one for each file. */
async function repeatedPuts(portalUrl: string, files: number): Promise<number> {
  const seen = await portalProbe(portalUrl).requests(0);
  return Math.max(0, seen.filter(({ method }) => method === "PUT").length - files);
}
