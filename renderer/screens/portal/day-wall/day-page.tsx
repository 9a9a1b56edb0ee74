import { ActionIcon, Button } from "@mantine/core";
import { type ReactNode, useCallback } from "react";
import { addDays, todayUtc } from "#base/dates.ts";
import { say } from "#base/say.ts";
import { dateText } from "#base/text.ts";
import { EmptyState } from "#renderer/components/empty-state.tsx";
import { Icon } from "#renderer/components/icon.tsx";
import { CountFigure } from "#renderer/screens/portal/count-figure.tsx";
import { FilterButton } from "#renderer/screens/portal/filter/filter-side.tsx";
import { changed } from "#renderer/screens/portal/filter/portal-filter.ts";
import { ViewScripts } from "#renderer/screens/portal/list/list-bar.tsx";
import { PortalProblem } from "#renderer/screens/portal/portal-problem.tsx";
import type { PortalView } from "#renderer/screens/portal/use-portal-view.ts";
import { portalText } from "#renderer/text/portal.ts";
import { type Beside, readBeside, writeBeside } from "./beside.ts";
import { DayChooser } from "./day-chooser.tsx";
import { DayScrubber } from "./day-scrubber.tsx";
import styles from "./day-wall.module.css";
import { DayWall } from "./day-wall.tsx";
import { type DayPlots, useDayPlots } from "./use-day-plots.ts";

interface DayPageProps {
  readonly view: PortalView;
  /** Shown in the bar. */
  readonly children: ReactNode;
}

/** The plots of one day, and of another day, site or instrument beside it. */
export function DayPage({ view, children }: DayPageProps) {
  const { filter, setFilter, setWord, isReady } = view;
  const [site = null, another] = filter.site ?? [];
  const own: Beside = {
    date: filter.date ?? todayUtc(Date.now()),
    site: another === undefined ? site : null,
    source: view.word("source"),
  };
  const beside = readBeside(view.word("beside"));
  const first = useDayPlots(filter, own.source, isReady);
  const ofBeside =
    beside === null
      ? filter
      : changed(filter, { date: beside.date, ...(beside.site !== null && { site: [beside.site] }) });
  const second = useDayPlots(ofBeside, beside?.source ?? null, isReady && beside !== null);
  const setBeside = (next: Beside | null) => setWord("beside", next === null ? null : writeBeside(next));
  const pick = useCallback((date: string) => setFilter(changed(filter, { date })), [filter, setFilter]);
  const choose = (next: Beside) => {
    if (next.source !== own.source) setWord("source", next.source);
    else setFilter(changed(filter, { date: next.date, ...(next.site !== null && { site: [next.site] }) }));
  };
  const count = (first.plots?.length ?? 0) + (beside === null ? 0 : (second.plots?.length ?? 0));
  const columns = [
    {
      ...first,
      key: "first",
      instead: insteadOf(first),
      head: (
        <DayChooser
          value={own}
          noSite={
            another === undefined
              ? portalText.allSites
              : say("{length, plural, one {# site} other {# sites}}", { length: filter.site?.length ?? 0 })
          }
          sources={first.sources}
          onChange={choose}
        />
      ),
    },
    ...(beside === null
      ? []
      : [
          {
            ...second,
            key: "beside",
            instead: insteadOf(second),
            head: (
              <DayChooser
                value={{ ...beside, site: beside.site ?? own.site }}
                noSite={portalText.allSites}
                sources={second.sources}
                onChange={setBeside}
              >
                <ActionIcon
                  className={`${styles.close} pushed`}
                  size={26}
                  aria-label={portalText.closeBeside}
                  onClick={() => setBeside(null)}
                >
                  <Icon name="cross" size={14} />
                </ActionIcon>
              </DayChooser>
            ),
          },
        ]),
  ];
  return (
    <>
      <div className="wraps">
        <FilterButton view={view} isFolded />
        {children}
        <CountFigure
          count={
            first.plots === undefined ? null : say("{count, plural, one {# plot} other {# plots}}", { count })
          }
          isAsking={first.error === null}
          title={portalText.productsOf(dateText(own.date, Date.now()))}
        />
        <span className="pushed" />
        {beside === null ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            title={portalText.besideHelp}
            onClick={() => setBeside({ date: addDays(own.date, -1), site: null, source: null })}
          >
            {portalText.compare}
          </Button>
        ) : null}
        <ViewScripts view={view} />
      </div>
      {first.error === null ? <DayScrubber filter={filter} date={own.date} onPick={pick} /> : null}
      <DayWall columns={columns} />
    </>
  );
}

function insteadOf({ plots, error, isAsking, askAgain }: DayPlots): ReactNode {
  if (error !== null) return <PortalProblem error={error} onAgain={askAgain} isAsking={isAsking} />;
  if (plots === undefined || plots.length > 0) return null;
  return <EmptyState title={portalText.noPlotsThisDay}>{portalText.noPlotsThisDayHelp}</EmptyState>;
}
