import { Fragment, useState } from "react";
import {
  type CleanupMonthShown,
  type KeptFiles,
  keptByReason,
  type WholeMonth,
  wholeMonths,
} from "#contract/cleanup-lists.ts";
import { monthInWords } from "#domain/calendar-month.ts";
import { keepReasons } from "#domain/removable.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { Panel } from "#renderer/components/panel.tsx";
import { cleanupText } from "#renderer/text/cleanup-text.ts";
import styles from "./cleanup.module.css";

type Months = readonly CleanupMonthShown[];

/** More rows than these are shown when their month is opened. */
const mostOpen = 24;

const sumOf = (kept: readonly KeptFiles[]) => ({
  files: kept.reduce((sum, { files }) => sum + files, 0),
  bytes: kept.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** Every reason for which files are kept, most bytes first. */
export function KeptPanel({ months }: { readonly months: Months }) {
  const kept = keptByReason(months);
  if (kept.length === 0) return null;
  const { files, bytes } = sumOf(kept);
  return (
    <Panel title={cleanupText.kept(files, bytes)}>
      <Reasons kept={kept} />
    </Panel>
  );
}

/** A row for each month, and in it one for each instrument. */
export function CleanupMonths({ months }: { readonly months: Months }) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const isFew = months.length <= mostOpen;
  const turn = (month: string) => {
    const next = new Set(turned);
    if (!next.delete(month)) next.add(month);
    setTurned(next);
  };
  return (
    <Panel title={cleanupText.byMonth} isFlush>
      <table className={styles.months}>
        <thead>
          <tr className="muted">
            <th>{cleanupText.month}</th>
            <th>{cleanupText.mayGo}</th>
            <th>{cleanupText.keptColumn}</th>
          </tr>
        </thead>
        <tbody>
          {wholeMonths(months).map((month) => {
            const isOpen = turned.has(month.month) !== isFew;
            return (
              <Fragment key={month.month}>
                <MonthRow month={month} isOpen={isOpen} onTurn={() => turn(month.month)} />
                {isOpen
                  ? month.instruments.map((one) => <InstrumentRow key={one.instrument} row={one} />)
                  : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

interface MonthRowProps {
  readonly month: WholeMonth;
  readonly isOpen: boolean;
  readonly onTurn: () => void;
}

function MonthRow({ month: { month, files, bytes, instruments }, isOpen, onTurn }: MonthRowProps) {
  const kept = sumOf(keptByReason(instruments));
  return (
    <tr>
      <th scope="rowgroup">
        <button type="button" className="bare row strong" aria-expanded={isOpen} onClick={onTurn}>
          <span className={`${styles.turn} inline`} data-open={isOpen}>
            <Icon name="down" size={12} />
          </span>
          {monthInWords(month)}
        </button>
      </th>
      <td className="numbers strong">{cleanupText.files(files, bytes)}</td>
      <td className="numbers muted">{cleanupText.files(kept.files, kept.bytes)}</td>
    </tr>
  );
}

function InstrumentRow({ row: { instrument, files, bytes, kept } }: { readonly row: CleanupMonthShown }) {
  return (
    <tr>
      <td className={`${styles.instrument} breaks`}>{instrument}</td>
      <td className="numbers">{cleanupText.files(files, bytes)}</td>
      <td>
        {kept.length === 0 ? <span className="muted">{cleanupText.noneKept}</span> : <Reasons kept={kept} />}
      </td>
    </tr>
  );
}

function Reasons({ kept }: { readonly kept: readonly KeptFiles[] }) {
  return (
    <ul className="plain">
      {kept.map(({ reason, files, bytes }) => (
        <li key={reason} className="numbers">
          {cleanupText.keptFor(files, bytes)} <span className="muted">{keepReasons[reason]}</span>
        </li>
      ))}
    </ul>
  );
}
