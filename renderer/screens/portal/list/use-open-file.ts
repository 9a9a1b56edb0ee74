import { useEffect, useRef, useState } from "react";
import type { PortalView } from "#renderer/screens/portal/use-portal-view.ts";

/** The address follows the arrow keys when they rest. */
const followMs = 150;

/** The file whose details are open, and a way to open another: at once in the page, a moment later in the address. */
export function useOpenFile({ word, setWord }: PortalView): [string | null, (uuid: string | null) => void] {
  const inAddress = word("open");
  const [open, setOpen] = useState(inAddress);
  const written = useRef(inAddress);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setOpen(inAddress);
  }, [inAddress]);
  useEffect(() => {
    if (open === written.current) return;
    const timer = setTimeout(() => {
      written.current = open;
      setWord("open", open);
    }, followMs);
    return () => clearTimeout(timer);
  }, [open, setWord]);
  return [open, setOpen];
}
