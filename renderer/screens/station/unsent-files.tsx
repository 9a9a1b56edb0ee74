import { Button } from "@mantine/core";
import { useState } from "react";
import { counted } from "#base/text.ts";
import { MiddleCut } from "#renderer/components/middle-cut.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { fileName } from "#renderer/screens/queue/file-path.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { stationText } from "#renderer/text/station.tsx";
import styles from "./station.module.css";

const fewest = 6;
const most = 200;

/** Files that are there and not finished: growing, held open by their instrument, dated ahead. Calm, with the reason. */
export function UnsentFiles() {
  const { data } = useHostQuery("unsent", {});
  const [showsAll, setShowsAll] = useState(false);
  const files = data?.files ?? [];
  if (files.length === 0) return null;
  const shown = files.slice(0, showsAll ? most : fewest);
  return (
    <Panel
      title={stationText.notFinishedYet}
      aside={
        <span className={styles.readout}>{stationText.sentWhenFinished(counted(files.length, "file"))}</span>
      }
    >
      <ul className={`${styles.lines} plain stack`}>
        {shown.map(({ instrument, path, reason }) => (
          <li key={`${instrument} ${path}`} className={styles.unsent}>
            <StateShape shape="growing" size={14} />
            <MiddleCut text={fileName(path)} whole={path} />
            <span className="clipped muted" title={instrument}>
              {instrument}
            </span>
            <span className={`${styles.why} clipped muted`} title={reason}>
              {reason}
            </span>
          </li>
        ))}
      </ul>
      {files.length > fewest ? (
        <Button variant="subtle" size="compact-sm" mt={8} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show fewer" : `Show ${counted(Math.min(files.length, most), "file")}`}
        </Button>
      ) : null}
    </Panel>
  );
}
