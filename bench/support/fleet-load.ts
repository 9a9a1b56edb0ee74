import { createHolds } from "#engine/delivery/holds.ts";
import { FakeClock } from "#test/support/fakes/fake-clock.ts";
import { median } from "./report.ts";

/** A request as the portal saw it. */
export interface SeenRequest {
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** Null where the portal cannot tell whose it was. */
  readonly station: number | undefined;
}

/** How the portal's load was spread over a time. */
export interface Spread {
  readonly requests: number;
  /** Requests of each second from the first one on. */
  readonly perSecond: readonly number[];
  readonly mostInOneSecond: number;
  /** Stations that came in the first second in which any came, and in the busiest one. */
  readonly stationsInFirstSecond: number;
  readonly mostStationsInOneSecond: number;
  /** From `fromMs` to the first request of each station: the middle one, and the last one; seconds. */
  readonly middleReturnSeconds: number;
  readonly lastReturnSeconds: number;
}

/** Counts the requests since `fromMs`. */
export function spreadOf(requests: readonly SeenRequest[], fromMs: number): Spread {
  const own = requests.filter(({ atMs }) => atMs >= fromMs);
  const secondOf = (atMs: number): number => Math.floor((atMs - fromMs) / 1000);
  const perSecond = Array.from(
    { length: own.length === 0 ? 0 : secondOf(Math.max(...own.map((one) => one.atMs))) + 1 },
    () => 0,
  );
  const firstOf = new Map<number, number>();
  for (const { atMs, station } of own) {
    perSecond[secondOf(atMs)] = (perSecond[secondOf(atMs)] ?? 0) + 1;
    if (station !== undefined) firstOf.set(station, Math.min(firstOf.get(station) ?? atMs, atMs));
  }
  const returns = [...firstOf.values()].map((atMs) => (atMs - fromMs) / 1000).sort((a, b) => a - b);
  const arrivals = Map.groupBy(returns, Math.floor);
  return {
    requests: own.length,
    perSecond,
    mostInOneSecond: Math.max(0, ...perSecond),
    stationsInFirstSecond: arrivals.get(Math.floor(returns[0] ?? 0))?.length ?? 0,
    mostStationsInOneSecond: Math.max(0, ...[...arrivals.values()].map((all) => all.length)),
    middleReturnSeconds: median(returns),
    lastReturnSeconds: returns.at(-1) ?? 0,
  };
}

/** How one station asks while the portal is away: moments of its probes, milliseconds from the begin of the outage. */
async function probesUntil(
  seed: number,
  untilMs: number,
  retryAfterMs: ((atMs: number) => number) | null,
): Promise<number[]> {
  const clock = new FakeClock(0, seed * 7919);
  const holds = createHolds(
    clock,
    () => 0,
    () => {},
  );
  const failure = { cause: "portal-trouble", message: "", portalMessage: null } as const;
  const asked = (): number | null => retryAfterMs?.(clock.monotonicMs()) ?? null;
  // It notices with its next file.
  await clock.advance(clock.random() * 15_000);
  const probes = [];
  do {
    holds.raise(failure, asked());
    const gate = holds.gate();
    if (gate.kind === "wait") await clock.advance(gate.forMs);
    holds.beginProbe("instrument");
    probes.push(clock.monotonicMs());
  } while (clock.monotonicMs() < untilMs);
  return probes;
}

/** Probes that one station makes while the portal is away for so long: the mean of many, on a clock moved by hand. */
export async function probesInOutage(hours: number, stations: number): Promise<number> {
  let probes = 0;
  for (let seed = 1; seed <= stations; seed++)
    probes += (await probesUntil(seed, hours * 3_600_000, null)).length - 1;
  return probes / stations;
}

/** When stations come back after an outage, on a clock moved by hand. */
export interface Returns {
  readonly outageSeconds: number;
  readonly isAnnounced: boolean;
  readonly mostStationsInOneSecond: number;
  readonly middleSeconds: number;
  readonly lastSeconds: number;
}

/** `isAnnounced`: the portal tells each station the moment of its return. */
export async function returnsAfter(
  outageSeconds: number,
  stations: number,
  isAnnounced: boolean,
): Promise<Returns> {
  const backAtMs = outageSeconds * 1000;
  const retryAfterMs = isAnnounced ? (atMs: number) => Math.max(0, backAtMs - atMs) : null;
  const returns = [];
  for (let seed = 1; seed <= stations; seed++)
    returns.push(((await probesUntil(seed, backAtMs, retryAfterMs)).at(-1) ?? 0) / 1000 - outageSeconds);
  const bySecond = Map.groupBy(returns, Math.floor);
  return {
    outageSeconds,
    isAnnounced,
    mostStationsInOneSecond: Math.max(...[...bySecond.values()].map((all) => all.length)),
    middleSeconds: Math.round(median(returns)),
    lastSeconds: Math.round(Math.max(...returns)),
  };
}
