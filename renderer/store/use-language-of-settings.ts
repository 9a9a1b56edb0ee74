import { useEffect } from "react";
import { bestLanguage } from "#base/chosen-language.ts";
import { spokenLanguage } from "#base/language.ts";
import { useHostQuery } from "./host.tsx";
import { keepLanguage, keptLanguage } from "./kept-language.ts";
import { reloadIfServed } from "./reload.ts";

/** Keeps the language that the settings name, as soon as something reads them; loads the page again where it speaks another. */
export function useLanguageOfSettings(): void {
  const { data } = useHostQuery("settings.read", {}, { enabled: false });
  const chosen = data === undefined ? null : String(data.document.language ?? "auto");
  useEffect(() => {
    if (chosen === null || !keepLanguage(chosen)) return;
    const wanted = keptLanguage() ?? bestLanguage(navigator.languages);
    if (wanted !== spokenLanguage().tag) void reloadIfServed();
  }, [chosen]);
}
