import { expect, it } from "vitest";
import {
  languageAccepted,
  languageOfEnvironment,
  languageOfSystem,
  localeWithoutUtf8,
} from "#base/chosen-language.ts";

it.each([
  [{ LANG: "fi_FI.UTF-8" }, "fi"],
  [{ LC_ALL: "", LC_MESSAGES: "pl_PL.utf8", LANG: "fi_FI.UTF-8" }, "pl"],
  [{ LC_ALL: "C", LANG: "fi_FI.UTF-8" }, "en"],
  [{ LANG: "POSIX" }, "en"],
  [{ LANG: "de_DE.latin1" }, "en"],
  [{ LANG: "xx_YY.latin1" }, "en"],
  [{ LANG: "sv_SE.UTF-8" }, "en"],
  [{ LANG: "de_AT@euro" }, "en"],
  [{ LANG: "de_AT.UTF-8@euro" }, "de"],
  [{ LANG: "it" }, "it"],
  [{}, null],
])("%j is %s", (env, tag) => {
  expect(languageOfEnvironment(env)).toBe(tag);
});

it.each([
  [{ LANG: "de_DE.latin1" }, "de_DE.latin1"],
  [{ LC_ALL: "fi_FI@euro", LANG: "fi_FI.UTF-8" }, "fi_FI@euro"],
  [{ LANG: "de_DE.UTF-8" }, null],
  [{ LANG: "de_DE" }, null],
  [{ LANG: "sv_SE.latin1" }, null],
  [{ LANG: "en_GB.latin1" }, null],
  [{}, null],
])("of %j, %s is a locale of ours whose charset is not UTF-8", (env, locale) => {
  expect(localeWithoutUtf8(env)).toBe(locale);
});

it("a system that sets none is English, but Windows tells its own", () => {
  expect(languageOfSystem({}, false)).toBe("en");
  expect(languageOfSystem({ LANG: "fr_FR.UTF-8" }, true)).toBe("fr");
  expect(languageOfSystem({}, true)).toBe("en");
});

it.each([
  ["fi", "fi"],
  ["fi-FI,fi;q=0.9,en;q=0.8", "fi"],
  ["sv, de;q=0.5, it;q=0.7", "it"],
  ["pl;q=0, es;q=0.1", "es"],
  ["pl;q=0", "en"],
  ["en, fi;q=0.9", "en"],
  ["*", "en"],
  ["", "en"],
  ["sv", "en"],
  ["fr-CA", "fr"],
])("Accept-Language %j is answered in %s", (header, tag) => {
  expect(languageAccepted(header)).toBe(tag);
});
