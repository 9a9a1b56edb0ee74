import { describe, expect, test } from "vitest";
import { oneHost } from "./page-hosts.ts";
import { goTo, headlineOf, openForTest } from "./page-place.ts";

describe.each(oneHost)("a long name without a space, on the $name", (kind) => {
  test("leaves the headline and the buttons within a narrow window", async () => {
    const name = "W".repeat(101);
    const { page } = await openForTest(kind, {
      before: (place) =>
        place.configure({ ...place.settings, instruments: [{ ...place.settings.instruments[0], name }] }),
      view: { theme: "light", size: "narrow" },
    });
    await expect.poll(() => headlineOf(page)).toMatch(/thing needs you/);
    const isCut = (selector: string) =>
      page.evaluate(`(() => {
        const { clientWidth, scrollWidth } = document.querySelector('${selector}');
        return scrollWidth > clientWidth;
      })()`);
    expect(await isCut("header")).toBe(false);
    const told = page.getByRole("region", { name: "Needs you" });
    expect((await told.textContent())?.split("is left out")).toHaveLength(2);
    await goTo(page, "/settings/instruments/0");
    const remove = page.getByRole("button", { name: "Remove" });
    await remove.waitFor();
    expect(
      await remove.evaluate((button: Element) => {
        const label = button.querySelector(".mantine-Button-label") ?? button;
        return label.scrollWidth > label.clientWidth;
      }),
    ).toBe(false);
  });
});
