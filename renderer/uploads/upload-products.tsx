import { Link } from "react-router";
import { PlotPicture } from "#renderer/plots/plot-picture.tsx";
import { PlotImageKeeper } from "#renderer/plots/use-plot-images.tsx";
import { plotsOf } from "#renderer/plots/wall.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { filesText } from "#renderer/text/files.ts";
import styles from "./upload-panel.module.css";
import type { TracedProduct } from "./use-portal-trace.ts";

/** Products that the portal made of the file, with the plot of the first. */
export function UploadProducts({ products }: { readonly products: readonly TracedProduct[] }) {
  const [first] = products;
  if (first === undefined) return null;
  return (
    <section aria-label={filesText.madeOfIt}>
      <h3>{filesText.madeOfIt}</h3>
      <Thumbnail product={first} />
      <ul className="plain">
        {products.map((product) => (
          <li key={product.uuid}>
            <Link className="shrinks breaks" to={productRoute(product)} title={product.filename}>
              {product.product.humanReadableName}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function productRoute({ uuid, site, measurementDate }: TracedProduct): string {
  return `/data/files?site=${encodeURIComponent(site.id)}&date=${measurementDate}&open=${uuid}`;
}

function Thumbnail({ product }: { readonly product: TracedProduct }) {
  const { data } = useHostQuery("portal.visualization", { fileUuid: product.uuid }, { staleMs: 60_000 });
  const day = product.measurementDate;
  const plot = data === undefined ? undefined : plotsOf([data], day, () => day)[0];
  if (plot === undefined) return null;
  return (
    <Link className={`${styles.thumbnail} clips below-4 framed`} to={productRoute(product)}>
      <PlotImageKeeper>
        <PlotPicture plot={plot} isWanted isCropped={false} />
      </PlotImageKeeper>
    </Link>
  );
}
