import { type RefObject, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { dateText } from "#base/text.ts";
import { whenOnDay } from "#renderer/components/event-words.ts";
import { EventList } from "#renderer/components/station-events.tsx";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { placeWords } from "#renderer/model/coverage-words.ts";
import { eventsOn } from "#renderer/model/log-model.ts";
import { PlotImageKeeper, usePlotImage } from "#renderer/plots/use-plot-images.tsx";
import { plotsOf, type WallPlot } from "#renderer/plots/wall.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { coverageText } from "#renderer/text/coverage.ts";
import styles from "./coverage.module.css";
import { DayStateWords } from "./day-state.tsx";
import type { InstrumentDay } from "./grid-row.tsx";
import type { StationDays } from "./station-days.ts";

interface DayCardProps {
  readonly grid: RefObject<HTMLElement | null>;
  /** Null is the station. */
  readonly rows: readonly (string | null)[];
  readonly dates: readonly string[];
  readonly dayOf: (place: InstrumentDay) => ShownDay | undefined;
  readonly station: StationDays;
}

interface Shown {
  readonly row: number;
  readonly column: number;
  /** Place of the cell in the window. */
  readonly box: DOMRect;
}

const [openAfterMs, quicklookAfterMs] = [250, 400];
/** CSS pixels that a card may take, with the gap to its cell. */
const [cardWidth, cardHeight, edge] = [300, 340, 8];

/** Cell of the grid that the pointer or the keyboard rests on, by its row and column; null where there is none. */
function usePointedDay(grid: DayCardProps["grid"]): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  const isShown = useRef(false);
  isShown.current = shown !== null;
  useEffect(() => {
    const element = grid.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout>;
    /** Whether the pointer rests on a cell whose card nobody has closed. */
    let isPointed = false;
    /** Point at which a day was opened: the panel moves the days below a pointer that rests there. */
    let pressedAt: { readonly clientX: number; readonly clientY: number } | null = null;
    const open = (cell: HTMLElement | null) => {
      if (cell?.isConnected !== true) return;
      const { row, column } = cell.dataset;
      setShown({ row: Number(row), column: Number(column), box: cell.getBoundingClientRect() });
    };
    const showSoon = (cellOf: () => HTMLElement | null) => {
      clearTimeout(timer);
      timer = setTimeout(() => open(cellOf()), openAfterMs);
    };
    const hide = () => {
      clearTimeout(timer);
      isPointed = false;
      setShown(null);
    };
    const over = ({ target, pointerType, clientX, clientY }: PointerEvent) => {
      if (pointerType === "touch") return;
      if (pressedAt?.clientX === clientX && pressedAt.clientY === clientY) return;
      pressedAt = null;
      const cell = cellAt(target);
      if (cell === null) return hide();
      isPointed = true;
      showSoon(() => cell);
    };
    const focused = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
      const cell = cellAt(target);
      if (cell === null) return hide();
      showSoon(() => cell);
    };
    // A scroll under a resting pointer sends no event of the pointer where the cell stays the same.
    const scrolled = () => {
      clearTimeout(timer);
      setShown(null);
      if (isPointed) showSoon(() => element.querySelector<HTMLElement>('[role="gridcell"]:hover'));
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Escape" && isShown.current) event.preventDefault();
      hide();
    };
    const clicked = ({ clientX, clientY }: MouseEvent) => {
      pressedAt = { clientX, clientY };
      hide();
    };
    const ended = new AbortController();
    const { signal } = ended;
    element.addEventListener("pointerover", over, { signal });
    element.addEventListener("pointerleave", hide, { signal });
    element.addEventListener("focusin", focused, { signal });
    element.addEventListener("focusout", hide, { signal });
    element.addEventListener("click", clicked, { signal });
    element.addEventListener("keydown", pressed, { signal });
    window.addEventListener("scroll", scrolled, { signal, capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [grid]);
  return shown;
}

/** Facts of the day under the pointer or the focus; for the eye alone, as the cell says it itself. Escape closes it. */
export function DayCard({ grid, rows, dates, dayOf, station }: DayCardProps) {
  const shown = usePointedDay(grid);
  const instrument = shown === null ? undefined : rows[shown.row];
  const date = shown === null ? undefined : dates[shown.column];
  if (shown === null || instrument === undefined || date === undefined) return null;
  const { box } = shown;
  const left = Math.max(edge, Math.min(innerWidth - cardWidth - edge, box.left - cardWidth / 3));
  const isBelow = box.bottom + cardHeight < innerHeight || box.top < cardHeight;
  const place = isBelow ? { left, top: box.bottom + edge } : { left, bottom: innerHeight - box.top + edge };
  const day = instrument === null ? undefined : dayOf({ instrument, date });
  return createPortal(
    <div
      className={`${styles.card} pad surface stack`}
      style={{ width: cardWidth, ...place }}
      aria-hidden="true"
    >
      {instrument === null ? (
        <StationCard date={date} station={station} />
      ) : (
        <>
          <h3>{placeWords({ instrument, date }, Date.now())}</h3>
          {day === undefined ? null : (
            <>
              <DayStateWords day={day} />
              <Quicklook key={`${instrument} ${date}`} day={day} />
            </>
          )}
        </>
      )}
    </div>,
    document.body,
  );
}

function cellAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof HTMLElement ? target.closest<HTMLElement>('[role="gridcell"]') : null;
}

function StationCard({ date, station }: { readonly date: string; readonly station: StationDays }) {
  const { firstDay } = station;
  const events = eventsOn(date, station.events);
  const isUnknown = firstDay === null || date < firstDay;
  return (
    <>
      <h3>{coverageText.day(coverageText.station, dateText(date, Date.now()))}</h3>
      {events.length > 0 ? (
        <EventList events={events.toReversed()} whenOf={(event) => whenOnDay(event, date)} />
      ) : (
        <p className="muted">{isUnknown ? coverageText.stationUnknown : coverageText.stationUp}</p>
      )}
    </>
  );
}

/** A picture of the day, once the pointer rests on it. */
function Quicklook({ day }: { readonly day: ShownDay }) {
  const uuid = day.published[0]?.uuid;
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), quicklookAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useHostQuery(
    "portal.visualization",
    { fileUuid: uuid ?? "" },
    { enabled: uuid !== undefined && isWanted, staleMs: 600_000 },
  );
  const plot = data === undefined ? undefined : plotsOf([data], day.date, () => day.date)[0];
  if (plot === undefined) return null;
  return (
    <PlotImageKeeper>
      <Thumbnail plot={plot} />
    </PlotImageKeeper>
  );
}

function Thumbnail({ plot }: { readonly plot: WallPlot }) {
  const image = usePlotImage(plot.s3key, true, 0);
  if (image?.kind !== "here") return null;
  return (
    <figure className={styles.quicklook}>
      <img src={image.url} alt="" />
      <figcaption className="muted">{plot.variable}</figcaption>
    </figure>
  );
}
