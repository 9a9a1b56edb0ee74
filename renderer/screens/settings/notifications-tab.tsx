import { Switch, TextInput } from "@mantine/core";
import { FormPanel } from "./form-panel.tsx";
import { QuietHoursField } from "./quiet-hours-field.tsx";
import styles from "./settings.module.css";
import { flagAt, problemOf, textAt, type Written, withNotifications } from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

const kinds = [
  {
    key: "needsYou",
    label: "Something needs you",
    description: "A file is refused, the password is wrong, a folder is gone.",
  },
  {
    key: "waiting",
    label: "The portal cannot be reached",
    description: "Nothing to do for you: files wait safely and go on by themselves.",
  },
  {
    key: "silentInstrument",
    label: "An instrument has gone silent",
    description: "For instruments that say how often they write.",
  },
  {
    key: "resolved",
    label: "It is resolved",
    description: "After a trouble that you were told of: how long it lasted.",
  },
] as const;

/** What an operator is told without looking. One notification a cause, never one a file. */
export function NotificationsTab({ draft }: { readonly draft: SettingsDraft }) {
  const { document, problems } = draft;
  const { notifications } = document;
  const change = (changes: Written) => draft.change(withNotifications(document, changes));
  return (
    <FormPanel
      title="Tell me when"
      help={
        <>
          <p>
            You are told once for each cause, however many files it keeps. While it stands you are reminded
            after 10 minutes, an hour and a day.
          </p>
          <p>Nothing here changes what is sent: files wait safely, whether you are told or not.</p>
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
          label="Stay quiet between"
          description="What arises meanwhile and still stands is told afterwards. This computer's local time."
          written={notifications}
          error={problemOf(problems, "notifications.quietHours")}
          onChanged={(quietHours) => change({ quietHours })}
        />
        <TextInput
          label="Post each notification to"
          description="An address (webhook) that takes JSON; for stations without a screen. Empty: none."
          placeholder="https://"
          value={textAt(notifications, "webhook")}
          error={problemOf(problems, "notifications.webhook")}
          onChange={(event) => change({ webhook: event.currentTarget.value || undefined })}
        />
      </div>
    </FormPanel>
  );
}
