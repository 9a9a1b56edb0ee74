import { Link } from "react-router";
import { CopyButton } from "#renderer/components/copy-button.tsx";
import type { ProductFile } from "#renderer/screens/portal/list/rows.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./details.module.css";

/** Days before and after that hold what a product is made of. */
const rare = { staleMs: 60_000 };

/** The files that a product was made of: as links where the portal lists them. */
export function SourceFiles({ file }: { readonly file: ProductFile }) {
  const ids = file.sourceFileIds;
  const place = { site: file.site.id, date: file.measurementDate };
  const isAsked = ids.length > 0;
  const products = useHostQuery(
    "portal.files",
    { ...place, allVersions: true },
    { ...rare, enabled: isAsked },
  );
  const raws = useHostQuery("portal.rawFiles", place, { ...rare, enabled: isAsked });
  const models = useHostQuery(
    "portal.modelFiles",
    { ...place, allModels: true },
    { ...rare, enabled: isAsked },
  );
  const isLooking = products.isPending || raws.isPending || models.isPending;
  const found = (id: string): { readonly name: string; readonly to: string } | null => {
    const query = `?site=${encodeURIComponent(place.site)}&date=${place.date}`;
    const product = products.data?.find(({ uuid }) => uuid === id);
    if (product !== undefined)
      return { name: product.filename, to: `/data/files${query}&allVersions&open=${id}` };
    const raw = raws.data?.find(({ uuid }) => uuid === id);
    if (raw !== undefined) return { name: raw.filename, to: `/data/raw-files${query}&open=${id}` };
    const model = models.data?.find(({ uuid }) => uuid === id);
    if (model === undefined) return null;
    return { name: model.filename, to: `/data/model-files${query}&allModels&open=${id}` };
  };
  return (
    <section className={styles.group} aria-label="Source files">
      <h3>Source files</h3>
      {ids.length === 0 ? <p className="note">{portalText.thePortalListsNone}</p> : null}
      <ul className={`${styles.list} plain`}>
        {ids.map((id) => {
          const source = found(id);
          return (
            <li key={id}>
              {source === null ? (
                <span
                  className={`${styles.code} mono`}
                  title={isLooking ? "Searching" : portalText.notListedForThisDay}
                >
                  {id}
                </span>
              ) : (
                <Link to={source.to} title={id}>
                  {source.name}
                </Link>
              )}
              <CopyButton text={id} what="source uuid" />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
