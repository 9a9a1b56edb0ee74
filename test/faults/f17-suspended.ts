import { setTimeout as sleep } from "node:timers/promises";
import { connectToHost } from "#api/loopback/client.ts";
import type { Transport } from "#contract/transport.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, type Place, sampleName, today } from "#test/support/builders/station-place.ts";
import { askHost } from "#test/support/hosts/ask-host.ts";
import { askStatus, type Running, startDaemon } from "#test/support/hosts/station-under-test.ts";
import { type Passing, startWire, type Wire } from "#test/support/portals/wire.ts";
import { createOracle, type Oracle } from "./oracle.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

/** Moments of the daemon at which it is stopped. */
const moments = ["idle", "POST", "PUT", "the answer to PUT", "hash"] as const;
type Moment = (typeof moments)[number];

/** Fate of its connections meanwhile; `longer` is longer than it waits for an answer itself. */
const ways = ["the line is cut", "longer than its patience"] as const;
type Way = (typeof ways)[number];

/** Longer than the timeout of an answer: 58 s. */
const beyondTimeoutMs = 61_000;
const shortStopMs = 400;

/** The PC sleeps, or somebody stops the process: to the daemon, time leaps. */
export const suspended: Row = {
  id: "F17",
  fault: "SIGSTOP while idle, at POST, at PUT, before its answer, while hashing; SIGCONT later",
  promise: "all delivered, at most 1 repeat a file; the status never claims what is not so",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const way of trial.isFull ? ways : [ways[0]])
        for (const moment of trial.isFull ? moments : (["PUT", "hash"] as const))
          await trial.step(`${moment}, ${way}`, (random) => stopOnce(ground, moment, way, random));
    }),
};

async function stopOnce(
  { portal }: Ground,
  moment: Moment,
  way: Way,
  random: Random,
): Promise<readonly string[]> {
  const wire = await startWire(portal.url);
  const site = siteOf(random);
  const place = await makePlace({ portalUrl: wire.url, instrument: { site } });
  const oracle = await createOracle(portal.url);
  await place.writeSettings();
  const daemon = startDaemon(place);
  try {
    if ((await daemon.ready) === null) throw new Error(`the daemon did not start: ${daemon.stderr()}`);
    const host = await connectToHost(place.dataFolder);
    if (host.kind !== "connected") throw new Error(`the daemon does not answer: ${host.kind}`);
    const journal = follow(host.transport);
    const write = (what: string, size: number) => writeOne(place, oracle, `${what}`, random.bytes(size));
    try {
      // Its connections are open and have been used.
      await write("first", random.int(1, 20_000));
      await journal.seen("confirmed", 1);
      const stopped = stopAt(moment, daemon, wire, journal);
      if (moment !== "idle")
        await write("second", moment === "hash" ? 60_000_000 : random.int(300_000, 6_000_000));
      await stopped;
      await write("third", random.int(1, 400_000));
      const found = [...(await whileStopped(wire, place, way))];
      process.kill(daemon.pid, "SIGCONT");
      const count = moment === "idle" ? 2 : 3;
      await journal.seen("confirmed", count);
      const { totals, needsAttention } = await askHost(place.dataFolder, "status", {});
      if (totals.delivered !== count || needsAttention)
        found.push(`I5 it says ${totals.delivered} of ${count} are delivered, and calls: ${needsAttention}`);
      await oracle.seal(place.instrument.folder);
      const code = await daemon.end();
      if (code !== 0) found.push(`it ended with ${code}: ${daemon.stderr()}`);
      const allowance = { postsAFile: 2, putsAFile: 2 };
      return [...found, ...(await oracle.check(await askStatus(place), allowance))];
    } finally {
      journal.end();
      await host.close();
    }
  } finally {
    await daemon.kill();
    await wire.close();
    await place.remove();
  }
}

/** Hears of what the daemon commits. */
function follow(transport: Transport) {
  const counts = new Map<string, number>();
  const waiting = new Set<() => void>();
  const end = transport.subscribe(0, (event) => {
    if (event.type !== "upload.changed") return;
    counts.set(event.event, (counts.get(event.event) ?? 0) + 1);
    for (const look of waiting) look();
  });
  return {
    end,
    /** Resolves when so many lines of an event have been committed. */
    seen: (event: string, count: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if ((counts.get(event) ?? 0) < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

async function writeOne(place: Place, oracle: Oracle, what: string, bytes: Uint8Array): Promise<void> {
  const path = await place.write(sampleName(what), bytes);
  await oracle.finished(path, { site: place.instrument.site, measurementDate: today() });
}

/** Resolves when the daemon has been stopped. */
async function stopAt(
  moment: Moment,
  daemon: Running,
  wire: Wire,
  journal: ReturnType<typeof follow>,
): Promise<void> {
  const stop = () => void process.kill(daemon.pid, "SIGSTOP");
  if (moment === "idle") return stop();
  if (moment === "hash") {
    await journal.seen("claimed", 2);
    return stop();
  }
  await new Promise<void>((resolve) => {
    let isStopped = false;
    wire.judge((passing) => {
      if (isStopped || !isHere(moment, passing)) return "pass";
      isStopped = true;
      stop();
      resolve();
      return "pass";
    });
  });
}

function isHere(moment: Moment, { direction, method, requestBytes }: Passing): boolean {
  if (moment === "POST") return direction === "request" && method === "POST";
  if (moment === "the answer to PUT") return direction === "answer" && method === "PUT";
  return direction === "request" && method === "PUT" && requestBytes >= 100_000;
}

async function whileStopped(wire: Wire, place: Place, way: Way): Promise<readonly string[]> {
  await sleep(shortStopMs);
  if (way === "the line is cut") {
    wire.cutAll();
    return [];
  }
  // Who asks now must hear that nothing can be said, not something old.
  const said = await askStatus(place).then(
    (claims) => JSON.stringify(claims.totals),
    (error: unknown) => String(error),
  );
  await sleep(beyondTimeoutMs - shortStopMs);
  return said.includes("does not answer") ? [] : [`asked while it was stopped, it said: ${said}`];
}
