import { say } from "#base/say.ts";
import { Icon } from "#renderer/components/icon.tsx";
import type { PortalView } from "#renderer/screens/portal/use-portal-view.ts";
import { portalText } from "#renderer/text/portal.ts";
import { chipsOf } from "./chips.ts";
import styles from "./filter.module.css";
import { type FilterField, fieldsOf } from "./portal-filter.ts";
import { useNames } from "./use-names.ts";

interface FilterChipsProps {
  readonly view: PortalView;
  /** Filters that are shown elsewhere: without others there are no chips. */
  readonly besides?: readonly FilterField[];
}

/** The active filters; a click takes one away. */
export function FilterChips({ view, besides = [] }: FilterChipsProps) {
  const nameOf = useNames(view.listing);
  if (besides.length > 0 && !fieldsOf[view.listing].some((field) => isOther(view, field, besides)))
    return null;
  const chips = chipsOf(view.listing, view.filter, nameOf, Date.now());
  return (
    <ul className={`${styles.chips} plain wraps text-small shrinks`} aria-label={say("Active filters")}>
      {view.isStart ? (
        <li className="muted" title={portalText.defaultFilterHelp}>
          {view.filter.site === undefined ? say("Default:") : portalText.defaultOwnSite}
        </li>
      ) : null}
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            className={`${styles.chip} inline`}
            aria-label={say("Remove filter {label}", { label })}
            onClick={() => view.setFilter(without)}
          >
            <span className="clipped">{label}</span>
            <Icon name="cross" size={12} />
          </button>
        </li>
      ))}
      {view.isStart ? null : (
        <li>
          <button type="button" className={`${styles.plain} bare`} onClick={() => view.setFilter({})}>
            {portalText.clearAllFilters}
          </button>
        </li>
      )}
    </ul>
  );
}

function isOther({ filter }: PortalView, field: FilterField, besides: readonly FilterField[]): boolean {
  return filter[field] !== undefined && !besides.includes(field);
}
