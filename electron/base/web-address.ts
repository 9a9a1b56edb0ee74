import { isOpenHttp } from "./loopback.ts";

/** True for an http or https address. */
export function isWebAddress(written: string): boolean {
  const url = URL.parse(written);
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.hostname !== "";
}

/** True when a user name or password is in the address. */
export function hasCredentials(written: string): boolean {
  const url = URL.parse(written);
  return url !== null && (url.username !== "" || url.password !== "");
}

/** Plain http would show on the way what is wrong at the station; to this computer itself nobody listens. */
export function isGuarded(written: string): boolean {
  return isWebAddress(written) && !isOpenHttp(written);
}

const cutOut = "***";

/** The address without what follows its computer, for those who may not know it. */
export function cutPathOf(written: string): string {
  const url = URL.parse(written.trim());
  return url === null ? cutOut : `${url.origin}/${cutOut}`;
}

/** True for an address as `cutPathOf` gives it. */
export function isCutOut(written: string): boolean {
  return written.endsWith(`/${cutOut}`);
}
