import { Button, Fieldset, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { say } from "#base/say.ts";
import { notificationKinds, usualNotifications } from "#domain/notification-settings.ts";
import { notificationRows } from "#domain/settings-table.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { Lockable, lockAt } from "#renderer/settings-form/locks.tsx";
import {
  channelsIn,
  flagAt,
  problemOf,
  sourcesOf,
  textAt,
  type Written,
  withChannelBack,
  withChannels,
  withNotificationKeys,
} from "#renderer/settings-form/settings-document.ts";
import { SettingsPanel } from "#renderer/settings-form/settings-panel.tsx";
import type { SettingsDraft } from "#renderer/settings-form/use-settings.ts";
import { channelsText } from "#renderer/text/channels.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { ChannelForm } from "./channel-form.tsx";
import { ChannelRow, ThisPcRow } from "./channel-rows.tsx";
import styles from "./channels.module.css";

/** Who is told, and of what: a row a channel, this PC first, and a column a kind. */
export function ChannelsPanel({ draft }: { readonly draft: SettingsDraft }) {
  const { document, problems } = draft;
  const { notifications } = document;
  const channels = channelsIn(document);
  const [open, setOpen] = useState<number | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const write = (next: readonly Written[]) => draft.change(withChannels(document, next));
  // A new one joins the draft with the first field that is filled in.
  const [fresh, setFresh] = useState<Written | null>(null);
  const change = (index: number, next: Written) => {
    write(channels.toSpliced(index, 1, next));
    setFresh(null);
  };
  const changeAll = (changes: Written) => draft.change(withNotificationKeys(document, changes));
  const add = () => {
    setFresh({ name: freeName(channels), type: "email" });
    setOpen(channels.length);
  };
  const edited = open === null ? undefined : (channels[open] ?? fresh ?? undefined);
  const kindsHere = notificationKinds.filter((kind) => flagAt(notifications, kind, usualNotifications[kind]));
  return (
    <SettingsPanel
      title={channelsText.whoIsTold}
      help="settings#notification-channels"
      aside={
        <Button
          ref={addButton}
          variant="default"
          disabled={lockAt(draft, "notifications.channels") !== null}
          leftSection={<Icon name="plus" size={14} />}
          onClick={add}
        >
          {say(notificationRows.channels.title)}
        </Button>
      }
      lead={[
        settingsText.notificationsHelp,
        ...(channels.length === 0 ? [say(notificationRows.channels.help)] : []),
      ]}
    >
      <Fieldset variant="unstyled" className={styles.wide} disabled={lockAt(draft, "notifications") !== null}>
        <table className={`${styles.table} table`}>
          <KindsHead />
          <tbody>
            <ThisPcRow
              kinds={kindsHere}
              isLocked={(kind) => lockAt(draft, `notifications.${kind}`) !== null}
              onChanged={(kind, isOn) =>
                changeAll({ [kind]: isOn === usualNotifications[kind] ? undefined : isOn })
              }
            />
            {channels.map((channel, index) => (
              <ChannelRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a channel is known by its place in the file
                key={index}
                channel={channel}
                kindsHere={kindsHere}
                problem={problemOf(problems, `notifications.channels[${index}]`)}
                isOpen={open === index}
                onOpened={(isOpen) => setOpen(isOpen ? index : null)}
                onChanged={(next) => change(index, next)}
              />
            ))}
          </tbody>
        </table>
      </Fieldset>
      {edited === undefined || open === null ? null : (
        <Lockable key={open} lock={lockAt(draft, `notifications.channels[${open}]`)}>
          <ChannelForm
            channel={edited}
            savedAs={channelsIn(draft.saved.document)[open] ?? null}
            instruments={(["instruments", "models"] as const).flatMap((list) =>
              sourcesOf(document, list).map((one) => textAt(one, "name")),
            )}
            isFresh={channels[open] === undefined}
            problemOf={(key) => problemOf(problems, `notifications.channels[${open}].${key}`)}
            onChanged={(next) => change(open, next)}
            onRemoved={() => {
              addButton.current?.focus();
              setOpen(null);
              if (channels[open] === undefined) return setFresh(null);
              const message = channelsText.removed(textAt(edited, "name") || channelsText.noName);
              draft.takeOut(withChannels(document, channels.toSpliced(open, 1)), message, (now) =>
                withChannelBack(now, open, edited),
              );
            }}
          />
        </Lockable>
      )}
      {channels.some((channel) => textAt(channel, "digest") !== "") ? (
        <TextInput
          maw={320}
          type="time"
          label={channelsText.digestAt}
          description={channelsText.digestAtHelp}
          value={textAt(notifications, "digestAt") || usualNotifications.digestAt}
          error={problemOf(problems, "notifications.digestAt")}
          onChange={(event) => changeAll({ digestAt: event.currentTarget.value || undefined })}
        />
      ) : null}
      <Kinds />
    </SettingsPanel>
  );
}

/** Names of the columns. */
function KindsHead() {
  return (
    <thead>
      <tr>
        <th scope="col">{channelsText.channel}</th>
        {notificationKinds.map((kind) => (
          <th key={kind} scope="col">
            {channelsText.kinds[kind]}
          </th>
        ))}
        <td />
      </tr>
    </thead>
  );
}

/** Meanings of the columns. */
function Kinds() {
  return (
    <dl className={`${styles.kinds} stack gap-4 text-small`}>
      {notificationKinds.map((kind) => (
        <div key={kind} className="wraps starts gap-12">
          <dt className="strong">{channelsText.kinds[kind]}</dt>
          <dd className="grows muted">{say(notificationRows[kind].help)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `Channel 2`, where there is one of them already. */
function freeName(channels: readonly Written[]): string {
  const taken = new Set(channels.map((channel) => textAt(channel, "name")));
  const nameOf = (number: number) => say("Channel {number}", { number });
  let number = channels.length + 1;
  while (taken.has(nameOf(number))) number += 1;
  return nameOf(number);
}
