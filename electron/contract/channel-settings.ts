import { z } from "zod";
import { once } from "#base/once.ts";
import { isCutOut, isGuarded } from "#base/web-address.ts";
import { mailServer } from "#domain/channels.ts";
import {
  type Channel,
  channelTypes,
  digestPeriods,
  notificationKinds,
} from "#domain/notification-settings.ts";
import { leftOut } from "#domain/settings-table.ts";
import { objectError, openAddress, sayingText, yesOrNo } from "./settings-values.ts";

/** An element of `notifications.channels` of the settings file. Messages as in `settings-file.ts`. */

const kindsMessage = `must be a list of ${notificationKinds.join(", ")}`;

const instrumentsMessage = "must be a list of names of instruments or models";

const anyChannel = once(() => ({
  name: sayingText("must be a name for this channel").max(60, { error: "must be at most 60 characters" }),
  kinds: z
    .array(z.enum(notificationKinds, { error: kindsMessage }), { error: kindsMessage })
    .readonly()
    .nullable()
    .default(null),
  instruments: z
    .array(z.string({ error: instrumentsMessage }), { error: instrumentsMessage })
    .min(1, { error: `${instrumentsMessage}; leave it out for all` })
    .readonly()
    .nullable()
    .default(null),
  digest: z.enum(digestPeriods, { error: 'must be "daily", "weekly" or null' }).nullable().default(null),
  allowInsecure: yesOrNo.default(false),
}));

/** Whose address it is; a message never shows it. */
const address = once(() =>
  openAddress("must be an address that starts with https://").refine((written) => !isCutOut(written), {
    error: leftOut,
  }),
);

const userName = once(() => sayingText("must be a user name, or null"));

interface Reached {
  readonly url: string;
  readonly allowInsecure: boolean;
}

const isProtected = ({ url, allowInsecure }: Reached) => allowInsecure || isGuarded(url);
const openMessage = {
  error: "must start with https://: over plain http, others can read it. Or set allowInsecure to true",
  path: ["url"],
};

const hook = <T extends "webhook" | "slack" | "teams" | "mattermost">(type: T) =>
  z
    .strictObject({ ...anyChannel(), type: z.literal(type), url: address() })
    .refine(isProtected, openMessage)
    .transform((channel) => ({ ...channel, username: null }));

const topicMessage = "must end with a topic, such as https://ntfy.sh/my-station";

const ntfy = once(() =>
  z
    .strictObject({
      ...anyChannel(),
      type: z.literal("ntfy"),
      url: address().refine((url) => /^[\w-]{1,64}$/.test(new URL(url).pathname.split("/").at(-1) ?? ""), {
        error: topicMessage,
      }),
      username: userName().nullable().default(null),
    })
    .refine(isProtected, openMessage),
);

const serverMessage = "must be a mail server and its port, such as mail.institute.example:587";
const fromMessage = "must be an e-mail address, such as station@institute.example";
const toMessage = "must be one e-mail address, or several separated by commas";
const recipientsAtMost = 20;

/** No quoting, comments or names: nothing that could end an address in a header, or begin another one. */
function isMailAddress(written: string): boolean {
  return written.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(written);
}

/** `"a@b.example, c@d.example"` is the list of both. */
function asList(written: unknown): unknown {
  if (typeof written !== "string") return written;
  return written.split(/[,;]/).flatMap((one) => one.trim() || []);
}

const email = once(() =>
  z.strictObject({
    ...anyChannel(),
    type: z.literal("email"),
    server: sayingText(serverMessage).refine((written) => mailServer(written) !== null, {
      error: serverMessage,
    }),
    from: sayingText(fromMessage).refine(isMailAddress, { error: fromMessage }),
    to: z.preprocess(
      asList,
      z
        .array(z.string({ error: toMessage }).trim(), { error: toMessage })
        .readonly()
        .refine((all) => all.length > 0 && all.every(isMailAddress), { error: toMessage, abort: true })
        .refine((all) => all.length <= recipientsAtMost, {
          error: `must be at most ${recipientsAtMost} addresses; use a mailing list for more people`,
        }),
    ),
    username: userName().nullable().default(null),
  }),
);

const typeMessage = `must be one of ${channelTypes.join(", ")}`;

export const channelSchema = once(
  (): z.ZodType<Channel> =>
    z.discriminatedUnion(
      "type",
      [hook("webhook"), hook("slack"), hook("teams"), hook("mattermost"), ntfy(), email()],
      {
        error: (issue) =>
          issue.code === "invalid_union"
            ? typeMessage
            : objectError("must be a channel: name, type and its address, in braces")(issue),
      },
    ),
);
