import { useState } from "react";
import { PlotTile } from "./plot-tile.tsx";
import { PlotZoom } from "./plot-zoom.tsx";
import styles from "./plots.module.css";
import { PlotImageKeeper } from "./use-plot-images.tsx";
import type { Plot } from "./wall.ts";

interface PlotGridProps {
  readonly plots: readonly Plot[];
  readonly isCropped: boolean;
  /** One column, for a side panel. */
  readonly isNarrow?: boolean;
}

/** Plots side by side, by product; a click shows one in full size. */
export function PlotGrid({ plots, isCropped, isNarrow = false }: PlotGridProps) {
  const [zoomed, setZoomed] = useState<string | null>(null);
  const at = plots.findIndex(({ s3key }) => s3key === zoomed);
  const plot = plots[at];
  return (
    <PlotImageKeeper>
      {groupsOf(plots).map(({ key, title, detail, members }) => (
        <section key={key} className={styles.group} aria-label={title}>
          {isNarrow ? null : (
            <header className={styles.heading}>
              <h2>{title}</h2>
              <p className="muted">{detail}</p>
            </header>
          )}
          <div className={isNarrow ? styles.column : styles.wall}>
            {members.map((member) => (
              <PlotTile
                key={member.s3key}
                plot={member}
                isCropped={isCropped}
                onZoom={() => setZoomed(member.s3key)}
              />
            ))}
          </div>
        </section>
      ))}
      {plot === undefined ? null : (
        <PlotZoom
          plot={plot}
          place={`${at + 1} of ${plots.length}`}
          onStep={(step) => setZoomed(plots[at + step]?.s3key ?? plot.s3key)}
          onClose={() => setZoomed(null)}
        />
      )}
    </PlotImageKeeper>
  );
}

interface Group {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  readonly members: Plot[];
}

function groupsOf(plots: readonly Plot[]): Group[] {
  const groups = new Map<string, Group>();
  for (const plot of plots) {
    const key = `${plot.date} ${plot.site} ${plot.product} ${plot.source}`;
    const group = groups.get(key) ?? {
      key,
      title: plot.product,
      detail: [plot.site, plot.date ?? "", plot.source, ...plot.marks].filter(Boolean).join(" · "),
      members: [],
    };
    group.members.push(plot);
    groups.set(key, group);
  }
  return [...groups.values()];
}
