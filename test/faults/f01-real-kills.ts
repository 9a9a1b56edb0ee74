import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, sampleName, today } from "#test/support/builders/station-place.ts";
import { askStatus, runSubmit, startDaemon } from "#test/support/hosts/station-under-test.ts";
import { type Passing, startWire } from "#test/support/portals/wire.ts";
import { createOracle } from "./oracle.ts";
import { type Ground, siteOf } from "./portal-of-row.ts";
import type { Trial } from "./row.ts";

interface KillPoint {
  readonly name: string;
  /** True where the process is to be killed; `size` is that of the file. */
  readonly isHere: (passing: Passing, size: number) => boolean;
  /** What was about to pass passes nevertheless. */
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

/** Where the line between a daemon and its portal shows that its moment has come. */
const killPoints: readonly KillPoint[] = [
  { name: "before POST", isHere: isAt("request", "POST"), passes: false },
  { name: "after POST", isHere: isAt("request", "POST"), passes: true },
  { name: "before the answer to POST", isHere: isAt("answer", "POST"), passes: false },
  { name: "after the answer to POST", isHere: isAt("answer", "POST"), passes: true },
  ...[0.01, 0.5, 0.99].map(atPart),
  { name: "before the answer to PUT", isHere: isAt("answer", "PUT"), passes: false },
  { name: "after the answer to PUT", isHere: isAt("answer", "PUT"), passes: true },
];

/** The part of F1 that kills real processes with SIGKILL. */
export async function killRealProcesses(trial: Trial, ground: Ground): Promise<void> {
  const points = trial.isFull ? killPoints : killPoints.filter((_, n) => n % 4 === 0);
  for (const point of points)
    for (let round = 1; round <= trial.rounds(6, 1); round++)
      await trial.step(`SIGKILL ${point.name}, round ${round}`, (random) => killOnce(ground, point, random));
}

async function killOnce({ portal }: Ground, point: KillPoint, random: Random): Promise<readonly string[]> {
  const wire = await startWire(portal.url);
  const site = siteOf(random);
  const place = await makePlace({ portalUrl: wire.url, instrument: { site } });
  const oracle = await createOracle(portal.url);
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
