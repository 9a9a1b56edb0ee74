import { capital } from "#base/text.ts";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useNow } from "#renderer/components/use-now.ts";
import { type LayerShare, layersOf, type ShownDay } from "#renderer/model/coverage-model.ts";
import { dueWords, layerWords, oddsOf, shapeOf } from "#renderer/model/coverage-words.ts";
import { usePortalNames } from "#renderer/store/portal-names.ts";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";

/** How a day stands, and how far each of its layers has come. */
export function DayStateWords({ day }: { readonly day: ShownDay }) {
  const due = dueWords(day, useNow());
  const isGap = due !== null && day.state === "gap";
  const nameOf = usePortalNames("portal.products");
  return (
    <>
      <p className="wraps">
        <StateShape shape={shapeOf(day.state)} />
        <strong>{isGap ? capital(due.words) : coverageText.states[day.state]}</strong>
        {due === null || isGap ? null : (
          <span className={due.isLate ? styles.needs : "muted"}>{due.words}</span>
        )}
      </p>
      <dl className={styles.layers}>
        {layersOf(day).map(({ layer, mark, share }) => (
          <div key={layer}>
            <dt className="inline">
              <LayerBar mark={mark} share={share} />
              {coverageText.layers[layer]}
            </dt>
            <dd className="numbers breaks">{layerWords(layer, day, nameOf)}</dd>
          </div>
        ))}
      </dl>
      {oddsOf(day).map((clause) => (
        <p key={clause} className={day.invalid || day.otherContent ? styles.needs : "muted"}>
          {clause}
        </p>
      ))}
    </>
  );
}

/** A bar as the drawing shows it. */
export function LayerBar({ mark, share }: Pick<LayerShare, "mark" | "share">) {
  const height = 13 * share;
  return (
    <svg className={styles.bars} width={8} height={16} viewBox="0 0 8 16" aria-hidden="true">
      <g data-mark={mark}>
        <rect className={styles.hollow} x={1.5} y={1.5} width={5} height={13} rx={1} />
        {share > 0 ? (
          <rect className={styles.full} x={1.5} y={14.5 - height} width={5} height={height} rx={1} />
        ) : null}
      </g>
    </svg>
  );
}
