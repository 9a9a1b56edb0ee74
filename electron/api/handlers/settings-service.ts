import { fail } from "#api/reply.ts";
import { diagnosticsMethods } from "#contract/diagnostics.ts";
import type { Handlers } from "#contract/methods.ts";
import { previewMethods } from "#contract/preview.ts";
import { planMethods } from "#contract/send-plans.ts";
import { settingsMethods } from "#contract/settings.ts";
import type { SettingsService } from "#engine/ports/settings.ts";
import type { Station } from "#station/station-api.ts";
import { diagnosticsHandlers } from "./diagnostics-handlers.ts";
import { type PlanParts, planHandlers } from "./plan-handlers.ts";
import { type PreviewPorts, previewHandlers } from "./preview-handlers.ts";
import { settingsHandlers } from "./settings-handlers.ts";
import type { HostFacts } from "./status-handlers.ts";

const settingsServiceMethods = {
  ...settingsMethods,
  ...previewMethods,
  ...planMethods,
  ...diagnosticsMethods,
};

type SettingsServiceHandlers = Pick<Handlers, keyof typeof settingsServiceMethods>;

/** Parts from which the pages for settings, setup and help are answered. */
export interface SettingsServiceParts {
  readonly service: SettingsService;
  readonly ports: PreviewPorts;
  /** Left out: no plans are made. */
  readonly plans?: PlanParts;
}

/** Everything that the settings editor answers; without one each of its methods is refused. */
export function settingsServiceHandlers(
  station: Station,
  host: HostFacts | null,
  parts: SettingsServiceParts | null,
): SettingsServiceHandlers {
  if (parts === null) return withoutSettingsService();
  const { service, ports, plans = null } = parts;
  return {
    ...settingsHandlers(service, station),
    ...previewHandlers(service, ports),
    ...planHandlers(service.settings, plans),
    ...diagnosticsHandlers(station, host, service),
  };
}

function withoutSettingsService(): SettingsServiceHandlers {
  const refused = async () => fail("not-offered", "Settings cannot be read or changed through this host.");
  const all: Record<string, unknown> = {};
  for (const name of Object.keys(settingsServiceMethods)) all[name] = refused;
  return all as SettingsServiceHandlers;
}
