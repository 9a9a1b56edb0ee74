import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { instrumentRoute } from "#contract/page-routes.ts";
import { MiddleCut } from "#renderer/components/middle-cut.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { todayText } from "#renderer/text/today.tsx";
import { fileName } from "#renderer/uploads/file-path.ts";
import styles from "./today.module.css";

const most = 200;

/** Files that are there and not finished: growing, held open by their instrument, dated ahead. Folded: it is normal. */
export function UnsentFiles() {
  const { data } = useHostQuery("unsent", {});
  const [isOpen, setOpen] = useState(false);
  const files = data?.files ?? [];
  if (files.length === 0) return null;
  const fold = (
    <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? todayText.hideUnfinished : todayText.showUnfinished}
    </Button>
  );
  if (!isOpen) return <div>{fold}</div>;
  return (
    <Panel title={todayText.unfinished} aside={fold}>
      <ul className="plain stack gap-4">
        {files.slice(0, most).map(({ instrument, path, reason }) => (
          <li key={`${instrument} ${path}`} className={`${styles.unsent} gap-12`}>
            <StateShape shape="growing" size={14} />
            <MiddleCut text={fileName(path)} whole={path} />
            <Link className="clipped" to={instrumentRoute(instrument)} title={instrument}>
              {instrument}
            </Link>
            <span className="capital clipped muted" title={reason}>
              {reason}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
