import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { KnownSetting } from "#renderer/settings-form/settings-search.ts";

/**
 * Brings the setting that the address names into view, and puts the cursor there. It is marked until something is pressed,
 * and kept in view while the page grows, until somebody scrolls.
 *
 * @returns The ref of the element that holds all settings.
 */
export function useJump(known: readonly KnownSetting[]): RefObject<HTMLDivElement | null> {
  const all = useRef<HTMLDivElement>(null);
  const { search, key } = useLocation();
  const wanted = new URLSearchParams(search).get("field");
  const found = known.find(({ id }) => id === wanted);
  const { anchor, instead = "" } = found ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same setting may be asked for again
  useEffect(() => {
    if (anchor === undefined) return;
    let marked: Element | null = null;
    let unmark = () => {};
    const look = () => {
      const place = marked?.isConnected === true ? null : (placeOf(anchor) ?? placeOf(instead));
      if (place === null) return;
      marked = place.shown;
      unmark();
      unmark = mark(place);
    };
    // Lists that come from the host may put another field in the place of the first.
    const changes = new MutationObserver(look);
    // A part that unfolds shows the field, and moves it until it is open.
    const growth = new ResizeObserver(() => {
      look();
      marked?.scrollIntoView({ block: "center" });
    });
    const done = new AbortController();
    const stop = () => {
      done.abort();
      changes.disconnect();
      growth.disconnect();
      unmark();
    };
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, stop, { signal: done.signal });
    addEventListener("wheel", () => growth.disconnect(), { signal: done.signal, passive: true });
    // After the frame, which shows a page that is opened from its beginning.
    const first = requestAnimationFrame(() => {
      if (done.signal.aborted) return;
      changes.observe(document.body, { childList: true, subtree: true });
      if (all.current !== null) growth.observe(all.current);
      look();
    });
    return () => {
      cancelAnimationFrame(first);
      stop();
    };
  }, [anchor, instead, key]);
  return all;
}

interface Place {
  /** A whole field, or a panel. */
  readonly shown: Element;
  readonly control: HTMLElement | null;
}

/** Null while it is not there or folded away. */
function placeOf(anchor: string): Place | null {
  const titles = document
    .querySelector("main")
    ?.querySelectorAll<HTMLElement>("label,legend,h2,[data-label]");
  const title = [...(titles ?? [])].find((one) => firstWords(one) === anchor);
  if (title === undefined) return null;
  const control = title instanceof HTMLLabelElement ? title.control : null;
  const field = title.closest('[class*="InputWrapper-root"], [class*="Switch-root"]');
  const shown = field ?? title.closest(title.tagName === "H2" ? "section" : "div") ?? title;
  return shown.checkVisibility() ? { shown, control } : null;
}

/** The label of a switch holds its help, too. */
function firstWords(title: HTMLElement): string {
  const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const words = text.textContent?.trim() ?? "";
    if (words !== "") return words;
  }
  return "";
}

function mark({ shown, control }: Place): () => void {
  shown.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
  shown.setAttribute("data-found", "");
  return () => shown.removeAttribute("data-found");
}
