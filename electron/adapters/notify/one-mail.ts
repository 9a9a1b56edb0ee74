import { once } from "node:events";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { trustOf } from "#adapters/portal/trusted-certificates.ts";
import { isLoopback } from "#base/loopback.ts";
import { mailServer } from "#domain/channels.ts";
import type { MailChannel } from "#domain/notification-settings.ts";
import type { ChannelMessage } from "#engine/ports/channels.ts";
import { mailOf } from "./mail-message.ts";
import { type MailError, reasonOf } from "./mail-reasons.ts";
import { type Came, failedTry } from "./one-try.ts";

export interface MailParts {
  /** Id of this mail, the same at each try: a server that took an earlier one knows it again. */
  readonly mailId: string;
  readonly secret: string | null;
  readonly caFile: string | null;
  /** From the connection to the answer to the message. */
  readonly tryMs: number;
  readonly signal: AbortSignal;
  /** Says a sentence in the language of the mail. */
  readonly say: (sentence: string) => string;
}

/** How long a server that has the message may take to say good-bye. */
const partingMs = 300;
/** More of an answer is not read. */
const answerBytes = 100_000;
/** It is encrypted from the first byte (RFC 8314); on every other port the connection begins in plain text. */
const implicitTlsPort = 465;

/**
 * Sends one mail over a connection of its own. Unless the channel allows otherwise, only over TLS with a certificate that
 * is trusted; to this PC itself also without.
 */
export async function mailOnce(
  channel: MailChannel,
  message: ChannelMessage,
  { mailId, secret, caFile, tryMs, signal, say }: MailParts,
): Promise<Came> {
  const server = mailServer(channel.server);
  if (server === null) return failedTry("was not asked: its address is not a server and a port");
  const trust = trustOf(caFile);
  if (typeof trust === "string") return failedTry(`was not asked: ${trust.replace(/\.$/, "")}`);
  const timeout = AbortSignal.timeout(tryMs);
  const connection = new SMTPConnection({
    ...wayTo(server, channel.allowInsecure),
    tls: { secureContext: trust.context, rejectUnauthorized: !channel.allowInsecure },
    connectionTimeout: tryMs,
    greetingTimeout: tryMs,
    dnsTimeout: tryMs,
    // This side's own timer ends a try; the library's would only come first.
    socketTimeout: 2 * tryMs,
    socketCloseTimeout: 0,
    maxResponseSize: answerBytes,
  });
  try {
    const mail = await mailOf(channel, message, mailId, say);
    const account = secret === null ? null : { user: channel.username ?? "", pass: secret };
    const refused = await conversation(connection, account, mail, AbortSignal.any([signal, timeout]));
    connection.quit();
    await once(connection, "end", { signal: AbortSignal.timeout(partingMs) }).catch(() => {});
    return refused.length === 0 ? { kind: "taken" } : reasonOf({ rejectedErrors: refused }, channel);
  } catch (error) {
    if (!timeout.aborted) return reasonOf(error as MailError, channel);
    // The answer to DATA was the last one: the message is on its way.
    const isHanded = /^354/.test(String(connection.lastServerResponse));
    const came = isHanded ? "; it may have arrived anyway" : "";
    return failedTry(
      `did not ${isHanded ? "confirm the message" : "answer"} in ${tryMs / 1000} s${came}`,
      true,
    );
  } finally {
    connection.close();
  }
}

/** Gives the library's options for a server. */
export function wayTo(server: { readonly host: string; readonly port: number }, allowInsecure: boolean) {
  const secure = server.port === implicitTlsPort;
  return { ...server, secure, requireTLS: !secure && !allowInsecure && !isLoopback(server.host) };
}

/** From the greeting to the answer to the message. Gives why some recipients were refused; rejects where all else fails. */
async function conversation(
  connection: SMTPConnection,
  account: { readonly user: string; readonly pass: string } | null,
  { envelope, raw }: Awaited<ReturnType<typeof mailOf>>,
  stop: AbortSignal,
): Promise<readonly MailError[]> {
  const { promise: broken, reject: breakOff } = Promise.withResolvers<never>();
  // Whatever else it may tell later is heard here, too.
  connection.on("error", breakOff);
  connection.on("end", () => breakOff(new Error("closed")));
  stop.addEventListener("abort", () => breakOff(stop.reason), { once: true });
  if (stop.aborted) breakOff(stop.reason);
  const step = async <T>(begin: (done: (error: unknown, result?: T) => void) => void): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    begin((error, result) => (error ? reject(error) : resolve(result as T)));
    return await Promise.race([promise, broken]);
  };
  await step((done) => connection.connect((error) => done(error)));
  if (account !== null) await step((done) => connection.login(account, done));
  const { rejectedErrors = [] } = await step<{ readonly rejectedErrors?: readonly MailError[] | undefined }>(
    (done) => connection.send(envelope, raw, done),
  );
  return rejectedErrors;
}
