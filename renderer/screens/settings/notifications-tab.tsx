import { TextInput } from "@mantine/core";
import { settingsLabels } from "#domain/settings-labels.ts";
import { QuietHoursField } from "#renderer/settings-form/quiet-hours-field.tsx";
import {
  problemOf,
  textAt,
  type Written,
  withNotificationKeys,
} from "#renderer/settings-form/settings-document.ts";
import { SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { ChannelsPanel } from "./channels-panel.tsx";

/** Notifications that an operator gets without looking. There is one notification a cause, never one a file. */
export function NotificationsTab({ draft }: { readonly draft: SettingsDraft }) {
  const { document, problems } = draft;
  const { notifications } = document;
  const change = (changes: Written) => draft.change(withNotificationKeys(document, changes));
  return (
    <>
      <ChannelsPanel draft={draft} />
      <SettingsPanel title={settingsText.forEveryChannel} lead={[settingsText.notificationsChangeNothing]}>
        <QuietHoursField
          label={settingsLabels["notifications.quietHours"]}
          description={settingsText.quietNightHelp}
          written={notifications}
          error={problemOf(problems, "notifications.quietHours")}
          onChanged={(quietHours) => change({ quietHours })}
        />
        <TextInput
          label={settingsLabels["notifications.webhook"]}
          description={settingsText.webhookHelp}
          placeholder="https://"
          value={textAt(notifications, "webhook")}
          error={problemOf(problems, "notifications.webhook")}
          onChange={(event) => change({ webhook: event.currentTarget.value || undefined })}
        />
      </SettingsPanel>
    </>
  );
}
