import { rename } from "node:fs/promises";
import { join } from "node:path";
import type { Instrument } from "#domain/settings.ts";
import { type Random, seededRandom } from "#test/support/builders/seeded-random.ts";
import { makePlace, sampleName, today } from "#test/support/builders/station-place.ts";
import { askStatus, runSubmit, startDaemon } from "#test/support/hosts/station-under-test.ts";
import { type Passing, startWire } from "#test/support/portals/wire.ts";
import { type CrashPoint, copyOfDead, plantCrash } from "./crash.ts";
import { briskPace, openFixture } from "./open-fixture.ts";
import { createOracle } from "./oracle.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row, Trial } from "./row.ts";
import { WarpClock } from "./warp-clock.ts";

const when = ["before", "after"] as const;
const commits = ["claimed", "hashed", "announced", "confirmed"] as const;

/** The steps of one file's way, and the call at which a process dies there. */
export const crashPoints: readonly { readonly name: string; readonly point: Omit<CrashPoint, "nth"> }[] = [
  { name: "seen", point: { port: "ledger", method: "compare", when: "after" } },
  ...when.map((at) => ({
    name: `${at} it is queued`,
    point: { port: "ledger", method: "enqueue", when: at } as const,
  })),
  ...when.map((at) => ({
    name: `${at} it is claimed`,
    point: { port: "ledger", method: "claim", when: at } as const,
  })),
  { name: "opened", point: { port: "files", method: "open", when: "after" } },
  ...when.flatMap((at) =>
    commits.slice(1).map((event) => ({
      name: `${at} the commit of ${event}`,
      point: { port: "ledger", method: "apply", event, when: at } as const,
    })),
  ),
  { name: "before POST", point: { port: "portal", method: "announce", when: "before" } },
  { name: "after POST", point: { port: "portal", method: "announce", when: "after" } },
  { name: "before PUT", point: { port: "portal", method: "send", when: "before" } },
  ...[0.01, 0.5, 0.99].map((part) => ({
    name: `${part * 100} % of PUT`,
    point: { port: "portal", method: "send", when: part } as const,
  })),
  { name: "after the answer to PUT", point: { port: "portal", method: "send", when: "after" } },
];

/** Dies at each step of a file's way, at a random file of several, and starts again on what is left on disk. */
export const crashAtEveryStep: Row = {
  id: "F1",
  fault: "the process dies at every step (seen, queued, hashed, POST, 1/50/99 % of PUT, answer, commit)",
  promise: "I1–I5; at most 1 repeated POST and PUT a file",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const { name, point } of crashPoints)
        for (let round = 1; round <= trial.rounds(50, 1); round++)
          await trial.step(`${name}, round ${round}`, (random) => dieOnce(ground, point, random));
      await killRealProcesses(trial, ground);
    }),
};

/** Dies there once; `source`: what is sent, where it is not files of the usual instrument. */
export async function dieOnce(
  { portal, files: sharedFiles }: Ground,
  at: Omit<CrashPoint, "nth">,
  random: Random,
  source: Partial<Instrument> = {},
): Promise<readonly string[]> {
  const site = siteOf(random);
  const portalUrl = portal.url;
  const place = await makePlace({ portalUrl, instrument: { site, ...source } });
  const oracle = await createOracle(portalUrl, source.kind);
  try {
    const add = async (n: number): Promise<void> => {
      const size = random.pick([random.int(1, 2000), random.int(1, 400_000), random.int(300_000, 2_000_000)]);
      const path = await place.write(sampleName(`${n}`), random.bytes(size));
      await oracle.finished(path, { site, measurementDate: today() });
    };
    const isFirstMeeting = random.next() < 0.5;
    if (!isFirstMeeting) {
      await add(0);
      const earlier = await openFixture(place, { sharedFiles });
      await earlier.pass();
      await earlier.close();
    }
    const count = random.int(1, 4);
    for (let n = 1; n <= count; n++) await add(n);
    await oracle.seal(place.instrument.folder);

    // The ledger meets every file in one call; the others come once a file.
    const nth = ["compare", "enqueue", "claim"].includes(at.method) ? 1 : random.int(1, count);
    const crash = plantCrash({ ...at, nth });
    const clock = crash.clock(new WarpClock({ pace: briskPace, random: seededRandom(random.int(1, 1e9)) }));
    const linkClock = crash.clock(new WarpClock());
    const first = await openFixture(place, { ...crash, clock, linkClock, sharedFiles });
    const ended = await Promise.race([first.pass(), crash.died]);
    if (ended !== undefined) return [`the point was not met (${at.port}.${at.method} ${nth})`];
    const copy = join(place.root, "as-killed");
    await copyOfDead(place.dataFolder, copy);
    await first.close();
    await rename(place.dataFolder, join(place.root, "first-life"));
    await rename(copy, place.dataFolder);

    const second = await openFixture(place, { sharedFiles });
    await second.pass();
    const claims = await second.claims();
    await second.close();
    return await oracle.check(claims, { postsAFile: 2, putsAFile: 2 });
  } finally {
    await place.remove();
  }
}

