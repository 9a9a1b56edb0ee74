import type { MailChannel } from "#domain/notification-settings.ts";
import { type Came, certificateReason, failedTry, saidWithout } from "./one-try.ts";

/** Error that nodemailer throws, as far as it is read here. */
export interface MailError {
  readonly code?: string | undefined;
  /** Code that Node.js or OpenSSL gave it. */
  readonly originalCode?: string | undefined;
  readonly command?: string | undefined;
  /** All lines of the server's answer. */
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly recipient?: string | undefined;
  readonly rejectedErrors?: readonly MailError[] | undefined;
}

/** A server that says "later" (greylisting: 5 min as a rule) is not asked before. */
const laterMs = 360_000;

/** Why a mail was not taken, or not for everybody. A server's 4xx is for now, its 5xx for good. */
export function reasonOf(error: MailError, channel: MailChannel): Came {
  const { rejectedErrors: refused = [] } = error;
  const isPart = refused.length < channel.to.length;
  const some = isPart
    ? (refused.find(({ responseCode }) => !isForNow(responseCode)) ?? refused[0])
    : undefined;
  if (some !== undefined) {
    const { place, of } = placeOf(some, channel);
    const reason = `accepted the message, but refused ${place === 0 ? "a recipient" : `recipient ${place} of ${of}`}: ${saidBy(some, channel)}`;
    // Another try is for these alone: the others would get it twice.
    const left = refused.flatMap(({ recipient, responseCode }) =>
      recipient !== undefined && isForNow(responseCode) ? [recipient] : [],
    );
    const partly = { left, isAnyRefused: left.length < refused.length };
    return { ...failedTry(reason, left.length > 0, laterMs), partly };
  }
  const { responseCode } = error;
  if (responseCode === undefined || responseCode < 400) return unanswered(error);
  const isTransient = isForNow(responseCode);
  return failedTry(answered(error, isTransient, channel), isTransient, isTransient ? laterMs : 0);
}

function isForNow(responseCode = 0): boolean {
  return responseCode < 500 || responseCode === 503;
}

function answered(error: MailError, isTransient: boolean, channel: MailChannel): string {
  const said = saidBy(error, channel);
  if (isTransient) return `answered ${said}`;
  if (error.command === "STARTTLS") return `offers no encryption (STARTTLS): ${said}`;
  if (error.responseCode === 530) return `wants a user name and password: ${said}`;
  if (error.code === "EAUTH") return `did not accept the user name and password: ${said}`;
  if (error.command === "MAIL FROM") return `refused the sender: ${said}`;
  if (error.command === "RCPT TO")
    return `refused ${channel.to.length === 1 ? "the recipient" : "every recipient"}: ${said}`;
  return `answered ${said}`;
}

/** The place of a recipient, 0 where it is not known: addresses of people are in no log. */
function placeOf({ recipient = "" }: MailError, { to }: MailChannel) {
  return { place: to.indexOf(recipient) + 1, of: to.length };
}

/** `550 5.1.1 User unknown`, without addresses of people. */
function saidBy({ response = "", responseCode = 0 }: MailError, channel: MailChannel): string {
  const lines = response.split(/\r?\n/).map((line) => line.replace(/^\d{3}[ -]?/, "").trim());
  const people = [channel.from, ...channel.to, ...(channel.username === null ? [] : [channel.username])];
  return saidWithout(`${responseCode} ${lines.join(" ")}`, people);
}

function unanswered({ code, originalCode }: MailError): Came {
  const own = originalCode ?? code ?? "";
  const certificate = certificateReason(own);
  if (certificate !== null) return failedTry(certificate);
  if (own === "ERR_SSL_WRONG_VERSION_NUMBER")
    return failedTry("does not encrypt from the first byte there, as port 465 has to: try port 587");
  if (code === "ECONNECTION" && originalCode === undefined) return failedTry("closed the connection", true);
  return failedTry(`cannot be reached: ${own === "" ? "the connection failed" : own}`, true);
}
