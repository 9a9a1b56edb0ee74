import { useEffect } from "react";
import { useLocation } from "react-router";
import type { KnownSetting } from "./settings-search.ts";

const shownMs = 2_400;
/** Lists and forms that come from the host are waited for so long. */
const awaitedMs = 3_000;

/** The address of a setting. */
export function addressOf({ id, to }: KnownSetting): string {
  return `${to}?field=${encodeURIComponent(id)}`;
}

/** Brings the setting that the address names into view, marks it for a moment, and puts the cursor there. */
export function useJump(known: readonly KnownSetting[]): void {
  const { search, key } = useLocation();
  const wanted = new URLSearchParams(search).get("field");
  const anchor = known.find(({ id }) => id === wanted)?.anchor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same setting may be asked for again
  useEffect(() => {
    if (anchor === undefined) return;
    let end = () => {};
    const look = () => {
      const place = placeOf(anchor);
      if (place === null) return;
      end();
      end = mark(place);
    };
    const changes = new MutationObserver(look);
    const timer = setTimeout(() => changes.disconnect(), awaitedMs);
    end = () => {
      clearTimeout(timer);
      changes.disconnect();
    };
    changes.observe(document.body, { childList: true, subtree: true });
    look();
    return () => end();
  }, [anchor, key]);
}

interface Place {
  /** A whole field, or a panel. */
  readonly shown: Element;
  readonly control: HTMLElement | null;
}

function placeOf(anchor: string): Place | null {
  const titles = document
    .querySelector("main")
    ?.querySelectorAll<HTMLElement>("label,legend,h2,[data-label]");
  const title = [...(titles ?? [])].find((one) => firstWords(one) === anchor);
  if (title === undefined) return null;
  const control = title instanceof HTMLLabelElement ? title.control : null;
  const field = title.closest('[class*="InputWrapper-root"], [class*="Switch-root"]');
  const shown = field ?? title.closest(title.tagName === "H2" ? "section" : "div") ?? title;
  return { shown, control };
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
  const folded = shown.closest('[class*="Accordion-item"]')?.querySelector('[aria-expanded="false"]');
  if (folded instanceof HTMLElement) folded.click();
  shown.scrollIntoView({ block: "center" });
  control?.focus({ preventScroll: true });
  shown.setAttribute("data-found", "");
  const timer = setTimeout(() => shown.removeAttribute("data-found"), shownMs);
  return () => {
    clearTimeout(timer);
    shown.removeAttribute("data-found");
  };
}
