import { expect, test, vi } from "vitest";
import { readerLanguages, wordsOfStation } from "#compose/reader-languages.ts";
import type { Settings } from "#domain/settings.ts";

const headline = "Portal unreachable";

async function spoken(env: NodeJS.ProcessEnv, language?: string) {
  const warn = vi.fn<(message: string) => void>();
  const words = wordsOfStation({
    languages: readerLanguages((fault) => warn(fault)),
    env,
    settings: () => ({ language }) as Partial<Settings> as Settings,
    log: { warn },
  });
  await words();
  return { said: (await words())(headline), warnings: warn.mock.calls.map(([message]) => message) };
}

test("a station is English where its locale has another charset, and the log tells it once", async () => {
  const { said, warnings } = await spoken({ LANG: "de_DE.latin1" });
  expect(said).toBe(headline);
  expect(warnings).toEqual(["notifications are in English: the locale names a charset that is not UTF-8"]);
});

test.each([
  [{ LANG: "de_DE.UTF-8" }, undefined],
  [{ LANG: "fi_FI.latin1" }, "de"],
])("with %j and the settings' language %s it speaks German, and nothing is told", async (env, language) => {
  const { said, warnings } = await spoken(env, language);
  expect(said).not.toBe(headline);
  expect(warnings).toEqual([]);
});
