import { bytesText } from "#base/text.ts";
import {
  channelsIn,
  numberAt,
  objectAt,
  type SettingsDocument,
  sourcesOf,
  textAt,
} from "#renderer/settings-form/settings-document.ts";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";

interface SectionLineProps {
  readonly draft: SettingsDraft;
  readonly section: { readonly to: string; readonly keys: readonly string[] };
}

/** Below the name of a page of the settings: what is set there, or how much of it is to be corrected. */
export function SectionLine({ draft: { document, problems }, section: { to, keys } }: SectionLineProps) {
  const { data: kept } = useHostQuery("retention.read", {}, { staleMs: 60_000 });
  const { data: host } = useHostQuery("host", {});
  const wrong = problems.filter(({ key }) => keys.includes(key.replace(/[.[].*$/, ""))).length;
  if (wrong > 0)
    return (
      <small className="text-small" data-amiss>
        {settingsText.toCorrect(wrong)}
      </small>
    );
  const says: Readonly<Record<string, string | undefined>> = {
    "/settings/instruments": sourcesIn(document),
    "/settings/portal": portalIn(document),
    "/settings/notifications": notifiedBy(document),
    "/settings/storage": kept && settingsText.storageTaken(bytesText(kept.ledgerBytes + kept.logBytes)),
    "/settings/general": host && settingsText.version(host.version, metricsPort(document)),
    "/settings/backup": kept && settingsText.copied(kept.copiedAt),
  };
  const said = says[to];
  return said ? <small className="breaks capital muted text-small">{said}</small> : null;
}

function sourcesIn(document: SettingsDocument): string {
  const models = sourcesOf(document, "models").length;
  return settingsText.sourcesSet(document.instruments.length, models);
}

function portalIn({ portal }: SettingsDocument): string {
  const host = URL.parse(textAt(portal, "url"))?.host;
  if (host === undefined) return settingsText.noPortal;
  const isTimed = objectAt(portal, "quietHours") !== null || Array.isArray(portal?.rates);
  const limit = numberAt(portal, "bandwidthKBps");
  return `${host}, ${settingsText.limits(limit, isTimed)}`;
}

function notifiedBy(document: SettingsDocument): string {
  const channels = channelsIn(document).length;
  return settingsText.notified(channels, objectAt(document.notifications, "heartbeat") !== null);
}

function metricsPort(document: SettingsDocument): number | null {
  return numberAt(objectAt(document, "metrics"), "port");
}
