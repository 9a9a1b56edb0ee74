import { useState } from "react";
import { Link } from "react-router";
import { dateText } from "#base/text.ts";
import type { CoverageDayShown } from "#contract/coverage.ts";
import { Panel } from "#renderer/components/panel.tsx";
import { ProductName } from "#renderer/components/product-name.tsx";
import { Quality } from "#renderer/components/quality.tsx";
import { QualityReasons } from "#renderer/components/quality-reasons.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { coverageAddress } from "#renderer/model/coverage-address.ts";
import type { InstrumentStatusShown } from "#renderer/model/instrument-words.ts";
import { PlotPicture } from "#renderer/plots/plot-picture.tsx";
import { PlotImageKeeper } from "#renderer/plots/use-plot-images.tsx";
import { plotsOf } from "#renderer/plots/wall.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { coverageText } from "#renderer/text/coverage.ts";
import { instrumentText } from "#renderer/text/instrument.tsx";
import styles from "./made.module.css";
import { useYear } from "./use-year.ts";

type Published = CoverageDayShown["published"][number];

/** Plots change seldom. */
const staleMs = 600_000;

/** The newest day of which there are products: a plot, their quality and why; and the poor ones of before. */
export function MadeOfInstrument({ instrument }: { readonly instrument: InstrumentStatusShown }) {
  const { name, site, verdicts } = instrument;
  const { today, data, error } = useYear(name);
  const newest = data?.days.findLast(({ published }) => published.length > 0);
  const [chosen, setChosen] = useState<string | null>(null);
  if (data === undefined)
    return (
      <Panel title={instrumentText.madeOfIt}>
        {error === null ? <SkeletonRows rows={3} /> : <p role="alert">{error.message}</p>}
      </Panel>
    );
  if (newest === undefined)
    return (
      <Panel title={instrumentText.madeOfIt}>
        <p className="muted">
          {data.asOf === null ? coverageText.neverAskedHelp : instrumentText.nothingMade}
        </p>
      </Panel>
    );
  const { date, published } = newest;
  const shown = published.find(({ uuid }) => uuid === chosen) ?? published[0];
  const poor = verdicts?.poor ?? [];
  const before = poor.filter(({ uuid }) => published.every((product) => product.uuid !== uuid));
  return (
    <Panel
      title={instrumentText.madeOfDay(dateText(date, Date.now()))}
      aside={
        <span className="wraps gap-16">
          <Link to={coverageAddress(name, date, today)}>{instrumentText.filesOfThatDay}</Link>
          <Link to={`/data/files?${new URLSearchParams({ site, date })}`}>{instrumentText.wholeDay}</Link>
        </span>
      }
    >
      <div className={styles.made}>
        {shown === undefined ? null : <Quicklook key={shown.uuid} product={shown} site={site} date={date} />}
        <ul className="plain stack gap-4 shrinks">
          {published.map((product) => (
            <Product
              key={product.uuid}
              product={product}
              isShown={product === shown}
              onShown={() => setChosen(product.uuid)}
            />
          ))}
          {before.length === 0 ? null : (
            <li className={styles.before}>
              <h3>{instrumentText.poorBefore}</h3>
              <ul className="plain">
                {before.map(({ uuid, product, date: day, reasons }) => (
                  <li key={uuid} className={styles.poor}>
                    <Link to={recordRoute(uuid, site, day)}>
                      <ProductName id={product} />, {dateText(day, Date.now())}
                    </Link>
                    <QualityReasons reasons={reasons} />
                  </li>
                ))}
              </ul>
            </li>
          )}
        </ul>
      </div>
    </Panel>
  );
}

function recordRoute(uuid: string, site: string, date: string): string {
  return `/data/files?${new URLSearchParams({ site, date, open: uuid })}`;
}

interface ProductProps {
  readonly product: Published;
  /** Its plot is the one that is shown. */
  readonly isShown: boolean;
  readonly onShown: () => void;
}

function Product({ product, isShown, onShown }: ProductProps) {
  const { errorLevel, volatile, reasons } = product;
  return (
    <li>
      <button
        type="button"
        className={`${styles.product} wide pad-4 bare wraps choosable`}
        aria-pressed={isShown}
        onClick={onShown}
      >
        <span className={styles.name}>
          <ProductName id={product.product} />
        </span>
        {errorLevel === null ? null : <Quality level={errorLevel} />}
        {volatile ? <span className="muted">{coverageText.volatile}</span> : null}
      </button>
      <QualityReasons reasons={reasons} />
    </li>
  );
}

interface QuicklookProps {
  readonly product: Published;
  readonly site: string;
  readonly date: string;
}

/** The first plot of a product, which leads to its record. */
function Quicklook({ product, site, date }: QuicklookProps) {
  const { data, error } = useHostQuery("portal.visualization", { fileUuid: product.uuid }, { staleMs });
  const plot = data === undefined ? undefined : plotsOf([data], date, () => date)[0];
  return (
    <div className="clips framed">
      {plot !== undefined ? (
        <Link to={recordRoute(product.uuid, site, date)} title={instrumentText.openRecord}>
          <PlotImageKeeper>
            <PlotPicture plot={plot} isWanted isCropped={false} />
          </PlotImageKeeper>
        </Link>
      ) : (
        <p className={`${styles.noPlot} muted breaks text-center`}>
          {error === null
            ? data === undefined
              ? ""
              : instrumentText.noPlot
            : instrumentText.plotUnavailable(error.message)}
        </p>
      )}
    </div>
  );
}
