import { memo } from "react";
import { opensBy } from "#renderer/components/strip-keys.ts";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { dayWords, placeWords } from "#renderer/model/coverage-words.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";
import { type StationDays, stationWords } from "./station-days.ts";

/** A place in the grid; an instrument of null is the station itself. */
export interface GridPlace {
  readonly instrument: string | null;
  readonly date: string;
}

/** A day of an instrument. */
export interface InstrumentDay extends GridPlace {
  readonly instrument: string;
}

/** Place of a cell: the row 0 is the station. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

/** First and last, both included. */
export interface GridSpan {
  readonly first: number;
  readonly last: number;
}

interface GridRowProps {
  /** Null: the station. */
  readonly instrument: string | null;
  /** 0 is the station. */
  readonly index: number;
  readonly top: number;
  readonly height: number;
  readonly dates: readonly string[];
  readonly dayOf: (place: InstrumentDay) => ShownDay | undefined;
  readonly station: StationDays;
  /** Columns that are there. */
  readonly first: number;
  readonly last: number;
  readonly width: number;
  /** -1 where it is in another row. */
  readonly activeColumn: number;
  readonly openColumn: number;
  readonly minuteMs: number;
  readonly onOpen: (place: GridPlace, at: GridCell) => void;
}

/** The cells of a row, over the drawing: for pointer, keys and screen readers. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { instrument, index: row, dates, dayOf, station, width, minuteMs, onOpen } = props;
  const wordsOf = (date: string) => {
    if (instrument === null) return stationWords(date, station, minuteMs);
    const day = dayOf({ instrument, date });
    return day === undefined ? placeWords({ instrument, date }, minuteMs) : dayWords(day, minuteMs);
  };
  return (
    <div
      role="row"
      tabIndex={-1}
      className={styles.row}
      style={{ top: props.top, left: props.first * width, height: props.height }}
      aria-rowindex={row + 2}
      aria-label={instrument ?? coverageText.station}
    >
      {columnsFrom(props).map((column) => {
        const date = dates[column] ?? "";
        return (
          <div
            key={column}
            role="gridcell"
            className={`${styles.cell} choosable rigid`}
            style={{ width }}
            data-row={row}
            data-column={column}
            tabIndex={props.activeColumn === column ? 0 : -1}
            aria-colindex={column + 1}
            aria-label={wordsOf(date)}
            aria-selected={props.openColumn === column}
            {...opensBy(() => onOpen({ instrument, date }, { row, column }))}
          />
        );
      })}
    </div>
  );
});

/** Every column from the first to the last. */
export function columnsFrom({ first, last }: GridSpan): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, n) => first + n);
}
