import { memo } from "react";
import { say } from "#base/say.ts";
import { bytesText } from "#base/text.ts";
import { instrumentRoute } from "#contract/page-routes.ts";
import { causeWords } from "#domain/cause.ts";
import { isFailed } from "#domain/upload.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { MiddleCut } from "#renderer/components/middle-cut.tsx";
import { Moment } from "#renderer/components/moment.tsx";
import { sayNodes } from "#renderer/components/said.ts";
import { type Shape, StateShape, useSettling } from "#renderer/components/state-shape.tsx";
import { commonText } from "#renderer/text/common.ts";
import { receiptSentence } from "#renderer/text/event-text.ts";
import { filesText } from "#renderer/text/files.ts";
import { stateWords, type UploadRow } from "#renderer/text/states.ts";
import { fileName } from "#renderer/uploads/file-path.ts";
import { useSentShare } from "#renderer/uploads/stage-strip.tsx";
import { underAnotherName, uploadStatusOf, waitWords } from "#renderer/uploads/upload-status.ts";
import styles from "./files.module.css";
import { RowMenu } from "./row-menu.tsx";

interface UploadCellProps {
  readonly upload: UploadRow;
  readonly column: string;
  /** Nothing is sent for now: what is queued does not wait for its turn alone. */
  readonly stop: Shape | null;
  /** The next try has a column of its own. */
  readonly showsNextTry: boolean;
  /** So has the moment of the receipt. */
  readonly showsSent: boolean;
}

/** A cell of the list. Drawn again only when its upload is another. */
export const UploadCell = memo(function UploadCell(props: UploadCellProps) {
  const { upload, column, stop, showsNextTry, showsSent } = props;
  switch (column) {
    case "name":
      return <FileCell upload={upload} stop={stop} />;
    case "instrument":
      return (
        <span className={`${styles.instrument} shrinks`}>
          <span className="clipped" title={upload.instrument}>
            {upload.instrument}
          </span>
          {/* Not the router's own link, which would be drawn again in each row when a file is opened. */}
          <a
            href={`#${instrumentRoute(upload.instrument)}`}
            aria-label={filesText.pageOf(upload.instrument)}
            title={filesText.pageOf(upload.instrument)}
            tabIndex={-1}
            onClick={(event) => event.stopPropagation()}
          >
            <Icon name="right" size={14} />
          </a>
        </span>
      );
    case "date":
      return <span title={filesText.measurementDateHelp}>{upload.measurementDate}</span>;
    case "size":
      return <span title={say("{size} bytes", { size: upload.size })}>{bytesText(upload.size)}</span>;
    case "state":
      return <Stage upload={upload} stop={stop} />;
    case "next-try":
      return <NextTry upload={upload} />;
    case "sent":
      return upload.receipt === null ? null : <Moment at={upload.receipt.confirmedAt} as="stamp" />;
    case "cause":
      return (
        <>
          {showsNextTry || upload.nextTryAt === null ? null : (
            <>
              <NextTry upload={upload} />
              <span className="muted"> · </span>
            </>
          )}
          <Reason upload={upload} stop={stop} showsSent={showsSent} />
        </>
      );
    default:
      return <RowMenu upload={upload} />;
  }
});

/** How far it is, in words. */
function Stage({ upload, stop }: { readonly upload: UploadRow; readonly stop: Shape | null }) {
  if (upload.state === "sending") return <SentShare upload={upload} />;
  const { label, meaning, shape } = uploadStatusOf(upload, stop);
  return (
    <span className={shape === "problem" ? "amiss" : undefined} title={meaning}>
      {label}
    </span>
  );
}

function SentShare({ upload }: { readonly upload: UploadRow }) {
  return <span className="numbers">{filesText.sendingShare(Math.round(useSentShare(upload) * 100))}</span>;
}

function FileCell({ upload, stop }: { readonly upload: UploadRow; readonly stop: Shape | null }) {
  const { label, meaning, shape } = uploadStatusOf(upload, stop);
  const settles = useSettling(upload.id, shape);
  return (
    <span className="row gap-12 shrinks">
      <span className="shape" title={meaning}>
        {upload.state === "sending" ? (
          <SendingShape upload={upload} />
        ) : (
          <StateShape shape={shape} label={label} settles={settles} />
        )}
      </span>
      <MiddleCut text={fileName(upload.path)} whole={upload.path} />
    </span>
  );
}

function SendingShape({ upload }: { readonly upload: UploadRow }) {
  return <StateShape shape="busy" label={say("Sending")} progress={useSentShare(upload)} />;
}

function NextTry({ upload }: { readonly upload: UploadRow }) {
  if (upload.nextTryAt === null) return null;
  return (
    <span title={say("{attempts} failed attempts", { attempts: upload.attempts })}>
      <Moment at={upload.nextTryAt} as="in" />
    </span>
  );
}

function Reason({ upload, stop, showsSent }: Pick<UploadCellProps, "upload" | "stop" | "showsSent">) {
  const { state, failure, receipt } = upload;
  if (failure !== null && isFailed(state))
    return failure.cause === "refused" && failure.portalMessage !== null ? (
      <span title={failure.message}>{filesText.refusedAs(failure.portalMessage)}</span>
    ) : (
      <span title={failure.message}>{say(causeWords(failure.cause).title)}</span>
    );
  const text = () => {
    switch (state) {
      case "sending":
        return <Sent upload={upload} />;
      case "delivered":
        return receipt === null ? null : (
          <span title={`${receiptSentence(receipt.kind)}.`}>
            {receipt.kind === "twin" ? (
              underAnotherName(receipt.recordFilename)
            ) : receipt.kind === "known" ? (
              commonText.portalHadIt
            ) : (
              <>
                {filesText.confirmed} {showsSent ? null : <Moment at={receipt.confirmedAt} as="stamp" />}
              </>
            )}
          </span>
        );
      case "queued":
        return stop === null ? filesText.waitsForItsTurn : filesText.waits(waitWords(stop));
      default:
        return stateWords(state).meaning;
    }
  };
  return <span className="muted">{text()}</span>;
}

function Sent({ upload }: { readonly upload: UploadRow }) {
  const percent = Math.round(useSentShare(upload) * 100);
  // The whole content has left this PC: it is delivered only with the portal's word.
  if (percent >= 100) return <span>{filesText.sentNotConfirmedYet}</span>;
  return (
    <span className="numbers">
      {sayNodes("{percent} % of {size}", { percent, size: bytesText(upload.size) })}
    </span>
  );
}
