import { ActionIcon } from "@mantine/core";
import { type GeoProjection, geoGraticule10, geoNaturalEarth1, geoPath } from "d3-geo";
import { type KeyboardEvent, type Ref, useEffect, useMemo, useRef } from "react";
import { feature, mesh } from "topojson-client";
import world from "world-atlas/countries-110m.json";
import { say } from "#base/say.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { type KeySteps, opensBy } from "#renderer/components/strip-keys.ts";
import { portalText } from "#renderer/text/portal.ts";
import { holds, type MapBox, mapHeight, mapWidth } from "./map-box.ts";
import type { PlacedSite } from "./site-list.ts";
import styles from "./sites.module.css";
import { type MapView, useMapBox } from "./use-map-box.ts";

interface WorldMapProps {
  readonly sites: readonly PlacedSite[];
  readonly ownSites: readonly string[];
  readonly selected: string | null;
  readonly onSelect: (siteId: string) => void;
  /** Sites that the map is to show; null for the whole world. */
  readonly around: readonly PlacedSite[] | null;
  /** Products of each site since yesterday; undefined while not known. */
  readonly recent: ReadonlyMap<string, number> | undefined;
  /** The site that is pointed at, here or in the list. */
  readonly named: string | null;
  readonly onName: (siteId: string | null) => void;
  /** Sites that are shown; null for all. */
  readonly onView: (siteIds: readonly string[] | null) => void;
}

type Topology = Parameters<typeof feature>[0];
type Geometries = NonNullable<Parameters<typeof mesh>[1]>;

const topology = world as unknown as Topology;
const { land, countries } = topology.objects as Readonly<Record<"land" | "countries", Geometries>>;

const steps: KeySteps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Sites on a map that needs no network; the arrow keys walk from site to site, west to east. */
export function WorldMap(props: WorldMapProps) {
  const { sites, ownSites, selected, onSelect, around, recent, named, onName, onView } = props;
  const dots = useRef(new Map<string, SVGGElement>());
  const { ground, placed } = useDrawnWorld(sites, around);
  const chosen = placed.find(({ site }) => site.id === selected);
  const point = useMemo(
    (): readonly [number, number] | null => (chosen === undefined ? null : [chosen.x, chosen.y]),
    [chosen],
  );
  const view = useMapBox(ground, point);
  const { box, svg } = view;
  useEffect(() => {
    const inView = placed.filter(({ x, y }) => holds(box, x, y));
    onView(box.k === 1 ? null : inView.map(({ site }) => site.id));
  }, [box, placed, onView]);
  const first = placed[0]?.site.id ?? null;
  const stop = placed.some(({ site }) => site.id === selected) ? selected : first;

  const walk = (event: KeyboardEvent, id: string) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = placed.findIndex(({ site }) => site.id === id);
    const next = placed[(at + step + placed.length) % placed.length];
    if (next !== undefined) dots.current.get(next.site.id)?.focus();
  };
  // Sites that must be seen are drawn last.
  const rank = (id: string): number =>
    id === named ? 3 : id === selected ? 2 : ownSites.includes(id) ? 1 : 0;
  const drawn = placed.toSorted((one, other) => rank(one.site.id) - rank(other.site.id));
  return (
    <>
      <svg
        ref={svg}
        className={styles.map}
        viewBox={`${box.x} ${box.y} ${mapWidth / box.k} ${mapHeight / box.k}`}
        data-zoomed={box.k > 1}
        onPointerDown={view.onPointerDown}
        role="group"
        aria-label={portalText.mapOfTheSites}
      >
        <path d={ground.sea} fill="var(--sky-sunken)" stroke="var(--sky-line)" />
        <path d={ground.lines} fill="none" stroke="var(--sky-line)" strokeWidth="0.5" />
        <path d={ground.land} fill="var(--sky-line)" />
        <path d={ground.borders} fill="none" stroke="var(--sky-surface)" strokeWidth="0.6" />
        {drawn.map((place) => {
          const { id } = place.site;
          return (
            <SiteDot
              key={id}
              ref={(element) => {
                if (element === null) dots.current.delete(id);
                else dots.current.set(id, element);
              }}
              place={place}
              box={box}
              unit={view.unit}
              isOwn={ownSites.includes(id)}
              isSelected={id === selected}
              isNamed={id === named}
              isStop={id === stop}
              recent={recent}
              onSelect={onSelect}
              onName={onName}
              onWalk={walk}
            />
          );
        })}
      </svg>
      <ZoomButtons view={view} />
    </>
  );
}

/** A site and its place in the drawing. */
interface SitePlace {
  readonly site: PlacedSite;
  readonly x: number;
  readonly y: number;
}

