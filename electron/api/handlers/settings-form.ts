import type { Output } from "#contract/methods.ts";
import {
  instrumentSchema,
  keepSchema,
  notificationsSchema,
  portalSchema,
  settingsLimits,
} from "#contract/settings-file.ts";

type FormFacts = Output<"settings.read">["form"];

/** Bounds and defaults of the settings file, for a form. */
export function formFacts(pathStyle: "posix" | "win32"): FormFacts {
  const {
    url: _,
    username: __,
    ...portalDefaults
  } = portalSchema.parse({
    url: "https://portal.example",
    username: "station",
  });
  const least = {
    name: "instrument",
    site: "site",
    instrument: "id",
    pid: "https://hdl.handle.net/0/0",
    folder: "/",
    pattern: "%Y%m%d",
  };
  const whole = instrumentSchema.parse(least);
  const instrumentDefaults = Object.fromEntries(Object.entries(whole).filter(([key]) => !(key in least)));
  return {
    pathStyle,
    ...settingsLimits,
    portalDefaults,
    instrumentDefaults,
    notificationDefaults: notificationsSchema.parse({}),
    keepDefaults: keepSchema.parse({}),
  };
}
