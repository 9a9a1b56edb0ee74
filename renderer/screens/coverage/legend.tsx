import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";
import { LayerBar } from "./day-state.tsx";

interface LegendProps {
  readonly isYear: boolean;
  /** A dot stands for days of which nothing is known yet. */
  readonly hasUnknown: boolean;
}

/** Meaning of the bars, bands and dots of the grid. */
export function Legend({ isYear, hasUnknown }: LegendProps) {
  const bands = ["away", "stopped", "paused"] as const;
  return (
    <div className="legend">
      <span>{isYear ? coverageText.monthBlocks : coverageText.layerOrder}</span>
      {(isYear ? [] : (["there", "late", "gap", "elsewhere"] as const)).map((mark) => (
        <span key={mark} className="inline">
          <LayerBar mark={mark} share={mark === "there" || mark === "elsewhere" ? 1 : 0} />
          {coverageText.legend[mark]}
        </span>
      ))}
      {(hasUnknown && !isYear ? (["unknown", ...bands] as const) : bands).map((look) => (
        <span key={look} className="inline">
          <i className={styles.band} data-look={look} aria-hidden="true" />
          {coverageText.bands[look]}
        </span>
      ))}
    </div>
  );
}
