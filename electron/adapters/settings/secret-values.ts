import { cutPathOf } from "#base/web-address.ts";
import { secretKeyIn, secretName } from "./settings-issues.ts";

/** Why a document must not be written down, or null: a key that names a secret, or an address with credentials. */
export function secretIn(document: unknown): string | null {
  const key = secretKeyIn(document);
  if (key !== null) return `"${key}" is not saved: secrets do not belong in the settings file.`;
  const address = addressWithCredentials(document, "");
  return address === null
    ? null
    : `"${address}" contains a user name or password before "@": secrets do not belong in the settings file.`;
}

/** Key of the first such address. */
function addressWithCredentials(value: unknown, key: string): string | null {
  if (typeof value === "string") return hasCredentials(value) ? key : null;
  if (typeof value !== "object" || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const full = Array.isArray(value) ? `${key}[${name}]` : key === "" ? name : `${key}.${name}`;
    const found = addressWithCredentials(inner, full);
    if (found !== null) return found;
  }
  return null;
}

function hasCredentials(text: string): boolean {
  const url = /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(text) ? URL.parse(text.trim()) : null;
  return url !== null && (url.username !== "" || url.password !== "");
}

/**
 * A copy without the values that are or may be secret, and those values: also without the paths of the addresses of
 * notification channels, of the heartbeat and of the station report, as who knows one may send there. With `isForOthers` the
 * former `webhook` has none, either, and nobody who gets or sends mail is named.
 */
export function cutSecrets(
  value: unknown,
  isForOthers = false,
): { readonly value: unknown; readonly secrets: readonly string[] } {
  const secrets: string[] = [];
  const cut = (one: unknown): unknown => {
    if (typeof one === "string") return hasCredentials(one) ? cutAddress(one, secrets) : one;
    if (typeof one !== "object" || one === null) return one;
    if (Array.isArray(one)) return one.map(cut);
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => {
        if (isForOthers && key === "webhook" && typeof inner === "string")
          return [key, cutPath(inner, secrets)];
        if (key === "heartbeat" || key === "report")
          return [key, cut(cutChannel(inner, isForOthers, secrets))];
        if (key === "channels" && Array.isArray(inner))
          return [key, inner.map((one) => cut(cutChannel(one, isForOthers, secrets)))];
        if (!secretName.test(key)) return [key, cut(inner)];
        secrets.push(...textsIn(inner));
        return [key, "***"];
      }),
    );
  };
  return { value: cut(value), secrets };
}

function cutChannel(channel: unknown, isForOthers: boolean, secrets: string[]): unknown {
  if (typeof channel !== "object" || channel === null) return channel;
  const url: unknown = Reflect.get(channel, "url");
  if (typeof url === "string") return { ...channel, url: cutPath(url, secrets) };
  if (!isForOthers || Reflect.get(channel, "type") !== "email") return channel;
  const people = Object.entries(channel).filter(([key]) => ["from", "to", "username"].includes(key));
  secrets.push(...people.flatMap(([, value]) => textsIn(value)));
  return { ...channel, ...Object.fromEntries(people.map(([key]) => [key, "***"])) };
}

function cutAddress(text: string, secrets: string[]): string {
  const url = new URL(text.trim());
  if (url.password !== "") secrets.push(url.password, decoded(url.password));
  url.username = "";
  url.password = "";
  return url.href;
}

function cutPath(text: string, secrets: string[]): string {
  const url = URL.parse(text.trim());
  const path = url === null ? "" : url.pathname + url.search;
  if (path.length > 1) secrets.push(path);
  return cutPathOf(text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
