import { spokenLanguage } from "#base/language.ts";
import { say } from "#base/say.ts";
import { spanText } from "#base/text.ts";

/** The same moment on this PC's own clock, for a hover. */
export function localText(iso: string): string {
  const { tag } = spokenLanguage();
  // English is as the reader's own system writes it.
  const locale = tag === "en" ? undefined : tag;
  return say("{moment} local time", {
    moment: new Date(iso).toLocaleString(locale, { dateStyle: "medium", timeStyle: "medium" }),
  });
}

/** A label within a sentence: in lower case, but in German, which writes nouns with a capital. */
export function withinSentence(label: string): string {
  return spokenLanguage().tag === "de" ? label : label.toLowerCase();
}

/** A span behind "in" or "ago": German has the dative there, `vor 3 Tagen`. */
export function spanWithin(span: string): string {
  return spokenLanguage().tag === "de" ? span.replace(/\bTage\b/, "Tagen") : span;
}

/** `just now`, `3 min ago`. */
export function agoText(iso: string, nowMs: number): string {
  const ms = nowMs - Date.parse(iso);
  return ms < 5_000 ? say("just now") : say("{span} ago", { span: spanWithin(spanText(ms)) });
}

/** `in 40 s`, `now`. */
export function inText(iso: string, nowMs: number): string {
  const ms = Date.parse(iso) - nowMs;
  return ms < 1_000 ? say("now") : say("in {span}", { span: spanWithin(spanText(ms)) });
}

/** The end and the beginning of a long name, the middle cut: `20260101_very…_zen.LV1`. */
export function middleCut(text: string, most: number): string {
  if (text.length <= most) return text;
  const tail = Math.floor((most - 1) * 0.45);
  return `${text.slice(0, most - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** A persistent identifier without the address that resolves it: `21.12132/3.241bda142975460b`. */
export function handleOf(pid: string): string {
  return pid.replace(/^https?:\/\/hdl\.handle\.net\//, "");
}
