import type { ReactNode } from "react";
import { Link } from "react-router";
import { say } from "#base/say.ts";
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
    <section aria-label={say("The file")}>
      <h3>{say("The file")}</h3>
      <dl className={styles.facts}>
        <Fact name={say("Path")}>
          <span className="shrinks breaks">{upload.path}</span>
          <CopyButton text={upload.path} what={say("path")} />
        </Fact>
        <Fact name={say("Instrument")}>
          <Link className="shrinks breaks" to={instrumentRoute(upload.instrument)}>
            {upload.instrument}
          </Link>
        </Fact>
        <Fact name={say("Measured")}>{dateText(upload.measurementDate, Date.now())} (UTC)</Fact>
        <Fact name={say("Size")}>
          <span title={say("{size} bytes", { size: upload.size })}>{bytesText(upload.size)}</span>
        </Fact>
        <Fact name={say("Last written")}>
          <Moment at={upload.modifiedAt} as="short" />
        </Fact>
        <Fact name={say("Found")}>
          <Moment at={upload.createdAt} as="short" />
        </Fact>
        {checksum === null || receipt !== null ? null : (
          <Fact name="MD5">
            <code className="mono shrinks breaks">{checksum}</code>
            <CopyButton text={checksum} what={say("checksum")} />
          </Fact>
        )}
        {upload.attempts > 0 ? <Fact name={say("Failed attempts")}>{countText(upload.attempts)}</Fact> : null}
        {upload.nextTryAt === null ? null : (
          <Fact name={say("Next try")}>
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
