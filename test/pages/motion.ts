import type { Page } from "playwright-core";

/** Notes from now on whatever begins to move on the page, until the page is loaded again or this is asked again. */
export async function watchMotion(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const isWatched = "moved" in window;
    window.moved = new Set();
    if (isWatched) return;
    for (const kind of ["transitionrun", "animationstart"])
      document.addEventListener(
        kind,
        ({ target, propertyName, animationName }) =>
          window.moved.add(\`\${target.className?.baseVal ?? target.className}: \${propertyName ?? animationName}\`),
        true,
      );
  })()`);
}

/** How many animations run now, and those that never end. */
export const movesNow = (page: Page) => page.evaluate<number>("document.getAnimations().length");

/** Gives the elements that have moved since, and those that move now. */
export async function motionOf(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`[
    ...window.moved,
    ...document.getAnimations().map(({ effect }) => \`\${effect.target?.className}: moves\`),
  ]`);
}
