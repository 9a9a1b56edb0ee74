import type { Languages } from "#api/told-in-language.ts";
import { languageNamed, languageOfSystem, localeWithoutUtf8 } from "#base/chosen-language.ts";
import { errorText } from "#base/text.ts";
import type { Settings } from "#domain/settings.ts";
import type { Log } from "#engine/ports/host.ts";

/**
 * Languages of the readers of a host's answers. They are loaded for the first who is not English; `onFault` hears once of
 * each text that cannot be used.
 */
export function readerLanguages(onFault: (fault: string) => void): Languages {
  let loaded: Promise<Languages> | null = null;
  const load = async (): Promise<Languages> => {
    const { spokenLanguages } = await import("./spoken-languages.ts");
    const spoken = spokenLanguages(onFault);
    return async (tag) => spoken(tag)?.inLanguage ?? null;
  };
  return async (tag) => {
    if (tag === "en") return null;
    loaded ??= load();
    try {
      return await (await loaded)(tag);
    } catch (error) {
      onFault(errorText(error));
      return null;
    }
  };
}

/** Says sentences in the language of a station: that of its settings, else the system's. As they are where that is English. */
export function wordsOfStation(parts: {
  readonly languages: Languages;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: () => Settings;
  readonly log: Pick<Log, "warn">;
}): () => Promise<(sentence: string) => string> {
  let isTold = false;
  return async () => {
    const { language } = Object(parts.settings()) as { readonly language?: string };
    const chosen = languageNamed(language ?? "");
    const locale = chosen === null && !isTold ? localeWithoutUtf8(parts.env) : null;
    if (locale !== null) {
      isTold = true;
      parts.log.warn("notifications are in English: the locale names a charset that is not UTF-8", {
        locale,
      });
    }
    const system = languageOfSystem(parts.env, process.platform !== "linux");
    return (await parts.languages(chosen ?? system)) ?? ((sentence) => sentence);
  };
}
