import { Moment } from "#renderer/components/moment.tsx";
import { SkeletonRows } from "#renderer/components/skeleton-rows.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";
import { ruleName } from "#renderer/text/states.ts";
import styles from "./upload-panel.module.css";

/** Why a file is, or is not, sent: each rule in turn, the verdict, and what comes next. `path` absolute where known. */
export function UploadExplanation({ path }: { readonly path: string }) {
  const { data, error } = useHostQuery("explain", { path });
  if (data === undefined)
    return error === null ? <SkeletonRows rows={3} /> : <p className="muted">{error.message}</p>;
  return (
    <section className={styles.explanation} aria-label="Explanation">
      <ol>
        {data.rules.map(({ name, passed, detail }) => (
          <li key={name} className={styles.rule}>
            <StateShape shape={passed ? "done" : "over"} size={14} label={passed ? "Passed" : "Not passed"} />
            <p>
              <strong>{ruleName(name)}:</strong> <span className="muted">{detail}</span>
            </p>
          </li>
        ))}
      </ol>
      <p>{data.verdict}</p>
      {data.next === null ? null : (
        <p className="muted">
          {data.next.what}
          {data.next.at === null ? null : (
            <>
              {" "}
              <Moment at={data.next.at} as="in" />
            </>
          )}
          .
        </p>
      )}
    </section>
  );
}
