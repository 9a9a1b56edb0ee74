import { sectionFields } from "#renderer/settings-form/setting-field.tsx";
import { SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { ChannelsPanel } from "./channels-panel.tsx";
import { HeartbeatPanel } from "./heartbeat-panel.tsx";
import { StationReportPanel } from "./station-report-panel.tsx";

/** Notifications that an operator gets without looking. There is one notification a cause, never one a file. */
export function NotificationsTab({ draft }: { readonly draft: SettingsDraft }) {
  const field = sectionFields(draft, "notifications");
  return (
    <>
      <ChannelsPanel draft={draft} />
      <SettingsPanel title={settingsText.forEveryChannel} lead={[settingsText.notificationsChangeNothing]}>
        {field("quietHours")}
        {field("webhook")}
      </SettingsPanel>
      <HeartbeatPanel draft={draft} />
      <StationReportPanel draft={draft} />
    </>
  );
}
