import { useCallback, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { LaterPart } from "#renderer/components/later-part.tsx";
import { undoNewest } from "#renderer/components/undo-toast.tsx";
import { pageLinks } from "./page-links.ts";

const loadPalette = async () => (await import("./palette.tsx")).Palette;
const loadKeysHelp = async () => (await import("./keys-help.tsx")).KeysHelp;

/** The second key of two is waited for so long. */
const chordMs = 1_500;

type Opened = "palette" | "keys" | null;

/** The keys that work on every page; none of them while text is typed or a dialog is open. */
export function Shortcuts() {
  const [opened, setOpened] = useState<Opened>(null);
  const navigate = useNavigate();
  const goSinceMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || document.querySelector('[role="dialog"]') !== null)
        return;
      const isTaken =
        event.ctrlKey || event.metaKey ? takeControl(event) : !isTyping(event.target) && takeKey(event);
      if (isTaken) event.preventDefault();
    };
    const takeControl = ({ key, shiftKey, target }: KeyboardEvent) => {
      if (key === "z" && !shiftKey) return !isTyping(target) && undoNewest();
      if (key.toLowerCase() !== "k") return false;
      setOpened("palette");
      return true;
    };
    const takeKey = (event: KeyboardEvent) => {
      const { key, timeStamp } = event;
      const isSecond = timeStamp - goSinceMs.current < chordMs;
      goSinceMs.current = key === "g" ? timeStamp : Number.NEGATIVE_INFINITY;
      const page = isSecond ? pageLinks.find((one) => one.key === key) : undefined;
      if (page === undefined && key !== "?") return pressOnPage(event);
      if (page === undefined) setOpened("keys");
      else void navigate(page.to);
      return true;
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [navigate]);
  const close = useCallback(() => setOpened(null), []);
  const showKeys = useCallback(() => setOpened("keys"), []);
  if (opened === "palette")
    return <LaterPart load={loadPalette} props={{ onClose: close, onKeys: showKeys }} onFailed={close} />;
  if (opened === "keys")
    return <LaterPart key="keys" load={loadKeysHelp} props={{ onClose: close }} onFailed={close} />;
  return null;
}

/** Tells whether an element takes letters itself, as it has words or choices of its own. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"]') !==
      null
  );
}

/** Keys for what the page shows: its search, its list, and the buttons that carry a key. False where there is none. */
function pressOnPage({ key, target }: KeyboardEvent): boolean {
  const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);
  switch (key) {
    case "/": {
      const search = find('input[type="search"]');
      search?.focus();
      return search !== null;
    }
    case "j":
    case "k": {
      const grid = find('[role="grid"]');
      if (grid === null || (target instanceof Node && grid.contains(target))) return false;
      grid.focus();
      grid.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      return true;
    }
    case "r":
    case "e": {
      const button = find(`[data-key="${key}"]:not(:disabled)`);
      button?.click();
      return button !== null;
    }
    default:
      return false;
  }
}
