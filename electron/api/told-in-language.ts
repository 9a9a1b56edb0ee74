import { languageAccepted } from "#base/chosen-language.ts";
import type { LanguageTag } from "#base/language.ts";
import type { FeedEvent } from "#contract/events.ts";
import { methodNamed } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import { unshownValues } from "#domain/netcdf.ts";

/** Says a sentence of the engine in a language; as it is where that has no text for it. */
export type InLanguage = (sentence: string) => string;

/** Gives what says sentences in a language; null for English. */
export type Languages = (tag: LanguageTag) => Promise<InLanguage | null>;

/** Fields of answers that hold sentences for people, as a text or a list of them. No other field is touched. */
export const sentenceFields: ReadonlySet<string> = new Set([
  "contentReason",
  "detail",
  "finishProblem",
  "folderTroubles",
  "label",
  "ledgerMessage",
  "meaning",
  "message",
  "notes",
  "patternProblem",
  "problems",
  "quietMessage",
  "reason",
  "reasons",
  "remedy",
  "sentence",
  "sentences",
  "silence",
  "text",
  "title",
  "tooltip",
  "unanswered",
  "unfit",
  "unreadable",
  "verdict",
  "what",
  "whyNoPlot",
]);

const ofNetcdf: ReadonlySet<unknown> = new Set(Object.values(unshownValues));

/** Within these all is of people or of others: settings and their defaults, searches, records of the portal. */
const foreignFields: ReadonlySet<string> = new Set([
  "document",
  "filter",
  "instrumentDefaults",
  "keepDefaults",
  "notificationDefaults",
  "portalDefaults",
  "record",
  "settings",
]);

/** A verdict or reason by its name, such as `too-young` or `leftOut`: one of a list that programs know. */
const code = /^[a-z]+(?:[A-Z-][a-z]+)*$/;

/** Methods whose answers are records of the portal, the content of files, for programs, or signed. */
const foreignMethods =
  /^(?:portal\.|netcdf\.plot$|journal\.export$|settings\.export$|diagnostics$|stationReport$)/;

/** The reply with its sentences in a language; names, paths, settings and what people wrote stay as they are. */
export function replyInLanguage(
  method: string,
  reply: Reply<unknown>,
  inLanguage: InLanguage | null,
): Reply<unknown> {
  if (inLanguage === null) return reply;
  if (!reply.ok) return { ...reply, error: { ...reply.error, message: inLanguage(reply.error.message) } };
  return foreignMethods.test(methodNamed(method) ?? "")
    ? reply
    : { ...reply, value: told(reply.value, inLanguage) };
}

/** An event with the sentence of its journal line in a language. */
export function eventInLanguage(event: FeedEvent, inLanguage: InLanguage | null): FeedEvent {
  if (inLanguage === null || event.type !== "upload.changed" || event.detail === null) return event;
  return { ...event, detail: inLanguage(event.detail) };
}

/** Language and its sayer for a request, by its `Accept-Language`; null where it is English. */
export async function languageFor(
  header: string | undefined,
  languages: Languages | undefined,
): Promise<{ readonly tag: LanguageTag; readonly inLanguage: InLanguage } | null> {
  if (header === undefined || languages === undefined) return null;
  const tag = languageAccepted(header);
  const inLanguage = tag === "en" ? null : await languages(tag);
  return inLanguage === null ? null : { tag, inLanguage };
}

/** The same value where it has no such sentence. */
function told(value: unknown, inLanguage: InLanguage): unknown {
  if (Array.isArray(value)) return value.map((one) => told(one, inLanguage));
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (foreignFields.has(key)) return [key, inner];
      if (key === "value" && ofNetcdf.has(inner)) return [key, inLanguage(String(inner))];
      return [key, sentenceFields.has(key) ? sentenceIn(inner, inLanguage) : told(inner, inLanguage)];
    }),
  );
}

function sentenceIn(value: unknown, inLanguage: InLanguage): unknown {
  if (typeof value === "string") return code.test(value) ? value : inLanguage(value);
  if (Array.isArray(value)) return value.map((one) => sentenceIn(one, inLanguage));
  return told(value, inLanguage);
}
