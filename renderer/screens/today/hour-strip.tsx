import { hourlyText, type InstrumentActivityShown } from "#renderer/model/instrument-words.ts";
import { todayText } from "#renderer/text/today.tsx";
import styles from "./hour-strip.module.css";

const cellWidth = 5;
const height = 24;

interface HourStripProps {
  readonly name: string;
  readonly activity: InstrumentActivityShown;
  /** State of files that are not on the portal: they wait for a person, or for their turn. */
  readonly rest: "problem" | "wait" | "busy";
}

/** 48 hours, a cell each: its height is the share of what an hour should bring, its hue how far the files are. */
export function HourStrip({ name, activity, rest }: HourStripProps) {
  const { hourly, confirmedHourly = hourly } = activity;
  const most = expectedInHour(activity);
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${hourly.length * cellWidth} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: ${hourlyText(hourly)}`}
    >
      <title>{todayText.stripHelp}</title>
      {hourly.map((found, hour) => {
        const whole = found === 0 ? 0 : Math.max(4, Math.min(1, found / most) * (height - 2));
        const there = found === 0 ? 0 : (whole * Math.min(found, confirmedHourly[hour] ?? 0)) / found;
        const place = { x: hour * cellWidth, width: cellWidth - 1 };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place
          <g key={hour}>
            <rect fill="var(--sky-line-strong)" {...place} y={height - 1} height={1} />
            {whole > there ? (
              <rect fill={`var(--state-${rest})`} {...place} y={height - whole} height={whole} />
            ) : null}
            {there > 0 ? <rect fill="var(--state-ok)" {...place} y={height - there} height={there} /> : null}
          </g>
        );
      })}
    </svg>
  );
}

/** Files that an hour should bring, or the most that one brought; at least one. */
function expectedInHour({ hourly, expected, usualMinutes }: InstrumentActivityShown): number {
  if (expected !== null) return Math.max(1, expected / 24);
  if (usualMinutes !== null && usualMinutes > 0) return Math.max(1, 60 / usualMinutes);
  return Math.max(1, ...hourly);
}
