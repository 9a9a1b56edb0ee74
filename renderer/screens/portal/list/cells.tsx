import type { ReactNode } from "react";
import { say } from "#base/say.ts";
import { bytesText } from "#base/text.ts";
import { middleCut } from "#renderer/components/format.ts";
import { Quality } from "#renderer/components/quality.tsx";
import { portalText } from "#renderer/text/portal.ts";
import { type Mark, markNames, markWords, statusMeaning, statusName } from "#renderer/text/portal-marks.ts";
import styles from "./list.module.css";
import type { ResultRow } from "./rows.ts";

/** Gives a cell of a result table. */
export function cellOf(row: ResultRow, columnId: string): ReactNode {
  switch (columnId) {
    case "date":
      return <span className="numbers">{row.date}</span>;
    case "site":
      return <span title={row.siteName}>{row.siteName}</span>;
    case "what":
      return <span title={`${row.what}\n${row.filename}`}>{row.what}</span>;
    case "filename":
      return <FileName name={row.filename} />;
    case "size":
      return bytesText(row.size);
    case "coverage":
      return row.coverage === null ? <None /> : <CoverageShare coverage={row.coverage} />;
    case "quality":
      return row.quality === null ? <None /> : <Quality level={row.quality} />;
    case "marks":
      return <Marks marks={row.marks} />;
    case "version":
      return row.version === "" ? <None /> : <span title={row.version}>{middleCut(row.version, 9)}</span>;
    case "status":
      return <span title={statusMeaning(row.status)}>{statusName(row.status)}</span>;
    case "tags":
      return row.record.kind === "raw" ? row.record.file.tags.join(", ") : null;
    default:
      return (
        <time
          className="numbers"
          dateTime={row.updatedAt}
          title={say("{updatedAt} (UTC)", { updatedAt: row.updatedAt })}
        >
          {row.updatedAt.slice(0, 16).replace("T", " ")}
        </time>
      );
  }
}

/** Signs at the end of a name that stay, whatever the width of its column. */
const tailLength = 14;

/** A name with its middle cut where its column is too narrow. */
function FileName({ name }: { readonly name: string }) {
  const at = Math.max(0, name.length - tailLength);
  return (
    <span className={styles.file} title={name}>
      <span>{name.slice(0, at)}</span>
      <span>{name.slice(at)}</span>
    </span>
  );
}

function None() {
  return <span className="muted">–</span>;
}

/** The share of a day that a file covers, as a bar and in percent. */
export function CoverageShare({ coverage }: { readonly coverage: number }) {
  const percent = Math.round(coverage * 100);
  // A file that lacks a little is not shown as whole.
  const words = `${coverage < 1 && percent === 100 ? 99 : percent} %`;
  return (
    <span className="row" title={portalText.fileCovers(words)}>
      <span className={`${styles.track} clips`}>
        <span className={styles.fill} style={{ width: `${Math.min(100, Math.max(0, coverage * 100))}%` }} />
      </span>
      <span className="numbers">{words}</span>
    </span>
  );
}

/** Marks of a file, each explained on hover. */
export function Marks({ marks }: { readonly marks: readonly Mark[] }) {
  return (
    <span className={styles.marks}>
      {marks.map((mark) => (
        <span
          key={mark}
          className={`${styles.mark} pill text-small muted`}
          data-mark={mark}
          title={markWords[mark]}
        >
          {markNames[mark]}
        </span>
      ))}
    </span>
  );
}
