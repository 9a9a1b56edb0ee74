import { Button, Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { type ChannelType, channelLabels } from "#domain/channels.ts";
import { notificationKinds, usualNotifications } from "#domain/settings.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { channelsText } from "#renderer/text/channels.ts";
import { ChannelForm } from "./channel-form.tsx";
import styles from "./channels.module.css";
import {
  channelsIn,
  flagAt,
  problemOf,
  textAt,
  textsAt,
  type Written,
  withChannels,
  withKeys,
  withNotifications,
} from "./settings-document.ts";
import type { SettingsDraft } from "./use-settings.ts";

/** Who else is told, and of what: a row a channel, a column a kind. */
export function ChannelsPanel({ draft }: { readonly draft: SettingsDraft }) {
  const { document, problems } = draft;
  const channels = channelsIn(document);
  const [open, setOpen] = useState<number | null>(null);
  const write = (next: readonly Written[]) => draft.change(withChannels(document, next));
  const change = (index: number, next: Written) => write(channels.with(index, next));
  const add = () => {
    write([...channels, { name: freeName(channels), type: "slack", url: "" }]);
    setOpen(channels.length);
  };
  const edited = open === null ? undefined : channels[open];
  return (
    <Panel
      title={channelsText.title}
      aside={
        <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={add}>
          {channelsText.add}
        </Button>
      }
    >
      {channels.length === 0 ? (
        <p className="muted">{channelsText.none}</p>
      ) : (
        <table className={styles.table}>
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
          <tbody>
            {channels.map((channel, index) => (
              <ChannelRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a channel is known by its place in the file
                key={index}
                channel={channel}
                kindsHere={notificationKinds.filter((kind) =>
                  flagAt(document.notifications, kind, usualNotifications[kind]),
                )}
                problem={problemOf(problems, `notifications.channels[${index}]`)}
                isOpen={open === index}
                onOpened={(isOpen) => setOpen(isOpen ? index : null)}
                onChanged={(next) => change(index, next)}
              />
            ))}
          </tbody>
        </table>
      )}
      {channels.some((channel) => textAt(channel, "digest") !== "") ? (
        <TextInput
          className={styles.time}
          type="time"
          label={channelsText.digestAt}
          description={channelsText.digestAtHelp}
          value={textAt(document.notifications, "digestAt") || usualNotifications.digestAt}
          error={problemOf(problems, "notifications.digestAt")}
          onChange={(event) =>
            draft.change(withNotifications(document, { digestAt: event.currentTarget.value || undefined }))
          }
        />
      ) : null}
      {edited === undefined || open === null ? null : (
        <ChannelForm
          key={open}
          channel={edited}
          savedAs={channelsIn(draft.saved.document)[open] ?? null}
          problem={(key) => problemOf(problems, `notifications.channels[${open}].${key}`)}
          onChanged={(next) => change(open, next)}
          onRemoved={() => {
            write(channels.toSpliced(open, 1));
            setOpen(null);
          }}
        />
      )}
    </Panel>
  );
}

interface ChannelRowProps {
  readonly channel: Written;
  /** What is switched on for this PC, which is told to a channel that says nothing. */
  readonly kindsHere: readonly string[];
  readonly problem: string | null;
  readonly isOpen: boolean;
  readonly onOpened: (isOpen: boolean) => void;
  readonly onChanged: (next: Written) => void;
}

function ChannelRow({ channel, kindsHere, problem, isOpen, onOpened, onChanged }: ChannelRowProps) {
  const name = textAt(channel, "name") || channelsText.noName;
  const kinds = Array.isArray(channel.kinds) ? textsAt(channel, "kinds") : kindsHere;
  const change = (kind: string, isWanted: boolean) => {
    const next = notificationKinds.filter((one) => (one === kind ? isWanted : kinds.includes(one)));
    onChanged(withKeys(channel, { kinds: next }));
  };
  return (
    <tr>
      <th scope="row">
        {name} <span className="muted">{typeLabel(textAt(channel, "type"))}</span>
        {problem === null || isOpen ? null : <p className={styles.problem}>{problem}</p>}
      </th>
      {notificationKinds.map((kind) => (
        <td key={kind}>
          <Checkbox
            aria-label={`${name}: ${channelsText.kinds[kind]}`}
            checked={kinds.includes(kind)}
            onChange={(event) => change(kind, event.currentTarget.checked)}
          />
        </td>
      ))}
      <td className={styles.act}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-label={channelsText.edit(name)}
          onClick={() => onOpened(!isOpen)}
        >
          Edit
        </Button>
      </td>
    </tr>
  );
}

function typeLabel(type: string): string {
  return Object.hasOwn(channelLabels, type) ? channelLabels[type as ChannelType] : type;
}

/** `Channel 2`, where there is one of them already. */
function freeName(channels: readonly Written[]): string {
  const taken = new Set(channels.map((channel) => textAt(channel, "name")));
  let number = channels.length + 1;
  while (taken.has(`Channel ${number}`)) number += 1;
  return `Channel ${number}`;
}
