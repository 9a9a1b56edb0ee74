import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { Link } from "react-router";
import { dateText } from "#base/text.ts";
import type { Output } from "#contract/methods.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import { ProductName } from "#renderer/components/product-name.tsx";
import { QualityReasons } from "#renderer/components/quality-reasons.tsx";
import { SidePanel } from "#renderer/components/side-panel.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import type { ShownDay } from "#renderer/model/coverage-model.ts";
import { placeWords } from "#renderer/model/coverage-words.ts";
import { PlotGrid } from "#renderer/plots/plot-grid.tsx";
import { plotsOf } from "#renderer/plots/wall.ts";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { coverageText } from "#renderer/text/coverage.ts";
import { qualityOf } from "#renderer/text/portal-marks.ts";
import styles from "./coverage.module.css";
import { toSendOf } from "./day-files.ts";
import { DayFilesTable } from "./day-files-table.tsx";
import { DayStateWords } from "./day-state.tsx";
import type { InstrumentDay } from "./grid-row.tsx";
import { useGone } from "./use-gone.ts";

/** A day of an instrument: what is here and what the portal has, differences first. */
export function DayPanel({
  place,
  isAgain,
  onClose,
}: {
  readonly place: InstrumentDay;
  /** Its files are to be sent again: they are selected. */
  readonly isAgain: boolean;
  readonly onClose: () => void;
}) {
  const { data, error } = useHostQuery("coverage.day", place);
  const { instrument, date } = place;
  const title = (
    <>
      <Link to={instrumentRoute(instrument)}>{instrument}</Link>, {dateText(date, Date.now())}
    </>
  );
  return (
    <SidePanel title={title} label={placeWords(place, Date.now())} onClose={onClose}>
      {error !== null ? (
        <p role="alert">{error.message}</p>
      ) : data === undefined ? (
        <SkeletonRows rows={8} />
      ) : null}
      {data === undefined ? null : (
        <div className={`${styles.panel} stack gap-16`}>
          <section className="stack" aria-label={coverageText.status}>
            <DayStateWords day={data.day} />
            <SendMissing place={place} answer={data} />
          </section>
          <Products day={data.day} />
          <DayFilesTable place={place} answer={data} isAgain={isAgain} />
        </div>
      )}
    </SidePanel>
  );
}

interface SendMissingProps {
  readonly place: InstrumentDay;
  readonly answer: Output<"coverage.day">;
}

/** Button that queues the missing files again; beside it, or in its place, why some cannot be. */
function SendMissing({ place, answer: { day, files } }: SendMissingProps) {
  const send = useHostCall("coverage.sendMissing", ["coverage.day", "coverage.days", "status"]);
  const gone = useGone(place);
  const { files: missing, whyNot } = toSendOf(day, files, gone);
  return (
    <>
      {missing === 0 ? null : (
        <div className="wraps">
          <Button
            size="compact-sm"
            loading={send.isPending}
            onClick={() =>
              send.mutate(
                { instrument: place.instrument, from: place.date, to: place.date },
                {
                  onSuccess: ({ queued, left, asked }) =>
                    notifications.show({ message: coverageText.sendingMissing(queued, left, asked) }),
                  onError: ({ message }) => notifications.show({ message }),
                },
              )
            }
          >
            {coverageText.sendMissing(missing)}
          </Button>
        </div>
      )}
      {whyNot === null ? null : <p className="note">{whyNot}</p>}
    </>
  );
}

function Products({ day }: { readonly day: ShownDay }) {
  return (
    <section className="stack" aria-label={coverageText.productsOfDay}>
      <h3>{coverageText.productsOfDay}</h3>
      {day.published.length === 0 ? (
        <p className="muted">{day.processed === null ? coverageText.neverAsked : coverageText.noProducts}</p>
      ) : null}
      {day.published.map(({ uuid, product, volatile, errorLevel, reasons }) => (
        <div key={uuid} className="stack">
          <p className="wraps">
            <Link to={`/data/files?open=${uuid}&dateFrom=${day.date}&dateTo=${day.date}`}>
              <ProductName id={product} />
            </Link>
            {errorLevel === null ? null : <span className="muted">{qualityOf(errorLevel).label}</span>}
            {volatile ? <span className="muted">{coverageText.volatile}</span> : null}
          </p>
          <QualityReasons reasons={reasons} />
          <Quicklook uuid={uuid} date={day.date} />
        </div>
      ))}
    </section>
  );
}

/** The first picture that the portal has drawn of a product, once somebody asks for it. */
function Quicklook({ uuid, date }: { readonly uuid: string; readonly date: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const { data, error } = useHostQuery(
    "portal.visualization",
    { fileUuid: uuid },
    { enabled: isAsked, staleMs: 60_000 },
  );
  const plots = data === undefined ? [] : plotsOf([data], date, () => date).slice(0, 1);
  if (!isAsked)
    return (
      <div>
        <Button size="compact-xs" variant="default" onClick={() => setIsAsked(true)}>
          {coverageText.quicklook}
        </Button>
      </div>
    );
  if (error !== null) return <p className="note">{error.message}</p>;
  return <PlotGrid plots={plots} isCropped={false} isNarrow />;
}
