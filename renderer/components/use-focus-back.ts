import { useEffect, useState } from "react";

/**
 * Gives the focus back, once this leaves the page, to what had it before: for dialogs that are drawn only while they are
 * open. An element that has gone meanwhile gets none, and one that took the focus by itself keeps it.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      if (isFree && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    },
    [before],
  );
}
