import { type CSSProperties, useEffect, useRef, useState } from "react";
import { Moment } from "#renderer/components/moment.tsx";
import { type Shape, StateShape } from "#renderer/components/state-shape.tsx";
import { hasGrown } from "#renderer/model/path-words.ts";
import { useSlowly } from "#renderer/store/use-slowly.ts";
import { todayText } from "#renderer/text/today.tsx";
import styles from "./flow.module.css";

/** No words of the picture change more than twice in 20 s. */
export const wordsRestMs = 10_000;

interface FlowLegProps {
  /** Since then. */
  readonly since: string;
  readonly files: number;
  readonly words: string;
  /** Why nothing goes along it; null where something can. */
  readonly broken: Shape | null;
  /** Numbers of which one grows whenever something has gone along it. */
  readonly signs: readonly number[];
}

/** The line between two places: thick where many files went along it lately, dotted where none can. */
export function FlowLeg({ since, files, words, broken, signs }: FlowLegProps) {
  const shown = useSlowly(words, wordsRestMs);
  const thickness = { "--thickness": `${thicknessOf(files)}px` } as CSSProperties;
  return (
    <li className={`${styles.leg} grows text-center`} data-broken={broken !== null}>
      <span className={`${styles.figure} muted numbers`}>{shown} </span>
      <div
        className={`${styles.line} holds clips`}
        style={thickness}
        data-still={files === 0}
        aria-hidden="true"
      >
        {broken === null ? (
          <Mark signs={signs} />
        ) : (
          <span className={`${styles.break} holds`}>
            <StateShape shape={broken} />
          </span>
        )}
      </div>
      <span className={`${styles.figure} muted`}>
        {todayText.sinceHour(<Moment at={since} as="clock" />)}
      </span>
    </li>
  );
}

function thicknessOf(files: number): number {
  if (files === 0) return 1;
  return files < 100 ? 2 : files < 1_000 ? 3 : 4;
}

/** From one start of a mark to the next: each frame that moves costs processor time, and a busy station moves all day. */
const marksApartMs = 30_000;

/** Goes along the line once when something has, twice a minute at most. */
function Mark({ signs }: Pick<FlowLegProps, "signs">) {
  const seen = useRef(signs);
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  const [travels, setTravels] = useState(false);
  useEffect(() => {
    const grew = hasGrown(seen.current, signs);
    seen.current = signs;
    const now = performance.now();
    if (!grew || document.hidden || now - startedAt.current < marksApartMs) return;
    startedAt.current = now;
    setTravels(true);
  }, [signs]);
  if (!travels) return null;
  return <span className={styles.mark} data-mark onAnimationEnd={() => setTravels(false)} />;
}
