import { Button, Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { channelLabels } from "#domain/channels.ts";
import { type ChannelType, type NotificationKind, notificationKinds } from "#domain/notification-settings.ts";
import {
  accountKey,
  textAt,
  textsAt,
  type Written,
  withKeys,
} from "#renderer/settings-form/settings-document.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { useTypedPassword } from "#renderer/store/typed-passwords.ts";
import { channelsText } from "#renderer/text/channels.ts";
import styles from "./channels.module.css";

interface ThisPcRowProps {
  readonly kinds: readonly NotificationKind[];
  readonly isLocked: (kind: NotificationKind) => boolean;
  readonly onChanged: (kind: NotificationKind, isOn: boolean) => void;
}

/** Kinds that the desktop app shows; a kind that is on here also goes to channels that name no kinds. */
export function ThisPcRow({ kinds, isLocked, onChanged }: ThisPcRowProps) {
  const isApp = useHostQuery("shell.facts", {}).data?.kind === "desktop";
  const test = useHostCall("shell.testNotification", []);
  const said = test.data?.sentence ?? test.error?.message;
  return (
    <Row
      name={channelsText.thisPc}
      about={channelsText.shownByApp}
      kinds={kinds}
      isLocked={isLocked}
      onChanged={onChanged}
      below={
        said === undefined ? null : (
          <p className={test.data?.isShown === true ? "" : "amiss"} role="status">
            {said}
          </p>
        )
      }
    >
      {isApp ? (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={channelsText.sendTestHere}
          loading={test.isPending}
          onClick={() => test.mutate({})}
        >
          {channelsText.test}
        </Button>
      ) : null}
    </Row>
  );
}

interface ChannelRowProps {
  readonly channel: Written;
  /** Kinds that are switched on for this PC; a channel that says nothing gets them. */
  readonly kindsHere: readonly NotificationKind[];
  readonly problem: string | null;
  readonly isOpen: boolean;
  readonly onOpened: (isOpen: boolean) => void;
  readonly onChanged: (next: Written) => void;
}

export function ChannelRow({ channel, kindsHere, problem, isOpen, onOpened, onChanged }: ChannelRowProps) {
  const name = textAt(channel, "name") || channelsText.noName;
  const kinds = Array.isArray(channel.kinds) ? textsAt(channel, "kinds") : kindsHere;
  const typed = useTypedPassword(accountKey(channel));
  const below = problem ?? (typed === "" ? null : channelsText.passwordNotSaved);
  const change = (kind: string, isWanted: boolean) => {
    const next = notificationKinds.filter((one) => (one === kind ? isWanted : kinds.includes(one)));
    onChanged(withKeys(channel, { kinds: next }));
  };
  return (
    <Row
      name={name}
      about={typeLabel(textAt(channel, "type"))}
      kinds={kinds}
      onChanged={change}
      below={
        below === null || isOpen ? null : <p className={problem === null ? "muted" : "amiss"}>{below}</p>
      }
    >
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-label={channelsText.edit(name)}
        onClick={() => onOpened(!isOpen)}
      >
        {say("Edit")}
      </Button>
    </Row>
  );
}

interface RowProps {
  readonly name: string;
  readonly about: string;
  readonly kinds: readonly string[];
  readonly isLocked?: (kind: NotificationKind) => boolean;
  readonly onChanged: (kind: NotificationKind, isOn: boolean) => void;
  /** Text about the row, over the whole width. */
  readonly below: ReactNode;
  /** Actions of the row. */
  readonly children: ReactNode;
}

function Row({ name, about, kinds, isLocked, onChanged, below, children }: RowProps) {
  return (
    <>
      <tr>
        <th scope="row">
          {name}
          <span className="muted">{about}</span>
        </th>
        {notificationKinds.map((kind) => (
          <td key={kind}>
            <Checkbox
              aria-label={`${name}: ${channelsText.kinds[kind]}`}
              checked={kinds.includes(kind)}
              disabled={isLocked?.(kind) ?? false}
              onChange={(event) => onChanged(kind, event.currentTarget.checked)}
            />
          </td>
        ))}
        <td className={styles.act}>{children}</td>
      </tr>
      {below === null ? null : (
        <tr>
          <td className={styles.below} colSpan={notificationKinds.length + 2}>
            {below}
          </td>
        </tr>
      )}
    </>
  );
}

function typeLabel(type: string): string {
  return Object.hasOwn(channelLabels, type) ? say(channelLabels[type as ChannelType]) : type;
}
