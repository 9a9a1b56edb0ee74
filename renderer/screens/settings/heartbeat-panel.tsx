import { Switch } from "@mantine/core";
import { say } from "#base/say.ts";
import { heartbeatRows, notificationRows } from "#domain/settings-table.ts";
import { Lockable, lockAt } from "#renderer/settings-form/locks.tsx";
import { settingFields } from "#renderer/settings-form/setting-field.tsx";
import styles from "#renderer/settings-form/settings.module.css";
import {
  objectAt,
  problemOf,
  withKeys,
  withNotificationKeys,
} from "#renderer/settings-form/settings-document.ts";
import { SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { channelsText } from "#renderer/text/channels.ts";
import { LastSent } from "./last-sent.tsx";
import { SendNow } from "./send-now.tsx";

/** A sign of life for a service that alerts somebody when it is missing. */
export function HeartbeatPanel({ draft }: { readonly draft: SettingsDraft }) {
  const { document, saved, problems } = draft;
  const heartbeat = objectAt(document.notifications, "heartbeat");
  const isSaved =
    JSON.stringify(heartbeat) === JSON.stringify(objectAt(saved.document.notifications, "heartbeat"));
  const keys = ["", ...Object.keys(heartbeatRows).map((key) => `.${key}`)];
  const lock = keys.map((key) => lockAt(draft, `notifications.heartbeat${key}`)).find((one) => one !== null);
  const change = (next: typeof heartbeat) =>
    draft.change(withNotificationKeys(document, { heartbeat: next ?? undefined }));
  const field = settingFields(heartbeatRows, {
    written: heartbeat,
    problem: (key) => problemOf(problems, `notifications.heartbeat.${key}`),
    onChanged: (changes) => change(withKeys(heartbeat, changes)),
  });
  return (
    <SettingsPanel
      title={say(notificationRows.heartbeat.label)}
      help="settings#heartbeat"
      lead={[channelsText.heartbeat.lead]}
    >
      <Lockable lock={lock ?? null}>
        <div className={`${styles.form} stack`}>
          <Switch
            label={channelsText.heartbeat.send}
            description={channelsText.heartbeat.sendHelp}
            checked={heartbeat !== null}
            error={heartbeat === null ? problemOf(problems, "notifications.heartbeat") : null}
            onChange={({ currentTarget: { checked } }) => change(checked ? {} : null)}
          />
          {heartbeat === null ? null : (
            <>
              {field("url")}
              {field("everyMinutes")}
              {field("fail")}
            </>
          )}
        </div>
      </Lockable>
      {heartbeat === null ? null : (
        <>
          <SendNow
            key={JSON.stringify(heartbeat)}
            name="heartbeat"
            isSaved={isSaved}
            words={channelsText.heartbeat}
          />
          <LastSent of="heartbeat.sent" words={channelsText.heartbeat.lastSent} />
        </>
      )}
    </SettingsPanel>
  );
}
