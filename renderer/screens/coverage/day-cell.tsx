import { memo } from "react";
import styles from "./coverage.module.css";
import { type CoverageDay, layersOf } from "./coverage-model.ts";

/** Pixels of a cell's drawing; a bar stands for each layer. */
const height = 28;

/** The four bars of a day: full is there, hollow is missing, dashed is not yet due, a triangle is overdue. */
export const DayBars = memo(function DayBars({
  day,
  width,
}: {
  readonly day: CoverageDay;
  readonly width: number;
}) {
  const layers = layersOf(day);
  const pitch = Math.floor((width - 2) / layers.length);
  const bar = pitch - 1;
  const isOverdue = day.state === "gap";
  return (
    <svg
      className={styles.bars}
      width={pitch * layers.length}
      height={height}
      viewBox={`0 0 ${pitch * layers.length} ${height}`}
      data-state={day.state}
      aria-hidden="true"
    >
      {isOverdue ? <path className={styles.overdue} d={`M${(pitch * 4) / 2} 0l3.5 5h-7z`} /> : null}
      {day.state === "unknown" && day.measured === 0 ? (
        <circle className={styles.dot} cx={(pitch * 4) / 2} cy={height / 2 + 4} r={1.5} />
      ) : null}
      {layers.map(({ layer, share, mark }, index) => {
        const full = (height - 8) * share;
        const x = index * pitch + 0.5;
        return (
          <g key={layer} data-mark={mark}>
            <rect className={styles.hollow} x={x} y={7.5} width={bar} height={height - 8} rx={1} />
            {full > 0 ? (
              <rect className={styles.full} x={x} y={height - 0.5 - full} width={bar} height={full} rx={1} />
            ) : null}
          </g>
        );
      })}
    </svg>
  );
});
