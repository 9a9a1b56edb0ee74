import type { FaultRule } from "#mock-portal/faults/faults.ts";
import type { Random } from "#test/support/builders/seeded-random.ts";
import { askOnce } from "#test/support/portals/ask-once.ts";
import type { InstrumentFolder } from "./instrument-folder.ts";
import { rightPassword, type SoakStation } from "./soak-station.ts";

/** Parts to which a fault is done. */
export interface FaultGround {
  readonly station: SoakStation;
  readonly folders: readonly InstrumentFolder[];
  readonly random: Random;
  /** Longest that the portal may ask to wait; seconds. */
  readonly longestRetryAfterS: number;
}

/** Begins a fault; gives what ends it. */
export type SoakFault = (ground: FaultGround) => Promise<() => Promise<void>>;

const everyUpload = "/upload/**";

/** The faults of a soak by name. */
export const soakFaults: Readonly<Record<string, SoakFault>> = {
  async "portal killed and started again"({ station }) {
    await station.killPortal();
    return () => station.startPortal();
  },
  async "portal stands still"({ station }) {
    const { pid } = station.portal();
    process.kill(pid, "SIGSTOP");
    return async () => void process.kill(pid, "SIGCONT");
  },
  "portal answers 5xx": ({ station, random }) => {
    const status = random.pick([500, 502, 503, 504, 507] as const);
    const requests = random.pick<NonNullable<FaultRule["requests"]>>(["every", { everyNth: 2 }]);
    return portalFault(station, {
      route: everyUpload,
      requests,
      fault: { answer: { status, body: "trouble" } },
    });
  },
  "portal throttles (429)": ({ station, random, longestRetryAfterS }) => {
    const retryAfter = { seconds: random.int(1, longestRetryAfterS) };
    const answer = { status: 429, body: "Too many requests", retryAfter };
    return portalFault(station, { route: everyUpload, fault: { answer } });
  },
  "portal shows a maintenance page": ({ station }) => portalFault(station, { fault: { maintenance: true } }),
  "answers get lost": ({ station, random }) => {
    const loseAnswer = random.pick(["reset", "close"] as const);
    return portalFault(station, { route: everyUpload, requests: { everyNth: 2 }, fault: { loseAnswer } });
  },
  "portal is slow": ({ station, random }) =>
    portalFault(station, { fault: { latencyMs: random.int(100, 2_000) } }),
  "portal cuts contents": ({ station, random }) =>
    portalFault(station, {
      method: "PUT",
      requests: { everyNth: 2 },
      fault: { resetRequestAtByte: random.int(0, 100_000) },
    }),
  async "line breaks"({ station, random }) {
    const share = random.next();
    station.wire.judge(() => (random.next() < share ? "cut" : "pass"));
    return async () => station.wire.judge(() => "pass");
  },
  async "wrong password"({ station }) {
    await station.setPassword("forgotten");
    return () => station.setPassword(rightPassword);
  },
  async "folder vanishes and returns"({ folders, random }) {
    const [folder] = random.shuffled(folders);
    return folder === undefined ? async () => {} : await folder.takeAway();
  },
  async "daemon stands still"({ station }) {
    const { pid } = station.daemon();
    process.kill(pid, "SIGSTOP");
    return async () => void process.kill(pid, "SIGCONT");
  },
};

async function portalFault(station: SoakStation, rule: FaultRule): Promise<() => Promise<void>> {
  const { url } = station.portal();
  const faults = async (method: string, body?: string) => {
    const answer = await askOnce(`${url}/__control/faults`, { method, body });
    if (!answer.isOk) throw new Error(`the portal refused the faults: ${answer.text()}`);
  };
  await faults("PUT", JSON.stringify({ rules: [rule] }));
  return () => faults("DELETE");
}