interface KillPoint {
  readonly name: string;
  /** True where the process is to be killed; `size` is that of the file. */
  readonly isHere: (passing: Passing, size: number) => boolean;
  /** The message that was about to pass passes nevertheless. */
  readonly passes: boolean;
}

const atPart = (part: number) => ({
  name: `at ${part * 100} % of PUT`,
  isHere: ({ direction, method, requestBytes }: Passing, size: number) =>
    direction === "request" && method === "PUT" && requestBytes >= size * part,
  passes: true,
});

const isAt = (direction: Passing["direction"], method: string) => (passing: Passing) =>
  passing.direction === direction && passing.method === method;

/** Moments for a kill, as the line between a daemon and its portal shows them. */
export const killPoints: readonly KillPoint[] = [
  { name: "before POST", isHere: isAt("request", "POST"), passes: false },
  { name: "after POST", isHere: isAt("request", "POST"), passes: true },
  { name: "before the answer to POST", isHere: isAt("answer", "POST"), passes: false },
  { name: "after the answer to POST", isHere: isAt("answer", "POST"), passes: true },
  ...[0.01, 0.5, 0.99].map(atPart),
  { name: "before the answer to PUT", isHere: isAt("answer", "PUT"), passes: false },
  { name: "after the answer to PUT", isHere: isAt("answer", "PUT"), passes: true },
];

/** The part of F1 that kills real processes with SIGKILL. */
async function killRealProcesses(trial: Trial, ground: Ground): Promise<void> {
  for (const point of trial.sample(killPoints, 5))
    for (let round = 1; round <= trial.rounds(6, 1); round++)
      await trial.step(`SIGKILL ${point.name}, round ${round}`, (random) => killOnce(ground, point, random));
}

/** A real process is killed there once. */
export async function killOnce(
  { portal }: Ground,
  point: KillPoint,
  random: Random,
  source: Partial<Instrument> = {},
): Promise<readonly string[]> {
  const wire = await startWire(portal.url);
  const site = siteOf(random);
  const place = await makePlace({ portalUrl: wire.url, instrument: { site, ...source } });
  const oracle = await createOracle(portal.url, source.kind);
  try {
    await place.writeSettings();
    const size = random.pick([random.int(2000, 200_000), random.int(1_000_000, 12_000_000)]);
    for (let n = random.int(1, 3); n > 0; n--) {
      const path = await place.write(sampleName(`${n}`), random.bytes(size));
      await oracle.finished(path, { site, measurementDate: today() });
    }
    await oracle.seal(place.instrument.folder);
    const daemon = startDaemon(place);
    await new Promise<void>((killed) => {
      let isKilled = false;
      wire.judge((passing) => {
        if (isKilled) return "hold";
        if (!point.isHere(passing, size)) return "pass";
        isKilled = true;
        void daemon.kill().then(killed);
        return point.passes ? "pass" : "hold";
      });
    });
    wire.judge(() => "pass");
    const { code, report } = await runSubmit(place);
    const found = code === 0 ? [] : [`submit ended with ${code}: ${JSON.stringify(report)}`];
    return [...found, ...(await oracle.check(await askStatus(place), { postsAFile: 2, putsAFile: 2 }))];
  } finally {
    await wire.close();
    await place.remove();
  }
}
