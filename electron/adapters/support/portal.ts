import { createConnectionTest } from "#adapters/portal/connection-test.ts";
import { proxyFrom, proxyInEnvironment, readEnvironment } from "#adapters/portal/environment.ts";
import { certificateFault } from "#adapters/portal/trusted-certificates.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import { phrase } from "#base/phrase.ts";
import type { PortalSettings } from "#domain/settings.ts";
import type { Clock } from "#engine/ports/host.ts";
import { CheckProblem, type Examination, Skipped } from "./examine.ts";

/** Parts that lead to the portal. */
export interface WayToPortal {
  readonly dataFolder: string;
  readonly settingsFile: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  readonly clock: Clock;
  /** The system's proxy for an address, where neither settings nor environment name one. */
  readonly proxyFor: (url: string) => Promise<string | null>;
  /** Asks the portal; else nothing leaves this PC. */
  readonly network: boolean;
}

/** A portal and this PC that are further apart date files differently; TLS begins to fail later. */
const mostAheadSeconds = 120;

/** The proxy that is in force, and, if wished, whether the portal answers: without a password. */
export function portalExaminations(way: WayToPortal): readonly Examination[] {
  return [
    { name: "Environment", mostMs: 10_000, look: () => lookAtEnvironment(way) },
    { name: "Proxy", mostMs: 10_000, look: () => lookAtProxy(way) },
    { name: "Portal", mostMs: 40_000, look: async (stop) => await lookAtPortal(way, stop) },
  ];
}

async function portalSettings({ dataFolder, settingsFile, env }: WayToPortal): Promise<PortalSettings> {
  return (await openSettings({ file: settingsFile, dataFolder, env }).load()).settings.portal;
}

async function lookAtProxy(way: WayToPortal): Promise<string> {
  const { proxy, url } = await portalSettings(way);
  const named = proxy === null ? proxyInEnvironment(way.env, url) : proxyFrom(proxy, "portal.proxy");
  const system = named === null ? await way.proxyFor(url) : null;
  const given = named ?? (system === null ? null : proxyFrom(system, phrase("the system's")));
  const without = way.env.no_proxy ?? way.env.NO_PROXY;
  if (given === null)
    return `No proxy: Skyferry connects to the portal directly${without ? ` (NO_PROXY: ${without})` : ""}.`;
  if ("message" in given) throw new CheckProblem(`${given.source} ${given.message}, or leave it empty.`);
  const exceptions = proxy === null && system === null && without ? `, except for ${without}` : "";
  return `${new URL(given.uri).protocol}//${given.place} (${given.source})${exceptions}.`;
}

/** Every variable that changes how Skyferry connects, by its name. */
function lookAtEnvironment({ env }: WayToPortal): string {
  const { set, unset } = readEnvironment(env, certificateFault);
  const shown = set.map(({ name, shown }) => `${name}: ${shown}`);
  const all = [...shown, unset.length === 0 ? "" : `not set: ${unset.join(", ")}`].filter(Boolean).join("; ");
  const faults = set.flatMap(({ name, fault }) => (fault === null ? [] : [`${name} ${fault}.`]));
  if (faults.length > 0) throw new CheckProblem(`${faults.join(" ")} Seen: ${all}.`);
  return `${all}.`;
}

async function lookAtPortal(way: WayToPortal, stop: AbortSignal): Promise<string> {
  if (!way.network) throw new Skipped("Not checked: add --network to check it.");
  const settings = await portalSettings(way);
  if (settings.url === "") throw new Skipped("There is no portal in the settings yet.");
  const { clock, version } = way;
  const test = createConnectionTest({
    clock,
    version,
    keptPassword: async () => ({ message: "No password is used." }),
    onSecret: () => {},
  });
  const proxy = settings.proxy ?? (await way.proxyFor(settings.url));
  const report = await test.run({ ...settings, proxy, username: null, password: null, site: null }, stop);
  if (report === null) throw new CheckProblem("The portal did not answer in time.");
  if (!report.isGood) throw new CheckProblem(report.verdict);
  const ahead = report.clockAheadSeconds ?? 0;
  if (Math.abs(ahead) > mostAheadSeconds)
    throw new CheckProblem(
      `It answers, but this PC's clock differs from its clock by ${Math.abs(ahead)} s: set this PC's clock.`,
    );
  return `${URL.parse(settings.url)?.host} answers.`;
}
