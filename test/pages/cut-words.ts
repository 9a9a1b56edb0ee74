import type { Page } from "playwright-core";

/**
 * Words of the page that cannot be read as they stand: cut by their box or their field, beyond the window, written over
 * others, or broken in their middle. Names of files, paths and identifiers have no bounds and may be cut. In the cells of a
 * `table` what ends with an ellipsis may have a title instead.
 */
export async function cutWords(page: Page, table = ""): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`(() => {
    const found = [];
    /** An ellipsis is drawn in running text alone. */
    const isTitled = (text, box) => {
      const cell = text.closest(${JSON.stringify(table)} || "none");
      if (cell === null || box === undefined || !cell.contains(text.closest("[title]"))) return false;
      for (let one = text; one !== box; one = one.parentElement)
        if (getComputedStyle(one).display !== "inline") return false;
      return true;
    };
    const isUnbounded = (words) => words.split(/\\s+/).some((word) => /[/\\\\_<>]|\\w\\.\\w{2}|\\d{5}/.test(word));
    const short = (words) => "“" + words.trim().replace(/\\s+/g, " ").slice(0, 60) + "”";
    const chain = (from) => {
      const all = [];
      for (let one = from; one !== null; one = one.parentElement) all.push(one);
      return all;
    };
    const isForReaders = (one) => {
      const { clipPath, opacity } = getComputedStyle(one);
      return clipPath !== "none" || opacity === "0" || one.matches("[inert]");
    };
    const lines = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      const parent = text.parentElement;
      const words = text.data.trim();
      if (words === "" || parent.closest("svg, script, style, .mono, code") || !parent.checkVisibility()) continue;
      if (getComputedStyle(parent).visibility !== "visible") continue;
      const around = chain(parent);
      if (around.some(isForReaders)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      let lack = 0;
      for (const { left, right, top, bottom } of range.getClientRects()) {
        // Letters leave some of the height of their line free.
        const free = (bottom - top) / 5;
        const line = { text, words, left, right, top: top + free, bottom: bottom - free };
        const scrolls = { x: false, y: false };
        for (const one of around) {
          const { overflowX, overflowY, display } = getComputedStyle(one);
          if (display === "inline" || display === "contents") continue;
          const at = one.getBoundingClientRect();
          const hides = (overflow) => overflow === "hidden" || overflow === "clip";
          if (hides(overflowX) && !scrolls.x) lack = Math.max(lack, line.right - at.right, at.left - line.left);
          if (hides(overflowY) && !scrolls.y) lack = Math.max(lack, line.bottom - at.bottom, at.top - line.top);
          if (overflowX !== "visible") [line.left, line.right] = [Math.max(line.left, at.left), Math.min(line.right, at.right)];
          if (overflowY !== "visible") [line.top, line.bottom] = [Math.max(line.top, at.top), Math.min(line.bottom, at.bottom)];
          scrolls.x ||= /auto|scroll/.test(overflowX);
          scrolls.y ||= /auto|scroll/.test(overflowY);
        }
        if (!scrolls.x) lack = Math.max(lack, line.right - innerWidth, -line.left);
        if (line.right > line.left && line.bottom > line.top) lines.push(line);
      }
      const box = around.find((one) => getComputedStyle(one).textOverflow === "ellipsis");
      if (box !== undefined) lack = Math.max(lack, box.scrollWidth - box.clientWidth);
      if (lack > 1 && !isUnbounded(box?.textContent ?? words) && !isTitled(parent, box)) found.push(short(words) + " is cut by " + Math.ceil(lack) + " px");
      for (const { 0: word, index } of words.matchAll(/\\p{L}{2,}/gu)) {
        const begin = text.data.indexOf(words) + index;
        const [before] = /\\S*$/.exec(text.data.slice(0, begin));
        const [after] = /^\\S*/.exec(text.data.slice(begin));
        if (isUnbounded(before + after)) continue;
        range.setStart(text, begin);
        range.setEnd(text, begin + word.length);
        const [first, ...rest] = range.getClientRects();
        if (rest.some(({ top }) => top > first.top + 4)) found.push(short(word) + " is broken in its middle");
      }
    }
    lines.forEach((one, at) => {
      for (const other of lines.slice(at + 1)) {
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (one.text !== other.text && wide > 2 && high > 2) found.push(short(one.words) + " lies over " + short(other.words));
      }
    });
    const pen = document.createElement("canvas").getContext("2d");
    for (const field of document.querySelectorAll("input, select")) {
      const words = field.selectedOptions?.[0]?.label ?? (field.value || field.placeholder);
      const style = getComputedStyle(field);
      if (!/^(text|search|password|select-one)$/.test(field.type) || field.clientWidth < 2 || isUnbounded(words)) continue;
      pen.font = style.font;
      const lack = pen.measureText(words).width - field.clientWidth + parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      if (lack > 1) found.push(short(words) + " is wider than its field by " + Math.ceil(lack) + " px");
    }
    return [...new Set(found)];
  })()`);
}

/**
 * Controls and words that stand beyond the window, and by how many CSS pixels, where nothing scrolls to them. Words may go
 * on beyond a box that ends them with an ellipsis within the window.
 */
export async function beyondWindow(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`(() => {
    const found = [];
    const over = ({ left, right }) => Math.ceil(Math.max(right - innerWidth, -left));
    const isReached = (one, isOfWords) => {
      for (let at = one; at !== null; at = at.parentElement) {
        const { overflowX, textOverflow, clipPath } = getComputedStyle(at);
        if (clipPath !== "none" || at.matches("[inert], [aria-hidden=true]")) return true;
        if (/auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth + 1) return true;
        if (isOfWords && textOverflow === "ellipsis" && over(at.getBoundingClientRect()) <= 1) return true;
      }
      return false;
    };
    const look = (one, rects, words, isOfWords) => {
      const most = Math.max(0, ...[...rects].filter(({ width }) => width > 2).map(over));
      if (most <= 1 || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return;
      if (!isReached(one, isOfWords)) found.push("“" + words.trim().slice(0, 60) + "” stands " + most + " px beyond the window");
    };
    for (const one of document.querySelectorAll("button, a[href], input, select, textarea, [role=tab], [role=slider]"))
      look(one, one.getClientRects(), one.getAttribute("aria-label") ?? one.textContent, false);
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (text.data.trim() === "" || text.parentElement.closest("svg, script, style")) continue;
      range.selectNodeContents(text);
      look(text.parentElement, range.getClientRects(), text.data, true);
    }
    return [...new Set(found)];
  })()`);
}
