import { Switch, TextInput } from "@mantine/core";
import { usualNotifications } from "#domain/settings.ts";
import { settingsLabels } from "#domain/settings-labels.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { ChannelsPanel } from "./channels-panel.tsx";
import { FormPanel } from "./form-panel.tsx";
import { QuietHoursField } from "./quiet-hours-field.tsx";
import { flagAt, problemOf, textAt, type Written, withNotifications } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

const kinds = [
  {
    key: "needsYou",
    label: settingsText.somethingNeedsYou,
    description: settingsText.needsYouHelp,
  },
  {
    key: "waiting",
    label: settingsText.portalUnreachable,
    description: settingsText.portalUnreachableHelp,
  },
  {
    key: "silentInstrument",
    label: settingsText.instrumentSilent,
    description: settingsText.instrumentSilentHelp,
  },
  {
    key: "poorProduct",
    label: settingsText.poorProduct,
    description: settingsText.poorProductHelp,
  },
  {
    key: "resolved",
    label: settingsText.problemResolved,
    description: settingsText.problemResolvedHelp,
  },
] as const;

/** What an operator is told without looking. One notification a cause, never one a file. */
export function NotificationsTab({ draft }: { readonly draft: SettingsDraft }) {
  const { document, problems } = draft;
  const { notifications } = document;
  const change = (changes: Written) => draft.change(withNotifications(document, changes));
  return (
    <>
      <FormPanel
        title={settingsText.notifyMeWhen}
        help={[settingsText.notificationsHelp, settingsText.notificationsChangeNothing]}
      >
        {kinds.map(({ key, label, description }) => (
          <Switch
            key={key}
            label={label}
            description={description}
            checked={flagAt(notifications, key, usualNotifications[key])}
            onChange={({ currentTarget: { checked } }) =>
              change({ [key]: checked === usualNotifications[key] ? undefined : checked })
            }
          />
        ))}
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
      </FormPanel>
      <ChannelsPanel draft={draft} />
    </>
  );
}
