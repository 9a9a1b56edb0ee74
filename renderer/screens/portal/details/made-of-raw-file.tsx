import { useQueries } from "@tanstack/react-query";
import { Link } from "react-router";
import type { RawFileShown } from "#renderer/screens/portal/list/rows.ts";
import { askHost, useHostQuery, useTransport } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./details.module.css";
import { FailedNote } from "./failed-note.tsx";

/** A day of a site has few products of one instrument. */
const mostProducts = 8;
const kept = { staleMs: 60_000 };

/** The products that name a raw file as their source. */
export function MadeOfRawFile({ file }: { readonly file: RawFileShown }) {
  const transport = useTransport();
  const isUsed = file.status === "processed";
  const place = { site: file.siteId, date: file.measurementDate };
  const { data, error, isFetching, refetch } = useHostQuery("portal.files", place, {
    ...kept,
    enabled: isUsed,
  });
  const likely = (data ?? [])
    .filter(({ instrument }) => instrument === null || instrument.pid === file.instrumentPid)
    .slice(0, mostProducts);
  const details = useQueries({
    queries: likely.map(({ uuid }) => ({
      queryKey: ["portal.file", { uuid }],
      queryFn: () => askHost(transport, "portal.file", { uuid }),
      staleTime: kept.staleMs,
    })),
  });
  if (!isUsed) return null;
  const products = details.flatMap(({ data: whole }) =>
    whole?.sourceFileIds.includes(file.uuid) === true ? [whole] : [],
  );
  const isLooking = (data === undefined && error === null) || details.some(({ isPending }) => isPending);
  const day = `?site=${encodeURIComponent(place.site)}&date=${place.date}`;
  return (
    <section className={`${styles.group} below-16`} aria-label={portalText.madeOfIt}>
      <h3>{portalText.madeOfIt}</h3>
      <FailedNote error={error} isAsking={isFetching} onAgain={() => void refetch()} />
      {isLooking ? <p className="note">{commonText.loadingFromPortal}</p> : null}
      {!isLooking && error === null && products.length === 0 ? (
        <p className="note">{portalText.noProductNamesIt}</p>
      ) : null}
      <ul className={`${styles.list} plain`}>
        {products.map((product) => (
          <li key={product.uuid}>
            <Link to={`/data/files${day}&open=${product.uuid}`} title={product.filename}>
              {product.product.humanReadableName}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