/** The ground, and the sites that lie on it, west to east. */
function useDrawnWorld(sites: readonly PlacedSite[], around: readonly PlacedSite[] | null) {
  const projection = useMemo(() => projectionOf(around), [around]);
  const ground = useMemo(() => {
    const path = geoPath(projection);
    return {
      sea: path({ type: "Sphere" }) ?? "",
      lines: path(geoGraticule10()) ?? "",
      land: path(feature(topology, land)) ?? "",
      borders: path(mesh(topology, countries, (one, other) => one !== other)) ?? "",
    };
  }, [projection]);
  const placed = useMemo(() => {
    const at = sites.flatMap((site): readonly SitePlace[] => {
      const point = projection([site.longitude, site.latitude]);
      if (point === null || !isInside(point)) return [];
      return [{ site, x: point[0], y: point[1] }];
    });
    at.sort((one, other) => one.x - other.x);
    return at;
  }, [sites, projection]);
  return { ground, placed };
}

interface SiteDotProps extends Pick<WorldMapProps, "recent" | "onSelect" | "onName"> {
  readonly place: SitePlace;
  readonly box: MapBox;
  readonly unit: number;
  readonly isOwn: boolean;
  readonly isSelected: boolean;
  /** Pointed at, here or in the list. */
  readonly isNamed: boolean;
  /** Tab reaches it. */
  readonly isStop: boolean;
  readonly onWalk: (event: KeyboardEvent, siteId: string) => void;
  readonly ref: Ref<SVGGElement>;
}

function SiteDot(props: SiteDotProps) {
  const { place, box, unit, isOwn, isSelected, isNamed, recent, onSelect, onName } = props;
  const { site, x, y } = place;
  const { id, humanReadableName: name } = site;
  const isFresh = (recent?.get(id) ?? 0) > 0;
  const isRight = x < box.x + (mapWidth / box.k) * 0.75;
  const opens = opensBy(() => onSelect(id));
  return (
    <g
      ref={props.ref}
      className={styles.site}
      data-own={isOwn}
      data-selected={isSelected}
      data-fresh={recent === undefined ? undefined : isFresh}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(1 / box.k / unit).toFixed(4)})`}
      role="button"
      tabIndex={props.isStop ? 0 : -1}
      aria-label={`${name}${isOwn ? portalText.yourOwnSite : ""}${recentWords(recent?.get(id))}`}
      aria-pressed={isSelected}
      onClick={opens.onClick}
      onKeyDown={(event) => {
        opens.onKeyDown(event);
        props.onWalk(event, id);
      }}
      onFocus={() => onName(id)}
      onBlur={() => onName(null)}
      onPointerEnter={() => onName(id)}
      onPointerLeave={() => onName(null)}
    >
      <circle r="11" fill="transparent" strokeWidth="2" />
      {isOwn || isSelected ? <circle r="8" fill="none" stroke="var(--sky-accent)" strokeWidth="2" /> : null}
      <circle r={isOwn || isFresh ? 4.4 : 3.4} className={styles.dot} />
      {isOwn || isNamed || isSelected ? (
        <text
          className={`${styles.label} strong`}
          x={isRight ? 12 : -12}
          y="4"
          textAnchor={isRight ? "start" : "end"}
        >
          {name}
        </text>
      ) : null}
    </g>
  );
}

function ZoomButtons({ view }: { readonly view: MapView }) {
  return (
    <div className={`${styles.zoomButtons} stack gap-4`}>
      <ActionIcon variant="default" size={28} aria-label={portalText.zoomIn} onClick={() => view.zoom(1.6)}>
        <Icon name="plus" size={14} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={portalText.zoomOut}
        disabled={view.box.k === 1}
        onClick={() => view.zoom(1 / 1.6)}
      >
        <Icon name="minus" size={14} />
      </ActionIcon>
    </div>
  );
}

function recentWords(count: number | undefined): string {
  return count === undefined
    ? ""
    : portalText.productsSinceYesterday(
        say("{count, plural, one {# product} other {# products}}", { count }),
      );
}

function isInside([x, y]: readonly [number, number]): boolean {
  return x >= 0 && x <= mapWidth && y >= 0 && y <= mapHeight;
}

const margin = 36;
/** Closer than this the coast of the bundled map has no shape any more. */
const closest = 1_300;

/** The whole world, or the part of it in which these sites stand; null stands for the whole. */
function projectionOf(sites: readonly PlacedSite[] | null): GeoProjection {
  const world = geoNaturalEarth1().fitExtent(
    [
      [4, 4],
      [mapWidth - 4, mapHeight - 4],
    ],
    { type: "Sphere" },
  );
  if (sites === null || sites.length === 0) return world;
  const points = sites.map(({ longitude, latitude }) => [longitude, latitude]);
  const near = geoNaturalEarth1().fitExtent(
    [
      [margin, margin],
      [mapWidth - margin, mapHeight - margin],
    ],
    { type: "MultiPoint", coordinates: points },
  );
  if (near.scale() <= world.scale()) return world;
  if (near.scale() > closest || !Number.isFinite(near.scale())) {
    const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    const centre = [
      middle(sites.map(({ longitude }) => longitude)),
      middle(sites.map(({ latitude }) => latitude)),
    ] as const;
    const [x, y] = geoNaturalEarth1().scale(closest).translate([0, 0])([...centre]) ?? [0, 0];
    near.scale(closest).translate([mapWidth / 2 - x, mapHeight / 2 - y]);
  }
  return near.clipExtent([
    [0, 0],
    [mapWidth, mapHeight],
  ]);
}
