import { changeSettings } from "#compose/settings-files.ts";
import type { Layer } from "#domain/settings-layers.ts";

/** A process of its own that changes settings as it is told, and answers with what was refused. */
process.on(
  "message",
  async ({ dataFolder, patch }: { readonly dataFolder: string; readonly patch: Layer }) => {
    const place = { dataFolder, settingsFile: null, env: { SKYFERRY_SETTINGS_D: "" } };
    process.send?.((await changeSettings(place, patch)).problems);
  },
);
process.send?.([]);
