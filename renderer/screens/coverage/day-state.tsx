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
          <span className={due.isLate ? "amiss strong" : "muted"}>{due.words}</span>
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
        <p key={clause} className={day.invalid || day.otherContent ? "amiss strong" : "muted"}>
          {clause}
        </p>
      ))}
    </>
  );
}

function outlineOf(mark: LayerShare["mark"]) {
  if (mark === "late") return { fill: "none", stroke: "var(--state-wait)", strokeDasharray: "2 1.5" };
  return mark === "gap"
    ? { fill: "var(--tone-problem-ground)", stroke: "var(--state-problem)" }
    : { fill: "none" };
}

/** A bar as the drawing shows it. */
export function LayerBar({ mark, share }: Pick<LayerShare, "mark" | "share">) {
  const height = 13 * share;
  const fill = mark === "elsewhere" ? "var(--sky-line-strong)" : "var(--state-ok)";
  return (
    <svg width={8} height={16} viewBox="0 0 8 16" aria-hidden="true">
      <rect x={1.5} y={1.5} width={5} height={13} rx={1} {...outlineOf(mark)} />
      {share > 0 ? <rect x={1.5} y={14.5 - height} width={5} height={height} rx={1} fill={fill} /> : null}
    </svg>
  );
}
