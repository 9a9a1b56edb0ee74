import { say } from "#base/say.ts";
import { countText } from "#base/text.ts";
import type { SiteShown } from "#renderer/screens/portal/details/catalogue-facts.tsx";
import { portalText } from "#renderer/text/portal.ts";
import { freshSites, isPlaced } from "./site-list.ts";
import styles from "./sites.module.css";

/** As many as have room beside the map, and beside that of a narrow window. */
const mostNamed = 7;
const mostInNarrow = 3;

interface SiteLegendProps {
  readonly sites: readonly SiteShown[];
  readonly hasOwn: boolean;
  /** Products of each site since yesterday; undefined while not known. */
  readonly recent: ReadonlyMap<string, number> | undefined;
  readonly onSelect: (id: string) => void;
  readonly onName: (id: string | null) => void;
}

/** Says what the dots of the map mean, which sites have most new products, and which have no place on it. */
export function SiteLegend({ sites, hasOwn, recent, onSelect, onName }: SiteLegendProps) {
  const fresh = recent === undefined ? null : freshSites(sites, recent);
  const unplaced = sites.filter((one) => !isPlaced(one));
  return (
    <div className="grows stack gap-12 pad-12">
      {fresh === null ? null : (
        <>
          <h2>{portalText.freshSites(fresh.length)}</h2>
          <ul className="plain ruled">
            {fresh.slice(0, mostNamed).map((site, at) => (
              <li key={site.id} className={at < mostInNarrow ? "" : "roomy"}>
                <button
                  type="button"
                  className="bare row spread wide lines"
                  onClick={() => onSelect(site.id)}
                  onPointerEnter={() => onName(site.id)}
                  onPointerLeave={() => onName(null)}
                >
                  {site.humanReadableName}
                  <span className="muted numbers">{countText(recent?.get(site.id) ?? 0)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="legend text-small">
        {recent === undefined ? null : (
          <>
            <span>
              <Sample isFresh /> {portalText.newProducts}
            </span>
            <span>
              <Sample isFresh={false} /> {portalText.noNewProducts}
            </span>
          </>
        )}
        {hasOwn ? (
          <span>
            <Sample isOwn /> {say("your site")}
          </span>
        ) : null}
      </div>
      {unplaced.length === 0 ? null : (
        <p className={`${styles.unplaced} wraps gap-12 text-small`}>
          <span className="muted">{portalText.withoutAFixedLocation}</span>
          {unplaced.map(({ id, humanReadableName }) => (
            <button key={id} type="button" className="bare" onClick={() => onSelect(id)}>
              {humanReadableName}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

/** A dot as the map draws it. */
function Sample({ isFresh, isOwn = false }: { readonly isFresh?: boolean; readonly isOwn?: boolean }) {
  return (
    <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
      <g className={styles.site} data-fresh={isFresh} data-own={isOwn}>
        {isOwn ? <circle r="8" fill="none" stroke="var(--sky-accent)" strokeWidth="2" /> : null}
        <circle r={isOwn || isFresh ? 4.4 : 3.4} className={styles.dot} />
      </g>
    </svg>
  );
}
