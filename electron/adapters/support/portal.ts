import { createConnectionTest } from "#adapters/portal/connection-test.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import type { PortalSettings } from "#domain/settings.ts";
import type { Clock } from "#engine/ports/host.ts";
import { type Examination, Problem, Skipped } from "./examine.ts";

/** What leads to the portal. */
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
    { name: "Proxy", mostMs: 10_000, look: () => lookAtProxy(way) },
    { name: "Portal", mostMs: 40_000, look: async (stop) => await lookAtPortal(way, stop) },
  ];
}

async function portalSettings({ dataFolder, settingsFile }: WayToPortal): Promise<PortalSettings> {
  return (await openSettings({ file: settingsFile, dataFolder }).load()).settings.portal;
}

async function lookAtProxy(way: WayToPortal): Promise<string> {
  const { env } = way;
  const { proxy, url } = await portalSettings(way);
  const names = url.startsWith("http:") ? ["http_proxy", "HTTP_PROXY"] : ["https_proxy", "HTTPS_PROXY"];
  const name = names.find((one) => (env[one] ?? "") !== "");
  const ofEnvironment = name === undefined ? undefined : env[name];
  const given = proxy ?? ofEnvironment ?? (await way.proxyFor(url));
  if (given === null) return "No proxy: Skyferry connects to the portal directly.";
  const source = proxy === null ? (name ?? "the system's") : "portal.proxy";
  const address = URL.parse(given);
  if (address === null) throw new Problem(`${source} is not an address: correct it, or leave it empty.`);
  const without = env.no_proxy ?? env.NO_PROXY;
  const exceptions = source === name && without ? `, except for ${without}` : "";
  return `${address.protocol}//${address.host} (${source})${exceptions}.`;
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
  if (report === null) throw new Problem("The portal did not answer in time.");
  if (!report.isGood) throw new Problem(report.verdict);
  const ahead = report.clockAheadSeconds ?? 0;
  if (Math.abs(ahead) > mostAheadSeconds)
    throw new Problem(
      `It answers, but this PC's clock differs from its clock by ${Math.abs(ahead)} s: set this PC's clock.`,
    );
  return `${URL.parse(settings.url)?.host} answers.`;
}
