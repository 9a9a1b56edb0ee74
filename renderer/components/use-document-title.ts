import { useEffect } from "react";
import { useHostQuery } from "#renderer/store/host.tsx";

const program = "Skyferry";

/** Names the tab after the page, behind the number of issues that need somebody. */
export function useDocumentTitle(page: string): void {
  const { data } = useHostQuery("status", {});
  const open =
    data?.issues?.filter(({ kind, snoozed }) => kind === "needsYou" && snoozed === null).length ?? 0;
  const title = [open > 0 ? `(${open}) ${page}` : page, program].join(" – ");
  useEffect(() => {
    document.title = title;
  }, [title]);
}
