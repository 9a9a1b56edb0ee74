import { createHangGuard } from "#adapters/files/hang-guard.ts";
import { createNodeFiles } from "#adapters/files/node-files.ts";
import { placesInClosed } from "#adapters/ledger/closed-places.ts";
import { createNodeClock } from "#adapters/node-clock.ts";
import { openSettings } from "#adapters/settings/settings-store.ts";
import type { PlanParts } from "#api/handlers/plan-handlers.ts";
import type { DeliveredSpan } from "#domain/delivered-place.ts";
import { compileAll } from "#domain/instrument-match.ts";
import { usualOf } from "#domain/setting-rows.ts";
import type { PortalSettings } from "#domain/settings.ts";
import { portalRows } from "#domain/settings-table.ts";
import type { RateRow } from "#domain/timetable.ts";
import type { DateSpan } from "#engine/ports/ledger.ts";
import { createPlans, type Plans } from "#station/plan/plans.ts";
import { planSending, type SendPlanned } from "#station/plan/send-plan.ts";
import type { DataFolderParts } from "./data-folder-parts.ts";
import { createPortalLink, type PortalLink } from "./portal-connection.ts";
import { createProxyFor } from "./system-proxy.ts";

/** A place under which files of an instrument were delivered. */
export interface PlaceOfInstrument extends DeliveredSpan {
  readonly instrument: string;
}

/** A station's settings, read for a plan. Nothing of its data folder is opened or written: a host may run on it. */
export interface Planning {
  /** Problems of the settings, one sentence each. */
  readonly problems: readonly string[];
  /** Names of the instruments that can be used. */
  readonly names: readonly string[];
  /** The timetable. */
  readonly rates: readonly RateRow[];
  /** Looks through the folders of these instruments, and asks the portal. `told`: by a host; null: none has the ledger open. */
  plan(
    names: readonly string[],
    dates: DateSpan | null,
    told: readonly PlaceOfInstrument[] | null,
    signal: AbortSignal,
  ): Promise<SendPlanned>;
}

/** Reads the settings; gives one sentence where there are none. */
export async function openPlanning(options: {
  readonly dataFolder: string;
  readonly settingsFile: string | null;
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
}): Promise<Planning | { readonly message: string }> {
  const { dataFolder, settingsFile, env, version } = options;
  const opened = openSettings({ file: settingsFile, dataFolder, env });
  const message = await opened.absence();
  if (message !== null) return { message };
  const { settings, problems } = await opened.load();
  return {
    problems: problems.map((problem) =>
      problem.message.includes(problem.key) ? problem.message : `${problem.key}: ${problem.message}`,
    ),
    names: settings.instruments.map(({ name }) => name),
    rates: settings.portal.rates ?? [],
    async plan(names, dates, told, signal) {
      const clock = createNodeClock();
      await using ends = new AsyncDisposableStack();
      const files = createHangGuard(createNodeFiles(), clock);
      ends.defer(() => files.close());
      const proxyFor = createProxyFor(undefined, env);
      const link = linkWithoutPassword({ clock, version, proxyFor }, settings.portal);
      ends.defer(() => link.close());
      const pathStyle = process.platform === "win32" ? "win32" : "posix";
      const known = Map.groupBy(told ?? placesInClosed(dataFolder), ({ instrument }) => instrument);
      const keeper = { deliveredPlaces: async (name: string) => known.get(name) ?? [] };
      return await planSending(
        { clock, files, portal: link.portal, keeper, pathStyle },
        { all: compileAll(settings.instruments), names },
        dates,
        signal,
      );
    },
  };
}

/** The lists are read without a password. */
function linkWithoutPassword(
  parts: Omit<Parameters<typeof createPortalLink>[0], "secrets">,
  portal: PortalSettings,
): PortalLink {
  const secrets = { password: async () => ({ kind: "none", message: "" }) as const };
  return createPortalLink({ ...parts, secrets }, portal, false, () => {});
}

const usualPortal = { ...usualOf(portalRows), username: "" };

/** Plans that the pages of a host ask for. */
export function composePlans({
  options,
  ports,
  link,
  proxyFor,
}: DataFolderParts): PlanParts & Pick<Plans, "stop"> {
  const { clock } = ports;
  return {
    ...createPlans(clock),
    plannerOf: (at, instruments) => async (signal, onWalked) => {
      const given =
        at && linkWithoutPassword({ clock, version: options.version, proxyFor }, { ...usualPortal, ...at });
      try {
        const { portal } = given ?? link;
        const asked = { all: compileAll(instruments), names: instruments.map(({ name }) => name) };
        return await planSending({ ...ports, portal, keeper: ports.ledger }, asked, null, signal, onWalked);
      } finally {
        await given?.close();
      }
    },
  };
}
