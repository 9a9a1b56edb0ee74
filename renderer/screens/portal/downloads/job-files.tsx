import { Button } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { say } from "#base/say.ts";
import { bytesText } from "#base/text.ts";
import { LaterPart } from "#renderer/components/later-part.tsx";
import { type Shape, StateShape } from "#renderer/components/state-shape.tsx";
import { loadNetcdfDialog } from "#renderer/screens/portal/netcdf/load-dialog.ts";
import { isNetcdfName } from "#renderer/screens/portal/netcdf/look.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./downloads.module.css";
import { fileWords, type JobFileShown, type JobShown } from "./items.ts";

/** Height of the row of a file with nothing to say; a reason takes as many lines as it needs. */
const rowHeight = 26;

/** The files of a job: what became of each, and why. */
export function JobFiles({ job }: { readonly job: JobShown }) {
  const { data, error, refetch } = useHostQuery("downloads.files", { id: job.id }, { keepsPrevious: true });
  const [lookedAt, setLookedAt] = useState<string | null>(null);
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
  if (error !== null) return <p className="breaks">{error.message}</p>;
  return (
    <>
      {lookedAt === null ? null : (
        <LaterPart
          load={loadNetcdfDialog}
          props={{
            input: { path: lookedAt },
            title: lookedAt.split(/[\\/]/).at(-1) ?? lookedAt,
            onClose: () => setLookedAt(null),
          }}
          onFailed={() => setLookedAt(null)}
        />
      )}
      <div
        className={`${styles.files} framed`}
        ref={scroller}
        role="list"
        aria-label={portalText.filesOfThisDownload}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys
        tabIndex={0}
      >
        <div className="holds" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const file = files[index];
            if (file === undefined) return null;
            return (
              <div
                key={key}
                ref={rows.measureElement}
                data-index={index}
                role="listitem"
                className={styles.file}
                style={{ minHeight: rowHeight, transform: `translateY(${start}px)` }}
              >
                <StateShape
                  shape={isLeft(file, job) ? "over" : shapes[file.state]}
                  size={14}
                  progress={file.size === null || file.size === 0 ? 0 : file.receivedBytes / file.size}
                />
                <span className="clipped" title={file.path ?? file.filename ?? file.uuid}>
                  {file.filename ?? file.uuid}
                </span>
                <span className={file.message === null ? "clipped" : "breaks"}>
                  {file.message !== null
                    ? file.message
                    : isLeft(file, job)
                      ? say("Not downloaded")
                      : fileWords[file.state]}
                </span>
                <span className="text-right">
                  {file.path !== null && isNetcdfName(file.path) ? (
                    <Button size="compact-xs" variant="subtle" onClick={() => setLookedAt(file.path)}>
                      {say("Look inside")}
                    </Button>
                  ) : null}
                </span>
                <span className="numbers muted">{file.size === null ? "" : bytesText(file.size)}</span>
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

const shapes: Readonly<Record<JobFileShown["state"], Shape>> = {
  waiting: "idle",
  receiving: "busy",
  verified: "done",
  "was-there": "done",
  failed: "problem",
};

/** The job ended before this file had its turn. */
function isLeft(file: JobFileShown, job: JobShown): boolean {
  return job.state !== "running" && (file.state === "waiting" || file.state === "receiving");
}
