import { useMemo } from "react";
import type { Listing } from "#renderer/screens/portal/filter/portal-filter.ts";
import type { PortalView } from "#renderer/screens/portal/use-portal-view.ts";
import { type HostError, useHostQuery } from "#renderer/store/host.tsx";
import { type ResultRow, rowOf } from "./rows.ts";

/** Lists that have lines; plots hang on a wall instead. */
export type FileListing = Exclude<Listing, "visualizations">;

export interface ResultRows {
  /** In the portal's own order; undefined while they are on their way. */
  readonly rows: readonly ResultRow[] | undefined;
  readonly error: HostError | null;
  readonly isAsking: boolean;
  readonly askAgain: () => void;
}

/** Long enough to walk between tabs without asking again, short enough to see what the portal has made since. */
const staleMs = 60_000;

/** Gives the files that the portal lists for a filter. */
export function useResultRows({ listing, filter, isReady }: PortalView): ResultRows {
  const when = (one: FileListing) => ({ enabled: isReady && listing === one, staleMs });
  const files = useHostQuery("portal.files", filter, when("files"));
  const modelFiles = useHostQuery("portal.modelFiles", filter, when("modelFiles"));
  const rawFiles = useHostQuery("portal.rawFiles", filter, when("rawFiles"));
  const rawModelFiles = useHostQuery("portal.rawModelFiles", filter, when("rawModelFiles"));
  const rows = useMemo(() => {
    switch (listing) {
      case "files":
        return files.data?.map((file) => rowOf({ kind: "product", file }));
      case "modelFiles":
        return modelFiles.data?.map((file) => rowOf({ kind: "model", file }));
      case "rawFiles":
        return rawFiles.data?.map((file) => rowOf({ kind: "raw", file }));
      default:
        return rawModelFiles.data?.map((file) => rowOf({ kind: "raw-model", file }));
    }
  }, [listing, files.data, modelFiles.data, rawFiles.data, rawModelFiles.data]);
  const query = { files, modelFiles, rawFiles, rawModelFiles, visualizations: files }[listing];
  return {
    rows,
    error: query.error,
    isAsking: query.isFetching || !isReady,
    askAgain: () => void query.refetch(),
  };
}
