import { verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { canonicalJson } from "#base/canonical-json.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { makePlace, sampleName } from "#test/support/builders/station-place.ts";
import { type Running, startDaemon } from "#test/support/hosts/station-under-test.ts";
import { startWire, type Wire } from "#test/support/portals/wire.ts";
import { type Ground, siteOf, withPortal } from "./portal-of-row.ts";
import type { Row } from "./row.ts";

const everyMinutes = 0.1;
const periodMs = everyMinutes * 60_000;
/** Until a portal that takes connections and says nothing is given up: 58 s, and one more try. */
const patienceMs = 150_000;

const cases = ["SIGKILL", "SIGSTOP", "portal refuses", "service hangs", "portal hangs"] as const;
type Case = (typeof cases)[number];

/** The signs of life, as the service sees them that has to alert somebody: heartbeats, and signed reports beside them. */
export const heartbeatRow: Row = {
  id: "F48",
  fault: "the daemon is killed or stopped; the portal refuses or hangs; the service itself hangs",
  promise:
    "no heartbeat and no report while the engine does not answer; a failure while the portal is away; then heartbeats again; every report is signed",
  run: (trial) =>
    withPortal(async (ground) => {
      for (const one of trial.isFull ? cases : cases.slice(1, 2))
        await trial.step(one, (random) => once(ground, one, random), 300_000);
    }),
};

type Sink = Awaited<ReturnType<typeof startSink>>;

async function once({ portal }: Ground, fault: Case, random: Random): Promise<readonly string[]> {
  const wire = await startWire(portal.url);
  const sink = await startSink();
  const place = await makePlace({ portalUrl: wire.url, instrument: { site: siteOf(random) } });
  const { settings } = place;
  const notifications = {
    ...settings.notifications,
    heartbeat: { url: sink.url, everyMinutes, fail: "needsYou" as const },
  };
  Object.assign(settings, { notifications, report: { url: sink.url, everyMinutes } });
  await place.writeSettings();
  const daemon = startDaemon(place);
  try {
    if ((await daemon.ready) === null) throw new Error(`the daemon did not start: ${daemon.stderr()}`);
    const [, report] = await Promise.all([sink.next("GET"), sink.next("PUT")]);
    if (!isSigned(report)) return [`a report is not signed: ${report}`];
    const write = () => place.write(sampleName(`f48-${random.int(1, 1e9)}`), random.bytes(100));
    return await found[fault]({ daemon, wire, sink, write });
  } finally {
    await daemon.kill();
    await wire.close();
    await sink.close();
    await place.remove();
  }
}

interface Scene {
  readonly daemon: Running;
  readonly wire: Wire;
  readonly sink: Sink;
  readonly write: () => Promise<unknown>;
}

const found: Readonly<Record<Case, (scene: Scene) => Promise<readonly string[]>>> = {
  async SIGKILL({ daemon, sink }) {
    await daemon.kill();
    return await silent(sink);
  },
  async SIGSTOP({ daemon, sink }) {
    process.kill(daemon.pid, "SIGSTOP");
    const violations = await silent(sink);
    process.kill(daemon.pid, "SIGCONT");
    await sink.next("GET");
    return violations;
  },
  "portal refuses": ({ wire, sink, write }) => away(wire, sink, write, "cut"),
  "portal hangs": ({ wire, sink, write }) => away(wire, sink, write, "hold"),
  async "service hangs"({ sink }) {
    sink.hang(true);
    await sink.next("GET");
    await sink.next("GET");
    sink.hang(false);
    await sink.next("GET");
    await sink.next("GET");
    return [];
  },
};

/** A heartbeat may be on its way when the fault comes; after it none follows. */
async function silent(sink: Sink): Promise<readonly string[]> {
  await sleep(periodMs / 4);
  const before = sink.count();
  await sleep(2.5 * periodMs);
  return sink.count() === before ? [] : [`${sink.count() - before} signs came though no engine answers`];
}

/** True for the report of a station that runs. */
function isSigned(text: string): boolean {
  const { report, publicKey, signature } = JSON.parse(text);
  const form = Buffer.from(canonicalJson(report));
  return report.running === true && verify(null, form, publicKey, Buffer.from(signature, "base64"));
}

async function away(
  wire: Wire,
  sink: Sink,
  write: () => Promise<unknown>,
  how: "cut" | "hold",
): Promise<readonly string[]> {
  wire.judge(() => how);
  // Two files: one that fails alone may be at fault itself.
  await write();
  await write();
  const words = await Promise.race([sink.next("POST"), sleep(patienceMs, "nothing")]);
  wire.judge(() => "pass");
  wire.cutAll();
  await write();
  await sink.next("GET");
  return words.includes("no file has reached the portal") ? [] : [`the service was told: ${words}`];
}

/** A service that expects heartbeats and reports. */
async function startSink() {
  let count = 0;
  let isHanging = false;
  const waiting: { readonly method: string; readonly tell: (body: string) => void }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    count += 1;
    for (const one of waiting.splice(0))
      if (one.method === request.method) one.tell(body);
      else waiting.push(one);
    if (!isHanging) response.end("OK");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/beat`,
    count: () => count,
    hang(isOn: boolean) {
      isHanging = isOn;
    },
    /** Resolves with the body of the next request of this method. */
    next: (method: "GET" | "POST" | "PUT") =>
      new Promise<string>((tell) => {
        waiting.push({ method, tell });
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
