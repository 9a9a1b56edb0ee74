import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";

type Violations = Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"];

/** An element that fades in has no colours to judge before it is there. */
const comeToRest = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getTiming().iterations !== Infinity)
    .map(({ finished }) => finished)
).then(() => {})`;

/**
 * Gives the findings of axe, by every rule or by those that are named. A page loads the half megabyte of axe once. The pages have
 * no frames, so that it need not look for any in a page of its own.
 */
export async function violationsOf(page: Page, rules?: string[]): Promise<Violations> {
  await page.evaluate(comeToRest);
  const isLoaded = await page.evaluate<boolean>("'axe' in window");
  const builder = new AxeBuilder({ page, ...(isLoaded ? { axeSource: "undefined" } : {}) });
  const { violations } = await builder
    .options({ resultTypes: ["violations"], ...(rules === undefined ? {} : { runOnly: rules }) })
    .setLegacyMode()
    .analyze();
  return violations;
}

/** Gives the findings of axe that are serious or critical, in words. */
export async function seriousOf(page: Page): Promise<string[]> {
  return (await violationsOf(page))
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary?.slice(0, 200)}`,
    );
}
