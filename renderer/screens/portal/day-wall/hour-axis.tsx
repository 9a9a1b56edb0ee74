import type { KeyboardEvent } from "react";
import { portalText } from "#renderer/text/portal.ts";
import { dayMinutes, minuteOfDayText, movedBy } from "./day-rows.ts";
import styles from "./day-wall.module.css";

interface HourAxisProps {
  /** Minute at which the cursor stands. */
  readonly minute: number;
  /** Null for an axis that only follows. */
  readonly onMove: ((minute: number) => void) | null;
}

const hours = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** An hour so near to the time at the cursor lies below it, minutes on the axis of a single day. */
const belowTime = 96;

/** The hours of the day, and the time at the cursor. Keys move it. */
export function HourAxis({ minute, onMove }: HourAxisProps) {
  const keys = (event: KeyboardEvent) => {
    const next = movedBy(event.key, event.shiftKey, minute);
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onMove?.(next);
  };
  const shown = (
    <>
      {hours.map((hour) => (
        <span
          key={hour}
          className={`${styles.hour} muted numbers`}
          style={{
            left: `${(hour / 24) * 100}%`,
            visibility: Math.abs(hour * 60 - minute) < belowTime ? "hidden" : undefined,
          }}
        >
          {String(hour).padStart(2, "0")}
        </span>
      ))}
      <span className={`${styles.time} pill unbroken numbers`}>{minuteOfDayText(minute)} UTC</span>
    </>
  );
  if (onMove === null)
    return (
      <div className={`${styles.axis} holds text-small`} data-axis="" aria-hidden="true">
        {shown}
      </div>
    );
  return (
    <div
      className={`${styles.axis} holds text-small`}
      data-axis=""
      role="slider"
      tabIndex={0}
      aria-label={portalText.timeOfTheCursor}
      aria-valuemin={0}
      aria-valuemax={dayMinutes}
      aria-valuenow={minute}
      aria-valuetext={`${minuteOfDayText(minute)} UTC`}
      onKeyDown={keys}
    >
      {shown}
    </div>
  );
}
