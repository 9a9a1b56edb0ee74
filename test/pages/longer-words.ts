import type { Page } from "playwright-core";
import { sizes } from "#test/support/hosts/browser.ts";

/**
 * Writes every vowel of the page twice: words become some 40 % longer, as in a translation. The words are put back. Resolves with what has no room
 * for it: buttons, tabs and links whose text is cut or stands out, and by how many CSS pixels the page is too wide.
 */
export async function lackOfRoom(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`(() => {
    const main = document.querySelector("main");
    const changed = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (text.parentElement.closest("svg, script, style, code, input, textarea")) continue;
      changed.push([text, text.nodeValue]);
      text.nodeValue = text.nodeValue.replace(/[aeiouy]/gi, "$&$&");
    }
    const found = [];
    const overhang = Math.max(document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth);
    if (overhang > 1) found.push(overhang + " px too wide");
    for (const one of document.querySelectorAll('[role="dialog"], [role="menu"], aside')) {
      const { left, right, width } = one.getBoundingClientRect();
      const over = Math.round(Math.max(one.scrollWidth - one.clientWidth, right - innerWidth, -left));
      if (width > 2 && over > 1) found.push(over + " px too wide: " + one.textContent.slice(0, 60));
    }
    for (const one of document.querySelectorAll("button, [role=tab], a[href], label, h1, h2")) {
      const { width } = one.getBoundingClientRect();
      const style = getComputedStyle(one);
      if (width < 2 || style.display === "inline" || one.closest("[inert], [aria-hidden=true]")) continue;
      const lack = one.scrollWidth - one.clientWidth;
      const isMeant = style.textOverflow === "ellipsis" || !/[a-z]/i.test(one.textContent);
      if (lack > 1 && !isMeant) found.push(lack + " px are missing for " + one.textContent.slice(0, 60));
    }
    for (const [text, was] of changed) text.nodeValue = was;
    return found;
  })()`);
}

/** The same at 200 %, for what is on a page only after something was done there. */
export async function lackAtDouble(page: Page): Promise<readonly string[]> {
  const before = page.viewportSize();
  await page.setViewportSize(sizes.zoomed);
  const found = await lackOfRoom(page);
  if (before !== null) await page.setViewportSize(before);
  return found;
}
