import { Switch, TextInput } from "@mantine/core";
import { settingsLabels } from "#domain/settings-labels.ts";
import { FormPanel } from "./form-panel.tsx";
import { QuietHoursField } from "./quiet-hours-field.tsx";
import styles from "./settings.module.css";
import { flagAt, problemOf, textAt, type Written, withNotifications } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

const kinds = [
  {
    key: "needsYou",
    label: "Something needs you",
    description: "A file is refused, the password is wrong, or a folder is missing.",
  },
  {
    key: "waiting",
    label: "The portal cannot be reached",
    description: "You do not have to do anything: files wait safely and are sent later.",
  },
  {
    key: "silentInstrument",
    label: "An instrument has gone silent",
    description: "For instruments with “Writes a file every … minutes”.",
  },
  {
    key: "resolved",
    label: "A problem is resolved",
    description: "After a notification: says how long the problem lasted.",
  },
] as const;

/** What an operator is told without looking. One notification a cause, never one a file. */
export function NotificationsTab({ draft }: { readonly draft: SettingsDraft }) {
  const { document, problems } = draft;
  const { notifications } = document;
  const change = (changes: Written) => draft.change(withNotifications(document, changes));
  return (
    <FormPanel
      title="Notify me when"
      help={
        <>
          <p>
            You get one notification per cause, however many files it affects. If it lasts, you get a reminder
            after 10 minutes, one hour and one day.
          </p>
          <p>These settings do not change what is sent. Files wait safely whether you are notified or not.</p>
        </>
      }
    >
      <div className={styles.form}>
        {kinds.map(({ key, label, description }) => (
          <Switch
            key={key}
            label={label}
            description={description}
            checked={flagAt(notifications, key, true)}
            onChange={(event) => change({ [key]: event.currentTarget.checked ? undefined : false })}
          />
        ))}
        <QuietHoursField
          label={settingsLabels["notifications.quietHours"]}
          description="Problems that last longer are reported afterwards. Local time of this PC."
          written={notifications}
          error={problemOf(problems, "notifications.quietHours")}
          onChanged={(quietHours) => change({ quietHours })}
        />
        <TextInput
          label={settingsLabels["notifications.webhook"]}
          description="Each notification is sent to this address as JSON, for stations without a screen. Empty: none."
          placeholder="https://"
          value={textAt(notifications, "webhook")}
          error={problemOf(problems, "notifications.webhook")}
          onChange={(event) => change({ webhook: event.currentTarget.value || undefined })}
        />
      </div>
    </FormPanel>
  );
}
