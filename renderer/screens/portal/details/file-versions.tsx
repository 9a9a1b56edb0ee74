import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { bytesText } from "#base/text.ts";
import { Moment } from "#renderer/components/moment.tsx";
import type { ProductFile } from "#renderer/screens/portal/list/rows.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { commonText } from "#renderer/text/common.ts";
import { portalText } from "#renderer/text/portal.ts";
import styles from "./details.module.css";

/** Every version that the portal has of a file, newest first. */
export function FileVersions({ file }: { readonly file: ProductFile }) {
  const [isAsked, setIsAsked] = useState(false);
  const filter = {
    site: file.site.id,
    product: file.product.id,
    date: file.measurementDate,
    allVersions: true,
  };
  const { data, error } = useHostQuery("portal.files", filter, { enabled: isAsked, staleMs: 60_000 });
  const versions = data
    ?.filter((other) => (other.instrument?.pid ?? "") === (file.instrument?.pid ?? ""))
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  const query = `?site=${encodeURIComponent(filter.site)}&product=${encodeURIComponent(filter.product)}&date=${filter.date}`;
  return (
    <section className={styles.group} aria-label="Versions">
      <h3>Versions</h3>
      {isAsked ? null : (
        <Button size="compact-sm" variant="default" onClick={() => setIsAsked(true)}>
          {portalText.showAllVersions}
        </Button>
      )}
      {error === null ? null : <p className={styles.note}>{error.message}</p>}
      {isAsked && versions === undefined && error === null ? (
        <p className={styles.note}>{commonText.loadingFromPortal}</p>
      ) : null}
      <ul className={styles.list}>
        {versions?.map((version) => (
          <li key={version.uuid}>
            {version.uuid === file.uuid ? (
              <strong>This version</strong>
            ) : (
              <Link to={`/portal/files${query}&allVersions&open=${version.uuid}`}>
                {version.version === "" ? version.uuid.slice(0, 8) : version.version}
              </Link>
            )}{" "}
            <span className="muted">
              <Moment at={version.createdAt} /> · {bytesText(version.size)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
