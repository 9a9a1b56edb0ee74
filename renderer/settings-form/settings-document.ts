import { english, spokenLanguage } from "#base/language.ts";
import { say } from "#base/say.ts";
import { capital } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";

/** The settings as they are in the file; nothing in here has been checked. */
export type SettingsDocument = Output<"settings.read">["document"];

/** An object of the document: the portal, an instrument, the notifications. */
export type Written = Readonly<Record<string, unknown>>;

export type SettingsProblemShown = Output<"settings.read">["problems"][number];

/** The text under a key; "" for anything else. */
export function textAt(written: Written | null, key: string): string {
  const value = written?.[key];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** The number under a key; null for anything else. */
export function numberAt(written: Written | null, key: string): number | null {
  const value = written?.[key];
  return typeof value === "number" ? value : null;
}

/** True or false under a key; what the default says for anything else. */
export function flagAt(written: Written | null, key: string, otherwise: boolean): boolean {
  const value = written?.[key];
  return typeof value === "boolean" ? value : otherwise;
}

/** The texts of a list under a key. */
export function textsAt(written: Written | null, key: string): readonly string[] {
  const value = written?.[key];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/** The object under a key; null for anything else. */
export function objectAt(written: Written | null, key: string): Written | null {
  const value = written?.[key];
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Written) : null;
}

/** The same object with other values; `undefined` takes a key out, so that its default holds. */
export function withKeys(written: Written | null, changes: Written): Written {
  const next = { ...written, ...changes };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}

export function withPortal(document: SettingsDocument, changes: Written): SettingsDocument {
  return { ...document, portal: withKeys(document.portal, changes) };
}

export function withNotificationKeys(document: SettingsDocument, changes: Written): SettingsDocument {
  return { ...document, notifications: withKeys(document.notifications, changes) };
}

/** Who else is told, as written. */
export function channelsIn({ notifications }: SettingsDocument): readonly Written[] {
  const written = notifications?.channels;
  return Array.isArray(written) ? written.map((one) => objectAt({ one }, "one") ?? {}) : [];
}

/** Whose password it is: of the portal, or of a channel. Another user or server has another one. */
export function accountKey(written: Written | null): string {
  return JSON.stringify(["type", "url", "server", "username"].map((key) => textAt(written, key)));
}

/** An empty list takes the key out. */
export function withChannels(document: SettingsDocument, channels: readonly Written[]): SettingsDocument {
  return withNotificationKeys(document, { channels: channels.length === 0 ? undefined : channels });
}

/** The document with a channel at its place again, unless it is there already. */
export function withChannelBack(
  document: SettingsDocument,
  index: number,
  channel: Written,
): SettingsDocument {
  return withChannels(document, putBack(channelsIn(document), index, channel));
}

function putBack(list: readonly Written[], index: number, one: Written): readonly Written[] {
  return list.some((other) => isSame(other, one)) ? list : list.toSpliced(index, 0, one);
}

/** Null takes the section out. */
export function withSection(
  document: SettingsDocument,
  section: "metrics" | "report",
  changes: Written | null,
): SettingsDocument {
  const { [section]: _, ...rest } = document;
  const left = rest as SettingsDocument;
  return changes === null ? left : { ...left, [section]: withKeys(objectAt(document, section), changes) };
}

/** Lists of what is watched: measuring instruments, and models, which need less to be told. */
export type SourceList = "instruments" | "models";

export function sourcesOf(document: SettingsDocument, list: SourceList): readonly Written[] {
  const written: unknown = document[list];
  return Array.isArray(written) ? written : [];
}

/** The document with one instrument or model replaced, or added where `index` is the number of them. */
export function withSource(
  document: SettingsDocument,
  list: SourceList,
  index: number,
  source: Written,
): SettingsDocument {
  const sources = [...sourcesOf(document, list)];
  const renamed = { from: textAt(sources[index] ?? {}, "name"), to: textAt(source, "name") };
  sources[index] = { ...source };
  return withNameOfChannels({ ...document, [list]: sources }, renamed);
}

/** Channels that are told of an instrument are told of it by its new name. */
function withNameOfChannels(
  document: SettingsDocument,
  { from, to }: { readonly from: string; readonly to: string },
): SettingsDocument {
  const channels = channelsIn(document);
  if (from === "" || from === to || !channels.some((one) => textsAt(one, "instruments").includes(from)))
    return document;
  const named = (one: Written) =>
    textsAt(one, "instruments").includes(from)
      ? { ...one, instruments: textsAt(one, "instruments").map((name) => (name === from ? to : name)) }
      : one;
  return withChannels(document, channels.map(named));
}

/** The document with an instrument or model at its place again, unless it is there already. */
export function withSourceBack(
  document: SettingsDocument,
  list: SourceList,
  index: number,
  source: Written,
): SettingsDocument {
  return { ...document, [list]: putBack(sourcesOf(document, list), index, source) };
}

export function withoutSource(document: SettingsDocument, list: SourceList, index: number): SettingsDocument {
  const { models: _, ...rest } = document;
  const left = sourcesOf(document, list).filter((_, at) => at !== index);
  return list === "models" && left.length === 0 ? rest : { ...document, [list]: left };
}

/** Gives the problems of one field: those of this key and of what lies below it, in one text; null for none. */
export function problemOf(problems: readonly SettingsProblemShown[], key: string): string | null {
  const mine = problems.filter(
    (one) => one.key === key || one.key.startsWith(`${key}.`) || one.key.startsWith(`${key}[`),
  );
  return mine.length === 0 ? null : mine.map(({ message }) => plainly(message)).join(" ");
}

/** Pattern of a key that may have a field. */
const fieldKey = String.raw`(?:(?:instruments|models)\[\d+\]|portal|notifications(?:\.channels\[\d+\]|\.heartbeat)?|keep|metrics|report)(?:\.\w+(?:\[\d+\])?)*`;

/** The name behind the key of a problem, as the reader's language writes it: ` of "Radar"`. */
export function ofName(name: string): string {
  return say('{key} of "{name}"', { key: "", name });
}

/** Pattern of such a name, before its problem. */
function namePattern(): string {
  const [before, after] = ofName("\n")
    .split("\n")
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return `${before}(.*?)${after}`;
}

/** The instrument that a problem names; null where it names none. */
export function nameIn(message: string): string | null {
  return new RegExp(`^${fieldKey}${namePattern()}: `).exec(message)?.[1] ?? null;
}

/** A problem beside its own field, without the name that the field has in the file; `Enter an e-mail address.` for a missing value. */
export function plainly(message: string): string {
  // In other languages what follows a key is the rest of its sentence, whatever its verb.
  const end = spokenLanguage() === english ? ": | (?=must )" : ":? ";
  const said = message.replace(new RegExp(`^${fieldKey}(?:${namePattern()})?(?:${end})`), "");
  const asked = said.replace(/^must be ([^.]+), but is missing(?=\.)/, "enter $1");
  return asked === message ? message : capital(asked);
}

/** Gives the problems of an instrument or model as a whole or of any of its fields; `place`: `instruments[2]`. */
export function problemsOfSource(
  problems: readonly SettingsProblemShown[],
  place: string,
): readonly SettingsProblemShown[] {
  return problems.filter(({ key }) => key === place || key.startsWith(`${place}.`));
}

/** Whatever the order of their keys. */
export function isSame(one: SettingsDocument | Written, other: SettingsDocument | Written): boolean {
  return inOrder(one) === inOrder(other);
}

function inOrder(document: SettingsDocument | Written): string {
  return JSON.stringify(document, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** A new instrument, before anything is filled in. */
export const freshInstrument: Written = { finish: { policy: "settle", seconds: 60 } };
