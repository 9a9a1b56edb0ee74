import { languageOfSystem, languageTags } from "#base/chosen-language.ts";
import type { LanguageTag } from "#base/language.ts";

/** The language of a command line: `--lang`, else that of the surroundings. A wrong one is left to the reading of the flags. */
export function wantedLanguage(argv: readonly string[], env: NodeJS.ProcessEnv): LanguageTag {
  const end = argv.indexOf("--");
  const flags = end < 0 ? argv : argv.slice(0, end);
  const at = flags.findLastIndex((word) => word === "--lang" || word.startsWith("--lang="));
  const given = flags[at]?.split("=")[1] ?? flags[at + 1];
  const named = at < 0 ? undefined : languageTags.find((tag) => tag === given);
  return named ?? languageOfSystem(env, process.platform === "win32");
}
