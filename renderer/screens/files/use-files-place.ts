import { useCallback, useMemo } from "react";
import { useAddress } from "#renderer/store/use-address.ts";
import { type FilesFilter, readFilter, writeFilter } from "./files-filter.ts";

export interface FilesPlace {
  readonly filter: FilesFilter;
  readonly change: (fields: Partial<FilesFilter>) => void;
  readonly clear: () => void;
  /** The upload whose history is open; null where none is. */
  readonly uploadId: string | null;
  /** The rules that were looked at for it are shown, too. */
  readonly isExplained: boolean;
  readonly open: (uploadId: string | null, isExplained?: boolean) => void;
}

const none: FilesFilter = { states: [], instrument: null, cause: null, text: "" };

/** Filter and open upload, both kept in the address. */
export function useFilesPlace(): FilesPlace {
  const [address, setAddress] = useAddress();
  const written = address.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(written)), [written]);
  const change = useCallback(
    (fields: Partial<FilesFilter>) =>
      setAddress((before) => writeFilter({ ...readFilter(before), ...fields }, before), { replace: true }),
    [setAddress],
  );
  const clear = useCallback(() => change(none), [change]);
  const open = useCallback(
    (id: string | null, isExplained = false) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete("explain");
          if (id === null) next.delete("upload");
          else next.set("upload", id);
          if (isExplained) next.set("explain", "1");
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  return {
    filter,
    change,
    clear,
    uploadId: address.get("upload"),
    isExplained: address.has("explain"),
    open,
  };
}
