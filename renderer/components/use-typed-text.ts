import { useEffect, useState } from "react";
import { useSettled } from "#renderer/store/use-settled.ts";

/**
 * The text of a field that is told on once typing has rested for `restMs`. The text that was told comes back as `text` some time
 * later and changes nothing in the field then, as more may have been typed; any other `text` was set from outside (by a
 * link, the back button or "Clear the filters") and takes its place.
 */
export function useTypedText(
  text: string,
  onText: (text: string) => void,
  restMs: number,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(text);
  const [seen, setSeen] = useState(text);
  /** Told and not come back yet, oldest first. */
  const [told, setTold] = useState<readonly string[]>([]);
  const settled = useSettled(typed, restMs);
  if (text !== seen) {
    setSeen(text);
    const at = told.indexOf(text);
    setTold(at < 0 ? [] : told.slice(at + 1));
    if (at < 0) setTyped(text);
  }
  const newest = told.at(-1) ?? text;
  useEffect(() => {
    if (settled === newest || settled !== typed) return;
    setTold((before) => [...before, settled]);
    onText(settled);
  }, [settled, newest, typed, onText]);
  return [typed, setTyped];
}
