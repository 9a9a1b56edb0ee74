import type { HookChannel } from "#domain/notification-settings.ts";
import type { ChannelMessage } from "#engine/ports/channels.ts";

/** Request that is posted to a channel: JSON, in the form that its service takes. Nothing in a text is markup there. */
export interface Posted {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

const forms: Readonly<Record<HookChannel["type"], (message: ChannelMessage) => Posted["body"]>> = {
  webhook: ({ lines, ...message }) => ({ ...message, sentence: lines.join("\n") }),
  slack: (message) => ({ text: slackText(textOf(message)), ...slackPlain }),
  teams: (message) => ({
    type: "message",
    attachments: [
      { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: cardOf(message) },
    ],
  }),
  mattermost: (message) => ({ text: textOf(message).split("\n").map(mattermostText).join("\n\n") }),
  ntfy: (message) => ({
    title: titleOf(message),
    message: cutToBytes(message.lines.join("\n"), ntfyBytes),
    priority: priorityOf(message),
    tags: [tagOf(message)],
  }),
};

/** `secret` is a password or access token of ntfy. */
export function postedTo(channel: HookChannel, message: ChannelMessage, secret: string | null): Posted {
  const body = forms[channel.type](message);
  if (channel.type !== "ntfy") return { url: channel.url, headers: {}, body };
  // JSON is published at the server's own address, with the topic inside: headers take no text but ASCII.
  const url = new URL(channel.url);
  const steps = url.pathname.split("/");
  const topic = steps.pop() ?? "";
  url.pathname = steps.join("/");
  return { url: url.href, headers: ntfyHeaders(channel, secret), body: { topic, ...body } };
}

function ntfyHeaders({ username }: HookChannel, secret: string | null): Posted["headers"] {
  if (secret === null || username === null) return {};
  if (secret.startsWith("tk_")) return { authorization: `Bearer ${secret}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString("base64")}` };
}

/** `hyytiala: Portal unreachable` */
export function titleOf({ title, station }: ChannelMessage): string {
  return station === "" ? title : `${station}: ${title}`;
}

function textOf(message: ChannelMessage): string {
  return [titleOf(message), ...message.lines].join("\n");
}

/** Slack reads `&`, `<` and `>` in any text; the rest is markup only where it is asked for. */
function slackText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const slackPlain = { mrkdwn: false, link_names: false, unfurl_links: false, unfurl_media: false };

const joiner = "\u200b";

/** Markdown is written out, and no `@all`, `~channel` or `<!here>` is one. */
function mattermostText(text: string): string {
  return text.replace(/[\\`*_[\]#!|~>]/g, "\\$&").replace(/[@<&]/g, `$&${joiner}`);
}

/** Text runs, as text blocks would read markdown. */
function cardOf(message: ChannelMessage) {
  const run = (text: string, style = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...style }],
  });
  const title = run(titleOf(message), { weight: "Bolder", size: "Medium" });
  return {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [title, ...message.lines.map((line) => run(line))],
  };
}

/** More would become an attachment. */
const ntfyBytes = 4_000;

/** 1 to 5; 3 is usual. */
function priorityOf({ kind, isRepeat }: ChannelMessage): number {
  if (isRepeat) return 2;
  return kind === "needsYou" ? 4 : kind === "resolved" || kind === "digest" ? 2 : 3;
}

function tagOf({ kind }: ChannelMessage): string {
  if (kind === "resolved") return "white_check_mark";
  return kind === "digest" || kind === "test" ? "information_source" : "warning";
}

function cutToBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= most) return text;
  return `${bytes
    .subarray(0, most - 4)
    .toString("utf8")
    .replace(/\ufffd+$/, "")}…`;
}
