import { Button, MultiSelect, PasswordInput, Select, Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { say } from "#base/say.ts";
import { channelLabels } from "#domain/channels.ts";
import { type ChannelType, channelTypes } from "#domain/notification-settings.ts";
import { notificationRows } from "#domain/settings-table.ts";
import styles from "#renderer/settings-form/settings.module.css";
import {
  accountKey,
  flagAt,
  textAt,
  textsAt,
  type Written,
  withKeys,
} from "#renderer/settings-form/settings-document.ts";
import { useLeftFields } from "#renderer/settings-form/use-left-fields.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { renameAccount, typePassword, useTypedPassword } from "#renderer/store/typed-passwords.ts";
import { channelsText } from "#renderer/text/channels.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import { ChannelAddress, withoutAddress } from "./channel-address.tsx";

interface ChannelFormProps {
  readonly channel: Written;
  /** The channel at this place in the file; null where it is new. */
  readonly savedAs: Written | null;
  /** Names of the instruments and models of the settings. */
  readonly instruments: readonly string[];
  /** It is filled in for the first time. */
  readonly isFresh: boolean;
  readonly problemOf: (key: string) => string | null;
  readonly onChanged: (next: Written) => void;
  readonly onRemoved: () => void;
}

/** Fields without which nobody can be told. */
function neededOf(type: ChannelType): readonly string[] {
  return type === "email" ? ["name", "to", "from", "server"] : ["name", "url"];
}

function isEmpty(channel: Written, key: string): boolean {
  return textAt(channel, key) === "" && textsAt(channel, key).length === 0;
}

/** Form of a channel: where it leads, tried with *Send a test* before it is saved. */
export function ChannelForm(props: ChannelFormProps) {
  const { channel, savedAs, onChanged, onRemoved } = props;
  const { onBlur, isLeft, leaveAll } = useLeftFields(props.isFresh);
  const type = textAt(channel, "type") as ChannelType;
  const [isAsked, setAsked] = useState(false);
  const missing = (key: string) =>
    isAsked && neededOf(type).includes(key) && isEmpty(channel, key) ? channelsText.fillIn : null;
  const problem = (key: string) => (isLeft(key) ? (missing(key) ?? props.problemOf(key)) : null);
  const account = accountKey(channel);
  const password = useTypedPassword(account);
  const test = useHostCall("notifications.testChannel", []);
  const change = (changes: Written) => {
    test.reset();
    const next = withKeys(channel, changes);
    renameAccount(account, accountKey(next));
    onChanged(next);
  };
  const said = test.data?.sentence ?? test.error?.message;
  return (
    <fieldset className={`${styles.edited} ${styles.form} stack`} onBlur={onBlur}>
      <legend className="below-4 strong">{textAt(channel, "name") || channelsText.noName}</legend>
      <div className={styles.pair}>
        <TextInput
          name="name"
          label={channelsText.name}
          value={textAt(channel, "name")}
          error={problem("name")}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Select
          label={channelsText.type}
          data={channelTypes.map((value) => ({ value, label: say(channelLabels[value]) }))}
          allowDeselect={false}
          value={type}
          error={problem("type")}
          onChange={(next) => {
            // It is of no use to another service.
            typePassword(account, "");
            change({ ...withoutAddress(), type: next ?? type });
          }}
        />
      </div>
      <ChannelAddress channel={channel} problem={problem} change={change} />
      {textAt(channel, "username") === "" ? null : (
        <ChannelPassword
          channel={channel}
          isSaved={savedAs !== null && JSON.stringify(savedAs) === JSON.stringify(channel)}
          typed={password}
          onTyped={(typed) => typePassword(account, typed)}
        />
      )}
      <ChannelChoices channel={channel} instruments={props.instruments} problem={problem} change={change} />
      <div className="wraps">
        <Button
          variant="default"
          loading={test.isPending}
          onClick={() => {
            setAsked(true);
            leaveAll();
            // Each is said beside its field.
            if (neededOf(type).some((key) => isEmpty(channel, key))) test.reset();
            else test.mutate({ channel, password: password || null });
          }}
        >
          {channelsText.sendTest}
        </Button>
        <Button variant="subtle" color="red" onClick={onRemoved}>
          {channelsText.remove}
        </Button>
      </div>
      {said === undefined ? null : (
        <p className={`strong ${test.data?.isTaken === true ? "tone-ok" : "tone-problem"}`} role="status">
          {said}
        </p>
      )}
    </fieldset>
  );
}

interface ChannelChoicesProps {
  readonly channel: Written;
  readonly instruments: readonly string[];
  readonly problem: (key: string) => string | null;
  readonly change: (changes: Written) => void;
}

/** Instruments that a channel tells of, when, and over what connection. */
function ChannelChoices({ channel, instruments, problem, change }: ChannelChoicesProps) {
  const toldOf = textsAt(channel, "instruments");
  const isMail = textAt(channel, "type") === "email";
  return (
    <>
      <MultiSelect
        label={channelsText.instruments}
        description={channelsText.instrumentsHelp}
        placeholder={toldOf.length === 0 ? channelsText.allInstruments : undefined}
        data={[...new Set([...instruments.filter((name) => name !== ""), ...toldOf])]}
        value={[...toldOf]}
        clearable
        error={problem("instruments")}
        onChange={(next) => change({ instruments: next.length === 0 ? undefined : next })}
      />
      <Select
        label={say(notificationRows.digestAt.title)}
        description={say(notificationRows.digestAt.help)}
        data={channelsText.digests}
        allowDeselect={false}
        value={textAt(channel, "digest")}
        error={problem("digest")}
        onChange={(next) => change({ digest: next || undefined })}
      />
      <Switch
        label={channelsText.allowInsecure}
        description={isMail ? channelsText.allowInsecureMailHelp : channelsText.allowInsecureHelp}
        checked={flagAt(channel, "allowInsecure", false)}
        onChange={(event) => change({ allowInsecure: event.currentTarget.checked || undefined })}
      />
    </>
  );
}

interface ChannelPasswordProps {
  readonly channel: Written;
  /** As it is in the file: only then is it asked where the password lies. */
  readonly isSaved: boolean;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}

/** Kept at once, as the portal's password is; never shown. */
function ChannelPassword({ channel, isSaved, typed, onTyped }: ChannelPasswordProps) {
  const kept = useHostQuery("notifications.password", { channel }, { enabled: isSaved }).data;
  const keep = useHostCall("notifications.setPassword", ["notifications.password"]);
  const state = keep.data ?? kept;
  const keepIt = () =>
    keep.mutate(
      { channel, password: typed },
      { onSuccess: ({ message }) => (message === null ? onTyped("") : undefined) },
    );
  return (
    <div className={`${styles.row} ends wraps`}>
      <PasswordInput
        flex={1}
        miw={180}
        label={channelsText.password}
        description={state?.place ? channelsText.passwordIsKept : channelsText.passwordIsKeptApart}
        placeholder={state?.place ? settingsText.typeNewPassword : ""}
        autoComplete="off"
        disabled={state?.place === "environment"}
        value={typed}
        error={keep.error?.message ?? keep.data?.message}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      <Button disabled={typed === ""} loading={keep.isPending} onClick={keepIt}>
        {channelsText.savePassword}
      </Button>
    </div>
  );
}
