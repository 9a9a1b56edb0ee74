import { expect, test } from "vitest";
import { createPaint } from "#cli/paint.ts";

test.each([
  ["auto", true, {}, true],
  ["auto", false, {}, false],
  ["auto", true, { NO_COLOR: "1" }, false],
  ["auto", true, { NO_COLOR: "" }, true],
  ["auto", true, { TERM: "dumb" }, false],
  ["auto", false, { FORCE_COLOR: "1" }, true],
  ["auto", true, { FORCE_COLOR: "0" }, false],
  ["always", false, { NO_COLOR: "1" }, true],
  ["never", true, { FORCE_COLOR: "1" }, false],
] as const)("--color=%s, a terminal: %s, %j: coloured %s", (when, isTTY, env, isColored) => {
  const text = createPaint(when, { env, stdout: { isTTY } })("good", "OK");
  expect(text).toBe(isColored ? "\u001b[32mOK\u001b[0m" : "OK");
});
