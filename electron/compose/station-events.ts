import { lateModules } from "#adapters/late-modules.ts";
import type { Settings } from "#domain/settings.ts";
import { type SettingsDigest, settingKey } from "#domain/station-event.ts";

/** Gives a digest that tells whether a setting changed, and not what it is. */
export function settingsDigest({ instruments, ...station }: Settings): SettingsDigest {
  const digest: Record<string, string> = {};
  const put = (instrument: string | null, key: string, value: unknown) => {
    const text = JSON.stringify(value ?? null);
    digest[settingKey(instrument, key)] = lateModules
      .crypto()
      .createHash("sha256")
      .update(text)
      .digest("base64")
      .slice(0, 16);
  };
  for (const [part, fields] of Object.entries(station))
    for (const [key, value] of Object.entries(fields ?? {})) put(null, `${part}.${key}`, value);
  for (const { name, ...fields } of instruments) {
    put(name, "", name);
    for (const [key, value] of Object.entries(fields)) put(name, key, value);
  }
  return digest;
}
