import { DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import { expect, it } from "vitest";
import { theme } from "#renderer/styles/theme.ts";

it("a button that takes something away has the red of the tokens, whatever the theme", () => {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const coloursOf = (variant: string) =>
    whole.variantColorResolver({ color: "red", variant, theme: whole, autoContrast: true });
  expect(coloursOf("filled")).toMatchObject({
    background: "var(--state-problem)",
    color: "var(--sky-surface)",
  });
  expect(coloursOf("subtle").color).toBe("var(--state-problem)");
});
