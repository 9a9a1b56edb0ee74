import { expect, it } from "vitest";
import { type LanguageTag, languageOf } from "#base/language.ts";
import { createRecogniser } from "#base/recognise.ts";
import { createValues } from "#base/spoken-values.ts";
import { textsOf } from "#build/languages/language-files.ts";

it.each<[LanguageTag, string, string]>([
  [
    "de",
    "It is safe here. Next try at 14:02 UTC (in 3 days), attempt 2. Reason: unknown.",
    "Sie ist hier sicher. Nächster Versuch um 14:02 UTC (noch 3 Tage), Versuch 2. Grund: unbekannt.",
  ],
  [
    "pl",
    "notifications.channels has 1,022 entries, and at most 1000 can be used: remove those that are not needed.",
    "notifications.channels ma 1022 wpisy, a można użyć najwyżej 1000: usuń niepotrzebne.",
  ],
  [
    "es",
    "choose the right tags in Settings; the files are retried automatically then",
    "elija en Ajustes las etiquetas correctas; los archivos se reintentan entonces automáticamente",
  ],
])("a value within a sentence has its case and form: %s", (tag, english, meant) => {
  const texts = { ...textsOf(tag, "pages"), ...textsOf(tag, "station") };
  const language = languageOf(tag, (message) => texts[message]);
  const { inLanguage } = createRecogniser(Object.keys(texts), language, createValues(language));
  expect(inLanguage(english).replaceAll("\u00a0", " ")).toBe(meant);
});
