import { refuse } from "#api/dispatch.ts";
import { diagnosticsMethods } from "#contract/diagnostics.ts";
import type { Handlers } from "#contract/methods.ts";
import { trialMethods } from "#contract/preview.ts";
import { settingsMethods } from "#contract/settings.ts";
import type { Engine } from "#engine/engine-api.ts";
import type { Desk } from "#engine/ports/settings.ts";
import { diagnosticsHandlers } from "./diagnostics.ts";
import { type TrialWorld, trialHandlers } from "./preview.ts";
import { settingsHandlers } from "./settings.ts";
import type { HostFacts } from "./status.ts";

const deskMethods = { ...settingsMethods, ...trialMethods, ...diagnosticsMethods };

type DeskHandlers = Pick<Handlers, keyof typeof deskMethods>;

/** What the pages for settings, set-up and help are answered from. */
export interface DeskParts {
  readonly desk: Desk;
  readonly world: TrialWorld;
}

/** Everything that the desk answers; without one each of its methods is refused. */
export function deskHandlers(engine: Engine, host: HostFacts | null, parts: DeskParts | null): DeskHandlers {
  if (parts === null) return withoutDesk();
  const { desk, world } = parts;
  return {
    ...settingsHandlers(desk),
    ...trialHandlers(desk, world),
    ...diagnosticsHandlers(engine, host, desk),
  };
}

function withoutDesk(): DeskHandlers {
  const refused = async () => refuse("not-offered", "Settings cannot be read or changed through this host.");
  const all: Record<string, unknown> = {};
  for (const name of Object.keys(deskMethods)) all[name] = refused;
  return all as DeskHandlers;
}
