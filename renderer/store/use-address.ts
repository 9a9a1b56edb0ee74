import { useCallback, useContext } from "react";
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  type SetURLSearchParams,
  useSearchParams,
} from "react-router";

/**
 * The words of the address and a way to change them. What a page writes after somebody has set out for another page is
 * dropped: the router would take it for the newer wish and stay. The router itself is asked, as a page is drawn only
 * some time after somebody has set out.
 */
export function useAddress(): [URLSearchParams, SetURLSearchParams] {
  const [address, setAddress] = useSearchParams();
  const router = useContext(DataRouterContext)?.router;
  const change = useCallback<SetURLSearchParams>(
    (words, options) => {
      const { location, navigation } = router?.state ?? {};
      const next = navigation?.location;
      if (next === undefined || next.pathname === location?.pathname) setAddress(words, options);
    },
    [setAddress, router],
  );
  return [address, change];
}
