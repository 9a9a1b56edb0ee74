import type { Cause } from "./cause.ts";
import { type Upload, type UploadState, uploadStates } from "./upload.ts";

/** Columns by which the queue can be sorted, besides when a file was found and when it changed last. */
export const queueColumns = ["name", "instrument", "date", "size", "state", "next-try", "cause"] as const;

export type QueueColumn = (typeof queueColumns)[number];

/** Parts of an upload that the columns show. */
export interface Sortable extends Pick<Upload, "instrument" | "relPath" | "size" | "measurementDate"> {
  readonly state: UploadState;
  readonly notBeforeMs: number | null;
  readonly cause: Cause | null;
}

export type SortValue = string | number | null;

/** True for the orders that are by a column. */
export function isQueueColumn(order: string): order is QueueColumn {
  return queueColumns.some((column) => column === order);
}

/** The value that `column` sorts by; null where the upload has none. */
export function sortValue(column: QueueColumn, upload: Sortable): SortValue {
  switch (column) {
    case "name":
      return upload.relPath.slice(upload.relPath.lastIndexOf("/") + 1);
    case "instrument":
      return upload.instrument;
    case "date":
      return upload.measurementDate;
    case "size":
      return upload.size;
    case "state":
      return uploadStates.indexOf(upload.state);
    case "next-try":
      return upload.notBeforeMs;
    case "cause":
      return upload.cause;
  }
}

/**
 * Gives the index of each value, in sorted order. Values that are null come last in both directions; what is alike keeps
 * its order.
 */
export function sortedPlaces(values: readonly SortValue[], isDescending: boolean): number[] {
  const sign = isDescending ? -1 : 1;
  return values
    .map((_, place) => place)
    .sort((a, b) => {
      const [one = null, other = null] = [values[a], values[b]];
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      return one === other ? 0 : one < other ? -sign : sign;
    });
}

/** The uploads in the order of a column; what is alike keeps its order. */
export function inColumnOrder(
  uploads: readonly Upload[],
  column: QueueColumn,
  isDescending: boolean,
): Upload[] {
  const values = uploads.map((upload) =>
    sortValue(column, { ...upload, cause: upload.failure?.cause ?? null }),
  );
  return sortedPlaces(values, isDescending).flatMap((place) => uploads[place] ?? []);
}
