import { useCallback, useMemo, useState } from "react";
import { useAddress } from "#renderer/store/use-address.ts";
import { useOwnSites } from "#renderer/store/use-catalogue.ts";
import {
  changed,
  isEmpty,
  type Listing,
  type PortalFilter,
  readFilter,
  writeFilter,
} from "./filter/portal-filter.ts";
import { startFilter } from "./filter/start-filter.ts";

/** View of a list, as its address says it. */
export interface PortalView {
  readonly listing: Listing;
  /** Filter with which the portal is asked. */
  readonly filter: PortalFilter;
  /** The address asks for nothing, so the filter is the one to begin with. */
  readonly isStart: boolean;
  /** False while the filter to begin with is not known. */
  readonly isReady: boolean;
  readonly setFilter: (filter: PortalFilter) => void;
  /** A word of the address that is no filter: `find`, `sort`, `open`, `raw`. */
  readonly word: (name: string) => string | null;
  /** Null takes it away. */
  readonly setWord: (name: string, value: string | null) => void;
}

/** The filter, order and selection of a list, all kept in the address. */
export function usePortalView(listing: Listing): PortalView {
  const [address, setAddress, setWords] = useAddress();
  const ownSites = useOwnSites();
  const [openedMs] = useState(Date.now);
  const asked = useMemo(() => readFilter(listing, address), [listing, address]);
  const isStart = isEmpty(asked);
  const filter = useMemo(
    () => (isStart ? changed(startFilter(listing, ownSites ?? [], openedMs), asked) : asked),
    [isStart, listing, ownSites, openedMs, asked],
  );
  const setFilter = useCallback(
    (next: PortalFilter) => setAddress((before) => writeFilter(before, next)),
    [setAddress],
  );
  const setWord = useCallback(
    (name: string, value: string | null) =>
      // The file that is open is in the list that is left.
      setWords({ [name]: value || null, ...(name === "raw" ? { open: null } : {}) }),
    [setWords],
  );
  const word = useCallback((name: string) => address.get(name), [address]);
  return { listing, filter, isStart, isReady: !isStart || ownSites !== undefined, setFilter, word, setWord };
}
