import { z } from "zod";
import { isOpenHttp } from "#base/loopback.ts";

/** Values of the settings file that several of its parts hold. Messages end a sentence that begins with the key. */

/** Text that says something; `what` is the message. */
export const sayingText = (what: string) => z.string({ error: what }).trim().min(1, { error: what });

/** Null where `written` is not an http or https address. */
function readAddress(written: string): URL | null {
  const url = URL.parse(written);
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.hostname !== "" ? url : null;
}

/** True when a user name or password is in the address. */
export function hasCredentials(written: string): boolean {
  const url = URL.parse(written);
  return url !== null && (url.username !== "" || url.password !== "");
}

/** An http or https address; `what` is the message for anything else. */
export const webAddress = (what: string) =>
  z
    .string({ error: what })
    .trim()
    .refine((written) => readAddress(written) !== null, { error: what, abort: true });

/** The same without user name and password. */
export const openAddress = (what: string) =>
  webAddress(what).refine((written) => !hasCredentials(written), {
    error: "must not contain a user name or password: secrets do not belong in the settings file",
    abort: true,
  });

/** `HH:MM` of a local clock. */
export const clockTime = z
  .string({ error: 'must be a time such as "22:00"' })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time such as "22:00"' });

/** A span of local time, such as `{"from":"22:00","to":"06:00"}`. */
export const quietHours = z
  .strictObject(
    { from: clockTime, to: clockTime },
    { error: objectError('must be {"from":"22:00","to":"06:00"} or null') },
  )
  .refine((hours) => hours.from !== hours.to, { error: "must start and end at different times" });

/** Keeps zod's own list of unknown keys, which the caller turns into one message a key. */
export function objectError(message: string) {
  return (issue: { readonly code?: string | undefined }) =>
    issue.code === "unrecognized_keys" ? "is not a setting" : message;
}

/** Plain http would show on the way what is wrong at the station; to this computer itself nobody listens. */
export function isGuarded(written: string): boolean {
  return readAddress(written) !== null && !isOpenHttp(written);
}
