import type { Languages } from "#api/told-in-language.ts";
import { errorText } from "#base/text.ts";

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
