import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ownCertificates } from "#adapters/portal/settings-labels.ts";
import { moment, spanInWords } from "#base/text.ts";
import { shortMomentText, spanText } from "#renderer/components/format.ts";

const span = fc.oneof(
  fc.integer({ min: 0, max: 90_000 }),
  fc.integer({ min: 0, max: 3 * 86_400_000 }),
  fc.integer({ min: 0, max: 4e10 }),
);

it.each([
  [0, "0 s"],
  [400, "1 s"],
  [59_001, "1 min"],
  [3_600_000, "1 h"],
  [11_400_000, "3 h 10 min"],
  [47.9 * 3_600_000, "47 h 54 min"],
  [52 * 3_600_000, "2 days 4 h"],
])("a span of %d ms is %s in a notice and on a page", (ms, words) => {
  expect([spanInWords(ms), spanText(ms)]).toEqual([words, words]);
});

it("every span is written in one way", () => {
  fc.assert(
    fc.property(span, (ms) => {
      expect(spanText(ms)).toBe(spanInWords(ms));
    }),
  );
});

it("every moment of a notice is written as on a page", () => {
  const atMs = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 0, 1) });
  fc.assert(
    fc.property(atMs, span, (ms, since) => {
      expect(shortMomentText(new Date(ms).toISOString(), ms + since)).toBe(moment(ms, ms + since));
    }),
  );
});

it("a field of the settings is called in a message as beside it", () => {
  const page = ["portal-tab", "insecure-http-switch"]
    .map((name) => readFileSync(`renderer/screens/settings/${name}.tsx`, "utf8"))
    .join("\n");
  const [, label] = /'(.+)' \(Settings → Portal and sending\)/.exec(ownCertificates) ?? [];
  expect(page).toContain(`label="${label}"`);
  for (const named of ["Portal address", "Proxy", "Allow an unencrypted address"])
    expect(page).toContain(`label="${named}`);
});
