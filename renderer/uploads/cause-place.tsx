import { Button } from "@mantine/core";
import type { StatusIssue, StatusShown } from "#contract/status.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { MiddleCut } from "#renderer/components/middle-cut.tsx";
import styles from "./needs-you.module.css";
import { useFileReveal } from "./use-file-reveal.ts";

/** Begins of keys of issues that are about an instrument's folder. */
const ofFolder: ReadonlySet<string> = new Set(["folder", "silent", "empty", "damaged", "unmatched", "date"]);

interface CausePlaceProps {
  readonly issue: StatusIssue;
  readonly causes: StatusShown["causes"];
}

/** The path of a cause: one of its files, or the folder of its instrument; absent where it has none. */
export function CausePlace({ issue: { key, cause, instrument, portalMessage }, causes }: CausePlaceProps) {
  const [begin = ""] = key.split(":", 1);
  if (instrument === null) return null;
  if (ofFolder.has(begin)) return <Place instrument={instrument} path="" />;
  const sample = causes.find((one) => one.cause === cause && one.portalMessage === portalMessage)?.samplePath;
  return begin === "files" && sample !== undefined ? <Place instrument={instrument} path={sample} /> : null;
}

interface PlaceProps {
  readonly instrument: string;
  /** In its folder; empty for the folder itself. */
  readonly path: string;
}

function Place(file: PlaceProps) {
  const { path, label, icon, run } = useFileReveal(file);
  if (path === null) return null;
  return (
    <div className={`${styles.place} row gap-4`}>
      <code className="mono muted shrinks">
        <MiddleCut text={path} />
      </code>
      <Button
        className="rigid"
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={label}
        title={label}
        onClick={run}
      >
        <Icon name={icon} size={14} />
      </Button>
    </div>
  );
}
