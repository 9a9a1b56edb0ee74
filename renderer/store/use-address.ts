import { useCallback, useLayoutEffect, useRef } from "react";
import { type SetURLSearchParams, useLocation, useNavigation, useSearchParams } from "react-router";

/**
 * The words of the address and a way to change them. What a page writes after somebody has set out for another page is
 * dropped: the router would take it for the newer wish and stay.
 */
export function useAddress(): [URLSearchParams, SetURLSearchParams] {
  const [address, setAddress] = useSearchParams();
  const { location: next } = useNavigation();
  const { pathname } = useLocation();
  const isLeaving = useRef(false);
  useLayoutEffect(() => {
    isLeaving.current = next !== undefined && next.pathname !== pathname;
  }, [next, pathname]);
  const change = useCallback<SetURLSearchParams>(
    (words, options) => {
      if (!isLeaving.current) setAddress(words, options);
    },
    [setAddress],
  );
  return [address, change];
}
