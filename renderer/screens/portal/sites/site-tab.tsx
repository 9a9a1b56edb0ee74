import { SegmentedControl } from "@mantine/core";
import { useMemo, useState } from "react";
import { addDays, todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { countText, decimalText } from "#base/text.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { LaterPart } from "#renderer/components/later-part.tsx";
import { NotShown } from "#renderer/components/problem.tsx";
import { FindField } from "#renderer/components/search-field.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import type { Column } from "#renderer/components/virtual-columns.ts";
import { VirtualRows } from "#renderer/components/virtual-rows.tsx";
import { CountFigure } from "#renderer/screens/portal/count-figure.tsx";
import type { SiteShown } from "#renderer/screens/portal/details/catalogue-facts.tsx";
import { PortalProblem } from "#renderer/screens/portal/portal-problem.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { useAddress } from "#renderer/store/use-address.ts";
import { useOwnSites, useSites } from "#renderer/store/use-catalogue.ts";
import { portalText } from "#renderer/text/portal.ts";
import { continentOf, continentOfMost } from "./continent.ts";
import { SiteLegend } from "./site-legend.tsx";
import { isPlaced, orderedSites, type SiteColumn, siteColumns, withChosen } from "./site-list.ts";
import { SitePanel } from "./site-panel.tsx";
import styles from "./sites.module.css";

// The coast lines are as large as the rest of the page: they come when they are looked at.
const loadMap = async () => (await import("./world-map.tsx")).WorldMap;

const columns: readonly Column[] = [
  { id: "name", header: say("Site"), track: "minmax(130px, 2fr)", canSort: true },
  { id: "country", header: say("Country"), track: "minmax(118px, 1.2fr)", canSort: true },
  { id: "latitude", header: say("Latitude"), track: "74px", isNumber: true, canSort: true },
  { id: "longitude", header: say("Longitude"), track: "82px", isNumber: true, canSort: true },
  { id: "altitude", header: say("Altitude"), track: "74px", isNumber: true, canSort: true },
  { id: "recent", header: say("New products"), track: "112px", isNumber: true },
  { id: "type", header: say("Type"), track: "minmax(80px, 1fr)", canSort: true },
];

const noSites: readonly string[] = [];

/** The portal's sites as a list and on a map. */
export function SiteTab() {
  const [address, setAddress] = useAddress();
  const { data, error, refetch, isFetching } = useSites();
  const ownSites = useOwnSites() ?? noSites;
  const [typed, setTyped] = useState("");
  const [order, setOrder] = useState<SiteOrder>({ columnId: "name", isDescending: false });
  const [part, setPart] = useState<MapPart>("continent");
  const [named, setNamed] = useState<string | null>(null);
  const [inView, setInView] = useState<readonly string[] | null>(null);
  const recent = useRecentProducts();
  const selected = address.get("site");
  const choice = { typed, order, part, inView };
  const { found, placed, sites, around, continent } = useShownSites(data, ownSites, selected, choice);
  const site = data?.find(({ id }) => id === selected);
  const select = (id: string | null) => setAddress(id === null ? {} : { site: id }, { replace: true });
  if (error !== null)
    return <PortalProblem error={error} onAgain={() => void refetch()} isAsking={isFetching} />;
  return (
    <div className="beside gap-12">
      <div className={`${styles.main} shrinks fills`}>
        <div className={`${styles.bar} wraps`}>
          <CountFigure
            count={data === undefined ? null : countWords(sites.length, found.length)}
            isAsking
            title={portalText.sitesOfTheNetwork}
          />
          <SegmentedControl
            size="xs"
            aria-label={say("Map area")}
            value={part}
            onChange={(next) => setPart(mapParts.find((one) => one === next) ?? "world")}
            data={[
              { value: "world", label: say("Whole world") },
              ...(continent === null
                ? []
                : [{ value: "continent", label: portalText.continents[continent] }]),
              { value: "own", label: portalText.aroundYourSite, disabled: ownSites.length === 0 },
              { value: "sites", label: portalText.allTheseSites },
            ]}
          />
          <FindField
            label={portalText.findASite}
            placeholder={portalText.findASiteOrCountry}
            typed={typed}
            onType={setTyped}
            onEnter={() => (found.length === 1 ? select(found[0]?.id ?? null) : undefined)}
          />
        </div>
        <div className="rigid surface wraps gap-16">
          <div className="holds shrinks">
            <LaterPart
              load={loadMap}
              props={{
                sites: placed,
                ownSites,
                selected,
                onSelect: select,
                around,
                recent,
                named,
                onName: setNamed,
                onView: setInView,
              }}
              fallback={<div className={styles.map} role="status" aria-label={portalText.loadingTheMap} />}
              failed={(error) => <NotShown title={portalText.mapFailed} error={error} />}
              onFailed={null}
            />
          </div>
          <SiteLegend
            sites={found}
            hasOwn={ownSites.length > 0}
            recent={recent}
            onSelect={select}
            onName={setNamed}
          />
        </div>
        <div
          className={`${styles.list} fills`}
          onPointerOver={({ target }) => setNamed(sites[rowAt(target)]?.id ?? null)}
          onPointerLeave={() => setNamed(null)}
        >
          {data === undefined ? (
            <SkeletonRows rows={8} />
          ) : sites.length === 0 ? (
            <EmptyState title={portalText.noSiteFound}>{portalText.noSiteFoundHelp}</EmptyState>
          ) : (
            <SiteRows
              sites={sites}
              ownSites={ownSites}
              recent={recent}
              named={named}
              selected={selected}
              onSelect={select}
              order={order}
              onOrder={setOrder}
            />
          )}
        </div>
      </div>
      {site === undefined ? null : <SitePanel site={site} onClose={() => select(null)} />}
    </div>
  );
}

/** How many sites were found, and how many of them the map shows. */
function countWords(inView: number, length: number): string {
  const found = say("{length, plural, one {# site} other {# sites}}", { length });
  return inView === length ? found : portalText.sitesInView(countText(inView), found);
}

const mapParts = ["world", "continent", "own", "sites"] as const;
type MapPart = (typeof mapParts)[number];

interface SiteChoice {
  readonly typed: string;
  readonly order: SiteOrder;
  readonly part: MapPart;
  /** Sites that the map shows; null for all. */
  readonly inView: readonly string[] | null;
}

/** Sites that were found; those of them on the map and in the list, and those that the map is drawn around, null for the world. */
function useShownSites(
  data: readonly SiteShown[] | undefined,
  ownSites: readonly string[],
  selected: string | null,
  { typed, order, part, inView }: SiteChoice,
) {
  const found = useMemo(
    () => orderedSites(data ?? [], typed, order.columnId, order.isDescending),
    [data, typed, order],
  );
  const placed = useMemo(
    () => withChosen(found, data ?? [], selected).filter(isPlaced),
    [found, data, selected],
  );
  const sites = useMemo(
    () => (inView === null ? found : found.filter(({ id }) => inView.includes(id) || id === selected)),
    [found, inView, selected],
  );
  const continent = useMemo(() => continentOfMost((data ?? []).filter(isPlaced)), [data]);
  const around = useMemo(() => {
    if (part === "world") return null;
    // A site that is looked for, or chosen, may lie elsewhere.
    if (part === "continent" && typed === "")
      return withChosen(
        (data ?? []).filter((one) => isPlaced(one) && continentOf(one) === continent),
        data ?? [],
        selected,
      ).filter(isPlaced);
    const own = (data ?? []).filter(({ id }) => ownSites.includes(id));
    return part !== "own" ? found.filter(isPlaced) : withChosen(own, data ?? [], selected).filter(isPlaced);
  }, [part, continent, typed, found, data, ownSites, selected]);
  return { found, placed, sites, around, continent };
}

interface SiteOrder {
  readonly columnId: SiteColumn;
  readonly isDescending: boolean;
}

interface SiteRowsProps {
  readonly sites: readonly SiteShown[];
  readonly ownSites: readonly string[];
  /** Products of each site since yesterday; undefined while not known. */
  readonly recent: ReadonlyMap<string, number> | undefined;
  /** The site that is pointed at, here or on the map. */
  readonly named: string | null;
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly order: SiteOrder;
  readonly onOrder: (order: SiteOrder) => void;
}

function SiteRows(props: SiteRowsProps) {
  const { sites, ownSites, recent, named, selected, onSelect, order, onOrder } = props;
  const at = sites.findIndex(({ id }) => id === selected);
  return (
    <VirtualRows
      label={portalText.sitesOfThePortal}
      columns={columns}
      rowCount={sites.length}
      keyOf={(index) => sites[index]?.id ?? String(index)}
      selected={at < 0 ? null : at}
      onSelect={(index) => onSelect(sites[index]?.id ?? null)}
      brought={at < 0 ? null : at}
      sorting={order}
      onSort={(id) => {
        const columnId = siteColumns.find((one) => one === id);
        if (columnId === undefined) return;
        onOrder({ columnId, isDescending: order.columnId === columnId && !order.isDescending });
      }}
      itemOf={(index) => sites[index]}
      renderCell={(row, id) => (
        <SiteCell
          site={row}
          columnId={id}
          isOwn={ownSites.includes(row.id)}
          isNamed={row.id === named}
          recent={recent === undefined ? null : (recent.get(row.id) ?? 0)}
        />
      )}
    />
  );
}

interface SiteCellProps {
  readonly site: SiteShown;
  readonly columnId: string;
  readonly isOwn: boolean;
  /** Pointed at, here or on the map. */
  readonly isNamed: boolean;
  /** Null while not known. */
  readonly recent: number | null;
}

/** The row of the list that an element lies in, from 0; -1 for none. */
function rowAt(target: EventTarget): number {
  const row = target instanceof Element ? target.closest("[aria-rowindex]") : null;
  return Number(row?.getAttribute("aria-rowindex") ?? 1) - 2;
}

/** Products of each site of yesterday and today; undefined while they are not known. */
function useRecentProducts(): ReadonlyMap<string, number> | undefined {
  const dateFrom = addDays(todayUtc(Date.now()), -1);
  const { data } = useHostQuery("portal.files", { dateFrom }, { staleMs: 600_000 });
  return useMemo(() => {
    if (data === undefined) return;
    const counts = new Map<string, number>();
    for (const { site } of data) counts.set(site.id, (counts.get(site.id) ?? 0) + 1);
    return counts;
  }, [data]);
}

function SiteCell({ site, columnId, isOwn, isNamed, recent }: SiteCellProps) {
  const angle = (value: number | null) => (value === null ? "–" : decimalText(value, 2));
  switch (columnId) {
    case "name":
      return (
        <span title={site.id} data-named={isNamed} className={styles.name}>
          {site.humanReadableName}{" "}
          {isOwn ? <span className={`${styles.own} pill text-small`}>{say("your site")}</span> : null}
        </span>
      );
    case "country":
      return site.country ?? "–";
    case "latitude":
      return angle(site.latitude);
    case "longitude":
      return angle(site.longitude);
    case "altitude":
      return site.altitude === null ? "–" : `${site.altitude} m`;
    case "recent":
      return recent === null ? "–" : countText(recent);
    default:
      return site.type.join(", ");
  }
}
