import { PlotThumb } from "#renderer/plots/plot-thumb.tsx";
import { useNear, useRested } from "#renderer/plots/use-near.ts";
import { plotsOf } from "#renderer/plots/wall.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./list.module.css";
import type { ResultRow } from "./rows.ts";

/** Rows so far outside of the window have their pictures, too. */
const ahead = "120px";

interface ThumbnailProps {
  readonly row: ResultRow;
  /** Former versions are listed, too. */
  readonly hasVersions: boolean;
}

/** The first plot of a file. All files of a site's day share one question for their plots. */
export function Thumbnail({ row: { uuid, siteId, date }, hasVersions }: ThumbnailProps) {
  const [place, isNear] = useNear<HTMLSpanElement>(ahead);
  const isRested = useRested(isNear);
  const { data } = useHostQuery(
    "portal.visualizations",
    { site: [siteId], date, ...(hasVersions ? { allVersions: true as const } : {}) },
    { enabled: isRested, staleMs: 60_000 },
  );
  const own = data?.find(({ sourceFileId }) => sourceFileId === uuid);
  const plot = own === undefined ? undefined : plotsOf([own], date, () => date)[0];
  return (
    <span
      ref={place}
      className={`${styles.thumb} holds clips`}
      title={data !== undefined && plot === undefined ? portalText.noPlotsOfFile : undefined}
    >
      {plot === undefined ? null : <PlotThumb plot={plot} isWanted={isNear} />}
    </span>
  );
}
