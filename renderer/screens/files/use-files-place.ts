import { useCallback, useMemo } from "react";
import { isQueueColumn, type QueueColumn } from "#domain/queue-order.ts";
import { useAddress } from "#renderer/store/use-address.ts";
import { type FilesFilter, readFilesFilter, writeFilesFilter } from "#renderer/uploads/files-filter.ts";

/** A column that the list is sorted by, as the address says it: `sort=size`, or `sort=-size` for the largest first. */
export interface FilesSorting {
  readonly column: QueueColumn;
  readonly isDescending: boolean;
}

export interface FilesPlace {
  readonly filter: FilesFilter;
  readonly change: (fields: Partial<FilesFilter>) => void;
  readonly clear: () => void;
  /** Null: what was found last comes first. */
  readonly sorting: FilesSorting | null;
  /** Sorts by a column, then the other way round, then no more. */
  readonly sortBy: (column: string) => void;
  /** The upload whose history is open; null where none is. */
  readonly uploadId: string | null;
  /** The rules that were looked at for it are shown, too. */
  readonly isExplained: boolean;
  readonly open: (uploadId: string | null, isExplained?: boolean) => void;
}

const none: FilesFilter = { states: [], instrument: null, cause: null, text: "" };

/** Filter and open upload, both kept in the address. */
export function useFilesPlace(): FilesPlace {
  const [address, setAddress, setWords] = useAddress();
  const written = address.toString();
  const filter = useMemo(() => readFilesFilter(new URLSearchParams(written)), [written]);
  const change = useCallback(
    (fields: Partial<FilesFilter>) =>
      setAddress((before) => writeFilesFilter({ ...readFilesFilter(before), ...fields }, before), {
        replace: true,
      }),
    [setAddress],
  );
  const clear = useCallback(() => change(none), [change]);
  const sort = address.get("sort");
  const sorting = useMemo(() => readSorting(sort), [sort]);
  const sortBy = useCallback(
    (column: string) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before);
          const now = before.get("sort");
          if (now === `-${column}`) next.delete("sort");
          else next.set("sort", now === column ? `-${column}` : column);
          return next;
        },
        { replace: true },
      ),
    [setAddress],
  );
  const open = useCallback(
    (id: string | null, isExplained = false) => setWords({ upload: id, explain: isExplained ? "1" : null }),
    [setWords],
  );
  return {
    filter,
    change,
    clear,
    sorting,
    sortBy,
    uploadId: address.get("upload"),
    isExplained: address.has("explain"),
    open,
  };
}

function readSorting(word: string | null): FilesSorting | null {
  const column = word?.replace(/^-/, "") ?? "";
  return isQueueColumn(column) ? { column, isDescending: word !== column } : null;
}
