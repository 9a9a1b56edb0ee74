import { Button } from "@mantine/core";
import { useState } from "react";
import type { ResultRow } from "#renderer/screens/portal/list/rows.ts";
import { PlotGrid } from "#renderer/screens/portal/plots/plot-grid.tsx";
import { plotsOf } from "#renderer/screens/portal/plots/wall.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./details.module.css";

/** The pictures that the portal has drawn of a file. */
export function FilePlots({ row }: { readonly row: ResultRow }) {
  const [isAsked, setIsAsked] = useState(false);
  const { data, error, isFetching } = useHostQuery(
    "portal.visualization",
    { fileUuid: row.uuid },
    { enabled: isAsked, staleMs: 60_000 },
  );
  const plots = data === undefined ? [] : plotsOf([data], row.date, () => row.date);
  return (
    <section className={styles.group} aria-label={portalText.plotsOfThisFile}>
      {isAsked ? null : (
        <Button size="compact-sm" variant="default" onClick={() => setIsAsked(true)}>
          {portalText.plotsOfThisFile}
        </Button>
      )}
      {error === null ? null : (
        <p className={styles.note}>
          {error.code === "portal-refused" ? portalText.noPlotsOfFile : error.message}
        </p>
      )}
      {isFetching && data === undefined ? (
        <p className={styles.note}>{commonText.loadingFromPortal}</p>
      ) : null}
      {data !== undefined && plots.length === 0 ? (
        <p className={styles.note}>{portalText.noPlotsOfFile}</p>
      ) : null}
      <PlotGrid plots={plots} isCropped={false} isNarrow />
    </section>
  );
}
