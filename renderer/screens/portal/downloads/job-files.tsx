import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { bytesText } from "../../../components/format.ts";
import { type Shape, StateShape } from "../../../components/state-shape.tsx";
import { useHostQuery } from "../../../store/host.tsx";
import styles from "./downloads.module.css";
import { fileWords, type Job, type JobFile } from "./items.ts";

const rowHeight = 26;

/** The files of a job: what became of each, and why. */
export function JobFiles({ job }: { readonly job: Job }) {
  const { data, error, refetch } = useHostQuery("downloads.files", { id: job.id }, { keepsPrevious: true });
  const scroller = useRef<HTMLDivElement>(null);
  const files = data?.files ?? [];
  // The feed tells of jobs; what they say now is the sign that their files have moved on.
  const sign = `${job.state} ${job.receivedBytes} ${JSON.stringify(job.counts)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again when the sign changes
  useEffect(() => void refetch(), [sign, refetch]);
  const rows = useVirtualizer({
    count: files.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  if (error !== null) return <p className={styles.message}>{error.message}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys
    <div className={styles.files} ref={scroller} role="list" aria-label="Files of this download" tabIndex={0}>
      <div className={styles.all} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const file = files[index];
          if (file === undefined) return null;
          return (
            <div
              key={key}
              role="listitem"
              className={styles.file}
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <StateShape
                shape={shapes[file.state]}
                size={14}
                progress={file.size === null || file.size === 0 ? 0 : file.receivedBytes / file.size}
              />
              <span className={styles.name} title={file.path ?? file.filename ?? file.uuid}>
                {file.filename ?? file.uuid}
              </span>
              <span className={styles.state} title={file.message ?? undefined}>
                {file.message ?? fileWords[file.state]}
              </span>
              <span className="figures muted">{file.size === null ? "" : bytesText(file.size)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

const shapes: Readonly<Record<JobFile["state"], Shape>> = {
  waiting: "idle",
  receiving: "busy",
  verified: "done",
  "was-there": "done",
  failed: "trouble",
};
