import { Button } from "@mantine/core";
import { memo, useCallback, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
import { bytesText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { baseName } from "#domain/file-version.ts";
import { MiddleCut, tailsOf } from "#renderer/components/middle-cut.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { commonText } from "#renderer/text/common.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import { filesText } from "#renderer/text/files.ts";
import { useUploadCalls } from "#renderer/uploads/use-upload-calls.ts";
import styles from "./day-files.module.css";
import { type DayFileRow, hereOf, portalOf, sortedFiles, uploadToSendAgain } from "./day-files.ts";
import type { InstrumentDay } from "./grid-row.tsx";
import { type GoneUploads, useGone } from "./use-gone.ts";

/** Rows that are drawn at first, and that each *Show more* adds. */
const rowsAtOnce = 300;

const none: ReadonlySet<string> = new Set();

interface DayFilesProps {
  readonly place: InstrumentDay;
  readonly answer: Output<"coverage.day">;
  /** All that can be sent again are selected at first. */
  readonly isAgain: boolean;
}

/** The files of a day in one table: what is here and what the portal has, differences first. Those selected can be sent again. */
export function DayFilesTable({ place, answer: { day, files }, isAgain }: DayFilesProps) {
  const [most, setMost] = useState(rowsAtOnce);
  const sorted = useMemo(() => sortedFiles(files), [files]);
  const tails = useMemo(() => tailsOf(sorted.map(({ relPath }) => baseName(relPath))), [sorted]);
  const gone = useGone(place);
  const able = useMemo(() => sorted.flatMap((file) => uploadToSendAgain(file, gone) ?? []), [sorted, gone]);
  const [marked, setMarked] = useState<ReadonlySet<string> | null>(null);
  const isMarked = (id: string) => marked?.has(id) ?? isAgain;
  const chosen = able.filter(isMarked);
  const allBox = useRef<HTMLInputElement>(null);
  const toggle = useCallback(
    (id: string) =>
      setMarked((before) => {
        const next = new Set(before ?? (isAgain ? able : none));
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [able, isAgain],
  );
  const clear = () => {
    setMarked(none);
    allBox.current?.focus({ preventScroll: true });
  };
  const canChoose = able.length > 0;
  const isAll = canChoose && chosen.length === able.length;
  const rest = sorted.length - most;
  return (
    <section className="stack" aria-label={coverageText.filesOfDay}>
      <h3>{coverageText.filesOfDay}</h3>
      {sorted.length === 0 ? (
        <p className="muted">{coverageText.noFilesOfDay}</p>
      ) : (
        <table className={`${styles.table} table`} data-chooses={chosen.length > 0}>
          <thead>
            <tr>
              {canChoose ? (
                <td className={styles.choice}>
                  <label title={coverageText.selectAllHelp}>
                    <input
                      ref={(box) => {
                        allBox.current = box;
                        if (box !== null) box.indeterminate = chosen.length > 0 && !isAll;
                      }}
                      type="checkbox"
                      aria-label={coverageText.selectAll(able.length)}
                      checked={isAll}
                      onChange={() => setMarked(isAll ? none : new Set(able))}
                    />
                  </label>
                </td>
              ) : null}
              <th scope="col">{coverageText.file}</th>
              <th scope="col" className={styles.here}>
                {filesText.here}
              </th>
              <th scope="col" className={styles.portal}>
                {filesText.portal}
              </th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, most).map((file) => {
              const { uploadId, recordUuid, relPath } = file;
              return (
                <FileRow
                  key={`${uploadId ?? ""} ${recordUuid ?? ""} ${relPath}`}
                  file={file}
                  tail={tails.get(baseName(relPath))}
                  date={day.date}
                  isListed={day.processed !== null}
                  gone={gone}
                  canChoose={canChoose}
                  toSendAgain={uploadToSendAgain(file, gone)}
                  isChosen={uploadId !== null && isMarked(uploadId)}
                  onChoose={toggle}
                />
              );
            })}
          </tbody>
        </table>
      )}
      {rest > 0 ? (
        <p className="wraps">
          <span className="note">{coverageText.moreFiles(rest)}</span>
          <Button size="compact-xs" variant="default" onClick={() => setMost(most + rowsAtOnce)}>
            {coverageText.showMore}
          </Button>
        </p>
      ) : null}
      {chosen.length === 0 ? null : <ChosenFiles ids={chosen} onClear={clear} />}
    </section>
  );
}

/** Actions for the selected files. */
function ChosenFiles({ ids, onClear }: { readonly ids: readonly string[]; readonly onClear: () => void }) {
  const { sendAgain, isBusy } = useUploadCalls();
  return (
    <section className={`${styles.chosen} wraps`} aria-label={filesText.selectedFiles}>
      <strong className="numbers">{filesText.selectedCount(ids.length)}</strong>
      <Button
        size="compact-sm"
        variant="default"
        loading={isBusy}
        title={filesText.sendAgainHelp}
        onClick={() => {
          sendAgain(ids);
          onClear();
        }}
      >
        {filesText.sendFilesAgain(
          say("{length, plural, one {# file} other {# files}}", { length: ids.length }),
        )}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {filesText.clearSelection}
      </Button>
    </section>
  );
}

interface FileRowProps {
  readonly file: DayFileRow;
  /** How much of the end of its name tells it from the others. */
  readonly tail: number | undefined;
  /** Date of the day. */
  readonly date: string;
  readonly isListed: boolean;
  readonly gone: GoneUploads;
  /** Whether the table has boxes. */
  readonly canChoose: boolean;
  /** Id of the upload that its box stands for; null: it has no box. */
  readonly toSendAgain: string | null;
  readonly isChosen: boolean;
  readonly onChoose: (id: string) => void;
}

const FileRow = memo(function FileRow(props: FileRowProps) {
  const { file, tail, date, isListed, gone, canChoose, toSendAgain, isChosen, onChoose } = props;
  const { uploadId, relPath, size, writtenAt } = file;
  const name = baseName(relPath);
  const here = hereOf(file, gone);
  const portal = portalOf(file, isListed);
  return (
    <tr>
      {canChoose ? (
        <td className={styles.choice}>
          {toSendAgain === null ? null : (
            <label>
              <input
                type="checkbox"
                aria-label={filesText.select(name)}
                checked={isChosen}
                onChange={() => onChoose(toSendAgain)}
              />
            </label>
          )}
        </td>
      ) : null}
      <th scope="row">
        {uploadId === null ? (
          <MiddleCut text={name} whole={relPath} tail={tail} />
        ) : (
          <Link to={`/files?upload=${uploadId}`} aria-label={name}>
            <MiddleCut text={name} whole={commonText.showInQueue(relPath)} tail={tail} />
          </Link>
        )}
      </th>
      <td>
        <span className={`${here.isAmiss ? "amiss strong" : ""} row gap-4`}>
          {here.shape === null ? null : <StateShape shape={here.shape} size={14} />}
          {here.words}
        </span>
        {size === null ? null : (
          <span className={`${styles.facts} wraps text-small muted numbers`}>
            <span>{bytesText(size)}</span>
            {writtenAt === null ? null : (
              <Moment at={writtenAt} as={writtenAt.startsWith(date) ? "clock" : "stamp"} />
            )}
          </span>
        )}
      </td>
      <td className={portal.isAmiss ? "amiss strong" : undefined}>{portal.words}</td>
    </tr>
  );
});
