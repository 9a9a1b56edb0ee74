import { useCallback } from "react";
import { type SetURLSearchParams, useLocation, useSearchParams } from "react-router";

/** Sets words of the address in the present step of the history, and leaves its others; null takes one away. */
type SetWords = (words: Readonly<Record<string, string | null>>) => void;

/**
 * The words of the address and two ways to change them. Words that a page writes after somebody has set out for another page, or
 * has arrived there, are dropped: the router would stay, or write them into the other page's address. The address bar itself
 * is asked, as a page is drawn only some time after that: two changes before it is drawn would undo each other.
 */
export function useAddress(): [URLSearchParams, SetURLSearchParams, SetWords] {
  const [address, setAddress] = useSearchParams();
  const { pathname } = useLocation();
  const change = useCallback<SetURLSearchParams>(
    (words, options) => {
      const [place = "", search] = window.location.hash.slice(1).split("?", 2);
      if ((place || "/") !== pathname) return;
      setAddress(typeof words === "function" ? words(new URLSearchParams(search)) : words, options);
    },
    [setAddress, pathname],
  );
  const setWords = useCallback<SetWords>(
    (words) =>
      change(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(words))
            if (value === null) next.delete(name);
            else next.set(name, value);
          return next;
        },
        { replace: true },
      ),
    [change],
  );
  return [address, change, setWords];
}
