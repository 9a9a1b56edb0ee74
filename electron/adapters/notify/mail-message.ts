import MimeNode from "nodemailer/lib/mime-node";
import { lateModules } from "#adapters/late-modules.ts";
import { oneLine } from "#base/text.ts";
import type { MailChannel } from "#domain/notification-settings.ts";
import type { ChannelMessage } from "#engine/ports/channels.ts";
import { titleOf } from "./channel-bodies.ts";

interface Mail {
  readonly envelope: { readonly from: string; readonly to: string[] };
  /** As RFC 5322 wants it. */
  readonly raw: Buffer;
}

/**
 * Gives a message as a plain-text mail. Mails that tell the same cause again, or its end, refer to one thread. `mailId` names
 * this mail: no two that say different things may share it, or mail programs would show one of them only.
 */
export async function mailOf(
  channel: MailChannel,
  message: ChannelMessage,
  mailId: string,
  say: (sentence: string) => string,
): Promise<Mail> {
  const { from, to } = channel;
  const { station, lines } = message;
  const domain = from.slice(from.indexOf("@") + 1);
  const thread = `<skyferry-${hashOf([message.id, from, station])}@${domain}>`;
  const isUrgent = message.kind === "needsYou" && !message.isRepeat;
  const said = [...lines.map(oneLine), "", "-- ", say(footerOf(station))].join("\r\n");
  const mail = new MimeNode("text/plain; charset=utf-8", { disableFileAccess: true, disableUrlAccess: true })
    .setHeader({
      from: { name: "Skyferry", address: from },
      to: [...to],
      subject: oneLine(titleOf(message)),
      "message-id": `<${mailId}@${domain}>`,
      "in-reply-to": thread,
      references: thread,
      // Nobody's absence is answered (RFC 3834, and Exchange's own).
      "auto-submitted": "auto-generated",
      "x-auto-response-suppress": "All",
    })
    .setContent(said);
  if (isUrgent) mail.setHeader("importance", "high");
  return { envelope: { from, to: [...to] }, raw: await mail.build() };
}

function footerOf(station: string): string {
  return station === ""
    ? "Sent by Skyferry. To change this, open Settings, Notifications."
    : `Sent by Skyferry at ${oneLine(station)}. To change this, open Settings, Notifications.`;
}

function hashOf(parts: readonly string[]): string {
  return lateModules.crypto().createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 24);
}
