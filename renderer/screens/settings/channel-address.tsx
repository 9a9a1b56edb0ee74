import { TextInput } from "@mantine/core";
import type { ChannelType, HookChannel } from "#domain/notification-settings.ts";
import styles from "#renderer/settings-form/settings.module.css";
import { textAt, textsAt, type Written } from "#renderer/settings-form/settings-document.ts";
import { channelsText } from "#renderer/text/channels.ts";

interface ChannelAddressProps {
  readonly channel: Written;
  readonly problem: (key: string) => string | null;
  readonly change: (changes: Written) => void;
}

/** Gives the keys to clear: a service of another type has no use for them, and the settings would not take them. */
export function withoutAddress(): Written {
  return { url: undefined, username: undefined, server: undefined, from: undefined, to: undefined };
}

/** Fields of the address to which a channel leads. */
export function ChannelAddress(props: ChannelAddressProps) {
  const type = textAt(props.channel, "type") as ChannelType;
  return type === "email" ? <MailFields {...props} /> : <HookFields {...props} type={type} />;
}

function HookFields({ channel, problem, change, type }: ChannelAddressProps & Pick<HookChannel, "type">) {
  return (
    <>
      <TextInput
        name="url"
        label={channelsText.address}
        description={channelsText.addressHelp[type]}
        placeholder="https://"
        value={textAt(channel, "url")}
        error={problem("url")}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      {type === "ntfy" ? (
        <TextInput
          name="username"
          label={channelsText.username}
          description={channelsText.usernameHelp}
          value={textAt(channel, "username")}
          error={problem("username")}
          onChange={(event) => change({ username: event.currentTarget.value || undefined })}
        />
      ) : null}
    </>
  );
}

function MailFields({ channel, problem, change }: ChannelAddressProps) {
  return (
    <>
      <TextInput
        name="to"
        label={channelsText.to}
        description={channelsText.toHelp}
        value={textAt(channel, "to") || textsAt(channel, "to").join(", ")}
        error={problem("to")}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <TextInput
        name="from"
        label={channelsText.from}
        description={channelsText.fromHelp}
        value={textAt(channel, "from")}
        error={problem("from")}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <TextInput
          name="server"
          label={channelsText.server}
          description={channelsText.serverHelp}
          placeholder="mail.example:587"
          value={textAt(channel, "server")}
          error={problem("server")}
          onChange={(event) => change({ server: event.currentTarget.value })}
        />
        <TextInput
          name="username"
          label={channelsText.mailUser}
          description={channelsText.mailUserHelp}
          autoComplete="off"
          value={textAt(channel, "username")}
          error={problem("username")}
          onChange={(event) => change({ username: event.currentTarget.value || undefined })}
        />
      </div>
    </>
  );
}
