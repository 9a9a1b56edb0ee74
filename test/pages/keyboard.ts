import type { Page } from "playwright-core";

/** Name and role of what has the focus, as a screen reader would say it. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate(`(() => {
    const one = document.activeElement;
    if (one === null || one === document.body) return "";
    const labels = one.labels === undefined || one.labels === null ? [] : [...one.labels].map((label) => label.textContent);
    return [one.getAttribute("aria-label"), ...labels, one.textContent].filter(Boolean).join(" ");
  })()`);
}

/** Presses Tab until something with this name has the focus; throws when it cannot be reached. */
export async function tabTo(page: Page, name: RegExp, most = 60): Promise<void> {
  const met: string[] = [];
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press("Tab");
    const said = await focused(page);
    if (name.test(said)) return;
    met.push(said.slice(0, 40));
  }
  throw new Error(`${name} cannot be reached by Tab; there are: ${met.join(" | ")}`);
}
