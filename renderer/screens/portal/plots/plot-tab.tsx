import { ActionIcon, SegmentedControl, Switch } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useMemo } from "react";
import { say } from "#base/say.ts";
import { dateText } from "#base/text.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { PlotGrid } from "#renderer/plots/plot-grid.tsx";
import styles from "#renderer/plots/plots.module.css";
import { plotsOf } from "#renderer/plots/wall.ts";
import { CountFigure } from "#renderer/screens/portal/count-figure.tsx";
import { DayPage } from "#renderer/screens/portal/day-wall/day-page.tsx";
import { FilterChips } from "#renderer/screens/portal/filter/filter-chips.tsx";
import { FilterButton, FilterSide } from "#renderer/screens/portal/filter/filter-side.tsx";
import { shifted } from "#renderer/screens/portal/filter/start-filter.ts";
import { ViewScripts } from "#renderer/screens/portal/list/list-bar.tsx";
import { PortalProblem } from "#renderer/screens/portal/portal-problem.tsx";
import { type PortalView, usePortalView } from "#renderer/screens/portal/use-portal-view.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";

const kept = { staleMs: 60_000 };

/** Plots: those of one day on a common axis, or any as tiles; ← and → show the day before and after. */
export function PlotTab() {
  const view = usePortalView("visualizations");
  const { filter, setFilter } = view;
  const isWall = filter.date !== undefined && view.word("view") !== "tiles";

  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(keepsArrows) !== null) return;
      setFilter(shifted(filter, event.key === "ArrowRight" ? 1 : -1, Date.now()));
    };
    window.addEventListener("keydown", step);
    return () => window.removeEventListener("keydown", step);
  }, [filter, setFilter]);

  const kind =
    filter.date === undefined ? null : (
      <SegmentedControl
        size="xs"
        aria-label={portalText.howPlotsAreShown}
        value={isWall ? "day" : "tiles"}
        onChange={(next) => view.setWord("view", next === "tiles" ? "tiles" : null)}
        data={[
          { value: "day", label: portalText.oneAxis },
          { value: "tiles", label: say("Tiles") },
        ]}
      />
    );
  return (
    <div className="beside gap-12">
      <FilterSide view={view} isFolded={isWall} />
      <div className="stack fills shrinks">
        <FilterChips view={view} {...(isWall ? { besides: chosenInColumn } : {})} />
        {isWall ? <DayPage view={view}>{kind}</DayPage> : <TilePage view={view}>{kind}</TilePage>}
      </div>
    </div>
  );
}

/** Filters that the head of a column shows already. */
const chosenInColumn = ["site", "date"] as const;

interface PageProps {
  readonly view: PortalView;
  /** Shown in the bar. */
  readonly children: ReactNode;
}

/** Every plot of a filter as a tile of its own. */
function TilePage({ view, children }: PageProps) {
  const { filter, setFilter, isReady } = view;
  const { data, error, isFetching, refetch } = useHostQuery("portal.visualizations", filter, {
    ...kept,
    enabled: isReady,
  });
  // Plots do not say of which day they are: for a span the files do.
  const { variable: _, ...ofFiles } = filter;
  const files = useHostQuery("portal.files", ofFiles, {
    ...kept,
    enabled: isReady && filter.date === undefined,
  });
  const plots = useMemo(() => {
    const dates = new Map(files.data?.map(({ uuid, measurementDate }) => [uuid, measurementDate]));
    return plotsOf(data ?? [], filter.date ?? null, (uuid) => dates.get(uuid));
  }, [data, files.data, filter.date]);
  const isCropped = view.word("crop") !== null;
  const step = useCallback(
    (direction: 1 | -1) => setFilter(shifted(filter, direction, Date.now())),
    [filter, setFilter],
  );
  return (
    <>
      <div className="wraps">
        <FilterButton view={view} />
        {children}
        <DayStep onStep={step}>
          {filter.date === undefined
            ? filter.dateFrom === undefined
              ? (filter.dateTo ?? say("today"))
              : say("{from} to {to}", { from: filter.dateFrom, to: filter.dateTo ?? say("today") })
            : dateText(filter.date, Date.now())}
        </DayStep>
        <CountFigure
          count={
            data === undefined
              ? null
              : say("{length, plural, one {# plot} other {# plots}}", { length: plots.length })
          }
          isAsking={error === null}
        />
        <span className="pushed" />
        <Switch
          size="xs"
          label={portalText.plotAreaOnly}
          checked={isCropped}
          onChange={(event) => view.setWord("crop", event.currentTarget.checked ? "area" : null)}
        />
        <ViewScripts view={view} />
      </div>
      <div className="scrolls">
        {error !== null ? (
          <PortalProblem error={error} onAgain={() => void refetch()} isAsking={isFetching} />
        ) : data === undefined ? (
          <Ghosts />
        ) : plots.length === 0 ? (
          <EmptyState title={portalText.noPlotsThisDay}>{portalText.noPlotsThisDayHelp}</EmptyState>
        ) : (
          <PlotGrid
            plots={plots}
            isCropped={isCropped}
            isOneSite={filter.site?.length === 1}
            isOneDay={filter.date !== undefined}
          />
        )}
      </div>
    </>
  );
}

/** Elements in which ← and → have a meaning of their own. */
const keepsArrows =
  'input, textarea, select, [role="tab"], [role="dialog"], [role="radio"], [role="listbox"], [role="slider"]';

interface DayStepProps {
  readonly onStep: (direction: 1 | -1) => void;
  readonly children: string;
}

function DayStep({ onStep, children }: DayStepProps) {
  return (
    <div className="row">
      <ActionIcon variant="default" size={28} aria-label={portalText.theDayBefore} onClick={() => onStep(-1)}>
        <Icon name="left" size={16} />
      </ActionIcon>
      <strong className="numbers" aria-live="polite">
        {children}
      </strong>
      <ActionIcon variant="default" size={28} aria-label={portalText.theDayAfter} onClick={() => onStep(1)}>
        <Icon name="right" size={16} />
      </ActionIcon>
    </div>
  );
}

function Ghosts() {
  return (
    <div className={styles.wall} role="status" aria-label={say("Loading")}>
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <div key={key} className={`${styles.tile} holds clips shrinks surface`}>
          <div className={`${styles.place} ghost`} />
        </div>
      ))}
    </div>
  );
}
