import type { ReactNode } from "react";
import { Link } from "react-router";
import { bytesText, countText, dateText } from "#base/text.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import { CopyButton } from "#renderer/components/copy-button.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import type { UploadRow } from "#renderer/text/states.ts";
import styles from "./upload-panel.module.css";

/** Facts of the file. */
export function UploadFacts({ upload }: { readonly upload: UploadRow }) {
  const { checksum, receipt } = upload;
  return (
    <section aria-label="The file">
      <h3>The file</h3>
      <dl className={styles.facts}>
        <Fact name="Path">
          <span className="shrinks breaks">{upload.path}</span>
          <CopyButton text={upload.path} what="path" />
        </Fact>
        <Fact name="Instrument">
          <Link className="shrinks breaks" to={instrumentRoute(upload.instrument)}>
            {upload.instrument}
          </Link>
        </Fact>
        <Fact name="Measured">{dateText(upload.measurementDate, Date.now())} (UTC)</Fact>
        <Fact name="Size">
          <span title={`${countText(upload.size)} bytes`}>{bytesText(upload.size)}</span>
        </Fact>
        <Fact name="Last written">
          <Moment at={upload.modifiedAt} as="short" />
        </Fact>
        <Fact name="Found">
          <Moment at={upload.createdAt} as="short" />
        </Fact>
        {checksum === null || receipt !== null ? null : (
          <Fact name="MD5">
            <code className="mono shrinks breaks">{checksum}</code>
            <CopyButton text={checksum} what="checksum" />
          </Fact>
        )}
        {upload.attempts > 0 ? <Fact name="Failed attempts">{countText(upload.attempts)}</Fact> : null}
        {upload.nextTryAt === null ? null : (
          <Fact name="Next try">
            <Moment at={upload.nextTryAt} as="in" /> (<Moment at={upload.nextTryAt} as="short" />)
          </Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
