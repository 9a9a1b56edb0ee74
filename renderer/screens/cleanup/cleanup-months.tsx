import { SegmentedControl } from "@mantine/core";
import { type CSSProperties, Fragment, useState } from "react";
import { say } from "#base/say.ts";
import { bytesText } from "#base/text.ts";
import { type CleanupFound, type CleanupMonthShown, keptByReason } from "#contract/cleanup-lists.ts";
import { monthInWords } from "#domain/calendar-month.ts";
import { keepReasons } from "#domain/removable.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { cleanupText } from "#renderer/text/cleanup-text.ts";
import styles from "./cleanup.module.css";
import { oldEnoughWords } from "./old-enough.ts";

type Months = readonly CleanupMonthShown[];

/** Rows within groups are shown from the beginning where all of them are no more than these. */
const mostOpen = 24;

interface Amount {
  readonly files: number;
  readonly bytes: number;
}

const sumOf = (parts: readonly Amount[]): Amount => ({
  files: parts.reduce((sum, { files }) => sum + files, 0),
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** All files that were looked at, as a bar and in figures: those that may be removed, and why the others are kept. */
export function CleanupAnswer({
  found,
  olderThanDays,
}: {
  readonly found: CleanupFound;
  readonly olderThanDays: number;
}) {
  const { months, files, bytes } = found;
  const parts = [
    { look: "free", label: cleanupText.mayGo, files, bytes },
    ...keptByReason(months).map((kept) => ({
      ...kept,
      look: "kept",
      label: cleanupText.keptFor(say(keepReasons[kept.reason])),
    })),
  ];
  const whole = sumOf(parts);
  // It stands with all else that has to happen first if nothing may go.
  const later = files === 0 ? null : oldEnoughWords(months, olderThanDays);
  return (
    <Panel title={cleanupText.lookedAt(whole.files, whole.bytes)}>
      <Parts parts={parts} ofBytes={whole.bytes} />
      <table className={`${styles.parts} above-8`}>
        <tbody>
          {parts.map((part, at) => (
            <tr key={part.label}>
              <td>
                <i className={styles.part} data-look={part.look} style={{ "--at": at } as CSSProperties} />
              </td>
              <td>{part.label}</td>
              <td className="numbers text-right unbroken">{bytesText(part.bytes)}</td>
              <td className="numbers text-right unbroken">
                {sayNodes("{files, plural, one {# file} other {# files}}", { files: part.files })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {later === null ? null : <p className="note">{later}</p>}
    </Panel>
  );
}

interface PartsProps {
  readonly parts: readonly (Amount & { readonly look: string })[];
  /** Bytes of the whole width. */
  readonly ofBytes: number;
}

/** Parts side by side, as wide as their bytes; for the eye alone. */
function Parts({ parts, ofBytes }: PartsProps) {
  const width = (bytes: number) => `${(100 * bytes) / Math.max(1, ofBytes)}%`;
  return (
    <span className={`${styles.bar} clips`} aria-hidden="true">
      {parts.map(({ look, bytes }, at) =>
        bytes === 0 ? null : (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
            key={at}
            className={styles.part}
            data-look={look}
            style={{ "--at": at, width: width(bytes) } as CSSProperties}
          />
        ),
      )}
    </span>
  );
}

const groupings = ["month", "instrument"] as const;

/** A row for each month with one for each instrument in it, or the other way round. */
export function CleanupMonths({ months }: { readonly months: Months }) {
  const [by, setBy] = useState<(typeof groupings)[number]>("month");
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const groups = [...Map.groupBy(months, (row) => row[by])];
  const most = Math.max(...groups.map(([, rows]) => bytesOf(rows)));
  const isFew = months.length <= mostOpen;
  // Rows within groups would all have one name.
  const isFlat = new Set(months.map((row) => row[by === "month" ? "instrument" : "month"])).size === 1;
  const turn = (group: string) => {
    const next = new Set(turned);
    if (!next.delete(group)) next.add(group);
    setTurned(next);
  };
  return (
    <Panel
      title={cleanupText.by[by]}
      isFlush
      aside={
        <SegmentedControl
          size="xs"
          aria-label={cleanupText.groupBy}
          value={by}
          data={groupings.map((value) => ({ value, label: cleanupText.groupings[value] }))}
          onChange={setBy}
        />
      }
    >
      <table className={styles.months}>
        <thead>
          <tr className="muted">
            <th>{cleanupText.groupings[by]}</th>
            <th className={styles.size} />
            <th className="text-right" colSpan={2}>
              {cleanupText.mayGo}
            </th>
            <th className="text-right" colSpan={2}>
              {cleanupText.keptColumn}
            </th>
            <th>{cleanupText.why}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(([group, rows]) => {
            const isOpen = !isFlat && turned.has(group) !== isFew;
            const name = by === "month" ? monthInWords(group) : group;
            return (
              <Fragment key={group}>
                <Row
                  rows={rows}
                  most={most}
                  isGroup
                  name={isFlat ? name : { name, isOpen, onTurn: () => turn(group) }}
                />
                {isOpen
                  ? rows.map((row) => {
                      const own = by === "month" ? row.instrument : monthInWords(row.month);
                      return <Row key={own} rows={[row]} most={most} name={own} />;
                    })
                  : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

const bytesOf = (rows: Months) => sumOf([...rows, ...rows.flatMap(({ kept }) => kept)]).bytes;

interface RowProps {
  readonly rows: Months;
  /** Bytes of the longest bar. */
  readonly most: number;
  readonly name: string | { readonly name: string; readonly isOpen: boolean; readonly onTurn: () => void };
  readonly isGroup?: boolean;
}

function Row({ rows, most, name, isGroup = false }: RowProps) {
  const free = sumOf(rows);
  const reasons = keptByReason(rows);
  const kept = sumOf(reasons);
  const why = reasons
    .map(({ reason, files }) => cleanupText.filesFor(files, say(keepReasons[reason])))
    .join(" · ");
  return (
    <tr>
      <th scope={isGroup ? "rowgroup" : "row"} className={isGroup ? "breaks" : `${styles.inner} breaks`}>
        {typeof name === "string" ? (
          name
        ) : (
          <button type="button" className="bare row strong" aria-expanded={name.isOpen} onClick={name.onTurn}>
            <span className={`${styles.turn} inline`} data-open={name.isOpen}>
              <Icon name="down" size={12} />
            </span>
            {name.name}
          </button>
        )}
      </th>
      <td className={styles.size}>
        <Parts
          ofBytes={most}
          parts={[
            { ...free, look: "free" },
            { ...kept, look: "kept" },
          ]}
        />
      </td>
      <Figures amount={free} />
      <Figures amount={kept} />
      <td className={`${styles.why} muted`} title={why}>
        <span className="clipped">{why}</span>
      </td>
    </tr>
  );
}

function Figures({ amount: { files, bytes } }: { readonly amount: Amount }) {
  return (
    <>
      <td className="numbers text-right unbroken">{files === 0 ? cleanupText.none : bytesText(bytes)}</td>
      <td className="numbers text-right unbroken muted">
        {files === 0 ? "" : sayNodes("{files, plural, one {# file} other {# files}}", { files })}
      </td>
    </>
  );
}
