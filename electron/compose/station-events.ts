import { lateModules } from "#adapters/late-modules.ts";
import type { FeedSource } from "#api/events/feed.ts";
import type { Subscribe } from "#base/event.ts";
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

/** Adds to `source`, for the feed, that something happened to the station. */
export function withStationEvents(source: FeedSource, onChanged: Subscribe<void>): FeedSource {
  return {
    lastSeq: () => source.lastSeq(),
    onEvent(listener) {
      const ends = [source.onEvent(listener), onChanged(() => listener({ type: "log.changed" }))];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
