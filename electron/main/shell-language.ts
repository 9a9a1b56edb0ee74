import { languageNamed } from "#base/chosen-language.ts";
import type { LanguageTag } from "#base/language.ts";
import { readerLanguages } from "#compose/reader-languages.ts";
import type { Transport } from "#contract/transport.ts";
import type { ElectronParts } from "./electron-parts.ts";
import { shellText } from "./text.ts";

/**
 * Language of what the shell shows around the pages: tray, dialogs, notifications. Its log stays English, so that a text is
 * said where it is shown. It has one reader, as the pages do.
 */

let inWords = (text: string): string => text;

/** A text of the shell or of the host, as the person in front of this PC reads it. */
export function shown(text: string): string {
  return inWords(text);
}

const languages = readerLanguages((fault) => process.stderr.write(`${shellText.textNotUsed(fault)}\n`));

/** Speaks this language from now on. */
export async function speakInShell(tag: LanguageTag): Promise<void> {
  const said = await languages(tag);
  inWords = said ?? ((text) => text);
}

/** The first language of the person's list for this PC that Skyferry speaks; English where none is. */
export function systemLanguage({ app }: Pick<ElectronParts, "app">): LanguageTag {
  const [first = app.getLocale()] = app.getPreferredSystemLanguages();
  return languageNamed(first) ?? "en";
}

/** Between two looks at the settings. */
const againAfterMs = 60_000;

/** Follows the language of the station's settings, `auto` being the system's; `onChanged` hears of each other one. */
export function followLanguage(
  transport: Transport,
  parts: { readonly electron: Pick<ElectronParts, "app">; readonly monotonicMs: () => number },
  onChanged: () => void,
): () => void {
  let spoken: LanguageTag | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    const nowMs = parts.monotonicMs();
    if (nowMs - askedAtMs < againAfterMs) return;
    askedAtMs = nowMs;
    const reply = await transport.call("settings.read", {});
    if (!reply.ok) return;
    const { language } = Object(reply.value.document) as { readonly language?: unknown };
    const tag = languageNamed(String(language)) ?? systemLanguage(parts.electron);
    if (tag === spoken) return;
    spoken = tag;
    await speakInShell(tag);
    onChanged();
  };
  void look();
  return transport.subscribe(null, ({ type }) => {
    if (type === "status.changed" || type === "reset") void look();
  });
}
